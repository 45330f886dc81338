"""Overlap with train: sentences that occur verbatim in it, and the score that a list of its names would get."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.results import Row, plain
from nerproof.corpus import Mentions
from nerproof.measures.metrics import prf
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell, Suite, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Bools, Corpus, Ints
    from nerproof.index.lexicon import Lexicon

SHORTEST = 5  # tokens: shorter sentences repeat by chance
TRAIN, WITH_DEV = "test|train", "test|train+dev"  # what the test set is compared with


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


def rows(facts: Mapping[str, int], lexicon: Lexicon, parts: Mapping[str, Lexicon]) -> list[Row]:
    """The share of verbatim sentences, and the list's strict scores; the slice says whether dev counts as seen."""
    sums, direction = facts, WITH_DEV if lexicon is parts.get("train+dev") else TRAIN
    tp, gold, pred = (np.array([float(sums[name])]) for name in ("tp", "gold", "pred"))
    scores = prf({"tp": tp, "gold": gold, "pred": pred})
    sizes = {"precision": (sums["tp"], sums["pred"]), "recall": (sums["tp"], sums["gold"]), "f1": (None, None)}
    n, total = sums["verbatim"], sums["sentences"]
    more = {"n_correct": sums["tp"], "n_gold": sums["gold"], "n_pred": sums["pred"]}
    return [
        Row("overlap", "", "verbatim_rate", n / total if total else None, direction, count=n, total=total),
        *(
            Row("overlap", "", f"memorizer_{m}", plain(scores[m][0]), direction, "ALL", *sizes[m], more=more)
            for m in ("precision", "recall", "f1")
        ),
    ]


def verbatim(gold: Corpus, lexicon: Lexicon) -> Bools:
    """Which sentences train has, too, token by token."""
    return lexicon.sentences_of(gold)


def listed(gold: Corpus, lexicon: Lexicon) -> Corpus:
    """What a list of train's names finds: the longest match from left to right, with its most frequent type."""
    (grams, surface_of), ids = lexicon.trie, lexicon.ids(gold)
    length: Ints = np.zeros(gold.n_tokens, dtype=np.int64)
    node = length.copy()
    for n, (at, found) in enumerate(grams.matches(ids, gold.sentences), start=1):
        whole = surface_of[found] >= 0  # else only the beginning of a name
        length[at[whole]], node[at[whole]] = n, surface_of[found[whole]]
    start = np.flatnonzero(length)
    kept = start[leftmost(start, start + length[start])]
    type_ = lexicon.usual_types[node[kept]] if len(kept) else kept
    return gold.with_mentions(Mentions.of(kept, kept + length[kept], type_), lexicon.types)


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
        facts=facts,
        rows=rows,
        description="test sentences that occur verbatim in train, and the score that a list of train's names gets",
    )
)
