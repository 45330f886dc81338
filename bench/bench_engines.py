"""One definition of every count: integers that differ between engines, all suites (NERPROOF_BENCH=full only).

In memory, piece by piece, by two processes, with the training set in pieces, and on Spark with two local workers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from bench.bench_large import parquet
from bench.measure import CACHE
from bench.synthetic import write
from nerproof.base.results import Result
from nerproof.engines.spark import evaluate_spark
from nerproof.evaluate import Options, evaluate
from nerproof.streaming import evaluate_stream

TOKENS = int(os.environ.get("NERPROOF_BENCH_TOKENS", "5000000").split(",")[0])
OPTIONS = Options(resamples=20)
Files = dict[str, Path]


def lines() -> list[dict]:
    if os.environ.get("NERPROOF_BENCH") != "full":
        return []
    columns = write(TOKENS, CACHE, train=TOKENS)
    rows = {k: parquet(k, TOKENS, seed) for k, seed in (("gold", 0), ("pred", 0), ("train", 1))}
    found = []
    for kind, files in (("columns", columns), ("Parquet", rows)):
        memory = integers(run(evaluate, files))
        for jobs in (1, 2):
            for pieces in (False, True):
                way = (
                    f"{kind}, training set {'in pieces' if pieces else 'in memory'}, {jobs} process{'es' * (jobs > 1)}"
                )
                found.append(_line(way, memory, run(evaluate_stream, files, jobs=jobs, train_in_pieces=pieces)))
        if kind == "Parquet":
            found.append(_line("Spark", memory, run(evaluate_spark, files, master="local-cluster[2,1,1024]")))
    return found


def run(how: Callable[..., Result], files: Files, **more: object) -> Result:
    return how(files["gold"], {"a": files["pred"]}, train=files["train"], options=OPTIONS, **more)


def integers(result: Result) -> dict[str, int]:
    """Every count of a result by its place: rows, confusion, statistics."""
    return dict(_integers(json.loads(result.to_json()), ""))


def _integers(item: object, place: str):
    if isinstance(item, dict):
        for name, value in item.items():
            yield from _integers(value, f"{place}/{name}")
    elif isinstance(item, list):
        for i, value in enumerate(item):
            yield from _integers(value, f"{place}/{i}")
    elif isinstance(item, int) and not isinstance(item, bool):
        yield place, item


def _line(way: str, ours: dict[str, int], result: Result) -> dict:
    theirs = integers(result)
    differ = sorted(place for place in {*ours, *theirs} if ours.get(place) != theirs.get(place))
    for place in differ[:5]:
        print(f"{way}: {place} is {theirs.get(place)}, not {ours.get(place)}")
    name = f"{way}: of {len(ours):,} integers of {TOKENS // 1_000_000}M tokens, those that are not as in memory"
    return {"name": name, "value": float(len(differ)), "unit": "", "peer": None, "ratio": None, "bar": "<=0"}
