"""Sentences that stand, exactly or nearly, in two parts."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.splits.card_seen import ratio

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

ALIKE = 0.8  # Jaccard of the sets of words
SHORTEST = 5  # different words: shorter sentences are alike by chance
MOST = 300_000  # sentences; above this near-duplicates are looked for only if asked
EXAMPLES = 20  # pairs that are shown
MOST_WORDS = 60  # of a sentence that is shown

Pair = tuple[int, int]  # sentences

_DIGIT, _LETTER = re.compile(r"\d"), re.compile(r"[^\W\d_]")


def duplicates(corpus: Corpus, parts: Mapping[str, Ints], *, near: bool | None) -> dict[str, Any]:
    """Per pair of parts, how many sentences have an equal (``exact``) or similar (``near``) one in the other."""
    part_of = {i: name for name, where in parts.items() for i in where.tolist()}
    look = near if near is not None else len(part_of) <= MOST
    equal = list(_equal_pairs(corpus, part_of))
    alike = list(near_pairs(_word_sets(corpus, part_of), part_of)) if look else []
    return {
        "exact": _report(corpus, parts, part_of, equal),
        "near": _report(corpus, parts, part_of, _without(alike, equal)) if look else None,
        "similarity": ALIKE,
    }


def _without(pairs: list[Pair], others: list[Pair]) -> list[Pair]:
    known = {frozenset(pair) for pair in others}
    return [pair for pair in pairs if frozenset(pair) not in known]


def _report(corpus: Corpus, parts: Mapping[str, Ints], part_of: Mapping[int, str], pairs: list[Pair]) -> dict[str, Any]:
    names = list(parts)
    touched: dict[str, set[int]] = {f"{a}|{b}": set() for a in names for b in names if a != b}
    for i, j in pairs:
        touched[f"{part_of[i]}|{part_of[j]}"].add(i)
        touched[f"{part_of[j]}|{part_of[i]}"].add(j)
    once = list(dict.fromkeys((min(pair), max(pair)) for pair in pairs))[:EXAMPLES]
    return {
        "directions": {key: ratio(len(found), len(parts[key.split("|")[0]])) for key, found in touched.items()},
        "examples": [[_example(corpus, part_of[k], k) for k in pair] for pair in once],
    }


def _example(corpus: Corpus, part: str, i: int) -> dict[str, str]:
    return {"part": part, "place": corpus.place(i), "text": " ".join(corpus.sentence(i)[:MOST_WORDS])}


def _equal_pairs(corpus: Corpus, part_of: Mapping[int, str]) -> Iterator[Pair]:
    """Pairs of sentences with the same tokens in different parts; enough of them to touch every such sentence."""
    same: dict[bytes, list[int]] = defaultdict(list)
    cuts = corpus.sentences.tolist()
    for i in sorted(part_of):
        same[corpus.tokens.ids[cuts[i] : cuts[i + 1]].tobytes()].append(i)
    for group in same.values():
        yield from _across(group, part_of)


def _across(group: list[int], part_of: Mapping[int, str]) -> Iterator[Pair]:
    """For each sentence and each other part, one partner there."""
    first = {part_of[i]: i for i in reversed(group)}
    for i in group if len(first) > 1 else ():
        yield from ((i, j) for name, j in first.items() if name != part_of[i])


def _word_sets(corpus: Corpus, part_of: Mapping[int, str]) -> dict[int, frozenset[str]]:
    """Lower-cased words without punctuation; numbers (without letters) with every digit as 0."""
    plain = [w.lower() if _LETTER.search(w) else _DIGIT.sub("0", w) for w in corpus.tokens.vocabulary]
    kept = [any(ch.isalnum() for ch in w) for w in plain]
    ids, cuts = corpus.tokens.ids.tolist(), corpus.sentences.tolist()
    return {i: frozenset(plain[t] for t in ids[cuts[i] : cuts[i + 1]] if kept[t]) for i in part_of}


def near_pairs(sets: Mapping[int, frozenset[str]], part_of: Mapping[int, str]) -> Iterator[Pair]:
    """Pairs in different parts with Jaccard ≥ 0.8: every sentence that has a partner in a part is met with one.

    Two sets so alike share at least two of the rarest 20 % + 2 of their words, so only sets with a common pair of
    rare words are compared (the 2-prefix filter of set-similarity joins; nothing is missed).
    """
    members: dict[frozenset[str], list[int]] = defaultdict(list)
    for i in sorted(sets):
        if len(sets[i]) >= SHORTEST:
            members[sets[i]].append(i)
    distinct = list(members)
    for group in members.values():
        yield from _across(group, part_of)
    for a, b in _candidates(distinct):
        if _alike(distinct[a], distinct[b]):
            yield from _across_both(members[distinct[a]], members[distinct[b]], part_of)


def _across_both(left: list[int], right: list[int], part_of: Mapping[int, str]) -> Iterator[Pair]:
    for some, others in ((left, right), (right, left)):
        first = {part_of[j]: j for j in reversed(others)}
        yield from ((i, j) for i in some for name, j in first.items() if name != part_of[i])


def _candidates(distinct: list[frozenset[str]]) -> Iterator[Pair]:
    """Pairs of sets with a common pair of rare words, each once; a set much longer than the other is no candidate."""
    keys, owners = _rare_pairs(distinct)
    order = np.lexsort((owners, keys))
    keys, owners = keys[order], owners[order]
    cuts = np.flatnonzero(np.diff(keys, prepend=-1, append=-1))
    met: set[tuple[int, int]] = set()
    for c in np.flatnonzero(np.diff(cuts) > 1).tolist():
        for pair in combinations(owners[cuts[c] : cuts[c + 1]].tolist(), 2):
            short, long = sorted(len(distinct[k]) for k in pair)
            if short >= ALIKE * long and pair not in met:
                met.add(pair)
                yield pair


def _rare_pairs(distinct: list[frozenset[str]]) -> tuple[Ints, Ints]:
    """A key for each pair of rare words of each set, and the set it is of."""
    frequency = Counter(w for words in distinct for w in words)
    rank = {w: r for r, (w, _) in enumerate(sorted(frequency.items(), key=lambda item: (item[1], item[0])))}
    keys: list[int] = []
    counts = []
    for words in distinct:
        rarest = sorted(rank[w] for w in words)[: len(words) - math.ceil(ALIKE * len(words)) + 2]
        before = len(keys)
        keys.extend(a * len(rank) + b for a, b in combinations(rarest, 2))
        counts.append(len(keys) - before)
    return np.array(keys, dtype=np.int64), np.repeat(np.arange(len(distinct)), counts)


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    common = len(a & b)
    return common >= ALIKE * (len(a) + len(b) - common)
