"""nerproof audit: 30 systems on 50,000 tokens, without training, as the command runs; and estimate with three systems."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SYSTEMS, SENTENCES, WORDS = 30, 2500, 20


def lines() -> list[dict]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = _write(folder)
        preds = [x for s in files for x in ("--pred", f"{s}={folder}/{s}.conll")]
        audit = ["audit", "--gold", f"{folder}/gold.conll", *preds, "--out", f"{folder}/audit"]
        some = [x for s in files[:3] for x in ("--pred", f"{s}={folder}/{s}.conll", "--new", f"{s}={folder}/{s}.conll")]
        estimate = ["estimate", "--gold", f"{folder}/gold.conll", *some]
        return [
            _line("audit: 30 systems, 50,000 tokens, CPU", _cost(audit), "<=5"),
            _line("estimate: 3 systems, 50,000 tokens, CPU", _cost(estimate), "<=5"),
        ]


def _line(name: str, value: float, bar: str) -> dict:
    return {"name": name, "value": value, "unit": "s", "peer": None, "ratio": None, "bar": bar}


def _cost(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "nerproof", *arguments, "-q"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def _write(folder: Path) -> list[str]:
    """Gold with an entity in every fourth sentence pair, and systems that err on a tenth of the mentions."""
    rng = np.random.default_rng(0)
    words = rng.integers(8000, size=(SENTENCES, WORDS))
    types = rng.integers(4, size=(SENTENCES, 3))
    names = ["gold", *(f"s{k:02}" for k in range(SYSTEMS))]
    for k, name in enumerate(names):
        own = types.copy()
        if k:
            wrong = rng.random(types.shape) < 0.1
            own[wrong] = rng.integers(5, size=wrong.sum())  # 4 is no mention
        (folder / f"{name}.conll").write_text(_text(words, own))
    return names[1:]


def _text(words: np.ndarray, types: np.ndarray) -> str:
    rows = []
    for sentence, found in zip(words.tolist(), types.tolist(), strict=True):
        tags = ["O"] * len(sentence)
        for at, type_ in zip((1, 7, 13), found, strict=True):
            if type_ < 4:
                tags[at : at + 2] = [f"B-T{type_}", f"I-T{type_}"]
        rows.append("".join(f"w{w}\t{t}\n" for w, t in zip(sentence, tags, strict=True)))
    return "\n".join(rows)
