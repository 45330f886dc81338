"""The confusion matrix as a picture, for papers; the page itself has it as a table one can click."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nerproof.report.charts.chart import Chart, Datum, describe, drawable
from nerproof.report.charts.heat import heat
from nerproof.report.numbers import written
from nerproof.report.view import View

LAST = ("boundary", "both", "missed", "spurious")


def charts(view: View) -> Iterator[Chart]:
    table = view.extras.get("confusion") or {}
    golds = _ordered(gold for rows in table.values() for gold in rows)
    preds = _ordered(pred for rows in table.values() for row in rows.values() for pred in row)
    values: list[Datum] = [
        {
            "system": system,
            "gold": drawable(gold),
            "predicted": drawable(pred),
            "value": count,
            "text": written(count, "count"),
        }
        for system in view.systems
        if system in table
        for gold in golds
        for pred in preds
        if (count := table[system].get(gold, {}).get(pred, 0)) is not None
    ]
    if not values:
        return
    spec = heat(values, x="predicted", y="gold", title="mentions")
    yield Chart(
        "confusion",
        "figures",
        "Gold type against predicted type",
        describe(values, "Mentions by gold and predicted type", "system", "gold", "predicted"),
        spec,
        pick=("system",),
    )


def _ordered(names: Iterable[str]) -> list[str]:
    known = dict.fromkeys(names)
    return [name for name in known if name not in LAST] + [name for name in LAST if name in known]
