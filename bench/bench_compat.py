"""Scoring tag lists that are already in memory: our compat functions against the programs they stand for."""

from __future__ import annotations

import itertools
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.synthetic import TYPES, Block, blocks

TOKENS = 500_000
BAR = 10.0  # times less CPU than seqeval on lists in memory


def lines(n_tokens: int = TOKENS) -> list[dict[str, Any]]:
    """One line per function: our CPU seconds, the peer, and how many times less CPU ours needs."""
    from nervaluate import Evaluator
    from seqeval.metrics import classification_report, f1_score
    from seqeval.scheme import IOB2
    from seqscore.scoring import score_label_sequences

    from nerproof.compat import scores, seqeval

    gold, pred = tag_lists(n_tokens)
    strict = {"mode": "strict", "scheme": IOB2}
    pairs: list[tuple[str, str, Callable[[], Any], Callable[[], Any]]] = [
        ("f1_score", "seqeval", lambda: seqeval.f1_score(gold, pred), lambda: f1_score(gold, pred)),
        (
            "classification_report",
            "seqeval",
            lambda: seqeval.classification_report(gold, pred),
            lambda: classification_report(gold, pred),
        ),
        (
            "f1_score, strict",
            "seqeval",
            lambda: seqeval.f1_score(gold, pred, **strict),
            lambda: f1_score(gold, pred, **strict),
        ),
        (
            "all four schemas, per type",
            "nervaluate",
            lambda: scores("nervaluate", gold, pred),
            lambda: Evaluator(gold, pred, tags=list(TYPES), loader="list").evaluate(),
        ),
        (
            "P/R/F1, repair conlleval",
            "seqscore",
            lambda: scores("seqscore", gold, pred),
            lambda: score_label_sequences(pred, gold, "BIO", repair="conlleval"),
        ),
    ]
    return [_line(f"in memory, {n_tokens:,} tokens: {name}", peer, ours, theirs) for name, peer, ours, theirs in pairs]


def _line(name: str, peer: str, ours: Callable[[], Any], theirs: Callable[[], Any]) -> dict[str, Any]:
    mine, other = cpu(ours, 3), cpu(theirs, 1)
    return {"name": name, "value": mine, "unit": "CPU s", "peer": peer, "ratio": other / mine, "bar": BAR}


def cpu(function: Callable[[], Any], repeats: int) -> float:
    """The least CPU time of some runs."""
    best = float("inf")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(repeats):
            start = time.process_time()
            function()
            best = min(best, time.process_time() - start)
    return best


def tag_lists(n_tokens: int) -> tuple[list[list[str]], list[list[str]]]:
    """Gold and predicted tags of the synthetic corpus, a list per sentence."""
    gold: list[list[str]] = []
    pred: list[list[str]] = []
    for piece in blocks(n_tokens):
        gold += _tags(piece, piece.gold)
        pred += _tags(piece, piece.pred)
    return gold, pred


def _tags(piece: Block, mentions: np.ndarray) -> list[list[str]]:
    flat = ["O"] * len(piece.tokens)
    for start, end, type_ in mentions.tolist():
        flat[start:end] = [f"B-{TYPES[type_]}"] + [f"I-{TYPES[type_]}"] * (end - start - 1)
    cuts = piece.sentences.tolist()
    return [flat[a:b] for a, b in itertools.pairwise(cuts)]


if __name__ == "__main__":
    for line in lines():
        print(f"{line['name']:<55} {line['value']:8.3f} {line['unit']}  {line['ratio']:6.1f}x {line['peer']}")
