"""Scores in a column of their own: a mention's score is the lowest of its tokens'; _ and - mean that there is none."""

from __future__ import annotations

import math

import numpy as np

from nerproof.corpus import Coded, Corpus, Ints, Mentions
from nerproof.corpus.schemes import flat

NONE = frozenset(("", "_", "-", "*", "O"))  # cells of tokens without a score


class BadScore(ValueError):
    """A cell that is no number: ``token`` says where."""

    def __init__(self, token: int, cell: str) -> None:
        super().__init__(f"the score {cell[:40]!r} is not a number")
        self.token, self.what, self.fix = token, str(self), "Write a number, or _ where there is no score."


def with_scores(mentions: Mentions, cells: Coded) -> Mentions:
    """The mentions with the scores of their tokens.

    >>> found = with_scores(Mentions.of([0, 3], [2, 4], [0, 0]), Coded.encode(["0.9", "0.5", "_", "_"]))
    >>> found.score.tolist()
    [0.5, nan]
    """
    values = np.array([_number(cell) for cell in cells.vocabulary.strings] or [np.nan])
    bad = np.flatnonzero(np.isinf(values[cells.ids]))
    if len(bad):
        raise BadScore(int(bad[0]), cells.vocabulary[int(cells.ids[bad[0]])])
    per_token = np.append(np.where(np.isnan(values), np.inf, values)[cells.ids], np.inf)
    spans = zip(mentions.start.tolist(), mentions.end.tolist(), strict=True)
    lowest = np.array([per_token[s:e].min(initial=np.inf) for s, e in spans], dtype=np.float64)
    score = np.where(np.isinf(lowest), np.nan, lowest)
    return Mentions.of(mentions.start, mentions.end, mentions.type, score, mentions.form)


def _number(cell: str) -> float:
    """Its number; NaN for none, infinite for what is neither."""
    if cell in NONE:
        return math.nan
    try:
        value = float(cell)
    except ValueError:
        return math.inf
    return value if math.isfinite(value) else math.inf


def score_cells(corpus: Corpus) -> list[str]:
    """Per token the score of its mention, in full; _ where there is none or no tag can hold the mention."""
    cells, m = ["_"] * corpus.n_tokens, corpus.mentions
    if m.score is None:
        return cells
    kept: Ints = np.flatnonzero(flat(corpus) & ~np.isnan(m.score) & (m.end > m.start))
    for start, end, score in zip(m.start[kept].tolist(), m.end[kept].tolist(), m.score[kept].tolist(), strict=True):
        cells[start:end] = [repr(score)] * (end - start)
    return cells
