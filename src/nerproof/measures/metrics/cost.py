"""The price of errors per 1,000 tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.measures.costs import KINDS, Prices
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, ratio, tally
from nerproof.measures.metrics.matching import assignment_of

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Ints
    from nerproof.measures.pairing import Groups, Pair


def cost_metric(prices: Prices) -> Metric:
    """Errors are counted by kind and by types that cost alike, so that counts stay whole numbers."""
    alike, group = np.unique(prices.table, axis=0, return_inverse=True)
    group = group.reshape(-1)
    names = tuple(f"{kind}{g}" for kind in KINDS for g in range(len(alike)))

    def counts(pair: Pair, _part: Slice) -> Ints:
        kinds, types = _errors(pair)
        columns = [
            tally(cuts, mask & (group[t] == g))
            for (cuts, mask), t in zip(kinds, types, strict=True)
            for g in range(len(alike))
        ]
        return np.stack([*columns, np.diff(pair.token_cuts)], axis=1)

    def score(sums: Sums) -> dict[str, Floats]:
        paid = {
            kind: sum((alike[g, k] * sums[f"{kind}{g}"] for g in range(len(alike))), np.zeros_like(sums["tokens"]))
            for k, kind in enumerate(KINDS)
        }
        whole = sum(paid.values(), np.zeros_like(sums["tokens"]))
        named = {"cost": whole, **{f"cost_{kind}": value for kind, value in paid.items()}}
        return {name: ratio(1000 * value, sums["tokens"]) for name, value in named.items()}

    return Metric("cost", (*names, "tokens"), counts, score, suites=(), needs_types=False, range=(0.0, np.inf))


def _errors(pair: Pair) -> tuple[list[tuple[Ints | Groups, Bools]], list[Ints]]:
    """Where each kind of error is, and the types that it is priced by: gold's, but for spurious mentions."""
    found = assignment_of(pair)
    span, type_ = (np.ones(len(pair.gold.mentions), dtype=np.bool_) for _ in range(2))
    span[found.edges.gold], type_[found.edges.gold] = found.edges.span, found.edges.type
    gold, pred = pair.gold.mentions.type, pair.pred.mentions.type
    masks: dict[str, tuple[Ints | Groups, Bools]] = {
        "miss": (pair.gold_cuts, found.gold < 0),
        "spurious": (pair.pred_cuts, found.pred < 0),
        "wrong-type": (pair.gold_cuts, span & ~type_),
        "boundary": (pair.gold_cuts, ~span & type_),
        "both": (pair.gold_cuts, ~span & ~type_),
    }
    return [masks[kind] for kind in KINDS], [pred if kind == "spurious" else gold for kind in KINDS]
