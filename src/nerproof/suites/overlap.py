"""Overlap with train: sentences that occur verbatim in it, and the score that a list of its names would get."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.results import Row, plain
from nerproof.corpus import Mentions
from nerproof.lexicon import sentence_keys
from nerproof.measures.metrics import prf
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell, Suite, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Bools, Corpus, Ints
    from nerproof.lexicon import Lexicon

SHORTEST = 5  # tokens: shorter sentences repeat by chance
DIRECTION = "test|train"


def cells(lexicon: Lexicon) -> Iterator[Cell]:  # noqa: ARG001 - by asking for it, the suite says that it needs --train
    """No system is scored here."""
    yield from ()


def facts(gold: Corpus, lexicon: Lexicon) -> Counter[str]:
    """What adds up over sentences: those that train has, too, and how a list of train's names scores."""
    pair = Pair.of(gold, listed(gold, lexicon))
    long = np.diff(gold.sentences) >= SHORTEST
    return Counter(
        verbatim=int(verbatim(gold, lexicon)[long].sum()),
        sentences=int(long.sum()),
        tp=int(pair.gold_hit.sum()),
        gold=len(pair.gold.mentions),
        pred=len(pair.pred.mentions),
    )


def rows(sums: Mapping[str, int]) -> list[Row]:
    """The share of verbatim sentences, and the list's strict scores."""
    tp, gold, pred = (np.array([float(sums[name])]) for name in ("tp", "gold", "pred"))
    scores = prf({"tp": tp, "gold": gold, "pred": pred})
    sizes = {"precision": (sums["tp"], sums["pred"]), "recall": (sums["tp"], sums["gold"]), "f1": (None, None)}
    n, total = sums["verbatim"], sums["sentences"]
    more = {"n_correct": sums["tp"], "n_gold": sums["gold"], "n_pred": sums["pred"]}
    return [
        Row("overlap", "", "verbatim_rate", n / total if total else None, DIRECTION, count=n, total=total),
        *(
            Row("overlap", "", f"memorizer_{m}", plain(scores[m][0]), DIRECTION, "ALL", *sizes[m], more=more)
            for m in ("precision", "recall", "f1")
        ),
    ]


def data(gold: Corpus, lexicon: Lexicon) -> list[Row]:
    return rows(facts(gold, lexicon))


def verbatim(gold: Corpus, lexicon: Lexicon) -> Bools:
    """Which sentences train has, too, token by token."""
    asked = sentence_keys(lexicon.ids(gold), gold.sentences)
    return np.array([key in lexicon.sentence_keys for key in asked], dtype=np.bool_)


def listed(gold: Corpus, lexicon: Lexicon) -> Corpus:
    """What a list of train's names finds: the longest match from left to right, with its most frequent type."""
    grams, ids = lexicon.surfaces[0], lexicon.ids(gold)
    length: Ints = np.zeros(gold.n_tokens, dtype=np.int64)
    node = length.copy()
    for n, (at, found) in enumerate(grams.matches(ids, gold.sentences), start=1):
        whole = lexicon.surface_mentions[found] > 0  # else only the beginning of a name
        length[at[whole]], node[at[whole]] = n, found[whole]
    start = np.flatnonzero(length)
    kept = start[leftmost(start, start + length[start])]
    type_ = lexicon.surface_types[node[kept]].argmax(axis=1) if len(kept) else kept
    return gold.with_mentions(Mentions.of(kept, kept + length[kept], type_), lexicon.corpus.types)


def leftmost(start: Ints, end: Ints) -> Bools:
    """Which spans are taken from left to right when spans that overlap one already taken are left.

    >>> leftmost(np.array([0, 1, 2]), np.array([2, 4, 3])).tolist()
    [True, False, True]
    """
    kept = np.ones(len(start), dtype=np.bool_)
    last = 0
    for i in (np.flatnonzero(start[1:] < np.maximum.accumulate(end)[:-1]) + 1).tolist():
        last = int(end[i - 1]) if kept[i - 1] else last
        kept[i] = start[i] >= last
    return kept


suite(
    Suite(
        name="overlap",
        order=35,
        cells=cells,
        data=data,
        description="test sentences that occur verbatim in train, and the score that a list of train's names gets",
    )
)
