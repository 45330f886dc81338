"""The people, places, organisations and works of the demo corpus, put together from hand-written lists."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nerproof.demo.dice import Dice
from nerproof.demo.sections import sections

if TYPE_CHECKING:
    from collections.abc import Mapping

LATE_NAMES = 0.3  # the share of every list and pool that only dev and test may use
LATE_PARTS = 0.75  # how often a late name takes a late part
DIGITS = ("2", "3", "4", "7", "9", "X", "One", "2000")
INITIALS = tuple("ABCDEFGHJKLMNPRSTVW")
_PART = re.compile(r"\{(\w+?)(2?)(\.adj)?\}")


@dataclass(frozen=True)
class Entity:
    """One entity: its type and the forms it is mentioned by (``full`` and others)."""

    type: str
    forms: Mapping[str, str]

    def form(self, name: str) -> str:
        return self.forms.get(name) or self.forms["full"]

    def called(self) -> Entity:
        """The same entity by its last or short name."""
        return Entity(self.type, {"full": self.forms.get("last") or self.form("short")})


@dataclass(frozen=True)
class Pattern:
    """A way to put a name together: ``{last} & {last2}``; ``forms`` holds the full and the other forms."""

    weight: int
    forms: Mapping[str, str]

    @classmethod
    def parse(cls, line: str) -> Pattern:
        weight, full, *others = (part.strip() for part in line.split("|"))
        pairs = (other.split("=", 1) for other in others)
        return cls(int(weight), {"full": full, **dict(pairs)})

    def fill(self, dice: Dice, *, late: bool) -> dict[str, str]:
        """Draws each part once; every form uses the same draws."""
        drawn: dict[str, str] = {}

        def part(match: re.Match[str]) -> str:
            key = match[1] + match[2]
            entry = drawn.setdefault(key, _draw(match[1], dice, late=late))
            name, _, other = entry.partition(" | ")
            return (other or name) if match[3] else name

        return {name: _PART.sub(part, text) for name, text in self.forms.items()}


def _draw(part: str, dice: Dice, *, late: bool) -> str:
    """A part of a name; the end of every list is kept for late names, so that they are new word by word."""
    if part == "digit":
        return dice.pick(DIGITS)
    if part == "initial":
        return f"{dice.pick(INITIALS)}."
    entries = sections("names.txt")[part]
    cut = int(len(entries) * (1 - LATE_NAMES))
    return dice.pick(entries[cut:] if late and dice.chance(LATE_PARTS) else entries[:cut])


@dataclass(frozen=True)
class Pool:
    """Entities in a fixed random order: ``known`` may stand anywhere, ``late`` ones not in training."""

    known: list[Entity]
    late: list[Entity]


def pool(name: str, seed: int, stream: str = "") -> Pool:
    """Builds a pool, no two entities with one full name; ``stream`` makes another pool of the same kind."""
    heading, lines = _pool_section(name)
    type_, size = heading.split()[1], int(heading.split()[2])
    patterns = [p for p in map(Pattern.parse, lines) for _ in range(p.weight)]
    dice = Dice(seed, f"pool/{name}/{stream}")
    found: dict[str, Entity] = {}
    first = _compose(found, patterns, int(size * (1 - LATE_NAMES)), type_, dice, late=False)
    return Pool(first, _compose(found, patterns, size, type_, dice, late=True))


def _compose(
    found: dict[str, Entity], patterns: list[Pattern], size: int, type_: str, dice: Dice, *, late: bool
) -> list[Entity]:
    """Adds new entities until there are ``size`` of them or the lists are used up; returns the new ones."""
    before = len(found)
    for _ in range(size * 20):
        if len(found) == size:
            break
        forms = dice.pick(patterns).fill(dice, late=late)
        found.setdefault(forms["full"], Entity(type_, forms))
    return list(found.values())[before:]


def _pool_section(name: str) -> tuple[str, list[str]]:
    for heading, lines in sections("patterns.txt").items():
        if heading.split()[0] == name:
            return heading, lines
    raise KeyError(name)
