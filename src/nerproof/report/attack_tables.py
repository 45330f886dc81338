"""The tables of the rockner suite: what attacks cost beside the controls, how mentions are missed, what was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.report.cells import Rows, TextTable, percent, plain_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nerproof.base.results import Result

NAMES = {"swap": "control", "natural": "natural new names"}
ERRORS = {
    "exact_match": "exact",
    **{f"correct_type_d{d}": f"right type, {d}{'+' * (d == 3)} off" for d in (1, 2, 3)},
    **{f"wrong_type_d{d}": f"wrong type, {d}{'+' * (d == 3)} off" for d in (0, 1, 2, 3)},
    "no_prediction": "missed",
}
SAME = {"jaccard": "right before", "jaccard_wrong": "all wrong"}
OFF = "off: tokens that only the mention or the overlapping prediction has; several predictions share it"
BOTH = "mentions wrong under both attacks, of those wrong under any (Jaccard); all wrong: as in the paper's text"
COSTS = {
    "f1": "F1",
    "drop_f1": "drop",
    "drop_relative_f1": "relative drop",
    "drop_beyond_control": "beyond control",
    "drop_beyond_natural": "beyond natural",
}


def rockner(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "rockner")
    yield from _scores(rows)
    yield from _lines(rows, "How gold mentions are met (%)", "setting", ERRORS, OFF)
    yield from _lines(rows, "Wrong under both attacks (%)", "settings", SAME, BOTH)
    yield from _classes(rows)
    yield from _changed(rows)


def _places(rows: Rows, metric: str) -> list[tuple[str, str]]:
    """Every system in every setting that has the metric."""
    settings = [where for where in rows.slices(metric) if any((s, where, "ALL", metric) in rows for s in rows.systems)]
    return [(s, where) for s in rows.systems for where in settings if (s, where, "ALL", metric) in rows]


def _scores(rows: Rows) -> Iterable[TextTable]:
    body = [(s, _name(where), *rows.cells(s, COSTS, where)) for s, where in _places(rows, "f1")]
    if not body:
        return
    recall = "recall on naturally unseen mentions of the unattacked test set"
    unseen = [
        f"{s}: {recall} {rows.cells(s, ['recall'], where)[0]}"
        for s, where in _places(rows, "recall")
        if where == "naturally-unseen"
    ]
    natural = "natural new names: real mentions that train lacks, put in by the same program"
    notes = ["control: training names put in instead; a drop counts as far as it goes beyond it"]
    notes += [natural] if "natural" in rows.slices("f1") else []
    yield TextTable("F1 under attack (%)", ("system", "setting", *COSTS.values()), body, [*notes, *unseen])


def _lines(rows: Rows, title: str, corner: str, metrics: dict[str, str], note: str) -> Iterable[TextTable]:
    """Shares without intervals: a line per system and setting."""
    places = _places(rows, next(iter(metrics)))
    body = [(s, _name(where), *(percent(rows.value(s, where, m)) for m in metrics)) for s, where in places]
    if body:
        yield TextTable(title, ("system", corner, *metrics.values()), body, [note])


def _classes(rows: Rows) -> Iterable[TextTable]:
    metrics = ("recall_before", "recall_after", "drop_recall")
    for system in rows.systems:
        places = [where for s, where in _places(rows, "recall_after") if s == system]
        body = [(w, str(rows[system, w, "ALL", "recall_after"].total), *rows.cells(system, metrics, w)) for w in places]
        if body:
            yield TextTable(f"Recall by class: {system} (%)", ("class", "n", "before", "after", "drop"), body)


def _changed(rows: Rows) -> Iterable[TextTable]:
    """Counts as counts and shares as percent: facts about the attacked data alone."""
    facts = {m: None for system, _, label, m in rows if not system and label == "ALL"}
    settings = list(dict.fromkeys(where for system, where, label, _ in rows if not system and label == "ALL"))
    body = [(m.removeprefix("n_").replace("_", " "), *(_fact(rows, where, m) for where in settings)) for m in facts]
    if body:
        yield TextTable("What was attacked", ("", *map(_name, settings)), body)


def _fact(rows: Rows, where: str, metric: str) -> str:
    value = rows.value("", where, metric)
    if metric.startswith("n_"):
        return plain_number(value) if value is None or value % 1 else f"{int(value):,}"
    return percent(value) + (" %" if value is not None else "")


def _name(setting: str) -> str:
    return NAMES.get(setting, setting)
