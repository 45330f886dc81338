"""With a training set: all four suites of two systems with intervals, against seqeval's report alone; and growth."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import CACHE, nerproof, python
from bench.synthetic import blocks, conll, write

FULL = os.environ.get("NERPROOF_BENCH") == "full"
TRAIN, TEST = 200_000, 50_000  # the sizes of CoNLL-2003
SUITES = "standard,hardeval,tmr,contamination"
GROWTH = (200_000, 2_000_000, *((20_000_000,) if FULL else ()))
MOST = 1.5  # how much dearer a token may be in a corpus ten times as large


def lines() -> list[dict]:
    return [_against_seqeval(), *growth()]


def _against_seqeval() -> dict:
    paths = {k: str(p) for k, p in write(TEST, CACHE, train=TRAIN).items()}
    both = ["--pred", f"a={paths['pred']}", "--pred", f"b={second(TEST)}"]
    files = ["--gold", paths["gold"], "--train", paths["train"], *both]
    ours = nerproof("evaluate", *files, "--suite", SUITES, "-q", times=3)
    report = python("-m", "bench.peers", "report", paths["gold"], paths["pred"], times=3)
    name = "Four suites, two systems, intervals (200k train, 50k test), CPU"
    peer = "seqeval's classification report of one system"
    return {"name": name, "value": ours.cpu, "unit": "s", "peer": peer, "ratio": report.cpu / ours.cpu, "bar": 1}


def second(n_tokens: int) -> Path:
    """The predictions of another system: every fifth mention of the first is missing."""
    path = CACHE / f"pred2-{n_tokens}.conll"
    if not path.exists():
        with path.open("wb") as out:
            for piece in blocks(n_tokens):
                kept = [i for i in range(len(piece.pred)) if i % 5]
                out.write(conll(piece, piece.pred[kept]))
    return path


def growth() -> list[dict]:
    """CPU per token of training and test together, each corpus ten times the one before."""
    found, before = [], None
    for n in GROWTH:
        paths = {k: str(p) for k, p in write(n, CACHE, train=n).items()}
        files = ["--gold", paths["gold"], "--pred", f"a={paths['pred']}", "--train", paths["train"]]
        with TemporaryDirectory() as empty:  # no index of an earlier run
            ours = nerproof("evaluate", *files, "--suite", SUITES, "-q", XDG_CACHE_HOME=empty)
        each = ours.cpu / (2 * n) * 1e6
        name = f"… {2 * n:,} tokens of training and test, CPU per million tokens"
        bar = None if before is None else f"<={before * MOST:.3g}"
        found.append({"name": name, "value": each, "unit": "s", "peer": None, "ratio": None, "bar": bar})
        before = each
    return found
