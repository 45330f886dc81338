"""SeqScore (Palen-Michel, Holley & Lignos 2021): invalid tags are an error until a repair is named.

Repairs exist for BIO (``conlleval``, ``discard``) and IOB (``conlleval``); the other encodings must be valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.compat import scorer
from nerproof.compat.coding import number
from nerproof.compat.counts import Row, TypeCounts, rows_by_type
from nerproof.compat.spans import (
    DISCARDED,
    REPAIRED,
    Neighbours,
    Reading,
    neighbour_codes,
    prefix_classes,
    read_spans,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nerproof.compat.coding import Ids, TagPair

Repair = Literal["none", "conlleval", "discard"]


@dataclass(frozen=True)
class Encoding:
    """Which tags may follow which, how mentions are read, and which repairs the program has."""

    name: str
    valid: str
    neighbours: Neighbours
    repairs: tuple[str, ...] = ()


def _bounded(name: str, inside: str, end: str, single: str) -> Encoding:
    """BIOES in the letters of one of its dialects."""
    i, e, s = inside, end, single
    after = [f"{e}B", f"{e}{s}", f"{e}O", f"{s}B", f"{s}{s}", f"{s}O", "OB", f"O{s}", "OO"]
    within = [f"B{i}=", f"B{e}=", f"{i}{i}=", f"{i}{e}="]
    return Encoding(name, " ".join(after + within), Neighbours(f"*B *{s}", " ".join(within)))


ENCODINGS = {
    "BIO": Encoding("BIO", "BI= BB II= IB OO BO IO OB", REPAIRED, ("conlleval", "discard")),
    "IOB": Encoding("IOB", "BB= BI II IB= OO BO IO OI", Neighbours("*B OI BI! II!", "BI= II="), ("conlleval",)),
    "IO": Encoding("IO", "II OO OI IO", Neighbours("OI II!", "II=")),
    "BIOES": _bounded("BIOES", "I", "E", "S"),
    "BILOU": _bounded("BILOU", "I", "L", "U"),
    "BMES": _bounded("BMES", "M", "E", "S"),
    "BMEOW": _bounded("BMEOW", "M", "E", "W"),
}


@scorer(
    "seqscore",
    rule="I- opens a mention after O or another type (repair 'conlleval')",
    read=lambda pair: mentions(pair, "conlleval"),
)
def seqscore(pair: TagPair) -> list[Row]:
    """SeqScore with repair 'conlleval'."""
    return score(pair, "conlleval")


@scorer(
    "seqscore-discard",
    rule="an I- without a matching mention before it is dropped (repair 'discard')",
    read=lambda pair: mentions(pair, "discard"),
)
def seqscore_discard(pair: TagPair) -> list[Row]:
    """SeqScore with repair 'discard'."""
    return score(pair, "discard")


@scorer("seqscore-none", rule="invalid tags are refused (repair 'none')", read=lambda pair: mentions(pair, "none"))
def seqscore_none(pair: TagPair) -> list[Row]:
    """SeqScore without repair: invalid tags are an error."""
    return score(pair, "none")


def score(pair: TagPair, repair: Repair, encoding: str | None = None) -> list[Row]:
    return [*rows_by_type(count(pair, repair, encoding)), pair.accuracy()]


def count(pair: TagPair, repair: Repair, encoding: str | None = None) -> TypeCounts:
    """Counts under a repair."""
    return mentions(pair, repair, encoding).tally(len(pair.gold))


def mentions(pair: TagPair, repair: Repair, encoding: str | None = None) -> Reading:
    """Mentions under a repair; the encoding is the one that the prefixes show unless named."""
    parts = _split(pair)
    chosen = ENCODINGS[encoding or encoding_of(part[0] for part in parts)]
    names, types = number(part[1] for part in parts)
    letters = set(chosen.valid)
    if chosen.name == "IOB":
        pair.refuse(
            np.array([part[0] not in letters for part in parts]), "is no IOB tag, and SeqScore cannot repair it."
        )
    # A prefix of another encoding is as unknown as any other.
    classes = prefix_classes(part[0] if part[0] in letters else "?" for part in parts)
    valid = table(chosen.valid)
    for ids in (pair.gold, pair.pred):
        invalid = np.flatnonzero(~valid[neighbour_codes(ids, classes, types)])
        if len(invalid):
            _check_repair(chosen, repair, _describe(pair, ids, int(invalid[0])))
    return read_spans(pair, names, types, classes, _reading(chosen, repair))


def encoding_of(prefixes: Iterable[str]) -> str:
    """The encoding a user would name on SeqScore's command line, by prefixes that only one has."""
    found = set(prefixes)
    if "M" in found or "W" in found:
        return "BMEOW" if "W" in found else "BMES"
    if found & {"L", "U"}:
        return "BILOU"
    return "BIOES" if found & {"E", "S"} else "BIO"


def _reading(encoding: Encoding, repair: Repair) -> Neighbours:
    if encoding.name != "BIO":
        return encoding.neighbours
    # The two differ at invalid places only, and a valid column has none. An unknown prefix is repaired too.
    if repair == "discard":
        return DISCARDED
    return Neighbours(f"{REPAIRED.start} *? ?I!", f"{REPAIRED.inside} ?I=")


def _describe(pair: TagPair, ids: Ids, before: int) -> str:
    """Where the first invalid neighbours stand, and which they are."""
    side = "gold" if ids is pair.gold else "predictions"
    sentence = int(pair.sentence_of(np.array([before + 1]))[0]) + 1
    token = int(pair.offset_in_sentence(np.array([before + 1]))[0])
    first, second = pair.tags[int(ids[before])], pair.tags[int(ids[before + 1])]
    return f"{side}, sentence {sentence}, token {max(token, 0) + 1}: {second!r} after {first!r} is invalid"


def _check_repair(encoding: Encoding, repair: Repair, place: str) -> None:
    if repair == "none":
        raise InputError(f"{place}, and SeqScore needs a repair to go on. Name one: conlleval or discard.")
    if repair not in encoding.repairs:
        raise UsageError(f"{place} {encoding.name}, and SeqScore has no repair {repair!r} for it.")


def _split(pair: TagPair) -> list[tuple[str, str]]:
    """Prefix and type of each tag; the outside tag's type is one that no other tag can have."""
    unwanted = np.array([tag != "O" and ("-" not in tag or tag.startswith("O-")) for tag in pair.tags])
    pair.refuse(unwanted, "SeqScore needs O or PREFIX-TYPE.")
    parts = [("O", "\0") if tag == "O" else (tag.split("-", 1)[0], tag.split("-", 1)[1]) for tag in pair.tags]
    pair.refuse(np.array([not type_ for _, type_ in parts]), "SeqScore needs a type after the hyphen.")
    return parts
