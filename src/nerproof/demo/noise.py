"""Known annotation errors: a small share of the mentions is wrong on purpose, and every one is listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nerproof.demo.frames import Sentence

if TYPE_CHECKING:
    from nerproof.demo.dice import Dice

SHARE = 0.015
CONFUSED = {"ORG": "LOC", "LOC": "ORG", "PER": "ORG", "MISC": "ORG"}


@dataclass(frozen=True)
class AnnotationError:
    """One wrong annotation: where it is, what stands there and what should."""

    part: str
    sentence: int
    kind: str  # missed, type, boundary
    surface: str
    right: tuple[int, int, str]
    written: tuple[int, int, str] | None


def spoil(part: str, sentences: list[Sentence], dice: Dice) -> tuple[list[Sentence], list[AnnotationError]]:
    """The sentences with a share of their mentions spoiled, and the list of what was done."""
    spoiled, errors = [], []
    for i, sentence in enumerate(sentences):
        mentions = []
        for right in sentence.mentions:
            written = _spoil_one(right, dice) if dice.chance(SHARE) else right
            if written is not None:
                mentions.append(written)
            if written != right:
                surface = " ".join(sentence.tokens[right[0] : right[1]])
                errors.append(AnnotationError(part, i, _kind(right, written), surface, right, written))
        spoiled.append(Sentence(sentence.tokens, mentions))
    return spoiled, errors


def _spoil_one(right: tuple[int, int, str], dice: Dice) -> tuple[int, int, str] | None:
    start, end, type_ = right
    draw = dice.share()
    if draw < 0.4:
        return None
    if draw < 0.7 and end - start > 1:
        return start + 1, end, type_
    return start, end, CONFUSED[type_]


def _kind(right: tuple[int, int, str], written: tuple[int, int, str] | None) -> str:
    if written is None:
        return "missed"
    return "type" if right[:2] == written[:2] else "boundary"
