"""Cost: what the errors of a system cost by a price list, and the threshold at which they cost least."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from nerproof.base.results import Row
from nerproof.measures.costs import cheapest_threshold, prices_of
from nerproof.measures.metrics import Slice
from nerproof.measures.metrics.cost import cost_metric
from nerproof.measures.metrics.rockner import elsewhere
from nerproof.measures.scorecounts import MICRO, MISSING, Tuning, in_millionths, unpacked, wrong_scale
from nerproof.measures.scorecounts import survey as score_counts
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.measures.pairing import Pair

CHEAPEST = "at-cheapest-threshold"


@dataclass(frozen=True)
class Learned:
    """The cheapest threshold of every system (millionths), and what it was chosen on."""

    thresholds: Mapping[str, int] = field(default_factory=dict)
    chosen_on: Mapping[str, str] = field(default_factory=dict)


def survey(pairs: Mapping[str, Pair], switches: Mapping[str, Any], scored: bool | None = None) -> Sums:
    """How many predictions have each score; nothing where none has one."""
    return score_counts(pairs, switches) if scored else Counter()


def learn(
    survey: Sums,
    switches: Mapping[str, Any],
    costs: Mapping[str, Any],
    types: tuple[str, ...],
    tuning: Mapping[str, Tuning] | None = None,
) -> Learned:
    """The cheapest threshold on dev where its predictions are given, else on the test set itself."""
    del switches
    systems = unpacked(survey, types)
    usable = {n: c for n, c in systems.items() if (c.score != MISSING).any() and wrong_scale(n, c) is None}
    dev = {n: t for n, t in (tuning or {}).items() if wrong_scale(n, t.counts) is None}
    thresholds = {
        n: cheapest_threshold(dev[n].counts, prices_of(_known(costs, dev[n].types), dev[n].types))
        if n in dev
        else cheapest_threshold(c, prices_of(costs, types))
        for n, c in usable.items()
    }
    return Learned(thresholds, {n: "dev" if n in dev else "test" for n in thresholds})


def _known(costs: Mapping[str, Any], types: tuple[str, ...]) -> dict[str, Any]:
    """Prices without those of types that the development data lack."""
    return {**costs, "types": {t: v for t, v in costs.get("types", {}).items() if t in types}}


def cells(pair: Pair, costs: Mapping[str, Any], learned: Learned, switches: Mapping[str, Any]) -> Iterator[Cell]:
    """The price of all predictions, and of those that reach the cheapest threshold."""
    metric = cost_metric(prices_of(costs, pair.types))
    yield Cell(metric, Slice())
    if learned.thresholds:
        least = learned.thresholds.get(pair.name, 0)
        score = in_millionths(pair.pred.mentions, switches.get("score_scale"))
        mentions = pair.pred.mentions.take((score == MISSING) | (score >= least))
        kept = replace(pair, pred=pair.pred.with_mentions(mentions), _memory={})
        facts = {"threshold": least / MICRO, "chosen_on": learned.chosen_on.get(pair.name)}
        yield Cell(elsewhere(metric, kept, Slice()), Slice(CHEAPEST, facts=facts))


def derive(table: Table) -> None:
    """Prices are never below 0; what the threshold saves may be."""
    for item in dict.values(table):
        item.quotient = True
    if (CHEAPEST, "ALL", "cost") in table:
        saved = table.values("ALL", "ALL", "cost") - table.values(CHEAPEST, "ALL", "cost")
        table.put(CHEAPEST, "ALL", "cost_saved", saved, **table[CHEAPEST, "ALL", "cost"].facts)


def rows(learned: Learned) -> list[Row]:
    return [
        Row("cost", name, "threshold", value / MICRO, more={"chosen_on": learned.chosen_on[name]})
        for name, value in learned.thresholds.items()
    ]


suite(
    Suite(
        name="cost",
        order=52,
        cells=cells,
        derive=derive,
        survey=survey,
        learn=learn,
        rows=rows,
        quiet=True,
        lower_is_better=frozenset({"cost"}),
        description="what errors cost per 1,000 tokens by a price list, and the cheapest threshold",
    )
)
