"""Reading JSONL to mentions, against json and seqeval's span finder."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus

TOKENS = 200_000
BAR = 1.5


def lines(n_tokens: int = TOKENS) -> list[dict[str, Any]]:
    """One line per format; the ratio says how many times less CPU than the peer."""
    from nerproof.formats import read, write

    corpus = made(n_tokens)
    with tempfile.TemporaryDirectory() as folder:
        jsonl = Path(folder) / "a.jsonl"
        write(corpus, jsonl, format="jsonl")
        read(jsonl)  # imports are no part of the reading
        fast, n = timed(lambda: len(read(jsonl).mentions))
        slow, m = timed(lambda: by_seqeval(jsonl))
        assert n == m == len(corpus.mentions)
    return [line(f"read JSONL of {n_tokens:,} tokens", fast, "json + seqeval", slow / fast, BAR)]


def line(name: str, value: float, peer: str, ratio: float, bar: float) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": "CPU s", "peer": peer, "ratio": ratio, "bar": bar}


def made(n_tokens: int) -> Corpus:
    """Sentences of twenty tokens with two mentions each."""
    sentences = [[f"w{(i * 20 + j) % 9973}" for j in range(20)] for i in range(n_tokens // 20)]
    return Corpus.from_sentences(sentences, [[(1, 3, "PER"), (7, 8, "ORG")]] * len(sentences))


def by_seqeval(path: Path) -> int:
    import json

    from seqeval.metrics.sequence_labeling import get_entities

    with path.open() as rows:
        return sum(len(get_entities(json.loads(row)["tags"])) for row in rows)


def timed(work: Callable[[], int]) -> tuple[float, int]:
    start = time.process_time()
    value = work()
    return time.process_time() - start, value
