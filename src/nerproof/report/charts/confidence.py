"""How sure a system is: shares right by score (reliability), and risk by coverage."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.channels import base, quantity, tooltip, whisker
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe
from nerproof.report.charts.style import colours
from nerproof.report.view import ALL, View

PARTS = {
    "ALL": "all predictions",
    "SEEN": "seen names",
    "UNSEEN": "new names",
    "recalibrated": "recalibrated on dev by a temperature",
    "recalibrated-isotonic": "recalibrated on dev by isotonic regression",
}


def charts(view: View) -> Iterator[Chart]:
    caption = "On the diagonal the scores are what they seem; below it the system is overconfident."
    for part, values in _bins(view).items():
        title = f"Share of right predictions by score: {PARTS.get(part, part)}"
        end = "" if part == ALL else f"-{part}"
        alt = describe(values, title, "system")
        yield Chart(f"reliability{end}", "confidence", title, alt, _reliability(view, values), caption=caption)
    risks = _risks(view)
    if risks:
        title = "Wrong ones among the surest predictions"
        yield Chart("risk-coverage", "confidence", title, describe(risks, title, "system"), _risk(view, risks))


def _bins(view: View) -> dict[str, list[Datum]]:
    found: dict[str, list[Datum]] = {}
    for number, row in view.scored("confidence", "share_right", label=ALL):
        part, mark, _ = str(row["slice"]).partition("/bin")
        score = view.value("confidence", str(row["system"]), str(row["slice"]), ALL, "mean_score")
        if mark and score is not None:
            found.setdefault(part, []).append(datum(number, row, score=round(100 * score, 4)))
    return found


def _reliability(view: View, values: list[Datum]) -> Spec:
    x, y = quantity("score", "mean score (%)", (0, 100)), quantity("value", "right (%)", (0, 100))
    shown = tooltip(("name", "system"), ("text", "right"), ("interval", "95 %"), ("n", "predictions"))
    colour = colours(view.systems)
    ends = [{"score": 0, "value": 0}, {"score": 100, "value": 100}]
    diagonal = {"type": "line", "strokeDash": [4, 4], "color": "#8a8f98"}
    interval = whisker("y", y)
    interval["encoding"] |= {"x": x, "color": colour}
    layers = [
        {"data": {"values": ends}, "mark": diagonal, "encoding": {"x": x, "y": y}},
        interval,
        {"mark": {"type": "line", "point": True}, "encoding": {"x": x, "y": y, "color": colour, "tooltip": shown}},
    ]
    return base(values, height=260, layer=layers)


def _risks(view: View) -> list[Datum]:
    return [
        datum(number, row, coverage=round(100 * float(str(row["slice"]).partition("=")[2]), 4))
        for number, row in view.scored("confidence", "risk", label=ALL)
    ]


def _risk(view: View, values: list[Datum]) -> Spec:
    x = quantity("coverage", "predictions kept, the surest first (%)")
    y = quantity("value", "wrong (%)")
    shown = tooltip(("name", "system"), ("coverage", "kept"), ("text", "wrong"))
    encoding = {"x": x, "y": y, "color": colours(view.systems), "tooltip": shown}
    return base(values, height=240, mark={"type": "line", "point": True}, encoding=encoding)
