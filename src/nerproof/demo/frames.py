"""Sentence frames: ``{club} beat {rival} <on {day}|at {ground}> .`` becomes tokens and mentions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nerproof.demo.sections import sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.demo.dice import Dice
    from nerproof.demo.names import Entity

DOMAINS = ("business", "culture", "politics", "science", "sport")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "12th", "34th", "57th", "80th", "88th")
CURRENCIES = ("dollars", "crowns", "marks", "euros")

_CHOICE = re.compile(r"<([^<>]*)>")
_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?(?::(\w+))?\}")


@dataclass(frozen=True)
class Sentence:
    """Tokens and their mentions (start, end, type)."""

    tokens: list[str]
    mentions: list[tuple[int, int, str]]


@dataclass(frozen=True)
class Domain:
    """Which pool each role of a story's cast comes from, and the frames by their place in a document."""

    name: str
    cast: Mapping[str, str]
    frames: Mapping[str, Sequence[str]]


def domain(name: str) -> Domain:
    found = sections(f"{name}.txt")
    cast = dict(line.split(" = ") for line in found.get("cast", []))
    return Domain(name, cast, {k: v for k, v in found.items() if k != "cast"})


def fill(frame: str, cast: Mapping[str, Entity], dice: Dice) -> Sentence:
    """One sentence of a frame: wordings chosen, names of the cast put in and annotated."""
    chosen = _CHOICE.sub(lambda m: dice.pick(m[1].split("|")), frame)
    tokens: list[str] = []
    mentions: list[tuple[int, int, str]] = []
    for word in chosen.split():
        slot = _SLOT.fullmatch(word)
        if slot is None:
            tokens.append(word)
        elif slot[1] in cast:
            name = cast[slot[1]].form(slot[2] or "full").split()
            mentions.append((len(tokens), len(tokens) + len(name), slot[3] or cast[slot[1]].type))
            tokens.extend(name)
        else:
            tokens.extend(_plain(slot[1], dice).split())
    return Sentence([tokens[0][:1].upper() + tokens[0][1:], *tokens[1:]], mentions)


def _plain(kind: str, dice: Dice) -> str:
    """Words that are no names: numbers, days, sums."""
    if kind in {"day", "month", "nth"}:
        return dice.pick({"day": DAYS, "month": MONTHS, "nth": ORDINALS}[kind])
    if kind == "year":
        return str(dice.between(1951, 2024))
    if kind == "score":
        return f"{dice.below(5)}-{dice.below(4)}"
    if kind == "pct":
        return f"{dice.below(60)}.{dice.below(10)}"
    if kind == "crowd":
        return f"{dice.between(1, 79)},{dice.below(10)}00"
    if kind == "money":
        return f"{dice.between(2, 900)} million {dice.pick(CURRENCIES)}"
    if kind != "n":
        raise KeyError(kind)
    return str(dice.between(2, 60))
