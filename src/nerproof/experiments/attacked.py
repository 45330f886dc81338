"""A test set and its attacked versions, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nerproof.attacks import AttackOptions, attack
from nerproof.corpus import Corpus
from nerproof.gazetteers import open_gazetteer

ORIGINAL = "original"


@dataclass
class Attacked:
    """``original``, ``coverage=20`` … (entity attack), ``context``, ``full``, ``swap``."""

    corpora: dict[str, Corpus]
    notes: tuple[str, ...] = ()
    replaced: dict[str, int] = field(default_factory=dict)


def attacked_tests(
    train: Corpus,
    test: Corpus,
    *,
    modes: Sequence[str],
    coverages: Sequence[int],
    gazetteer: str,
    filters: Sequence[str] = (),
    language: str | None = None,
    seed: int = 0,
) -> Attacked:
    """The same attacks for every model: their seed is not the model's."""
    names = open_gazetteer(gazetteer, filters=tuple(filters)) if {"entity", "full"} & set(modes) else None
    options = AttackOptions(train=train, gazetteer=names, language=language)
    found = Attacked({ORIGINAL: test})
    notes: list[str] = []
    for mode in modes:
        for coverage in coverages if mode == "entity" else (100,):
            made = attack(test, mode, options, seed=seed, coverage=coverage)
            name = f"coverage={coverage}" if mode == "entity" else mode
            found.corpora[name] = made.corpus
            found.replaced[name] = len(made.made)
            notes += made.notes
    found.notes = tuple(dict.fromkeys(notes))
    return found
