"""Other scorers' numbers, one file per program: conlleval, seqeval, nervaluate, SeqScore, spaCy.

Written from the programs' behaviour and proven equal to them by tests; none of them needs to be installed.

>>> rows = scores("conlleval", [["B-PER", "O"]], [["I-PER", "O"]])
>>> [r["value"] for r in rows if (r["label"], r["metric"]) == ("ALL", "f1")]
[1.0]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nerproof.base.registry import Registry
from nerproof.compat.coding import TagPair, Tags
from nerproof.compat.counts import Row
from nerproof.compat.spans import Reading

Score = Callable[[TagPair], list[Row]]
Read = Callable[[TagPair], Reading]


@dataclass(frozen=True)
class Scorer:
    """A program: its name here, the rows it would give for two tag columns, and the mentions it reads in them."""

    name: str
    score: Score
    description: str
    rule: str  # how it reads tags, in words: the reason why its numbers differ from another's
    read: Read


SCORERS: Registry[Scorer] = Registry("compat", "nerproof.compat")


def scorer(name: str, *, rule: str, read: Read) -> Callable[[Score], Score]:
    """Registers a function as the scorer of a program's numbers."""

    def wrap(score: Score) -> Score:
        description = (score.__doc__ or "").strip().split("\n")[0]
        SCORERS.add(name, Scorer(name, score, description, rule, read))
        return score

    return wrap


def scores(name: str, gold: Tags, pred: Tags) -> list[Row]:
    """The rows of the named program: label, metric, value, count, total; its errors are InputError."""
    return SCORERS[name].score(TagPair.of(gold, pred))


__all__ = ["SCORERS", "Reading", "Scorer", "TagPair", "scorer", "scores"]
