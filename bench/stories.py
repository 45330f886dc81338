"""Sentences in stories that share names, as news has them: a corpus of any size to split, the same on every machine.

    python -m bench.stories 200000 FILE

A mention is a name of its story (most), one of a few thousand names that stand everywhere, or one that stands nowhere
else; a third of a story's names come from earlier stories. So the stories hang together, as real ones do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from bench.synthetic import names as words_and_names

TYPES = ("EVENT", "LOC", "MISC", "ORG", "PER", "PRODUCT")
WORDS = 30_000
CAST = 12  # names of a story
BLOCK = 2_000  # stories


def write(n_sentences: int, path: Path, *, seed: int = 0) -> Path:
    """The file, made only once."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".part").open("w", encoding="utf-8") as out:
            out.writelines(sentences(n_sentences, seed))
        path.with_suffix(".part").rename(path)
    return path


def sentences(n: int, seed: int) -> Iterator[str]:
    """Blocks of stories as ``token tag`` lines."""
    first, block = 0, 0
    while first < n:
        made = _block(block, np.random.default_rng([seed, block]))
        yield from made[: n - first]
        first, block = first + len(made), block + 1


def _block(block: int, rng: np.random.Generator) -> list[str]:
    lengths = rng.integers(5, 30, BLOCK)
    story = block * BLOCK + np.repeat(np.arange(BLOCK), lengths)
    mentions = rng.poisson(1.5, len(story))
    owner = np.repeat(story, mentions)
    cast = rng.integers(0, CAST, len(owner))
    old = _unit(owner * CAST + cast) < 0.35  # the same for every mention of the name
    earlier = (owner * np.sqrt(_unit(owner * CAST + cast + 7))).astype(np.int64)
    named = [
        f"{_name(s)}{c}" for s, c in zip(np.where(old, earlier, owner), np.where(old, cast % 8, cast), strict=True)
    ]
    kind = rng.random(len(owner))
    hub = np.exp(rng.random(len(owner)) * np.log(5000)).astype(np.int64)
    who = [
        name if k < 0.7 else f"Hub{h}" if k < 0.85 else f"Once{block}x{i}"
        for i, (name, k, h) in enumerate(zip(named, kind, hub, strict=True))
    ]
    return _lines(who, mentions, rng)


def _lines(who: list[str], mentions: np.ndarray, rng: np.random.Generator) -> list[str]:
    vocabulary = _words()
    plain = rng.integers(5, 25, len(mentions))
    text = (WORDS * rng.random(plain.sum()) ** 3).astype(np.int64)
    tagged = [f"{vocabulary[w]} O" for w in text.tolist()]
    found, at, m = [], 0, 0
    for n, k in zip(plain.tolist(), mentions.tolist(), strict=True):
        mine = [f"{w} B-{TYPES[sum(map(ord, w)) % len(TYPES)]}" for w in who[m : m + k]]
        found.append("\n".join([*tagged[at : at + n // 2], *mine, *tagged[at + n // 2 : at + n]]) + "\n\n")
        at, m = at + n, m + k
    return found


def _unit(numbers: np.ndarray) -> np.ndarray:
    """A number in [0, 1) that depends on the given one only."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(11)) / 2.0**53


def _name(story: int) -> str:
    return f"S{story}n"


@cache
def _words() -> list[str]:
    return [w.decode() for w in words_and_names()[:WORDS].tolist()]


if __name__ == "__main__":
    print(write(int(sys.argv[1]), Path(sys.argv[2])))
