"""Random hashes of words and of sequences of words, 128 bits, all in numpy: for counting what is different.

A word's hash is the exclusive or of a random number for each of its bytes and their places (tabulation hashing): two
different words have the same hash with a probability of 2^-128, whatever the words are.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints
from nerproof.engines.spilling import Hashes

PLACES = 48  # bytes of a word that have random numbers; longer words are hashed one by one


class Hasher:
    """Hashes that depend on a seed: nobody can make words that collide.

    >>> hasher = Hasher(7)
    >>> words = hasher.words(b"EUandEU", np.array([0, 2, 5]), np.array([2, 5, 7]))
    >>> bool((words[:, 0] == words[:, 2]).all()), bool((words[:, 0] == words[:, 1]).any())
    (True, False)
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __getstate__(self) -> dict[str, int]:
        return {"seed": self.seed}

    @cached_property
    def numbers(self) -> Hashes:
        random = np.random.Generator(np.random.PCG64(self.seed))
        return random.integers(0, 1 << 64, (2, PLACES << 8), dtype=np.uint64)

    def words(self, blob: bytes, start: Ints, end: Ints) -> Hashes:
        """Two rows of 64 bits for the strings ``blob[start:end]``."""
        lengths = end - start
        found = np.zeros((2, len(lengths)), dtype=np.uint64)
        usual = np.flatnonzero((lengths > 0) & (lengths <= PLACES))
        if len(usual):
            found[:, usual] = self._tabled(blob, start[usual], lengths[usual])
        for i in np.flatnonzero(lengths > PLACES).tolist():
            found[:, i] = self._long(blob[start[i] : end[i]])
        return found

    def sequences(self, words: Hashes, ids: NDArray[np.integer[Any]], cuts: Ints) -> Hashes:
        """Hashes of the sequences ``ids[cuts[i]:cuts[i + 1]]`` of words, none of them empty."""
        if len(cuts) < 2:
            return np.zeros((2, 0), dtype=np.uint64)
        place = (np.arange(len(ids)) - np.repeat(cuts[:-1], np.diff(cuts)) + 1).astype(np.uint64)
        salt = place * np.uint64(0x9E3779B97F4A7C15)
        return np.stack([np.add.reduceat(_mixed(half[ids] + salt), cuts[:-1]) for half in words])

    def _tabled(self, blob: bytes, starts: Ints, lengths: Ints) -> Hashes:
        cuts = np.concatenate([[0], np.cumsum(lengths)])
        place = np.arange(cuts[-1]) - np.repeat(cuts[:-1], lengths)
        byte = np.frombuffer(blob, dtype=np.uint8)[place + np.repeat(starts, lengths)]
        entry = (place << 8) + byte
        return np.stack([np.bitwise_xor.reduceat(own[entry], cuts[:-1]) for own in self.numbers])

    def _long(self, word: bytes) -> Hashes:
        key = self.seed.to_bytes(8, "little")
        return np.frombuffer(hashlib.blake2b(word, digest_size=16, key=key).digest(), dtype=np.uint64)


def _mixed(hashes: Hashes) -> Hashes:
    """Splitmix64's end: sums of mixed numbers say nothing about the numbers."""
    mixed = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
