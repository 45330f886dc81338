"""A small corpus with clusters of entities, made from a seed."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.corpus import Corpus


@pytest.fixture(scope="session")
def clustered():
    """Corpora whose sentences come in topics that share entities, plus a few that stand everywhere."""

    def make(n: int = 120, seed: int = 0, documents: bool = False) -> Corpus:
        rng = np.random.default_rng(seed)
        sentences, mentions = [], []
        for i in range(n):
            topic = i // 6
            names = [f"t{topic}e{rng.integers(3)}"] * int(rng.random() < 0.8)
            names += [f"common{rng.integers(3)}"] * int(rng.random() < 0.1)
            names += [f"own{i}"] * int(rng.random() < 0.5)
            sentences.append([*names, "word", str(i)])
            mentions.append([(j, j + 1, ("PER", "ORG", "LOC")[len(name) % 3]) for j, name in enumerate(names)])
        starts = range(0, n, 4) if documents else None
        return Corpus.from_sentences(sentences, mentions, document_starts=starts)

    return make


@pytest.fixture(scope="session")
def tangled():
    """A corpus that nothing can separate: every sentence holds three of forty names."""
    rng = np.random.default_rng(0)
    names = [[f"e{k}" for k in rng.choice(40, 3, replace=False)] for _ in range(400)]
    return Corpus.from_sentences(names, [[(j, j + 1, ("PER", "LOC")[j % 2]) for j in range(3)]] * 400)
