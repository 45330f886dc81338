"""From a corpus's type names to the gazetteer's: ``PER=PERSON``, ``band=ORG/musical group``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from nerproof.base.errors import UsageError
from nerproof.gazetteers.families import DATA

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Selector(NamedTuple):
    """Names of a gazetteer type, of one class (QID or label) only if one is named."""

    type: str
    klass: str = ""


def _of(text: str) -> tuple[Selector, ...]:
    parts = [part.strip().partition("/") for part in text.split("|")]
    return tuple(Selector(type_.strip(), klass.strip()) for type_, _, klass in parts if type_.strip())


@cache
def defaults() -> Mapping[str, str]:
    """The gazetteer types of the names of types (data/types.txt)."""
    lines = [line for line in (DATA / "types.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: right.strip() for left, _, right in (x.partition("=") for x in lines) for name in left.split()}


_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# What a type may say about a person or a thing: no name.
_ATTRIBUTES = frozenset(
    "title age date time id number code price email phone url role position gender job address type".split()  # noqa: SIM905
)

# "LOC" means places that are no countries in OntoNotes, and all places where there is no GPE beside it.
_PLACES = "GPE | LOC | FAC"


def default_map(types: Iterable[str]) -> dict[str, tuple[Selector, ...]]:
    """The gazetteer types of each corpus type; a type that is not in it is not attacked.

    >>> sorted(default_map(["PER", "DATE", "person-politician", "PersonAge", "COMPANY_NAME"]))
    ['COMPANY_NAME', 'PER', 'person-politician']
    """
    names = list(types)
    has_gpe = any(t.lower() == "gpe" for t in names)
    found = {}
    for name in names:
        key = _key(name)
        if key is not None:
            found[name] = _of(_PLACES if key == "loc" and not has_gpe else defaults()[key])
    return found


def _key(name: str) -> str | None:
    """The default that a type name speaks of: the whole name, its last part, or the first of ``person-politician``."""
    parts = [p.lower() for p in _PART.findall(name)]
    whole = re.sub(r"[^a-z]", "", name.lower())
    if name.lower() in defaults() or whole in defaults():
        return name.lower() if name.lower() in defaults() else whole
    kept = [p for p in parts if p != "name"] or parts
    if not kept or kept[-1] in _ATTRIBUTES:
        return None
    first = kept[0] if re.search(r"[-/.:]", name) else kept[-1]  # these marks stand between a type and its subtype
    return next((p for p in (kept[-1], first) if p in defaults()), None)


def parse_type_map(texts: Sequence[str]) -> dict[str, tuple[Selector, ...]]:
    """``TYPE=SELECTOR|SELECTOR`` options; an empty right side leaves the type alone.

    >>> parse_type_map(["band=ORG/musical group|ORG/Q215380"])["band"][0]
    Selector(type='ORG', klass='musical group')
    """
    found = {}
    for text in texts:
        name, equals, right = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"the type map {text!r} is not TYPE=GAZETTEER_TYPE, for example PER=PERSON.")
        found[name.strip()] = _of(right)
    return found
