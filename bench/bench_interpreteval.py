"""InterpretEval: eight attributes of two systems with intervals, in a running process, after reading."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.bench_training import second
from bench.measure import CACHE, ROOT
from bench.synthetic import write

if TYPE_CHECKING:
    from nerproof.corpus import Corpus

FULL = os.environ.get("NERPROOF_BENCH") == "full"
SPANISH = ROOT.parent / "shared" / "data" / "conll2002"
SIZES = (200_000, 2_000_000, *((20_000_000,) if FULL else ()))
MOST = 1.5  # how much dearer a token may be in a corpus ten times as large


def lines() -> list[dict]:
    return [*_spanish(), *_growth()]


def _spanish() -> list[dict]:
    """The issue's own case; left out where the corpus is not at hand."""
    if not SPANISH.exists():
        return []
    systems = {s: SPANISH / "predictions" / f"esp.testb.{s}" for s in ("memorizer", "forgetful")}
    cpu = cheapest(SPANISH / "esp.testb", systems, SPANISH / "esp.train", times=3)
    name = "Eight attributes, CoNLL-2002 Spanish, two systems, intervals, CPU in-process"
    return [{"name": name, "value": cpu, "unit": "s", "peer": None, "ratio": None, "bar": "<=1"}]


def _growth() -> list[dict]:
    found, before = [], None
    for n in SIZES:
        paths = write(n, CACHE, train=n)
        cpu = cheapest(paths["gold"], {"a": paths["pred"], "b": second(n)}, paths["train"], times=1)
        each = cpu / (2 * n) * 1e6
        bar = None if before is None else f"<={before * MOST:.3g}"
        name = f"… {2 * n:,} tokens of training and test, CPU per million tokens"
        found.append({"name": name, "value": each, "unit": "s", "peer": None, "ratio": None, "bar": bar})
        before = each
    return found


def cheapest(gold: Path, systems: dict[str, Path], train: Path, *, times: int) -> float:
    """CPU seconds after reading; every repetition starts from fresh corpora, so that nothing is remembered."""
    return min(_once(gold, systems, train) for _ in range(times))


def _once(gold: Path, systems: dict[str, Path], train: Path) -> float:
    from nerproof.evaluate import evaluate
    from nerproof.formats import read

    inputs: dict[str, Corpus] = {name: read(path) for name, path in systems.items()}
    corpus, training = read(gold), read(train)
    started = time.process_time()
    evaluate(corpus, inputs, train=training, suites=["interpreteval"], resamples=1000)
    return time.process_time() - started


if __name__ == "__main__":
    for line in lines():
        print(f"{line['name']:<90} {line['value']:8.3f} {line['unit']}  {line['bar'] or ''}")
