"""InterpretEval as its authors' program computes it (``compat=interpreteval``), to compare with published figures.

What differs from the paper's text is listed in docs/design/interpreteval-compat.md: lower-cased look-ups, values of
three decimals, entity tokens for mentions in eDen, surfaces as unescaped regular expressions, a carried-over value
for unseen tokens, buckets that drop what lies outside gold's range, six labels only, F1 = 0 where nothing is correct.

Two modes: ``released`` is the program as published; ``shipped`` is how the figures that ship with it were made, with
frequencies of the test set's strings instead of the training set's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Bools, Corpus, Ids, Ints
from nerproof.corpus.fold import lowered
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon
from nerproof.measures.buckets import equal_parts
from nerproof.measures.metrics import METRICS, Floats, Slice, Sums, prf, tally
from nerproof.measures.metrics.token_strict import same
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell

NAMES = ("XS", "S", "L", "XL")
DELETED = str.maketrans("", "", "()*")
SPECIAL = set(".^$?+{}[]|\\")
MOST_LABELS = 6
RANK = 5  # frequencies are divided by the fifth largest


class Program:
    """Look-up tables of the program over one training corpus; ``test``: frequencies are those of its strings."""

    def __init__(self, train: Corpus, test: Corpus | None = None) -> None:
        self.vocabulary = set(train.tokens.vocabulary.strings)  # case kept: what oDen looks at
        self.train = lowered(train)
        self.test = None if test is None else lowered(test)
        self.lexicon = Lexicon(self.train)
        self.words = self.train.tokens.strings()
        self.types = self.train.types_of_tokens

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
        return self._matched(sorted(set(_surfaces(self.train))))

    def _matched(self, surfaces: list[str]) -> dict[str, tuple[Ints, Ints]]:
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
        found = self.matches if self.test is None else self._matched(sorted(set(_surfaces(self.test))))
        counts = {s: len(first) for s, (first, _) in found.items()}
        top = _fifth(list(counts.values()))
        return {s: round(n / top, 3) for s, n in counts.items() if n <= top}

    @cached_property
    def token_frequency(self) -> Floats:
        """Of each word of the training vocabulary."""
        counts = self.lexicon.token_count
        asked = counts if self.test is None else counts[np.unique(self.known(self.test))[1:]]
        return np.round(np.minimum(counts / _fifth(asked.tolist()), 1.0), 3).astype(np.float64)

    def known(self, side: Corpus) -> Ids:
        """The training vocabulary's number of each word of a lower-cased corpus; -1, which is always there, if none."""
        return np.append(self.lexicon.ids(side), np.int32(-1))

    @cached_property
    def entity_consistency(self) -> dict[str, dict[str, float]]:
        """For consistency the program deletes the plus signs of a surface, too."""
        changed = {s: self._pattern(s.replace("+", "")) for s in self.matches if "+" in s}
        return {s: self._shares(*changed.get(s, places)) for s, places in self.matches.items()}

    def _shares(self, first: Ints, last: Ints) -> dict[str, float]:
        """Share of each type among the labels of all matched tokens; tags are cut at hyphens, so B-creative-work is
        a "creative" and no creative-work is ever found.
        """  # noqa: D205
        counts = np.bincount(self.types[places(first, last - first + 1)] + 1, minlength=len(self.train.types) + 1)
        total = int(counts.sum())
        found = enumerate(self.train.types, start=1)
        return {t: round(float(counts[i] / total), 3) for i, t in found if counts[i] and "-" not in t}


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
    low, own = lowered(side), side.types_of_tokens
    word = program.lexicon.ids(low)
    types = np.append(program.lexicon.type_ids(side.types), -1)[own]
    counts = program.lexicon.labels.get(word, np.where(types >= 0, types + 1, -1))
    share = counts / np.maximum(np.append(program.lexicon.token_count, 0)[word], 1)
    return _carried(side, np.round(np.where(word >= 0, share, 0.0), 3).astype(np.float64), word >= 0)


