"""seqeval's strict mode: the schemes as tables of legal neighbours; what breaks the scheme is no mention.

A mention runs from a start over tags that may follow inside it, and counts if the scheme lets it end there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.compat import scorer
from nerproof.compat.coding import number
from nerproof.compat.counts import Row, rows_by_type
from nerproof.compat.spans import Neighbours, Reading, prefix_classes, read_spans

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nerproof.compat.coding import TagPair, Tags
    from nerproof.compat.counts import TypeCounts

PREFIXES = "IOBESUL"


@dataclass(frozen=True)
class Scheme:
    """A named set of prefixes and what may stand next to what."""

    name: str
    prefixes: str
    neighbours: Neighbours

    @staticmethod
    def named(scheme: Any) -> Scheme | None:
        """Our scheme for ours, for seqeval's class of that name, or for the name; None for anything else."""
        if isinstance(scheme, Scheme) or scheme is None:
            return scheme
        name = scheme if isinstance(scheme, str) else getattr(scheme, "__name__", "")
        return SCHEMES.get(name)


IOB1 = Scheme("IOB1", "IOB", Neighbours("OI II! BI IB= BB=", "BI= II=", "II! IO IB BO BI! BB="))
IOE1 = Scheme("IOE1", "IOE", Neighbours("OI II! EI EE=", "II= IE=", "II! IO IE! EI= EE="))
IOB2 = Scheme("IOB2", "IOB", Neighbours("*B", "BI= II=", "IO II! IB BO BI! BB"))
IOE2 = Scheme("IOE2", "IOE", Neighbours("OI OE EI EE II! IE!", "IE= II=", "E*"))
IOBES = Scheme("IOBES", "IOBES", Neighbours("*B *S", "BI= BE= II= IE=", "S* E*"))
BILOU = Scheme("BILOU", "BILOU", Neighbours("*B *U", "BI= BL= II= IL=", "U* L*"))
SCHEMES = {scheme.name: scheme for scheme in (IOB1, IOE1, IOB2, IOE2, IOBES, BILOU)}


def count_strict(pair: TagPair, scheme: Scheme, *, suffix: bool = False) -> TypeCounts:
    """Counts of one scheme."""
    return read_strict(pair, scheme, suffix=suffix).tally(len(pair.gold))


def read_strict(pair: TagPair, scheme: Scheme, *, suffix: bool = False) -> Reading:
    """Mentions of one scheme; a prefix that the scheme has not is an error."""
    prefixes = _prefixes(pair, suffix=suffix)
    allowed = ", ".join(scheme.prefixes)
    foreign = np.array([prefix not in scheme.prefixes for prefix in prefixes])
    pair.refuse(foreign, f"has no prefix of {scheme.name}. Allowed prefixes are: {allowed}.")
    names, types = number(_type_of(tag, suffix=suffix) for tag in pair.tags)
    return read_spans(pair, names, types, prefix_classes(prefixes), scheme.neighbours)


def _prefixes(pair: TagPair, *, suffix: bool) -> list[str]:
    found = [tag[-1:] if suffix else tag[:1] for tag in pair.tags]
    unknown = np.array([not prefix or prefix not in PREFIXES for prefix in found])
    pair.refuse(unknown, f"has no known prefix. seqeval's strict mode knows {', '.join(PREFIXES)}.")
    return found


def _type_of(tag: str, *, suffix: bool) -> str:
    return (tag[:-1] if suffix else tag[1:]).strip("-") or "_"


def scheme_of(prefixes: Iterable[str]) -> Scheme:
    """The scheme a user of strict mode would name: by the prefixes that only one scheme has."""
    found = set(prefixes)
    if found & set("LU"):
        return BILOU
    return IOBES if found & set("ES") else IOB2


def _mentions(pair: TagPair) -> Reading:
    return read_strict(pair, scheme_of(tag[:1] for tag in pair.tags))


@scorer(
    "seqeval-strict", rule="an I- without a matching B- before it is no mention; nothing is repaired", read=_mentions
)
def seqeval_strict(pair: TagPair) -> list[Row]:
    """Strict mode of seqeval in the scheme that the prefixes show (IOB2, IOBES or BILOU)."""
    return rows_by_type(_mentions(pair).tally(len(pair.gold)))


def auto_detect(sequences: Tags, suffix: bool = False) -> Scheme:
    """The scheme whose prefixes the gold tags use, by seqeval's own list of combinations."""
    tags = set(chain.from_iterable(sequences))
    strange = sorted(tag for tag in tags if not tag or tag[-1 if suffix else 0] not in PREFIXES)
    if strange:
        raise InputError(f"This scheme is not supported: tag {strange[0]!r}. Known prefixes: {', '.join(PREFIXES)}.")
    found = {tag[-1 if suffix else 0] for tag in tags}
    for scheme, combinations in DETECTABLE.items():
        if found in [set(combination) for combination in combinations.split()]:
            return SCHEMES[scheme]
    raise UsageError(f"This scheme is not supported: {sorted(found)}. Name one with scheme=, such as scheme=IOB2.")


# Prefix sets that seqeval takes for a scheme; {I, O}, {O} and all others it refuses.
DETECTABLE = {
    "IOB2": "IOB IB BO B",
    "IOE2": "IOE IE EO E",
    "IOBES": "IOBES IBES IOBE OBES IBE BES OBE BE S",
    "BILOU": "IOBLU IBLU IOBL OBLU IBL BLU OBL BL U",
}
