"""Who does the runs: this process, several local ones (joblib), or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nerproof.base.errors import InputError, UnknownName, UsageError
from nerproof.experiments.execute import execute
from nerproof.models.extras import need

if TYPE_CHECKING:
    from nerproof.experiments.plan import Run
    from nerproof.experiments.spec import Spec

Finished = tuple["Run", str]  # a run and its status
BACKENDS = ("local", "dask")


def run_all(
    spec: Spec, runs: Sequence[Run], *, jobs: int = 1, backend: str = "local", scheduler: str | None = None
) -> Iterator[Finished]:
    """Runs in any order, each given back as it ends."""
    if backend not in BACKENDS:
        raise UnknownName.among("backend", backend, BACKENDS)
    if backend == "dask":
        return _dask(spec, runs, scheduler)
    if jobs == 1 or len(runs) < 2:
        return ((run, execute(spec, run)) for run in runs)
    return _joblib(spec, runs, jobs)


def _joblib(spec: Spec, runs: Sequence[Run], jobs: int) -> Iterator[Finished]:
    joblib = need("joblib", package="joblib", extra="experiments")
    workers = min(len(runs), jobs if jobs > 0 else os.cpu_count() or 1)
    threads = max(1, (os.cpu_count() or 1) // workers)
    with joblib.parallel_config(backend="loky", n_jobs=workers, inner_max_num_threads=threads):
        work = joblib.Parallel(return_as="generator_unordered")
        yield from work(joblib.delayed(_both)(spec, run) for run in runs)


def _both(spec: Spec, run: Run) -> Finished:
    return run, execute(spec, run)


def _dask(spec: Spec, runs: Sequence[Run], scheduler: str | None) -> Iterator[Finished]:
    if not scheduler:
        raise UsageError("the dask backend needs the address of a cluster. Name it: --scheduler tcp://HOST:8786")
    distributed = need("distributed", package="dask[distributed]", extra="dask")
    try:
        client = distributed.Client(scheduler, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        what = " ".join(str(error).split())[:200]
        raise InputError.at(scheduler, None, f"no Dask scheduler answers ({what})") from None
    with client:
        # A run is a training: it must not be done twice, so its digest is no reason to share its future.
        futures = client.map(_both, [spec] * len(runs), list(runs), pure=False)
        yield from (future.result() for future in distributed.as_completed(futures, loop=client.loop))
