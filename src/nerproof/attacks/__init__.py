"""Attacks: natural adversarial test sets (RockNER, Lin et al., EMNLP 2021). One file per attack.

An attack is a function ``(Corpus, AttackOptions, rng) -> Transformed``; the same seed gives the same corpus.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from nerproof.base.registry import Registry
from nerproof.corpus.edits import Predict, Transformed

if TYPE_CHECKING:
    from nerproof.attacks.fillers import Filler
    from nerproof.corpus import Corpus
    from nerproof.gazetteers import Gazetteer
    from nerproof.gazetteers.type_map import Selector

COVERAGES = (20, 40, 60, 80, 100)


@dataclass(frozen=True)
class AttackOptions:
    """What a user may say about an attack; each attack uses what concerns it."""

    train: Corpus | None = None
    others: Sequence[Corpus] = ()  # dev and the like: their surfaces count as seen too
    gazetteer: Gazetteer | None = None
    type_map: Mapping[str, Sequence[Selector]] = field(default_factory=dict)  # over the defaults
    unseen: bool = True  # no replacement is a surface of train, the others or the corpus itself, ignoring case
    consistent: bool = True  # one entity of a document gets one replacement
    persons: str = "auto"  # person names: locales (Faker's lists), gazetteer, or auto
    coverage: float = 100.0  # percent of the attackable mentions; smaller samples are part of larger ones
    links: Mapping[int, str] | None = None  # mention -> QID by an outside linker
    reference: Predict | None = None  # the model that hard names and changed contexts are tried on
    hard: bool = False  # keep only names that the reference misses in isolation
    language: str | None = None  # None: guessed by its articles
    filler: Filler | None = None  # the masked language model of the context attack; None: n-grams of train
    candidates: int = 4  # changed versions of a sentence to choose from
    most_words: int = 3  # changed words per sentence
    ranks: tuple[int, int] = (100, 200)
    pos: str = "auto"


Attack: TypeAlias = Callable[["Corpus", AttackOptions, np.random.Generator], Transformed]

ATTACKS: Registry[Attack] = Registry("attack", "nerproof.attacks")


def attack(
    corpus: Corpus, mode: str, options: AttackOptions | None = None, *, seed: int = 0, **changes: Any
) -> Transformed:
    """Attacks a corpus; keyword arguments are the fields of AttackOptions."""
    with no_collection():
        return ATTACKS[mode](corpus, replace(options or AttackOptions(), **changes), np.random.default_rng(seed))


@contextmanager
def no_collection() -> Iterator[None]:
    """No search for cycles inside the block: it walks through a million names again and again and finds none."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if not gc.get_freeze_count():  # else the collector would begin with a walk through all that was made
                gc.freeze()
                gc.unfreeze()
            gc.enable()
