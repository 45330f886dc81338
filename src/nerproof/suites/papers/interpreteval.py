"""InterpretEval as its released program computes it (``compat=interpreteval``), to compare with published figures.

What differs from the paper's text is listed in docs/methods: lower-cased look-ups, values rounded to three decimals,
entity tokens for mentions in eDen, surfaces as unescaped regular expressions, a carried-over value for unseen tokens,
buckets that drop what lies outside gold's range, six labels only, and F1 = 0 where nothing is correct.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.corpus.fold import lowered
from nerproof.corpus.labels import types_of_tokens
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon
from nerproof.measures.buckets import equal_parts
from nerproof.measures.metrics import METRICS, Floats, Metric, Slice, Sums, prf
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell

NAMES = ("XS", "S", "L", "XL")
DELETED = str.maketrans("", "", "()*")
SPECIAL = set(".^$?+{}[]|\\")
MOST_LABELS = 6
RANK = 5  # frequencies are divided by the fifth largest


class Program:
    """Look-up tables of the released program over one training corpus."""

    def __init__(self, train: Corpus) -> None:
        self.vocabulary = set(train.tokens.vocabulary.strings)  # case kept: what oDen looks at
        self.train = lowered(train)
        self.lexicon = Lexicon(self.train)
        self.words = self.train.tokens.strings()
        self.types = types_of_tokens(self.train)

    @cached_property
    def text(self) -> str:
        return " ".join(self.words)

    @cached_property
    def starts(self) -> Ints:
        """Character offset of each token in the text."""
        lengths = np.array([len(w) for w in self.words], dtype=np.int64) + 1
        return np.concatenate([[0], np.cumsum(lengths)[:-1]])

    @cached_property
    def matches(self) -> dict[str, tuple[Ints, Ints]]:
        """First and last token of every match of every training surface."""
        surfaces = sorted({self.train.surface(i) for i in range(len(self.train.mentions))})
        plain = [s for s in surfaces if not SPECIAL & set(s) and s.translate(DELETED) == s]
        found = self._literal(plain)
        found |= {s: self._pattern(s) for s in surfaces if s not in found}
        return found

    def _literal(self, surfaces: list[str]) -> dict[str, tuple[Ints, Ints]]:
        """Plain surfaces by the trie; a match eats the blanks around it, so neighbours that share one count once."""
        wanted = Corpus.from_sentences([s.split(" ") for s in surfaces])
        table = self.train.tokens.vocabulary.lookup(wanted.tokens.vocabulary)
        bounds = wanted.sentences
        ids = table[wanted.tokens.ids] if wanted.n_tokens else wanted.tokens.ids
        grams, node = Ngrams.build(ids, bounds[:-1], bounds[1:], size=len(self.train.tokens.vocabulary))
        places: dict[int, Ints] = {}
        whole = np.array([0, self.train.n_tokens])
        for at, nodes in grams.matches(self.train.tokens.ids, whole):
            order = np.argsort(nodes, kind="stable")
            cuts = np.flatnonzero(np.diff(nodes[order], prepend=-1))
            for part in np.split(order, cuts[1:]) if len(order) else []:
                places[int(nodes[part[0]])] = np.sort(at[part])
        return {
            s: self._apart(places.get(int(n), at[:0]), len(s.split(" "))) for s, n in zip(surfaces, node, strict=True)
        }

    def _apart(self, at: Ints, length: int) -> tuple[Ints, Ints]:
        inside = at[(at > 0) & (at + length < self.train.n_tokens)]
        if len(inside) and (np.diff(inside) <= length).any():
            kept, free = [], -1
            for place in inside.tolist():
                if place > free:
                    kept.append(place)
                    free = place + length
            inside = np.array(kept, dtype=np.int64)
        return inside, inside + length - 1

    def _pattern(self, surface: str) -> tuple[Ints, Ints]:
        try:
            pattern = re.compile(" " + surface.translate(DELETED) + " ")
        except re.error:  # the program would stop here; we take the surface at its word
            pattern = re.compile(re.escape(f" {surface} "))
        spans = [(m.start() + 1, max(m.end() - 2, m.start() + 1)) for m in pattern.finditer(self.text)]
        first, last = (np.array([s[i] for s in spans], dtype=np.int64) for i in (0, 1))
        return self._token_at(first), self._token_at(last)

    def _token_at(self, characters: Ints) -> Ints:
        return np.maximum(np.searchsorted(self.starts, characters, side="right") - 1, 0)

    @cached_property
    def entity_frequency(self) -> dict[str, float]:
        counts = {s: len(first) for s, (first, _) in self.matches.items()}
        top = _fifth(list(counts.values()))
        return {s: round(n / top, 3) for s, n in counts.items() if n <= top}

    @cached_property
    def token_frequency(self) -> Floats:
        counts = self.lexicon.token_count
        return np.round(np.minimum(counts / _fifth(counts.tolist()), 1.0), 3).astype(np.float64)

    @cached_property
    def entity_consistency(self) -> dict[str, dict[str, float]]:
        """For consistency the program deletes the plus signs of a surface, too."""
        changed = {s: self._pattern(s.replace("+", "")) for s in self.matches if "+" in s}
        return {s: self._shares(*changed.get(s, places)) for s, places in self.matches.items()}

    def _shares(self, first: Ints, last: Ints) -> dict[str, float]:
        """Share of each type among the labels of all matched tokens."""
        length = last - first + 1
        at = places(first, length)
        counts = np.bincount(self.types[at] + 1, minlength=len(self.train.types) + 1)
        return {
            t: round(float(counts[i + 1] / counts.sum()), 3) for i, t in enumerate(self.train.types) if counts[i + 1]
        }


def _fifth(counts: list[int]) -> int:
    ordered = sorted(counts, reverse=True)
    return max(ordered[min(RANK, len(ordered)) - 1], 1) if ordered else 1


# --- values of one side ----------------------------------------------------------------------------------------------


def _surfaces(side: Corpus) -> list[str]:
    return [side.surface(i).lower() for i in range(len(side.mentions))]


def e_con(side: Corpus, _: Corpus, program: Program) -> Floats:
    table = program.entity_consistency
    types = [side.types[t] for t in side.mentions.type.tolist()]
    return np.array([table.get(s, {}).get(t, 0.0) for s, t in zip(_surfaces(side), types, strict=True)])


def e_fre(side: Corpus, _: Corpus, program: Program) -> Floats:
    return np.array([program.entity_frequency.get(s, 0.0) for s in _surfaces(side)])


def t_con(side: Corpus, _: Corpus, program: Program) -> Floats:
    low, own = lowered(side), types_of_tokens(side)
    word = program.lexicon.ids(low)
    types = np.append(program.lexicon.type_ids(side.types), -1)[own]
    counts = program.lexicon.labels.get(word, np.where(types >= 0, types + 1, -1))
    share = counts / np.maximum(np.append(program.lexicon.token_count, 0)[word], 1)
    return _carried(side, np.round(np.where(word >= 0, share, 0.0), 3).astype(np.float64), word >= 0)


def t_fre(side: Corpus, _: Corpus, program: Program) -> Floats:
    word = program.lexicon.ids(lowered(side))
    return _carried(side, np.append(program.token_frequency, 0.0)[word], word >= 0)


def _carried(side: Corpus, values: Floats, seen: Bools) -> Floats:
    """Inside a span an unseen token takes over the value of the last seen one; at its beginning it is 0."""
    found = values.copy()
    for start, end in zip(side.mentions.start.tolist(), side.mentions.end.tolist(), strict=True):
        last = 0.0
        for i in range(start, end):
            last = values[i] if seen[i] else last
            found[i] = last
    return found


def e_den(side: Corpus, gold: Corpus, _: Program) -> Floats:
    inside = np.bincount(gold.sentence_of_token[types_of_tokens(gold) >= 0], minlength=gold.n_sentences)
    return (inside / np.maximum(np.diff(gold.sentences), 1))[side.sentence_of_mention]


def o_den(side: Corpus, gold: Corpus, program: Program) -> Floats:
    unseen = np.array([w not in program.vocabulary for w in gold.tokens.vocabulary.strings], dtype=np.bool_)[
        gold.tokens.ids
    ]
    counts = np.bincount(gold.sentence_of_token[unseen], minlength=gold.n_sentences)
    return (counts / np.maximum(np.diff(gold.sentences), 1))[side.sentence_of_mention]


def s_len(side: Corpus, gold: Corpus, _: Program) -> Floats:
    return np.diff(gold.sentences).astype(np.float64)[side.sentence_of_mention]


def e_len(side: Corpus, _: Corpus, __: Program) -> Floats:
    return (side.mentions.end - side.mentions.start).astype(np.float64)


Value = Callable[[Corpus, Corpus, Program], Floats]
VALUES: dict[str, tuple[Value, str, str]] = {  # value, unit, how it is cut
    "eCon": (e_con, "mention", "fixed"),
    "tCon": (t_con, "token", "fixed"),
    "eFre": (e_fre, "mention", "zero"),
    "tFre": (t_fre, "token", "zero"),
    "oDen": (o_den, "mention", "zero"),
    "sLen": (s_len, "mention", "equal"),
    "eDen": (e_den, "mention", "equal"),
    "eLen": (e_len, "mention", "length"),
}


# --- buckets ---------------------------------------------------------------------------------------------------------

Interval = tuple[float, float]  # (lo, hi]; lo = hi is a single value


def intervals(values: NDArray[np.float64], how: str) -> list[Interval]:
    """The program's buckets: closed at gold's range, with gaps before buckets of one value."""
    if how == "fixed":
        return [(0.0, 0.0), (0.0, 0.5), (0.5, 0.999), (1.0, 1.0)]
    if how == "length":
        return [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (3.0, float(max(values.max(initial=3.0), 4.0)))]
    zero = how == "zero" and bool((values == 0).any())
    rest = values[values > 0] if zero else values
    parts = _greedy(rest, 3 if zero else 4, exclusive_minimum=how == "equal")
    return [*([(0.0, 0.0)] if zero else []), *parts]


def _greedy(values: NDArray[np.float64], parts: int, *, exclusive_minimum: bool) -> list[Interval]:
    found: list[Interval] = []
    edges = equal_parts(values, parts)
    low = float(values.min()) if len(values) else 0.0
    for i, high in enumerate(edges):
        below = found[-1][1] if found else -np.inf
        distinct = np.unique(values[(values > below) & (values <= high)])
        if len(distinct) == 1:
            found.append((high, high))
        elif i == 0:
            found.append((low if exclusive_minimum else 0.0, high))
        else:
            found.append((below, high))
    return found


def place(values: Floats, bucket: Interval) -> Bools:
    lo, hi = bucket
    return values == hi if lo == hi else (values > lo) & (values <= hi)


def zero_prf(sums: Sums) -> dict[str, Floats]:
    """Scores that are 0 whenever nothing is correct, also over nothing."""
    return {name: np.nan_to_num(value, nan=0.0) for name, value in prf(sums).items()}


# --- cells -----------------------------------------------------------------------------------------------------------


def cells(pair: Pair, lexicon: Lexicon) -> Iterator[Cell]:
    """The buckets of all attributes, and of the six most frequent labels."""
    program = lexicon.view("released interpreteval", lambda: Program(lexicon.corpus))
    for name, (value, unit, how) in VALUES.items():
        metric = _released(METRICS["token-strict" if unit == "token" else "strict"])
        gold, pred = (value(side, pair.gold, program) for side in (pair.gold, pair.pred))
        items = gold[pair.gold_types_of_tokens >= 0] if unit == "token" else gold
        for i, bucket in enumerate(intervals(items, how)):
            facts = {"lo": bucket[0], "hi": bucket[1], "released": True}
            masks = (place(gold, bucket), place(pred, bucket))
            yield Cell(metric, Slice(f"{name}:{NAMES[i]}", gold=masks[0], pred=masks[1], facts=facts))
    yield from _labels(pair)


def _released(metric: Metric) -> Metric:
    return replace(metric, score=zero_prf)


def _labels(pair: Pair) -> Iterator[Cell]:
    counts = np.bincount(pair.gold.mentions.type, minlength=len(pair.types))
    for i in np.argsort(-counts, kind="stable")[:MOST_LABELS].tolist():
        gold, pred = pair.gold.mentions.type == i, pair.pred.mentions.type == i
        part = Slice(f"tag:{pair.types[i]}", gold=gold, pred=pred, facts={"released": True})
        yield Cell(_released(METRICS["strict"]), part)
