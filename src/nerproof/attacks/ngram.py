"""The embedded masked language model: a trigram model that reads the left and the right side of a word.

P(w | left, right) ∝ P(w | two words before) · P(w | two words after) / P(w), each side interpolated down to
single words. Trained on the user's training text in seconds; weaker than BERT, and the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nerproof.attacks.fillers import Filled, Gap, like
from nerproof.gazetteers.progress import steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.attacks.words import Tags
    from nerproof.corpus import Corpus, Ints, Vocabulary

Floats: TypeAlias = NDArray[np.float64]

WEIGHTS = (0.6, 0.3, 0.1)  # of three, two and one words; fixed, so that a seed means the same everywhere
STATEMENT = (
    "context words by the embedded n-gram model trained on the training text: weaker than a pretrained "
    "masked language model, so the drop is a lower bound"
)


@dataclass(frozen=True)
class Side:
    """Counts of words after one and after two given words, as sorted keys: one side of the model."""

    one: Ints  # first word of each pair, sorted
    one_word: Ints
    one_count: Ints
    two: Ints  # packed pair of words, sorted
    two_word: Ints
    two_count: Ints

    @classmethod
    def of(cls, near: Ints, far: Ints, word: Ints, size: int) -> Side:
        """From the neighbour, the one behind it (-1: the sentence ends) and the word itself."""
        has = far >= 0
        pair = near * size + word
        triple = (near[has] * size + far[has]) * size + word[has]
        pairs, pair_count = np.unique(pair, return_counts=True)
        triples, triple_count = np.unique(triple, return_counts=True)
        return cls(pairs // size, pairs % size, pair_count, triples // size, triples % size, triple_count)

    def after(self, near: int, far: int, size: int) -> list[tuple[Ints, Ints, float]]:
        """(words, counts, weight) of what follows, for two and for one word of context."""
        found = []
        if near >= 0:
            for keys, words, counts, key, weight in (
                (self.two, self.two_word, self.two_count, near * size + far if far >= 0 else -1, WEIGHTS[0]),
                (self.one, self.one_word, self.one_count, near, WEIGHTS[1]),
            ):
                a, b = np.searchsorted(keys, [key, key + 1])
                if b > a and key >= 0:
                    found.append((words[a:b], counts[a:b], weight / float(counts[a:b].sum())))
        return found


@dataclass(frozen=True)
class NgramFiller:
    """The model: unigrams of content words by kind, and both sides."""

    vocabulary: Vocabulary
    share: Floats  # P(w)
    kind: Tags  # what a word mostly is, 0 if it may not be filled in
    ranked: dict[int, Ints]  # per kind, its words from the most frequent on
    place: Ints  # where a word stands in the list of its kind
    left: Side
    right: Side

    statement: str = STATEMENT

    @classmethod
    def train(cls, corpus: Corpus, tags: Tags) -> NgramFiller:
        """Counts of a training text; only its own lower-case content words are ever filled in."""
        words = corpus.tokens.ids.astype(np.int64)
        size = len(corpus.tokens.vocabulary) + 1
        counts = np.bincount(words, minlength=size - 1)
        kind = _mostly(corpus, words, tags)
        before, before2 = _neighbours(corpus, words, 1), _neighbours(corpus, words, 2)
        after, after2 = _neighbours(corpus, words, -1), _neighbours(corpus, words, -2)
        inner, outer = before >= 0, after >= 0
        order = np.argsort(-counts, kind="stable")
        ranked = {k: order[kind[order] == k] for k in np.unique(kind[kind > 0]).tolist()}
        place = np.zeros(size - 1, dtype=np.int64)
        for listed in ranked.values():
            place[listed] = np.arange(len(listed))
        return cls(
            corpus.tokens.vocabulary,
            (counts + 0.5) / (counts.sum() + 0.5 * len(counts)),
            kind,
            ranked,
            place,
            Side.of(before[inner], before2[inner], words[inner], size),
            Side.of(after[outer], after2[outer], words[outer], size),
        )

    def fill(self, gaps: Sequence[Gap], ranks: tuple[int, int]) -> list[Filled]:
        return [self._fill(gap, ranks) for gap in steps(gaps, "filling in words")]

    def _fill(self, gap: Gap, ranks: tuple[int, int]) -> Filled:
        index = self.vocabulary.index
        ids = [index.get(w, -1) for w in gap.words]
        for p in gap.positions:
            ids[p] = -1  # masked until it is filled
        new, likelihood = [], 0.0
        for p, kind, draw in zip(gap.positions, gap.kinds, gap.draws, strict=True):
            old = gap.words[p]
            best, scores = self._best(ids, p, kind, ranks[1] + 1)
            keep = [i for i in range(len(best)) if self.vocabulary[int(best[i])] != old.lower()]
            if not keep:
                return Filled((), None)
            chosen = keep[_rank(len(keep), ranks, draw)]
            ids[p] = int(best[chosen])
            likelihood += float(np.log(scores[chosen]))
            new.append(like(self.vocabulary[ids[p]], old))
        return Filled(tuple(new), likelihood)

    def _best(self, ids: list[int], p: int, kind: int, n: int) -> tuple[Ints, Floats]:
        """The n best words of a kind for a place, best first, with their scores."""
        words = self.ranked.get(kind)
        if words is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        size = len(self.vocabulary) + 1
        score = self.share[words] ** -1
        for side, step in ((self.left, -1), (self.right, 1)):
            part = WEIGHTS[2] * self.share[words]
            for met, counts, weight in side.after(_at(ids, p + step), _at(ids, p + 2 * step), size):
                fits = self.kind[met] == kind
                part[self.place[met[fits]]] += counts[fits] * weight
            score *= part
        best = np.argpartition(-score, n)[:n] if n < len(score) else np.arange(len(score))
        best = best[np.lexsort((words[best], -score[best]))]
        return words[best], score[best]


def _rank(n: int, ranks: tuple[int, int], draw: float) -> int:
    """A rank between the two; the worse half of what is there if there are fewer words."""
    low, high = (ranks[0], min(ranks[1], n)) if n > ranks[0] else (n // 2, n)
    return low + int(draw * (high - low))


def _at(ids: list[int], p: int) -> int:
    return ids[p] if 0 <= p < len(ids) else -1


def _neighbours(corpus: Corpus, words: Ints, distance: int) -> Ints:
    """The word ``distance`` places before each word, -1 beyond its sentence."""
    position = np.arange(len(words)) - distance
    inside = (position >= 0) & (position < len(words))
    found = np.full(len(words), -1, dtype=np.int64)
    owner = corpus.sentence_of_token
    inside[inside] = owner[position[inside]] == owner[inside]
    found[inside] = words[position[inside]]
    return found


def _mostly(corpus: Corpus, words: Ints, tags: Tags) -> Tags:
    """The commonest kind of each word of the vocabulary; 0 for words that are not plain lower-case ones."""
    size = len(corpus.tokens.vocabulary)
    counts = np.zeros((size, int(tags.max(initial=0)) + 1), dtype=np.int64)
    np.add.at(counts, (words, tags.astype(np.int64)), 1)
    plain = [w.isalpha() and w.islower() for w in corpus.tokens.vocabulary.strings]
    return np.where(plain, counts.argmax(axis=1), 0).astype(np.int8)
