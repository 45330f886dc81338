"""``@record``: a frozen dataclass whose methods are not compiled anew at every start.

``dataclass`` writes the source of up to six methods for each class and compiles it whenever its module is imported:
half of the time that nerproof's own modules took. A record has the same fields, defaults and ``replace``; its methods
are functions that are there already. Classes of which thousands are made stay dataclasses: a compiled constructor is
faster.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

C = TypeVar("C", bound=type[Any])


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def record(*, eq: bool = False) -> Callable[[C], C]:
    """A class of fields that are set once.

    >>> @record(eq=True)
    ... class Place:
    ...     file: str
    ...     line: int = 1
    >>> Place("a"), Place("a") == Place("a", 1), Place("a") == Place("b")
    (Place(file='a', line=1), True, False)
    """

    def make(cls: C) -> C:
        made: Any = dataclass(init=False, repr=False, eq=False)(cls)
        made.__init__ = _constructor([f for f in fields(made) if f.init], [f for f in fields(made) if not f.init])
        made.__setattr__ = made.__delattr__ = _refuse
        if "__repr__" not in vars(cls):
            made.__repr__ = _shown
        if eq:
            made.__eq__, made.__hash__ = _equal, _hashed
        return cls

    return make


def _constructor(own: list[Field[Any]], others: list[Field[Any]]) -> Callable[..., None]:
    names = [f.name for f in own]
    optional = {f.name: f for f in own if f.default is not MISSING or f.default_factory is not MISSING}

    def construct(self: Any, /, *values: Any, **named: Any) -> None:
        state: dict[str, Any] = self.__dict__
        state.update(zip(names, values, strict=False))
        if len(values) > len(names) or not named.keys() <= set(names[len(values) :]):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}; each once")
        for name in names[len(values) :]:
            if name not in named and name not in optional:
                raise TypeError(f"{type(self).__name__} lacks {name}")
            state[name] = named[name] if name in named else _default(optional[name])
        for f in others:
            state[f.name] = _default(f)

    return construct


def _default(f: Field[Any]) -> Any:
    return f.default_factory() if f.default_factory is not MISSING else f.default


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, f.name) for f in fields(self) if f.compare)


def _equal(self: Any, other: Any) -> Any:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hashed(self: Any) -> int:
    return hash(_values(self))


def _shown(self: Any) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: Any, name: str, value: Any = None) -> NoReturn:  # noqa: ARG001
    raise FrozenInstanceError(f"cannot change {name!r}: a {type(self).__name__} stays as it is")
