"""Sentences that stand, exactly or nearly, in two parts."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

ALIKE = 0.8  # Jaccard of the sets of words
SHORTEST = 5  # different words: shorter sentences are alike by chance
MOST = 300_000  # sentences; above this near-duplicates are looked for only if asked
EXAMPLES = 5

Words = tuple[int, ...]


def duplicates(corpus: Corpus, parts: Mapping[str, Ints], *, near: bool | None) -> dict[str, Any]:
    """Per pair of parts, how many sentences have an equal (``exact``) or similar (``near``) one in the other."""
    part_of = {i: name for name, where in parts.items() for i in where.tolist()}
    look = near if near is not None else len(part_of) <= MOST
    exact = _report(corpus, parts, part_of, _equal_pairs(corpus, part_of))
    return {
        "exact": exact,
        "near": _report(corpus, parts, part_of, near_pairs(_word_sets(corpus, part_of), part_of)) if look else None,
        "similarity": ALIKE,
    }


def _report(
    corpus: Corpus, parts: Mapping[str, Ints], part_of: Mapping[int, str], pairs: Iterator[tuple[int, int]]
) -> dict[str, Any]:
    names = list(parts)
    touched: dict[str, set[int]] = {f"{a}|{b}": set() for a in names for b in names if a != b}
    examples: list[list[str]] = []
    for i, j in pairs:
        touched[f"{part_of[i]}|{part_of[j]}"].add(i)
        touched[f"{part_of[j]}|{part_of[i]}"].add(j)
        if len(examples) < EXAMPLES:
            examples.append([corpus.place(i), corpus.place(j)])
    sizes = {name: len(where) for name, where in parts.items()}
    rates = {
        key: {"count": len(found), "total": sizes[key.split("|")[0]], "value": _share(found, sizes[key.split("|")[0]])}
        for key, found in touched.items()
    }
    return {"directions": rates, "examples": examples}


def _share(found: set[int], total: int) -> float | None:
    return len(found) / total if total else None


def _equal_pairs(corpus: Corpus, part_of: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Pairs of sentences with the same tokens in different parts; enough of them to touch every such sentence."""
    same: dict[bytes, list[int]] = defaultdict(list)
    cuts = corpus.sentences.tolist()
    for i in sorted(part_of):
        same[corpus.tokens.ids[cuts[i] : cuts[i + 1]].tobytes()].append(i)
    for group in same.values():
        yield from _across(group, part_of)


def _across(group: list[int], part_of: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """For each sentence and each other part, one partner there."""
    first = {part_of[i]: i for i in reversed(group)}
    for i in group if len(first) > 1 else ():
        yield from ((i, j) for name, j in first.items() if name != part_of[i])


def _word_sets(corpus: Corpus, part_of: Mapping[int, str]) -> dict[int, frozenset[str]]:
    """Lower-cased words without punctuation, digits as 0."""
    plain = [re.sub(r"\d", "0", w.lower()) for w in corpus.tokens.vocabulary]
    kept = [any(ch.isalnum() for ch in w) for w in plain]
    ids, cuts = corpus.tokens.ids.tolist(), corpus.sentences.tolist()
    return {i: frozenset(plain[t] for t in ids[cuts[i] : cuts[i + 1]] if kept[t]) for i in part_of}


def near_pairs(sets: Mapping[int, frozenset[str]], part_of: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Pairs in different parts with Jaccard ≥ 0.8, exactly.

    Two sets that are so alike share one of the rarest 20 % + 1 of their words, so only sentences with a common
    rare word are compared.
    """
    frequency = Counter(w for words in sets.values() for w in words)
    index: dict[str, list[int]] = defaultdict(list)
    for i in sorted(sets, key=lambda i: (len(sets[i]), i)):
        words = sets[i]
        if len(words) < SHORTEST:
            continue
        rarest = sorted(words, key=lambda w: (frequency[w], w))[: len(words) - math.ceil(ALIKE * len(words)) + 1]
        met: set[int] = set()
        for w in rarest:
            met.update(j for j in index[w] if part_of[j] != part_of[i] and len(sets[j]) >= ALIKE * len(words))
            index[w].append(i)
        yield from ((i, j) for j in sorted(met) if _alike(words, sets[j]))


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    common = len(a & b)
    return common >= ALIKE * (len(a) + len(b) - common)
