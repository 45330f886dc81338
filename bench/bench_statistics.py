"""What resampling and tests cost: one system's bootstrap, and sixteen systems with all suites and corrections."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.synthetic import _pred, blocks, conll, write

TOKENS = 50_000  # CoNLL's test set has 46,000
SYSTEMS = 16


def lines() -> list[dict]:
    return [
        _line("10,000 resamples, one system, CPU", _least(3, _bootstrap), "<=0.5"),
        _line("16 systems, all suites, 1,000 resamples, corrected tests, CPU", _sixteen(), "<=6"),
    ]


def _line(name: str, value: float, bar: str) -> dict:
    return {"name": name, "value": value, "unit": "s", "peer": None, "ratio": None, "bar": bar}


def _least(times: int, work: Callable[[], object]) -> float:
    costs = []
    for _ in range(times):
        started = time.process_time()
        work()
        costs.append(time.process_time() - started)
    return min(costs)


def _bootstrap() -> None:
    from nerproof.resampling.bootstrap import bootstrap

    bootstrap(np.random.default_rng(0).integers(0, 4, (3701, 3)), resamples=10_000, seed=0)


def _sixteen() -> float:
    """The whole of evaluate, from the files on."""
    from nerproof import evaluate

    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder))
        gold, train = files.pop("gold"), files.pop("train")
        return _least(2, lambda: evaluate(gold, files, train=train))


def _files(folder: Path) -> dict[str, Path]:
    """Gold, a training set and the outputs of sixteen systems that make other errors."""
    made = write(TOKENS, folder, train=200_000)
    (piece,) = blocks(TOKENS)
    files = {"gold": made["gold"], "train": made["train"]}
    for i in range(SYSTEMS):
        files[f"s{i}"] = folder / f"s{i}.conll"
        files[f"s{i}"].write_bytes(conll(piece, _pred(piece.gold, np.random.default_rng([1, i]))))
    return files
