"""The tables of the rockner suite: what attacks cost beside the controls, how mentions are missed, what was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.report.cells import Found, TextTable, find, percent, plain_number, systems_of, with_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nerproof.base.results import Result

NAMES = {"swap": "control", "natural": "natural new names"}
ERRORS = {
    "exact_match": "exact",
    **{f"correct_type_d{d}": f"right type, {d}{'+' * (d == 3)} off" for d in (1, 2, 3)},
    **{f"wrong_type_d{d}": f"wrong type, {d}{'+' * (d == 3)} off" for d in (0, 1, 2, 3)},
    "no_prediction": "missed",
}
SAME = {"jaccard": "right before", "jaccard_wrong": "all wrong"}
COSTS = {
    "f1": "F1",
    "drop_f1": "drop",
    "drop_relative_f1": "relative drop",
    "drop_beyond_control": "beyond control",
    "drop_beyond_natural": "beyond natural",
}


def rockner(result: Result) -> Iterable[TextTable]:
    rows, systems = find(result, "rockner"), systems_of(result)
    yield from _scores(rows, systems)
    yield from _missed(rows, systems)
    yield from _same(rows, systems)
    yield from _classes(rows, systems)
    yield from _changed(rows)


def _scores(rows: Found, systems: Sequence[str]) -> Iterable[TextTable]:
    settings = _slices(rows, "f1")
    if not settings:
        return
    body = [
        (s, _name(where), *(with_interval(rows.get((s, where, "ALL", m))) for m in COSTS))
        for s in systems
        for where in settings
        if (s, where, "ALL", "f1") in rows
    ]
    unseen = [
        f"{s}: recall on naturally unseen mentions of the unattacked test set "
        f"{with_interval(rows[s, 'naturally-unseen', 'ALL', 'recall'])}"
        for s in systems
        if (s, "naturally-unseen", "ALL", "recall") in rows
    ]
    notes = [
        "control: training names put in instead; a drop counts as far as it goes beyond it",
        "natural new names: real mentions that train lacks, put in by the same program",
        *unseen,
    ]
    notes = notes if "natural" in settings else [notes[0], *unseen]
    yield TextTable("F1 under attack (%)", ("system", "setting", *COSTS.values()), body, notes)


def _missed(rows: Found, systems: Sequence[str]) -> Iterable[TextTable]:
    body = [
        (s, _name(where), *(percent(_value(rows, s, where, m)) for m in ERRORS))
        for s in systems
        for where in _slices(rows, "exact_match")
        if (s, where, "ALL", "exact_match") in rows
    ]
    if body:
        notes = ["off: tokens that only the mention or the overlapping prediction has; several predictions share it"]
        yield TextTable("How gold mentions are met (%)", ("system", "setting", *ERRORS.values()), body, notes)


def _same(rows: Found, systems: Sequence[str]) -> Iterable[TextTable]:
    """Whether two attacks make the same mentions wrong."""
    body = [
        (s, where, *(percent(_value(rows, s, where, m)) for m in SAME))
        for s in systems
        for where in _slices(rows, "jaccard")
        if (s, where, "ALL", "jaccard") in rows
    ]
    if body:
        notes = [
            "mentions wrong under both attacks, of those wrong under any (Jaccard); all wrong: as in the paper's text"
        ]
        yield TextTable("Wrong under both attacks (%)", ("system", "settings", *SAME.values()), body, notes)


def _classes(rows: Found, systems: Sequence[str]) -> Iterable[TextTable]:
    for s in systems:
        body = []
        for where in (w for w in _slices(rows, "drop_recall") if (s, w, "ALL", "recall_after") in rows):
            cells = [with_interval(rows.get((s, where, "ALL", f"recall_{when}"))) for when in ("before", "after")]
            drop = with_interval(rows.get((s, where, "ALL", "drop_recall")))
            count = rows[s, where, "ALL", "recall_after"].total
            body.append((where, str(count), *cells, drop))
        if body:
            yield TextTable(f"Recall by class: {s} (%)", ("class", "n", "before", "after", "drop"), body)


def _changed(rows: Found) -> Iterable[TextTable]:
    """Counts as counts and shares as percent: facts about the attacked data alone."""
    facts = {m: None for system, _, label, m in rows if not system and label == "ALL"}
    settings = list(dict.fromkeys(where for system, where, label, _ in rows if not system and label == "ALL"))
    body = [(m.removeprefix("n_").replace("_", " "), *(_fact(rows, where, m) for where in settings)) for m in facts]
    if body:
        yield TextTable("What was attacked", ("", *map(_name, settings)), body)


def _fact(rows: Found, where: str, metric: str) -> str:
    value = _value(rows, "", where, metric)
    if metric.startswith("n_"):
        return plain_number(value) if value is None or value % 1 else f"{int(value):,}"
    return percent(value) + (" %" if value is not None else "")


def _value(rows: Found, system: str, where: str, metric: str) -> float | None:
    found = rows.get((system, where, "ALL", metric))
    return None if found is None else found.value


def _slices(rows: Found, metric: str) -> list[str]:
    return list(dict.fromkeys(w for system, w, label, m in rows if m == metric and system and label == "ALL"))


def _name(setting: str) -> str:
    return NAMES.get(setting, setting)
