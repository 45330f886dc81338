"""Doing an experiment: plan, do what is missing, wait for others, combine."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.base.errors import UsageError
from nerproof.experiments.backends import run_all
from nerproof.experiments.combine import combine
from nerproof.experiments.plan import Run, plan
from nerproof.experiments.records import DONE, FAILED, RUNNING, Store

if TYPE_CHECKING:
    from nerproof.base.results import Result
    from nerproof.experiments.spec import Spec

RESULT = "result.json"
POLL = 0.2  # seconds between two looks at what another process is doing


@dataclass(frozen=True)
class Outcome:
    """The combined result, where it was written, and the runs that failed."""

    result: Result
    path: Path
    failed: list[tuple[Run, str]]


def run(
    spec: Spec,
    *,
    jobs: int = 1,
    backend: str = "local",
    scheduler: str | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Outcome:
    """Does every run that is not done, then combines all of them. Can be killed and called again at any time."""
    store, runs = Store(spec.out), plan(spec)
    store.prepare()
    todo = [r for r in runs if not store.is_done(r.key)]
    done = len(runs) - len(todo)
    if progress:
        progress("runs", done, len(runs))
    busy = []
    for finished, state in run_all(spec, todo, jobs=jobs, backend=backend, scheduler=scheduler):
        busy += [finished] if state == RUNNING else []
        done += state != RUNNING
        if progress:
            progress("runs", done, len(runs))
    _wait(spec, store, busy)
    return report(spec)


def _wait(spec: Spec, store: Store, busy: list[Run]) -> None:
    """Runs of another process: looked at until they are done; one whose process died is done here."""
    from nerproof.experiments.execute import execute

    while busy:
        # What the other process failed at is not tried again here: it is recorded.
        busy = [r for r in busy if store.status(r.key) not in {DONE, FAILED} and execute(spec, r) == RUNNING]
        if busy:
            time.sleep(POLL)


def report(spec: Spec) -> Outcome:
    """Combines the finished runs; the notes name the missing ones."""
    store, runs = Store(spec.out), plan(spec)
    records = {r.key: store.read(r.key) for r in runs}
    if not any(record is not None for record in records.values()):
        raise UsageError(f"{spec.out}: no run has finished yet. Start them with: nerproof experiment run {spec.path}")
    result = combine(spec, runs, records)
    path = store.write_result(RESULT, result.to_json())
    failed = [(r, records[r.key].error) for r in runs if records[r.key] and records[r.key].status == FAILED]  # type: ignore[union-attr]
    return Outcome(result, path, failed)


def status(spec: Spec) -> list[tuple[Run, str, str]]:
    """Every run with its status and, where it failed, its error."""
    store = Store(spec.out)
    found = []
    for item in plan(spec):
        record = store.read(item.key)
        state = store.status(item.key) if spec.out.exists() else "waiting"
        found.append((item, state, record.error if record is not None else ""))
    return found


def counts(found: list[tuple[Run, str, str]]) -> Counter[str]:
    return Counter(state for _, state, _ in found)
