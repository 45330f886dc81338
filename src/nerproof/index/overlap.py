"""Entity contamination between parts of a dataset: how much of one is in another (Babl et al., 2025)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nerproof.base.errors import UnknownName
from nerproof.corpus import Bools, Corpus, Ints, join
from nerproof.lexicon import Lexicon, n_distinct

UNITS = ("sentence", "document")
DIRECTIONS = (("test", "train"), ("train", "test"), ("dev", "train"), ("test", "dev"), ("test", "train+dev"))


@dataclass(frozen=True)
class Rate:
    """A share with its numerator and denominator; undefined over nothing."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        return self.count / self.total if self.total else None


def sample_of_mention(corpus: Corpus, unit: str) -> Ints:
    """The sentence or document each mention belongs to; without document marks a document is a sentence."""
    if unit not in UNITS:
        raise UnknownName.among("unit", unit, UNITS)
    sentence = corpus.sentence_of_mention
    return corpus.document_of_sentence[sentence] if unit == "document" else sentence


def n_samples(corpus: Corpus, unit: str) -> int:
    return corpus.n_documents if unit == "document" else corpus.n_sentences


def samples(corpus: Corpus, dirty: Bools, unit: str) -> tuple[Bools, Bools, Bools]:
    """Which samples are partially contaminated, fully contaminated, and have a mention at all."""
    owner, n = sample_of_mention(corpus, unit), n_samples(corpus, unit)
    all_, bad = np.bincount(owner, minlength=n), np.bincount(owner[dirty], minlength=n)
    return bad > 0, (bad > 0) & (bad == all_), all_ > 0


def rates(part: Corpus, other: Lexicon, *, unit: str = "sentence", index: Lexicon | None = None) -> dict[str, Rate]:
    """Rates of ``part`` with respect to the entities of ``other``; ``index`` is that of the part, if there is one."""
    dirty = other.entity_count(part) > 0
    partial, full, filled = samples(part, dirty, unit)
    own = index or Lexicon(part)
    entity = own.surface_of_mention * max(len(part.types), 1) + part.mentions.type
    n = n_samples(part, unit)
    return {
        "partial_rate": Rate(int(partial.sum()), n),
        "full_rate": Rate(int(full.sum()), n),
        "partial_rate_nonempty": Rate(int(partial.sum()), int(filled.sum())),
        "full_rate_nonempty": Rate(int(full.sum()), int(filled.sum())),
        "mention_rate": Rate(int(dirty.sum()), len(dirty)),
        "entity_rate": Rate(n_distinct(entity[dirty]), n_distinct(entity)),
    }


def directions(parts: Mapping[str, Corpus], *, unit: str = "sentence") -> dict[str, dict[str, Rate]]:
    """Rates in every direction that the given parts allow: ``test|train``, ``train|test``, ``dev|train`` and so on."""
    have = dict(parts)
    if "train" in have and "dev" in have:
        have["train+dev"] = join([have["train"], have["dev"]])
    lexica = {name: Lexicon(corpus) for name, corpus in have.items()}
    return {f"{a}|{b}": rates(have[a], lexica[b], unit=unit) for a, b in DIRECTIONS if a in have and b in have}
