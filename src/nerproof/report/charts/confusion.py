"""The confusion matrix as a picture, for papers; the page itself has it as a table one can click."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, describe
from nerproof.report.charts.heat import heat
from nerproof.report.numbers import written
from nerproof.report.view import View

LAST = ("boundary", "missed", "spurious")


def charts(view: View) -> Iterator[Chart]:
    table = view.extras.get("confusion") or {}
    values: list[Datum] = [
        {"system": system, "gold": gold, "predicted": pred, "value": count, "text": written(count, "count")}
        for system in view.systems for gold, row in (table.get(system) or {}).items() for pred, count in row.items()
    ]  # fmt: skip
    if not values:
        return
    order = (_ordered(str(v["predicted"]) for v in values), _ordered(str(v["gold"]) for v in values))
    spec = heat(values, x="predicted", y="gold", order=order, title="mentions")
    yield Chart("confusion", "figures", "Gold type against predicted type", describe(values, "Mentions by gold and predicted type", "system", "gold", "predicted"), spec, pick=("system",))


def _ordered(names: Iterator[str]) -> list[str]:
    known = dict.fromkeys(names)
    return [name for name in known if name not in LAST] + [name for name in LAST if name in known]
