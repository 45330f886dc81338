"""Splits: contamination and density against random, the published minimum cut and the figures that must hold."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus, join
from nerproof.readers import read
from nerproof.splits import split
from nerproof.splits.card import quality

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FIVE = ("ai", "literature", "music", "politics", "science")
CROSSNER = {"ai": (("ai",), 15.6), "politics": (("politics",), 10.9), "all five": (FIVE, 16.7)}
SECONDS = 60.0


def lines() -> list[dict[str, Any]]:
    """Per CrossNER corpus the rate and the CPU time against what must hold; per language of CoNLL-2002 every method."""
    found = [line for name, (domains, bar) in CROSSNER.items() for line in _crossner(name, domains, bar)]
    for language in ("esp", "ned"):
        found += _conll(language)
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
