"""Which family a mention belongs to when no list knows it: a small classifier trained on linked training mentions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from nerproof.corpus import Corpus

Floats = NDArray[np.float64]

LEAST = 20  # examples to learn from
MOST = 6000
WINDOW = 6  # words on each side
STEPS = 50
RATE = 0.3
PENALTY = 1.0
SELDOM = 2  # examples that a feature must occur in


@dataclass(frozen=True)
class FamilyModel:
    """Softmax regression on words of the mention and around it; rare families weigh more."""

    families: tuple[str, ...]
    features: dict[str, int]
    weights: Floats

    @classmethod
    def train(
        cls, corpus: Corpus, mentions: Sequence[int], families: Sequence[str], places: Container[int]
    ) -> FamilyModel | None:
        """From mentions whose family is known; None if they are too few or all alike.

        ``places``: the mentions that are called like a place, which most organisations are not.
        """
        if len(mentions) > MOST:
            kept = np.linspace(0, len(mentions) - 1, MOST).astype(int).tolist()
            mentions, families = [mentions[i] for i in kept], [families[i] for i in kept]
        names = tuple(sorted(set(families)))
        if len(names) < 2 or len(mentions) < LEAST:
            return None
        described = [list(features(corpus, m, m in places)) for m in mentions]
        counts = Counter(f for fs in described for f in fs)
        index = {f: i for i, f in enumerate(f for f, n in counts.items() if n >= SELDOM)}
        rows = [[index[f] for f in fs if f in index] for fs in described]
        target = np.array([names.index(f) for f in families])
        return cls(names, index, _fitted(_matrix(rows, len(index)), target, len(names)))

    def ranked(self, corpus: Corpus, mentions: Sequence[int], places: Container[int]) -> list[list[str]]:
        """The families of each mention, the likeliest first."""
        if not len(mentions):
            return []
        rows = [[self.features[f] for f in features(corpus, m, m in places) if f in self.features] for m in mentions]
        scores = _matrix(rows, len(self.features)) @ self.weights
        return [[self.families[i] for i in row] for row in np.argsort(-np.asarray(scores), axis=1).tolist()]


def features(corpus: Corpus, mention: int, is_place: bool) -> Iterator[str]:
    """The words of a mention, its ending and form, the words around it, the opening of its document."""
    m, sentence = corpus.mentions, int(corpus.sentence_of_mention[mention])
    start, end = int(m.start[mention]), int(m.end[mention])
    first, last = int(corpus.sentences[sentence]), int(corpus.sentences[sentence + 1])
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids
    own = [words[i] for i in ids[start:end].tolist()]
    yield f"place={is_place}"
    yield from (f"w={w.lower()}" for w in own)
    yield f"last={own[-1].lower()}"
    yield f"end={own[-1][-3:].lower()}"
    yield f"form={min(len(own), 4)}{own[0].isupper()}{own[0][:1].isdigit()}"
    left = [words[i].lower() for i in ids[max(first, start - WINDOW) : start].tolist()]
    right = [words[i].lower() for i in ids[end : min(last, end + WINDOW)].tolist()]
    for k in (1, 2):
        yield f"l{k}={left[-k] if len(left) >= k else ''}"
        yield f"r{k}={right[k - 1] if len(right) >= k else ''}"
    yield from (f"c={w}" for w in left)
    yield from (f"c={w}" for w in right)
    yield f"short={last - first < 10}"
    document = int(corpus.document_of_sentence[sentence])
    opening = int(corpus.documents[document])
    if opening != sentence:
        a = int(corpus.sentences[opening])
        b = min(int(corpus.sentences[opening + 1]), a + WINDOW)
        yield from (f"d={words[i].lower()}" for i in ids[a:b].tolist())


def _matrix(rows: Sequence[Sequence[int]], width: int) -> Any:
    from scipy.sparse import csr_array

    sizes = np.array([len(r) for r in rows], dtype=np.int64)
    columns = np.array([i for r in rows for i in r], dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return csr_array((np.ones(len(columns)), columns, ends), shape=(len(rows), width))


def _fitted(matrix: Any, target: NDArray[Any], n: int) -> Floats:
    """Weights by AdaGrad on all examples at once: half-balanced log-loss with a ridge."""
    size = np.bincount(target, minlength=n)
    balance = np.sqrt(len(target) / (n * size))[target][:, None]
    wanted = np.eye(n)[target]
    weights = np.zeros((matrix.shape[1], n))
    grown = np.full_like(weights, 1e-6)
    turned = matrix.T.tocsr()
    for _ in range(STEPS):
        scores = matrix @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = turned @ ((chances - wanted) * balance) + PENALTY * weights
        grown += slope**2
        weights -= RATE * slope / np.sqrt(grown)
    return weights
