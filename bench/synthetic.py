"""A corpus of any size that is the same on every machine: Zipf words, names with types, and a system's predictions.

    python -m bench.synthetic 5000000 DIR      writes DIR/gold.conll and DIR/pred.conll (and DIR/train.conll)

Blocks of a million tokens are made one by one from (seed, block), so a corpus of 100M tokens needs little memory and
sizes of whole millions share their beginning.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

BLOCK = 1_000_000
WORDS = 150_000
NAME_WORDS = 40_000
ENTITIES = 120_000
TYPES = ("LOC", "MISC", "ORG", "PER")
SYLLABLES = [c + v for c in "bdfgklmnprst" for v in ("a", "e", "i", "o", "u")]
SLOT = 6  # at most one mention begins in each slot, so none overlap


@dataclass(frozen=True)
class Block:
    """Token numbers, sentence offsets and the mentions of gold and of a system: (start, end, type)."""

    tokens: np.ndarray
    sentences: np.ndarray
    gold: np.ndarray
    pred: np.ndarray


def blocks(n_tokens: int, seed: int = 0) -> Iterator[Block]:
    """The corpus of ``n_tokens`` tokens, a million at a time."""
    for i, start in enumerate(range(0, n_tokens, BLOCK)):
        yield block(min(BLOCK, n_tokens - start), np.random.default_rng([seed, i]))


def block(n: int, rng: np.random.Generator) -> Block:
    lengths = rng.integers(4, 36, size=n // 4 + 2)
    ends = np.minimum(np.cumsum(lengths), n)
    sentences = np.concatenate([[0], ends[: int(np.searchsorted(ends, n)) + 1]])
    gold, entity = _gold(n, sentences, rng)
    tokens = _zipf(rng, WORDS, n)
    _write_names(tokens, gold, entity)
    return Block(tokens, sentences, gold, _pred(gold, rng))


def _zipf(rng: np.random.Generator, size: int, n: int) -> np.ndarray:
    """Rank r with a chance of about 1/r."""
    return np.exp(rng.random(n) * np.log(size)).astype(np.int64) - 1


def _gold(n: int, sentences: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    start = np.arange(0, n, SLOT) + rng.integers(0, 2, size=-(-n // SLOT))
    length = rng.choice([1, 2, 3, 4], p=[0.5, 0.3, 0.15, 0.05], size=len(start))
    chosen = (rng.random(len(start)) < 0.42) & (start < n)
    start, length = start[chosen], length[chosen]
    limit = sentences[np.searchsorted(sentences, start, side="right")]
    entity = _zipf(rng, ENTITIES, len(start))
    usual = entity * 7 % 4
    type_ = np.where(rng.random(len(start)) < 0.93, usual, rng.integers(0, 4, size=len(start)))
    return np.stack([start, np.minimum(start + length, limit), type_], axis=1), entity


def _write_names(tokens: np.ndarray, gold: np.ndarray, entity: np.ndarray) -> None:
    for k in range(4):
        long_enough = gold[:, 0] + k < gold[:, 1]
        word = (entity[long_enough] * 2654435761 + k * 40503) % NAME_WORDS
        tokens[gold[long_enough, 0] + k] = WORDS + word


def _pred(gold: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Right 86 %, wrong type 5 %, cut short 4 %, missed 5 %."""
    dice = rng.random(len(gold))
    pred = gold.copy()
    wrong = dice < 0.05
    pred[wrong, 2] = (pred[wrong, 2] + 1) % 4
    short = (dice >= 0.05) & (dice < 0.09) & (gold[:, 1] - gold[:, 0] > 1)
    pred[short, 1] -= 1
    return pred[dice < 0.95]


# --- as CoNLL columns ------------------------------------------------------------------------------------------------


@cache
def names() -> np.ndarray:
    """The string of every token number, as bytes."""
    words = [_word(i) for i in range(WORDS)] + [_word(i + 61).capitalize() for i in range(NAME_WORDS)]
    return np.array([w.encode() for w in words], dtype=object)


def _word(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, len(SYLLABLES))
        text += SYLLABLES[digit]
        if not number:
            return text
        number -= 1


def conll(piece: Block, mentions: np.ndarray) -> bytes:
    """``token tag`` lines in IOB2."""
    tags = np.zeros(len(piece.tokens), dtype=np.int64)
    lengths = mentions[:, 1] - mentions[:, 0]
    first = np.repeat(mentions[:, 0] - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    tags[first + np.arange(lengths.sum())] = np.repeat(2 + 2 * mentions[:, 2], lengths)
    tags[mentions[:, 0]] = 1 + 2 * mentions[:, 2]
    texts = ["O", *(f"{p}-{t}" for t in TYPES for p in "BI")]
    ends = np.array([f" {t}{e}".encode() for e in ("\n", "\n\n") for t in texts], dtype=object)
    last = np.zeros(len(tags), dtype=np.int64)
    last[piece.sentences[1:] - 1] = len(texts)
    parts = np.empty(2 * len(tags), dtype=object)
    parts[0::2], parts[1::2] = names()[piece.tokens], ends[tags + last]
    return b"".join(parts.tolist())


def write(n_tokens: int, folder: Path, *, seed: int = 0, train: int = 0) -> dict[str, Path]:
    """Gold and predictions of a size, and a training file from another seed; made only once per folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: folder / f"{name}-{n}.conll" for name, n in (("gold", n_tokens), ("pred", n_tokens))}
    if not all(p.exists() for p in paths.values()):
        with paths["gold"].open("wb") as gold, paths["pred"].open("wb") as pred:
            for piece in blocks(n_tokens, seed):
                gold.write(conll(piece, piece.gold))
                pred.write(conll(piece, piece.pred))
    if train:
        paths["train"] = folder / f"train-{train}.conll"
        if not paths["train"].exists():
            with paths["train"].open("wb") as out:
                out.writelines(conll(piece, piece.gold) for piece in blocks(train, seed + 1))
    return paths


if __name__ == "__main__":
    made = write(int(sys.argv[1]), Path(sys.argv[2]), train=int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    print("\n".join(str(p) for p in made.values()))
