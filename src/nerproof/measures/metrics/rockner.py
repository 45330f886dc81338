"""RockNER's tables: how predictions miss a mention, what types become, and which mentions fall under two attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.measures.metrics import Floats, Metric, Slice, Sums, ratio, tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nerproof.corpus import Bools, Ints
    from nerproof.measures.attributes.rockner import Overlaps
    from nerproof.measures.pairing import Pair

KINDS = (
    "exact_match",
    "correct_type_d1",
    "correct_type_d2",
    "correct_type_d3",
    "wrong_type_d0",
    "wrong_type_d1",
    "wrong_type_d2",
    "wrong_type_d3",
    "no_prediction",
)


def error_metric(pair: Pair, mask: Bools | None) -> Metric:
    """The error table over the masked gold mentions of a pair: shares of its nine kinds, which add up to 1."""
    found = _overlaps(pair)
    wrong = pair.gold.mentions.type[found.gold] != pair.pred.mentions.type[found.pred]
    kind = np.minimum(found.differing, 3) + 4 * wrong
    table = _weights(pair, found, kind, len(KINDS), mask)
    return Metric(
        name="errors",
        columns=(*KINDS, "whole"),
        counts=lambda _pair, _part: table,
        score=lambda sums: {k: ratio(sums[k], sums["whole"]) for k in KINDS},
        suites=(),
    )


def confusion_metric(pair: Pair, mask: Bools) -> Metric:
    """What the masked gold mentions are predicted as: a share per type and for none; rows are gold types."""
    found = _overlaps(pair)
    names = tuple(f"as:{t}" for t in (*pair.types, "none"))
    table = _weights(pair, found, pair.pred.mentions.type[found.pred], len(names), mask)
    return Metric(
        name="confusion",
        columns=(*names, "whole"),
        counts=lambda _pair, _part: table,
        score=lambda sums: {n: ratio(sums[n], sums["whole"]) for n in names},
        suites=(),
    )


def _overlaps(pair: Pair) -> Overlaps:
    from nerproof.measures.attributes.rockner import overlaps

    return pair.remember(overlaps)


def _weights(pair: Pair, found: Overlaps, column: Ints, width: int, mask: Bools | None) -> Ints:
    """Per sentence the weights in each column; the last but one is for mentions without prediction, the last sums."""
    from nerproof.measures.attributes.rockner import WHOLE

    n = pair.n_sentences
    table = np.zeros((n, width + 1), dtype=np.int64)
    chosen = np.ones(len(pair.gold.mentions), dtype=np.bool_) if mask is None else mask
    rows = chosen[found.gold]
    np.add.at(table, (pair.gold_sentence[found.gold[rows]], column[rows]), found.weight[rows])
    alone = found.alone[chosen[found.alone]]
    table[:, width - 1] += WHOLE * np.bincount(pair.gold_sentence[alone], minlength=n)
    table[:, width] = WHOLE * tally(pair.gold_cuts, chosen)
    return table


def jaccard_metric(name: str, cuts: Ints, one: Bools, other: Bools) -> Metric:
    """Shared over all of two sets of mentions."""
    table = np.stack([tally(cuts, one & other), tally(cuts, one | other)], axis=1)

    def score(sums: Sums) -> dict[str, Floats]:
        return {name: ratio(sums["shared"], sums["any"])}

    return Metric(
        name=name,
        columns=("shared", "any"),
        counts=lambda _pair, _part: table,
        score=score,
        ratios={name: ("shared", "any")},
        suites=(),
    )


def elsewhere(metric: Metric, pair: Pair, part: Slice, names: Mapping[str, str] | None = None) -> Metric:
    """A metric counted on another pair with the same sentences: settings become columns of one table.

    ``names`` gives its values other names.
    """
    table, new = metric.counts(pair, part), names or {}
    return Metric(
        name=metric.name,
        columns=metric.columns,
        counts=lambda _pair, _part: table,
        score=lambda sums: {new.get(k, k): v for k, v in metric.score(sums).items()},
        f_beta=None if new else metric.f_beta,
        ratios={new.get(k, k): v for k, v in metric.ratios.items()},
        suites=(),
    )
