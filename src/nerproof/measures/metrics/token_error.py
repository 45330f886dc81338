"""Token error rate (hardeval): mislabelled tokens of a subset / its tokens, under three ideas of "label"."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints
from nerproof.corpus.places import places
from nerproof.corpus.schemes import flat
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, metric, ratio, tally, total
from nerproof.measures.pairing import Pair


def io_errors(pair: Pair) -> Bools:
    """The type (or O) differs: the paper's wording."""
    return pair.gold_types_of_tokens != pair.pred_types_of_tokens


def bio_errors(pair: Pair) -> Bools:
    """The type or the beginning of a mention differs."""
    return _marks(pair.gold, last=False) != _marks(pair.pred, last=False)


def bilou_errors(pair: Pair) -> Bools:
    """The type, the beginning or the end of a mention differs."""
    return _marks(pair.gold, last=True) != _marks(pair.pred, last=True)


def _marks(corpus: Corpus, *, last: bool) -> Ints:
    """A number per token: 0 outside, else the type with its place in the mention."""
    m = corpus.mentions.take(flat(corpus))
    marks = np.zeros(corpus.n_tokens, dtype=np.int64)
    lengths = m.end - m.start
    at = places(m.start, lengths)
    marks[at] = np.repeat(m.type + 1, lengths) * 4
    marks[m.start] += 1
    if last:
        marks[m.end - 1] += 2
    return marks


def _counts(errors: Callable[[Pair], Bools]) -> Callable[[Pair, Slice], Ints]:
    def counts(pair: Pair, part: Slice) -> Ints:
        wrong = pair.remember(errors)
        chosen = wrong if part.gold is None else wrong & part.gold
        return np.stack([tally(pair.token_cuts, chosen), tally(pair.token_cuts, part.gold)], axis=1)

    return counts


def weighted_error(weight: Ids) -> Metric:
    """The share of the tokens whose type or O differs, each counted by its weight."""

    def counts(pair: Pair, _part: Slice) -> Ints:
        wrong, cuts = np.flatnonzero(pair.remember(io_errors)), pair.token_cuts
        return np.stack([total(np.searchsorted(wrong, cuts), weight[wrong]), total(cuts, weight)], axis=1)

    return Metric(
        name="ter-weighted",
        columns=("errors", "difficulty"),
        counts=counts,
        score=lambda sums: {"ter_weighted": ratio(sums["errors"], sums["difficulty"])},
        unit="token",
        suites=(),
        lower_is_better=True,
    )


def score(sums: Sums) -> dict[str, Floats]:
    return {"ter": ratio(sums["errors"], sums["tokens"])}


for _name, _errors, _what in (
    ("ter", io_errors, "type or O"),
    ("ter-bio", bio_errors, "type, O or beginning"),
    ("ter-bilou", bilou_errors, "type, O, beginning or end"),
):
    metric(
        Metric(
            name=_name,
            columns=("errors", "tokens"),
            counts=_counts(_errors),
            score=score,
            ratios={"ter": ("errors", "tokens")},
            unit="token",
            needs_types=False,
            suites=(),
            lower_is_better=True,
            description=f"share of tokens whose {_what} differs",
        )
    )
