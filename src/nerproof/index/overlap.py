"""Entity contamination between parts of a dataset: how much of one is in another (Babl et al., 2025)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerproof.base.errors import UnknownName
from nerproof.corpus import Corpus, Ints, join
from nerproof.index.lexicon import Lexicon

UNITS = ("sentence", "document")
DIRECTIONS = (
    ("test", "train"),
    ("train", "test"),
    ("dev", "train"),
    ("train", "dev"),
    ("test", "dev"),
    ("dev", "test"),
    ("test", "train+dev"),
)
Sums = Counter[Any]


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


def sample_counts(chunk: Corpus, other: Lexicon, unit: str, first_document: int = 0) -> Sums:
    """Additive counts of one chunk: its samples by how many of their mentions are entities of the other part.

    A document may go on in the next chunk: the first and the last of a chunk are given by their number.
    """
    dirty, owner = other.entity_count(chunk) > 0, sample_of_mention(chunk, unit)
    n = chunk.n_documents if unit == "document" else chunk.n_sentences
    every, bad = np.bincount(owner, minlength=n), np.bincount(owner[dirty], minlength=n)
    found: Sums = Counter(dirty=int(dirty.sum()), mentions=len(dirty))
    if unit == "document" and chunk.marked_documents:
        for i in sorted({0, n - 1} if n else set()):
            found["open", first_document + i, "every"] += int(every[i])
            found["open", first_document + i, "bad"] += int(bad[i])
        every, bad = every[1:-1], bad[1:-1]
    found.update(_states(every, bad))
    return found


def _states(every: Ints, bad: Ints) -> dict[str, int]:
    some = bad > 0
    numbers = {"partial": some, "full": some & (bad == every), "filled": every > 0}
    return {"samples": len(every), **{name: int(mask.sum()) for name, mask in numbers.items()}}


def rates_of(counts: Mapping[Any, int], part: Lexicon, other: Lexicon) -> dict[str, Rate]:
    """Rates from the summed counts of all chunks of a part."""
    numbers = sorted({key[1] for key in counts if isinstance(key, tuple)})
    opened = [[counts["open", i, what] for i in numbers] for what in ("every", "bad")]
    total = Counter({key: n for key, n in counts.items() if isinstance(key, str)})
    total.update(_states(*(np.array(x, dtype=np.int64) for x in opened)))
    shared = other.entities_of(part)[1] > 0
    return {
        "partial_rate": Rate(total["partial"], total["samples"]),
        "full_rate": Rate(total["full"], total["samples"]),
        "partial_rate_nonempty": Rate(total["partial"], total["filled"]),
        "full_rate_nonempty": Rate(total["full"], total["filled"]),
        "mention_rate": Rate(total["dirty"], total["mentions"]),
        "entity_rate": Rate(int(shared.sum()), len(shared)),
    }


def rates(part: Lexicon, other: Lexicon, *, unit: str = "sentence") -> dict[str, Rate]:
    """Rates of one part with respect to the entities of another."""
    return rates_of(sample_counts(part.corpus, other, unit), part, other)


def directions(corpora: Mapping[str, Corpus], *, unit: str = "sentence") -> dict[str, dict[str, Rate]]:
    """Rates in every direction that corpora in memory (``train``, ``dev``, ``test``) allow."""
    parts = {name: Lexicon(corpus) for name, corpus in corpora.items()}
    if {"train", "dev"} <= set(corpora):
        parts["train+dev"] = Lexicon(join([corpora["train"], corpora["dev"]]))
    test = parts.pop("test")
    return directions_of(parts, test, lambda other: rates(test, parts[other], unit=unit), unit=unit)


def directions_of(
    parts: Mapping[str, Lexicon],
    index: Lexicon,
    of_test: Callable[[str], dict[str, Rate]],
    *,
    unit: str = "sentence",
) -> dict[str, dict[str, Rate]]:
    """Rates in every direction that the parts allow: ``test|train``, ``train|test``, ``dev|train`` and so on.

    ``index`` is that of the test set, whose sentences are not here: ``of_test`` gives its rates.
    """
    have = {*parts, "test"}
    return {
        f"{a}|{b}": of_test(b) if a == "test" else rates(parts[a], index if b == "test" else parts[b], unit=unit)
        for a, b in DIRECTIONS
        if a in have and b in have
    }
