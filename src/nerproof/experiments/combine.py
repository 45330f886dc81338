"""All runs of an experiment as one Result: means with their spread, the recipe's own tables, every run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nerproof.base.results import Result
from nerproof.base.version import __version__
from nerproof.experiments.charts import charts
from nerproof.experiments.records import DONE, Record
from nerproof.experiments.tables import HEADLINES, Number, Runs, means
from nerproof.models.options import options_of

if TYPE_CHECKING:
    from nerproof.base.results import Row
    from nerproof.experiments.plan import Run
    from nerproof.experiments.spec import Spec

SHARES = {"clean": "new", "contaminated": "seen"}


def combine(spec: Spec, runs: Sequence[Run], records: Mapping[str, Record | None]) -> Result:
    """The result depends on the records only, not on when or where they were made."""
    table = Runs([n for r in runs for n in _numbers(spec, r, records[r.key])])
    summary = spec.recipe.summary(table)
    extras = {
        "name": spec.name,
        "recipe": spec.recipe_name,
        "settings": _plain(options_of(spec.recipe)),
        "steps": [step or "ALL" for step in table.steps],  # slices that are whole tests
        **summary.tables,
        "runs": [line for r in runs for line in _lines(r, records[r.key])],
    }
    rows = [*means(table.numbers, shown_slice), *summary.rows]
    figures = charts(summary.tables, extras["runs"])
    more = {"experiment": extras, **({"charts": figures} if figures else {})}
    return Result(_signature(spec, runs), rows, _notes(runs, records), extras=more)


def shown_slice(number: Number) -> str:
    """``gamma=50`` for whole-test scores; ``gamma=50 · unseen`` for those of a slice."""
    step, slice_ = number.step, number.row.slice
    if not step:
        return slice_
    return step if slice_ == "ALL" else f"{step} · {slice_}"


def _numbers(spec: Spec, run: Run, record: Record | None) -> list[Number]:
    if record is None or record.status != DONE:
        return []
    recipe, several = spec.recipe, len(spec.data) > 1
    found = []
    for test, row in record.rows():
        if not row.system:  # about the data alone
            continue
        system = recipe.system(run.factors, run.model.name, several=several)
        found.append(Number(system, recipe.step(run.factors, test), run.factors, run.seed, test, row))
    return found


def _lines(run: Run, record: Record | None) -> list[dict[str, Any]]:
    """The table of runs: one line per run and test, with the headline scores."""
    about = {**run.describe(), "key": run.key, "status": "missing" if record is None else record.status}
    if record is None or record.status != DONE:
        return [{**about, "error": "" if record is None else record.error}]
    lines = []
    for test in (t["name"] for t in record.tests):
        scores: dict[str, float | None] = {}
        for name, row in record.rows():
            if name == test and row.system and (row.slice, row.label) == ("ALL", "ALL") and row.metric in HEADLINES:
                scores.setdefault(row.metric, row.value)
        types = _by_type(row for name, row in record.rows() if name == test and row.suite == "contamination")
        more = {**({"test": test} if test else {}), **({"types": types} if types else {})}
        lines.append({**about, **more, **record.facts, **scores})
    return lines


def _by_type(rows: Iterable[Row]) -> dict[str, dict[str, Any]]:
    """Of each entity type the F1 of its new mentions, and how many mentions of the test set are new and seen."""
    found: dict[str, dict[str, Any]] = {}
    for row in (r for r in rows if r.label != "ALL"):
        if (row.slice, row.metric) == ("ALL", "f1_clean"):
            found.setdefault(row.label, {})["f1_clean"] = row.value
        elif row.slice in SHARES and row.metric == "recall":
            found.setdefault(row.label, {})[SHARES[row.slice]] = row.total
    return found


def _notes(runs: Sequence[Run], records: Mapping[str, Record | None]) -> list[str]:
    missing = [r for r in runs if records[r.key] is None]
    failed = [(r, record.error) for r in runs if (record := records[r.key]) is not None and record.status != DONE]
    notes = [f"{len(missing)} of {len(runs)} runs are not done yet"] if missing else []
    notes += [f"failed ({r}): {error}" for r, error in failed]
    said: dict[str, int] = {}
    for record in records.values():
        for note in record.notes if record is not None else ():
            said[note] = said.get(note, 0) + 1
    return notes + [note if n == len(runs) else f"{note} (in {n} of {len(runs)} runs)" for note, n in said.items()]


def _signature(spec: Spec, runs: Sequence[Run]) -> dict[str, Any]:
    return {
        "experiment": spec.name,
        "recipe": spec.recipe_name,
        "settings": _plain(options_of(spec.recipe)),
        "data": {name: d.digest for name, d in spec.data.items()},
        "models": {m.name: {"model": m.model, **m.options} for m in spec.models},
        "seeds": list(spec.seeds),
        "suites": list(spec.suites),
        "bs": spec.resamples,
        "runs": len(runs),
        "match": "span+type",
        "version": __version__,
    }


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}
