"""One surface between the same neighbours, annotated in more than one way: weak evidence that needs no system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from nerproof.corpus import Corpus, Ints, join
from nerproof.corpus.ngrams import Ngrams

EXAMPLES = 3


@dataclass(frozen=True)
class Inconsistency:
    """One surface between the same neighbours, annotated in more than one way."""

    text: str
    left: str
    right: str
    labels: dict[str, int]
    places: dict[str, list[str]]

    @property
    def weight(self) -> tuple[int, int]:
        """Many alike against few otherwise is the likeliest mistake."""
        ordered = sorted(self.labels.values(), reverse=True)
        return ordered[0], -ordered[1]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def inconsistencies(corpora: Sequence[Corpus], *, limit: int = 20) -> list[Inconsistency]:
    """Surfaces that have another label (or none) between the same two words, likeliest mistakes first."""
    corpus = join(corpora)
    start, end, node, label = _occurrences(corpus)
    ids = corpus.tokens.ids.astype(np.int64)
    first, last = _bounds(corpus, start)
    left = np.where(start > first, ids[np.maximum(start - 1, 0)], -1)
    right = np.where(end < last, ids[np.minimum(end, len(ids) - 1)], -2)
    both_edges = (left < 0) & (right < 0)  # a sentence that is only the name says nothing of its context
    keys = np.stack([node, left, right], axis=1)[~both_edges]
    start, end, label = start[~both_edges], end[~both_edges], label[~both_edges]
    _, group = np.unique(keys, axis=0, return_inverse=True)
    group = group.reshape(-1)
    lowest, highest = np.full(group.max(initial=-1) + 1, 1 << 40), np.full(group.max(initial=-1) + 1, -(1 << 40))
    np.minimum.at(lowest, group, label)
    np.maximum.at(highest, group, label)
    mixed = np.flatnonzero((lowest < highest)[group]) if len(group) else group
    found: dict[int, list[int]] = {}
    for i in mixed.tolist():
        found.setdefault(int(group[i]), []).append(i)
    made = [_inconsistency(corpus, start, end, label, rows) for rows in found.values()]
    return sorted(made, key=lambda x: (x.weight, x.text), reverse=True)[:limit]


def _bounds(corpus: Corpus, at: Ints) -> tuple[Ints, Ints]:
    sentence = corpus.sentence_of(at)
    return corpus.sentences[sentence], corpus.sentences[sentence + 1]


def _occurrences(corpus: Corpus) -> tuple[Ints, Ints, Ints, Ints]:
    """Every occurrence of every mention surface: its span, surface number, and type id (-1: not annotated)."""
    m = corpus.mentions
    grams, nodes = Ngrams.build(corpus.tokens.ids, m.start, m.end, size=len(corpus.tokens.vocabulary))
    surfaces = np.unique(nodes)
    longest = corpus.n_tokens + 1
    keys = m.start * longest + m.end
    covered = corpus.types_of_tokens >= 0
    parts = []
    for length, (at, node) in enumerate(grams.matches(corpus.tokens.ids, corpus.sentences), start=1):
        known = np.isin(node, surfaces)
        at, node = at[known], node[known]
        place = np.minimum(np.searchsorted(keys, at * longest + at + length), max(len(keys) - 1, 0))
        exact = keys[place] == at * longest + at + length
        outside = ~covered[at] & ~covered[at + length - 1]
        keep = exact | outside  # an occurrence inside a longer mention is no contradiction
        label = np.where(exact, m.type[place], -1)
        parts.append(np.stack([at, at + length, node, label], axis=1)[keep])
    table = np.concatenate(parts) if parts else np.zeros((0, 4), dtype=np.int64)
    return table[:, 0], table[:, 1], table[:, 2], table[:, 3]


def _inconsistency(corpus: Corpus, start: Ints, end: Ints, label: Ints, rows: list[int]) -> Inconsistency:
    names = [corpus.types[t] if t >= 0 else "O" for t in label[rows].tolist()]
    places: dict[str, list[str]] = {}
    for i, name in zip(rows, names, strict=True):
        sentence = int(corpus.sentence_of(start[i : i + 1])[0])
        if len(places.setdefault(name, [])) < EXAMPLES:
            places[name].append(corpus.place(sentence))
    a, b = int(start[rows[0]]), int(end[rows[0]])
    first, last = (int(x[0]) for x in _bounds(corpus, start[rows[:1]]))
    left = corpus.tokens.strings(a - 1, a)[0] if a > first else ""
    right = corpus.tokens.strings(b, b + 1)[0] if b < last else ""
    return Inconsistency(" ".join(corpus.tokens.strings(a, b)), left, right, dict(Counter(names)), places)
