"""Errors planted in a corpus, so that the truth is known: wrong type, wrong boundary, missing, spurious, a quarter each."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Mentions

KINDS = ("type", "boundary", "missing", "spurious")


def plant(corpus: Corpus, share: float, seed: int) -> Corpus:
    """The corpus with errors in as many places as ``share`` of its mentions; half of the spurious ones are on capitals."""
    return Planting(corpus, np.random.default_rng(seed)).planted(round(share * len(corpus.mentions)))


class Planting:
    def __init__(self, corpus, rng):
        self.corpus, self.rng = corpus, rng
        self.words = [corpus.sentence(i) for i in range(corpus.n_sentences)]
        self.mentions = [list(found) for found in corpus.mentions_by_sentence()]
        self.touched = [set() for _ in self.words]  # tokens of mentions that have been changed
        places = [(s, m) for s, found in enumerate(self.mentions) for m in found]
        self.order = iter([places[i] for i in rng.permutation(len(places)).tolist()])

    def planted(self, n):
        for i in range(n):
            self.add(KINDS[i % len(KINDS)])
        first = self.corpus.sentences.tolist()
        rows = [
            (first[s] + a, first[s] + b, self.corpus.types.index(t))
            for s, x in enumerate(self.mentions)
            for a, b, t in x
        ]
        return self.corpus.with_mentions(Mentions.of(*zip(*rows, strict=True)), self.corpus.types)

    def add(self, kind):
        while True:
            s, new, old = self.spurious() if kind == "spurious" else self.changed(kind)
            if s is not None and (new is None or self.free(s, new, old)):
                break
        self.mentions[s] = sorted([m for m in self.mentions[s] if m != old] + ([new] if new else []))
        self.touched[s].update(range(*(new or old)[:2]))

    def free(self, s, span, but):
        others = any(m[0] < span[1] and span[0] < m[1] for m in self.mentions[s] if m != but)
        return (
            0 <= span[0] < span[1] <= len(self.words[s]) and not others and not self.touched[s] & set(range(*span[:2]))
        )

    def changed(self, kind):
        s, old = next(self.order)
        a, b, type_ = old
        if kind == "missing":
            return s, None, old
        if kind == "type":
            return s, (a, b, self.one([t for t in self.corpus.types if t != type_])), old
        moved = [(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)]
        fitting = [(x, y, type_) for x, y in moved if self.free(s, (x, y, type_), old)]
        return (s, self.one(fitting), old) if fitting else (None, None, None)

    def spurious(self):
        s = int(self.rng.integers(len(self.words)))
        words = self.words[s]
        capitals = [i for i, w in enumerate(words) if w[:1].isupper()]
        at = self.one(capitals) if capitals and self.rng.random() < 0.5 else int(self.rng.integers(max(1, len(words))))
        return s, (at, min(len(words), at + int(self.rng.integers(1, 3))), self.one(self.corpus.types)), None

    def one(self, items):
        return items[int(self.rng.integers(len(items)))]
