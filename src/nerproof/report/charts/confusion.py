"""The confusion matrix as a picture, for papers; the page itself has it as a table one can click."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from nerproof.report.charts.chart import Chart, Datum, describe, drawable
from nerproof.report.charts.heat import heat
from nerproof.report.numbers import written
from nerproof.report.view import View

LAST = ("boundary", "both", "missed", "spurious")


def charts(view: View) -> Iterator[Chart]:
    table = view.extras.get("confusion") or {}
    golds = _ordered(gold for rows in table.values() for gold in rows)
    preds = _ordered(pred for rows in table.values() for row in rows.values() for pred in row)
    values: list[Datum] = []
    for system in (s for s in view.systems if s in table):
        for gold, pred in product(golds, preds):
            count = table[system].get(gold, {}).get(pred, 0)
            field = {"gold": drawable(gold), "predicted": drawable(pred)}
            values.append({"system": system, **field, "value": count, "text": written(count, "count")})
    if values:
        title = "Gold type against predicted type"
        alt = describe(values, "Mentions by gold and predicted type", "system", "gold", "predicted")
        spec = heat(values, x="predicted", y="gold", title="mentions")
        yield Chart("confusion", "figures", title, alt, spec, pick=("system",))


def _ordered(names: Iterable[str]) -> list[str]:
    known = dict.fromkeys(names)
    return [name for name in known if name not in LAST] + [name for name in LAST if name in known]