def t_fre(side: Corpus, _: Corpus, program: Program) -> Floats:
    """With frequencies of the test set's strings every word is known: none takes over another's value."""
    word = program.lexicon.ids(lowered(side))
    values = np.append(program.token_frequency, 0.0)[word]
    return _carried(side, values, word >= 0) if program.test is None else values


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
    inside = np.bincount(gold.sentence_of_token[gold.types_of_tokens >= 0], minlength=gold.n_sentences)
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
    """Scores that are 0 whenever nothing is correct, also over nothing; F1 is rounded as the program rounds it."""
    found = prf(sums)
    p, r = (np.nan_to_num(found[name], nan=0.0) for name in ("precision", "recall"))
    with np.errstate(divide="ignore", invalid="ignore"):
        return {"precision": p, "recall": r, "f1": np.nan_to_num(2 * p * r / (p + r), nan=0.0)}


# --- cells -----------------------------------------------------------------------------------------------------------


def program_of(lexicon: Lexicon, gold: Corpus, mode: str) -> Program:
    """The tables, made once per training corpus, or per training and test corpus."""
    if mode == "shipped":
        return lexicon.view(("shipped interpreteval", gold.digest), lambda: Program(lexicon.corpus, gold))
    return lexicon.view("released interpreteval", lambda: Program(lexicon.corpus))


def gold_values(gold: Corpus, program: Program) -> dict[str, Floats]:
    """The values of all items of gold by attribute: what buckets are cut from, and what ζ is the mean of."""
    inside = gold.types_of_tokens >= 0
    return {
        name: value(gold, gold, program)[inside] if unit == "token" else value(gold, gold, program)
        for name, (value, unit, _) in VALUES.items()
    }


def cells(pair: Pair, lexicon: Lexicon, mode: str = "released") -> Iterator[Cell]:
    """The buckets of all attributes, and of the six most frequent labels."""
    program = program_of(lexicon, pair.gold, mode)
    items = gold_values(pair.gold, program)
    for name, (value, unit, how) in VALUES.items():
        gold, pred = (value(side, pair.gold, program) for side in (pair.gold, pair.pred))
        for i, bucket in enumerate(intervals(items[name], how)):
            facts = {"lo": bucket[0], "hi": bucket[1], "released": True}
            masks = _masks(gold, pred, bucket, unit, first=how == "equal" and i == 0)
            yield Cell(METRIC[unit], Slice(f"{name}:{NAMES[i]}", **masks, facts=facts))
    yield from _labels(pair)


def _masks(gold: Floats, pred: Floats, bucket: Interval, unit: str, *, first: bool) -> dict[str, Any]:
    """Gold and predicted items of a bucket, and those of gold that can be hits: they are in it on both sides.

    In the first of equal parts gold items at the minimum stay, and predictions there are lost.
    """
    ours, theirs = place(gold, bucket), place(pred, bucket)
    hits = ours & theirs if unit == "token" else ours
    if first and len(gold):
        ours = ours | (gold == bucket[0])
    return {"gold": ours, "pred": theirs, "masks": {"hits": hits}}


def _mentions(pair: Pair, part: Slice) -> Ints:
    found = METRICS["strict"].counts(pair, part)
    found[:, 0] = tally(pair.gold_cuts, pair.gold_hit & part.masks["hits"])
    return found


def _tokens(pair: Pair, part: Slice) -> Ints:
    found = METRICS["token-strict"].counts(pair, part)
    found[:, 0] = tally(pair.token_cuts, pair.remember(same) & part.masks["hits"])
    return found


METRIC = {
    "mention": replace(METRICS["strict"], counts=_mentions, score=zero_prf),
    "token": replace(METRICS["token-strict"], counts=_tokens, score=zero_prf),
}


def _labels(pair: Pair) -> Iterator[Cell]:
    counts = np.bincount(pair.gold.mentions.type, minlength=len(pair.types))
    for i in sorted(np.argsort(-counts, kind="stable")[:MOST_LABELS].tolist()):
        gold, pred = pair.gold.mentions.type == i, pair.pred.mentions.type == i
        part = Slice(f"tag:{pair.types[i]}", gold=gold, pred=pred, masks={"hits": gold}, facts={"released": True})
        yield Cell(METRIC["mention"], part)
