"""Options of a model: its dataclass fields, filled from TOML values or from ``key=value`` texts."""

from __future__ import annotations

import dataclasses
import difflib
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TRUE, _FALSE = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


def options_of(model: Any) -> dict[str, Any]:
    """The options that a model was made with, for signatures and saved models."""
    return {f.name: getattr(model, f.name) for f in _fields(type(model))}


def build(cls: type[Any], name: str, options: Mapping[str, Any], *, kind: str = "model") -> Any:
    """A model (or whatever ``kind`` says) with the given options; an unknown one is refused with the nearest known."""
    known = {f.name: f for f in _fields(cls)}
    values = {}
    for key, value in options.items():
        field = key.replace("-", "_")
        if field not in known:
            raise UsageError(f"the {kind} {name} has no option {key!r}. {nearest(key, list(known))}")
        values[field] = coerce(value, annotated(known[field].type), f"{name}.{key}")
    return cls(**values)


def annotated(given: Any) -> str:
    """A type as it is written, also where annotations are objects.

    >>> annotated(int), annotated("int | None"), annotated(tuple[int, ...])
    ('int', 'int | None', 'tuple[int, ...]')
    """
    return given.__name__ if type(given) is type else str(given)


def nearest(name: str, known: Sequence[str]) -> str:
    """What to say after an unknown name: the one that was probably meant, or all there are."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(sorted(known)) or 'none'}."


def coerce(value: Any, wanted: str, place: str) -> Any:
    """A value as the annotated type: texts of the command line are read, wrong types are refused.

    >>> coerce("3", "int", "crf.iterations"), coerce("yes", "bool", "x.y")
    (3, True)
    """
    base = wanted.removesuffix(" | None")
    if value is None and base != wanted:
        return None
    try:
        return _read(value, base)
    except (ValueError, TypeError):
        raise UsageError(f"the option {place} is {value!r}, but must be of type {base}.") from None


def _read(value: Any, base: str) -> Any:
    if base == "bool":
        return _read_bool(value)
    if isinstance(value, bool) and base != "str":
        raise ValueError
    if base == "int":
        if isinstance(value, float) and not value.is_integer():
            raise ValueError
        return int(value)
    if base == "float":
        return float(value)
    if base == "str":
        return str(value)
    if not base.startswith("tuple["):
        raise TypeError
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    item = base.removeprefix("tuple[").removesuffix(", ...]")
    return tuple(_read(part, item) for part in value)


def _read_bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in _TRUE:
        return True
    if str(value).lower() in _FALSE:
        return False
    raise ValueError


def _fields(cls: type[Any]) -> list[dataclasses.Field[Any]]:
    return [f for f in dataclasses.fields(cls) if f.init]
