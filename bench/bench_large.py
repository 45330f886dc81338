"""Parquet beyond memory: contamination and hardeval against a 20M-token training set, and small gold against training
sets of 20M and 100M tokens (NERPROOF_BENCH=full only)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from bench.measure import CACHE, Cost, nerproof
from bench.synthetic import TYPES, Block, blocks, names
from nerproof.corpus import Coded, Corpus, Mentions, Vocabulary
from nerproof.formats.parquet import Sink

SIZES = [int(n) for n in os.environ.get("NERPROOF_BENCH_TOKENS", "5000000,20000000,100000000").split(",")]
TINY = 20_000
TRAIN = int(os.environ.get("NERPROOF_BENCH_TRAIN", "20000000"))
TRAINING = [int(n) for n in os.environ.get("NERPROOF_BENCH_TRAINING", "20000000,100000000").split(",")]
BESIDE = int(os.environ.get("NERPROOF_BENCH_BESIDE", "5000000"))  # tokens of gold against these


def lines() -> list[dict]:
    if os.environ.get("NERPROOF_BENCH") != "full":
        return []
    found, per_token = [], {}
    train = parquet("train", TRAIN, seed=1)
    # The training set costs the same whatever is tested: what it takes alone is left out of the cost of a test token.
    # Most of a small test's cost is the training set: both are measured in turns, and the least counts.
    turns = [_of(n, train) for _ in range(5) for n in (TINY, SIZES[0])]
    least = {TINY: min(turns[::2], key=_cpu), SIZES[0]: min(turns[1::2], key=_cpu)}
    alone = least[TINY].cpu
    found.append(_line(f"Index of {TRAIN // 1_000_000}M training tokens, CPU", alone, "s", None))
    for n in SIZES:
        used = least.get(n) or _of(n, train)
        per_token[n] = (used.cpu - alone) / n * 1e9
        found.append(
            _line(f"hardeval and contamination of {n // 1_000_000}M tokens, peak memory", used.peak, "MB", "<=1536")
        )
        found.append(_line("… CPU per test token", per_token[n], "ns", None))
    growth = per_token[SIZES[-1]] / per_token[SIZES[0]]
    found.append(_line("… CPU per test token, largest against smallest", growth, "times", "<=1.2"))
    return [*found, *training_lines()]


def training_lines() -> list[dict]:
    """A training set that is read in pieces: what it costs beside a gold that has none to speak of."""
    found, peaks = [], []
    gold, pred = parquet("gold", BESIDE), parquet("pred", BESIDE)
    alone = _evaluate(gold, pred, parquet("train", TINY, seed=1), times=2).cpu
    for n in TRAINING:
        used = _evaluate(gold, pred, _training(n))
        peaks.append(used.peak)
        name = f"hardeval and contamination of {BESIDE // 1_000_000}M tokens against {n // 1_000_000}M of training"
        found.append(_line(f"{name}, peak memory", used.peak, "MB", "<=1536"))
        found.append(_line("… CPU per training token", (used.cpu - alone) / n * 1e9, "ns", None))
    return [*found, _line("… peak memory, largest against smallest", peaks[-1] / peaks[0], "times", "<=1.2")]


def _training(n: int) -> Path:
    """100M tokens are there already as gold: as a training set they are as good as others, and take no more disk."""
    return parquet("train", n, seed=1) if n <= TRAIN else parquet("gold", n)


def parquet(kind: str, n: int, seed: int = 0) -> Path:
    """A file of the synthetic corpus, made once."""
    path = CACHE / f"{kind}-{n}.parquet"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        words = Vocabulary([w.decode() for w in names().tolist()])
        with Sink(path.with_suffix(".part")) as sink:
            for piece in blocks(n, seed):
                sink.add(_corpus(piece, piece.pred if kind == "pred" else piece.gold, words))
        path.with_suffix(".part").rename(path)
    return path


def _corpus(piece: Block, mentions: np.ndarray, words: Vocabulary) -> Corpus:
    spans = Mentions.of(mentions[:, 0], mentions[:, 1], mentions[:, 2])
    documents = np.arange(len(piece.sentences), dtype=np.int64)
    return Corpus(Coded(piece.tokens.astype(np.int32), words), piece.sentences, spans, TYPES, documents)


def _cpu(used: Cost) -> float:
    return used.cpu


def _of(n: int, train: Path) -> Cost:
    return _evaluate(parquet("gold", n), parquet("pred", n), train)


def _evaluate(gold: Path, pred: Path, train: Path, times: int = 1) -> Cost:
    files = ["--gold", str(gold), "--pred", f"a={pred}", "--train", str(train)]
    how = ["--suite", "hardeval,contamination", "--resamples", "0", "--stream", "-q"]
    return nerproof("evaluate", *files, *how, times=times)


def _line(name: str, value: float, unit: str, bar: str | None) -> dict:
    return {"name": name, "value": value, "unit": unit, "peer": None, "ratio": None, "bar": bar}
