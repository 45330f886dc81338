"""Strings back to places: mentions named by their text only, and tokens whose text is known apart.

The policy for strings without offsets (what language models return), in full:

1. An occurrence is a place where the string stands as it is, or with other white space, and neither begins nor ends
   inside a word. Case counts.
2. Strings are placed longest first, equal lengths in the order given; the n-th repeat of a string takes its n-th free
   occurrence from the left. An occurrence is free when nothing longer or equal was placed over it.
3. A string without a free occurrence takes the first one that does not already hold its type: a nested mention.
4. A string listed more often than it occurs is a *surplus* and is dropped; a string that occurs nowhere is *missing*
   (hallucinated). Both are counted. With ``repeats="all"`` a string listed once marks every free occurrence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nerproof.base.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

REPEATS = ("listed", "all")


@dataclass(frozen=True)
class Placed:
    """Where strings were found: (start, end, type); and those that were not: (type, string)."""

    spans: list[tuple[int, int, str]] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)
    surplus: list[tuple[str, str]] = field(default_factory=list)


def align_strings(text: str, items: Sequence[tuple[str, str]], *, repeats: str = "listed") -> Placed:
    """Finds (type, string) pairs in a text by the policy above.

    >>> align_strings("EU and EU", [("ORG", "EU"), ("ORG", "EU"), ("LOC", "Mars")])
    Placed(spans=[(0, 2, 'ORG'), (7, 9, 'ORG')], missing=[('LOC', 'Mars')], surplus=[])
    """
    if repeats not in REPEATS:
        raise UnknownName.among("repeats policy", repeats, REPEATS)
    placed, taken = Placed(), _Taken()
    known: dict[str, list[tuple[int, int]]] = {}
    for type_, string in sorted(items, key=lambda item: -len(item[1])):
        if string not in known:
            known[string] = occurrences(text, string)
        found = known[string]
        if not found:
            placed.missing.append((type_, string))
        elif not (places := _choose(found, type_, taken, every=repeats == "all")):
            placed.surplus.append((type_, string))
        else:
            placed.spans.extend((start, end, type_) for start, end in places)
            taken.add(places, type_)
    placed.spans.sort()
    return placed


# What a word goes on with: Thai, Lao, Han and kana are written without blanks, so no word end can be asked for there.
_LETTER = r"[^\W\u0e00-\u0eff\u3040-\u9fff\U00020000-\U0010ffff]"


def occurrences(text: str, string: str) -> list[tuple[int, int]]:
    """Where a string stands in a text as whole words, white space aside; occurrences do not overlap.

    >>> occurrences("New  York, New Yorker", "New York")
    [(0, 9)]
    """
    parts = string.split()
    if not parts:
        return []
    before = f"(?<!{_LETTER})" if re.match(_LETTER, parts[0][0]) else ""
    after = f"(?!{_LETTER})" if re.match(_LETTER, parts[-1][-1]) else ""
    pattern = before + r"\s+".join(map(re.escape, parts)) + after
    return [match.span() for match in re.finditer(pattern, text)]


class _Taken:
    """Characters that hold a placed string, and which spans hold which types."""

    def __init__(self) -> None:
        self.covered: set[int] = set()
        self.typed: set[tuple[int, int, str]] = set()

    def add(self, places: list[tuple[int, int]], type_: str) -> None:
        for start, end in places:
            self.covered.update(range(start, end))
            self.typed.add((start, end, type_))

    def is_free(self, place: tuple[int, int]) -> bool:
        return self.covered.isdisjoint(range(*place))


def _choose(found: list[tuple[int, int]], type_: str, taken: _Taken, *, every: bool) -> list[tuple[int, int]]:
    free = [place for place in found if taken.is_free(place)]
    if free:
        return free if every else free[:1]
    untyped = [place for place in found if (*place, type_) not in taken.typed]
    return untyped[:1]


def place_tokens(text: str, tokens: Sequence[str]) -> list[tuple[int, int]] | None:
    """Where known tokens stand in their text, one after the other; None where only white space may be skipped.

    >>> place_tokens("EU's deal", ["EU", "'s", "deal"])
    [(0, 2), (2, 4), (5, 9)]
    """
    places = []
    at = 0
    for token in tokens:
        start = text.find(token, at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(token)
        places.append((start, at))
    return None if text[at:].strip() else places
