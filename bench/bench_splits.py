"""Splits: contamination and density against random, the published minimum cut and the figures that must hold.

200,000 sentences from file to files; a million too with NERPROOF_BENCH=full.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import CACHE, nerproof
from bench.stories import write
from nerproof.corpus import Corpus, join
from nerproof.formats import read
from nerproof.splits import split
from nerproof.splits.card import quality

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FIVE = ("ai", "literature", "music", "politics", "science")
CROSSNER = {"ai": (("ai",), 15.6), "politics": (("politics",), 10.9), "all five": (FIVE, 16.7)}
SECONDS = 60.0
FULL = os.environ.get("NERPROOF_BENCH") == "full"


def lines() -> list[dict[str, Any]]:
    """Per CrossNER corpus the rate and the CPU time against what must hold; per language of CoNLL-2002 every method."""
    found = [line for name, (domains, bar) in CROSSNER.items() for line in _crossner(name, domains, bar)]
    for language in ("esp", "ned"):
        found += _conll(language)
    for n in (200_000, *([1_000_000] if FULL else [])):
        found += _scale(n)
    return found


def _crossner(name: str, domains: tuple[str, ...], bar: float) -> Iterator[dict[str, Any]]:
    corpus = join([read(DATA / "crossner" / d / f"{p}.txt") for d in domains for p in ("train", "dev", "test")])
    start = time.process_time()
    made = split(corpus)
    spent = time.process_time() - start
    rate, density, cells = judge(corpus, made.parts)
    label = f"split, CrossNER {name}, balanced"
    yield _line(f"{label}: test|train", 100 * rate, "%", f"must hold: {bar} %", bar / (100 * rate), 1.0)
    yield _line(f"{label}: density of test", density, "", "must hold: 0.93", density / 0.93, 1.0)
    yield _line(f"{label}: type cells in tolerance", 100 * cells, "%", "must hold: 99 %", cells / 0.99, 1.0)
    yield _line(f"{label}: time", spent, "CPU s", "must hold: 60 CPU s", SECONDS / spent, 1.0)


def _conll(language: str) -> Iterator[dict[str, Any]]:
    """Contamination and density together: the distance from the ideal (nothing touched, the corpus's density)."""
    files = [DATA / "conll2002" / f"{language}.{p}" for p in ("train", "testa", "testb")]
    corpus = join([read(f, encoding="latin-1") for f in files])
    away = {}
    for method in ("random", "paper", "free", "balanced"):
        rate, density, _ = judge(corpus, split(corpus, method=method).parts)
        away[method] = math.hypot(rate, 1 - density)
        label = f"split, CoNLL-2002 {language}, {method}"
        yield _line(f"{label}: test|train", 100 * rate, "%", "–", None, None)
        yield _line(f"{label}: density of test", density, "", "–", None, None)
    ratio = away["paper"] / away["balanced"]
    yield _line(f"split, CoNLL-2002 {language}: distance from (0 %, 1.0)", away["balanced"], "", "paper", ratio, 1.0)


def _scale(n: int) -> Iterator[dict[str, Any]]:
    """The whole command on a made-up corpus, and its split against greedy growth alone."""
    path = write(n, CACHE / f"stories-{n}.conll")
    used = nerproof("split", str(path), "--out", str(CACHE / f"split-{n}"), "-q")
    few = n <= 200_000
    yield _line(f"split, {n:,} sentences: wall", used.wall, "s", "–", None, "<=300" if few else None)
    yield _line(f"split, {n:,} sentences: time", used.cpu, "CPU s", "–", None, None)
    yield _line(f"split, {n:,} sentences: peak memory", used.peak, "MB", "–", None, "<=2048" if few else None)
    card = json.loads((CACHE / f"split-{n}" / "quality.json").read_text(encoding="utf-8"))
    rate = card["contamination"]["test|train"]["sample_partial"]["value"]
    random = card["random"]["test|train"]
    yield _line(f"split, {n:,} sentences: test|train", 100 * rate, "%", "random", random / rate, 1.0)
    for method in ("balanced", "free"):
        ours, grown = _against_growth(path, CACHE / f"split-{n}" if method == "balanced" else None)
        yield _line(
            f"split, {n:,} sentences, {method}: objective", ours, "", "greedy growth", (grown + 1) / (ours + 1), 1.0
        )


def _against_growth(path: Path, folder: Path | None) -> tuple[float, float]:
    """What the search minimises, for its split and for greedy growth: touched samples, 1000 for a mention too many."""
    from nerproof.splits.manifest import from_manifest, read_manifest
    from nerproof.splits.minimising import weights
    from nerproof.splits.optimiser.problem import Bounds, make_problem
    from nerproof.splits.optimiser.starts import packed_components
    from nerproof.splits.units import arrange

    corpus = read(path)
    made = from_manifest(corpus, read_manifest(folder / "manifest.json")) if folder else split(corpus, method="free")
    units = arrange(corpus)
    bounds = Bounds() if folder else Bounds(cell=None)
    problem = make_problem(units.incidence, np.array([0.8, 0.1, 0.1]), bounds=bounds, weight=weights(list(made.parts)))
    part = np.zeros(units.n_samples, dtype=np.int32)
    for p, where in enumerate(made.parts.values()):
        part[units.sample_of_sentence[where]] = p
    grown = packed_components(problem, np.random.default_rng([0, 0]))
    return _objective(problem, part), _objective(problem, grown)


def _objective(problem: Any, part: Any) -> float:
    from nerproof.splits.optimiser.kernel import MILLI
    from nerproof.splits.optimiser.problem import make_state

    state = make_state(problem, part, np.random.default_rng(0))
    return float(problem.weight @ state.touched + 1000 * state.excess[0] / MILLI)


def judge(corpus: Corpus, parts: Any) -> tuple[float, float, float]:
    """Touched share of test, density of test, share of type cells within tolerance."""
    ratios = {"train": 0.8, "dev": 0.1, "test": 0.1}
    card = quality(corpus, parts, ratios=ratios, near=False)
    rate = card["contamination"]["test|train"]["sample_partial"]["value"]
    return rate, card["parts"]["test"]["density"], card["cells"]["value"]


def _line(name: str, value: float, unit: str, peer: str, ratio: float | None, bar: float | None) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "peer": peer, "ratio": ratio, "bar": bar}


if __name__ == "__main__":
    for line in lines():
        ratio = "" if line["ratio"] is None else f"{line['ratio']:6.2f}x {line['peer']}"
        print(f"{line['name']:<60} {line['value']:8.3f} {line['unit']:<6} {ratio}")
