"""Evaluation is a fold over chunks: survey gold, count, assemble. Who maps the chunks does not matter here.

1. ``survey`` of each chunk of gold (where a suite or an index needs it): additive.
2. ``count`` of each chunk: counts per resampling unit, facts, tables, candidates for examples, errors: additive.
3. ``draw`` of the few chunks that the chosen examples are in.
What is made of the sums is pure: see evaluate.assemble.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from nerproof.base import inject
from nerproof.corpus import Ints, Vocabulary
from nerproof.corpus.checks import Look
from nerproof.corpus.outline import Outline
from nerproof.engine import examples
from nerproof.engine.chunk import Chunk, empty
from nerproof.engine.context import Context
from nerproof.engine.progress import Progress
from nerproof.index.lexicon import Lexicon, Part
from nerproof.measures.attributes import add
from nerproof.measures.errorlist import ErrorFile, lines
from nerproof.measures.metrics import Slice, with_beta
from nerproof.measures.pairing import Pair
from nerproof.scoring.tables import Counted, Typed
from nerproof.suites.recipe import Cell, Found, Suite, Sums

Nested = dict[str, Any]  # counts by names, several deep


class Inputs(Protocol):
    """Gold and predictions, chunk by chunk."""

    @property
    def gold(self) -> Outline: ...
    @property
    def systems(self) -> Mapping[str, Outline]: ...
    @property
    def types(self) -> tuple[str, ...]: ...
    @property
    def read_types(self) -> frozenset[str]: ...
    @property
    def n_chunks(self) -> int: ...
    @property
    def fields(self) -> Mapping[str, Sequence[Any]]: ...
    @property
    def vocabulary(self) -> Vocabulary | None: ...  # of all of gold, where its chunks have one
    def chunk(self, number: int, *, words: bool, systems: bool) -> Chunk: ...
    def chunk_of(self, sentence: int) -> int: ...


Work = Callable[[Inputs, int, Context], Any]
# Applies a function to chunks, in their order: here, in other processes, or on a cluster.
Mapper = Callable[[Work, Inputs, Sequence[int], Context], Iterator[Any]]


def one_by_one(work: Work, inputs: Inputs, numbers: Sequence[int], context: Context) -> Iterator[Any]:
    """All chunks in this process."""
    return (work(inputs, number, context) for number in numbers)


@dataclass(frozen=True, eq=False)
class ChunkWork:
    """A function of one chunk, given its number."""

    work: Work
    inputs: Inputs
    context: Context

    def __call__(self, number: int) -> Any:
        for item in self.context.attributes:  # the user's own, which another process does not know
            add(item)
        return self.work(self.inputs, number, self.context)


# --- the survey of gold ----------------------------------------------------------------------------------------------


@dataclass
class Survey:
    """What must be known of all of gold before anything is counted."""

    part: Part | None  # for the index of gold
    sums: dict[str, Sums]
    n: int  # sentences


def needs_words(context: Context) -> bool:
    """Whether any suite looks at words; standard scores look at spans only."""
    return context.training.lexicon is not None or any(s.words for s in context.suites)


def needs_index(context: Context) -> bool:
    functions = [f for s in context.suites for f in (s.cells, s.facts, s.rows) if f is not None]
    asked = any(name == "index" for f in functions for name, _ in inject.asked(f))
    return context.training.lexicon is not None or asked or context.describes


def looks_at_pairs(context: Context) -> bool:
    """Whether a suite surveys predictions, too."""
    return any(name == "pairs" for s in context.suites if s.survey for name, _ in inject.asked(s.survey))


def survey(inputs: Inputs, number: int, context: Context) -> Survey:
    chunk = inputs.chunk(number, words=True, systems=looks_at_pairs(context))
    part = Part.of_corpus(chunk.gold) if needs_index(context) else None
    if part is not None and part.vocabulary is inputs.vocabulary:
        part = replace(part, vocabulary=None)
    sums = {
        s.name: inject.call(s.survey, context.given(chunk, suite=s)) for s in context.suites if s.survey is not None
    }
    return Survey(part, sums, len(chunk.numbers))


def surveyed(inputs: Inputs, context: Context, mapper: Mapper) -> Context:
    """The context with what the survey of gold has found."""
    if not needs_index(context) and not any(s.survey for s in context.suites):
        return context
    index = Lexicon(text=False) if needs_index(context) else None
    sums: dict[str, Sums] = {}
    with Progress("surveyed", inputs.gold.n_sentences) as progress:
        for found in mapper(survey, inputs, range(inputs.n_chunks), context):
            if index is not None and found.part is not None:
                shared = found.part.vocabulary is None
                index.add_part(replace(found.part, vocabulary=inputs.vocabulary) if shared else found.part)
            _add(sums, found.sums)
            progress.advance(found.n)
    if index is not None and inputs.gold.marked_documents:
        index.sizes["documents"] = inputs.gold.n_documents  # chunks may end inside one
    learned = {
        s.name: context.call(s.learn, s, survey=sums.get(s.name, Counter()))
        for s in context.suites
        if s.learn is not None
    }
    kept = [s for s in context.suites if s.learn is None or learned[s.name] is not None]  # None: nothing to say
    return replace(context, index=index, learned=learned, suites=kept)


# --- counting --------------------------------------------------------------------------------------------------------


@dataclass
class SystemCounts:
    """The counts of one system on one chunk: of consecutive rows from ``first_row`` on."""

    first_row: int
    whole: Ints
    typed: dict[int, Typed]
    used: set[str]  # types that it predicts


@dataclass
class Partial:
    """Everything about one chunk that adds up."""

    n: int
    tokens: int
    counts: dict[str, SystemCounts]
    facts: dict[str, Sums]
    tables: dict[str, Nested]
    candidates: examples.Candidates
    errors: dict[str, list[str]]
    looks: Mapping[str, Look]


def count(inputs: Inputs, number: int, context: Context) -> Partial:
    chunk = inputs.chunk(number, words=needs_words(context) or context.errors, systems=True)
    rows, first_row = rows_of(chunk, context)
    pairs = {name: replace(pair, rows=rows) for name, pair in chunk.pairs.items()}
    counts, tables = {}, {}
    for name, pair in pairs.items():
        counts[name] = _counted(chunk, pair, first_row, context)
        found = [s.tables(pair) for s in context.suites if s.tables is not None]
        tables[name] = {key: table for one in found for key, table in one.items()}
    written = {name: lines(p) for name, p in pairs.items()} if context.errors else {}
    chosen = examples.candidates(chunk, context.options.examples)
    return Partial(
        len(chunk.numbers), chunk.gold.n_tokens, counts, facts(chunk, context), tables, chosen, written, chunk.looks
    )


def facts(chunk: Chunk, context: Context) -> dict[str, Sums]:
    """What the suites say about the data of one chunk."""
    return {s.name: inject.call(s.facts, context.given(chunk, suite=s)) for s in context.suites if s.facts is not None}


def rows_of(chunk: Chunk, context: Context) -> tuple[Ints, int]:
    """Sentence offsets of what is counted together (units or runs of them), and the number of the first row."""
    unit = chunk.first_document + chunk.gold.document_of_sentence if context.unit == "document" else chunk.numbers
    row = unit // context.run
    cuts = np.flatnonzero(np.diff(row, prepend=-1))
    return np.append(cuts, len(row)).astype(np.int64), int(row[0]) if len(row) else 0


def cells_of(chunk: Chunk, pair: Pair, context: Context) -> Iterator[tuple[Suite, Cell]]:
    beta = context.options.switches.get("beta") or 1
    for suite in context.suites:
        for cell in inject.call(suite.cells, context.given(chunk, pair, suite)):
            yield suite, cell if beta == 1 else replace(cell, metric=with_beta(cell.metric, beta))


def _counted(chunk: Chunk, pair: Pair, first_row: int, context: Context) -> SystemCounts:
    by_type, type_, row = pair.by_type()
    whole, typed = [], {}
    for number, (_, cell) in enumerate(cells_of(chunk, pair, context)):
        whole.append(_by_row(cell.metric.counts(pair, cell.part), pair))
        if cell.types:
            typed[number] = Typed(type_, row + first_row, cell.metric.counts(by_type, cell.part))
    used = {pair.types[t] for t in np.flatnonzero(np.bincount(pair.pred.mentions.type)).tolist()}
    table = np.concatenate(whole, axis=1) if whole else np.zeros((pair.n_rows, 0), dtype=np.int64)
    return SystemCounts(first_row, table, typed, used)


def _by_row(counts: Ints, pair: Pair) -> Ints:
    """Metrics of a suite's own pairs count by sentence, whatever is asked."""
    if len(counts) == pair.n_rows or pair.rows is None:
        return counts
    return np.add.reduceat(counts, pair.rows[:-1])


@dataclass
class Totals:
    """Everything that was added up."""

    n_rows: int
    sentences: int = 0
    tokens: int = 0
    whole: dict[str, Ints] = field(default_factory=dict)
    typed: dict[str, dict[int, list[Typed]]] = field(default_factory=dict)
    used: dict[str, set[str]] = field(default_factory=dict)
    facts: dict[str, Sums] = field(default_factory=dict)
    tables: dict[str, Nested] = field(default_factory=dict)
    candidates: examples.Candidates = field(default_factory=examples.Candidates)
    looks: dict[str, Look] = field(default_factory=dict)

    def add(self, partial: Partial, budget: int) -> None:
        self.sentences += partial.n
        self.tokens += partial.tokens
        for name, part in partial.counts.items():
            if name not in self.whole:
                self.whole[name] = np.zeros((self.n_rows, part.whole.shape[1]), dtype=np.int64)
            self.whole[name][part.first_row : part.first_row + len(part.whole)] += part.whole
            self.used.setdefault(name, set()).update(part.used)
            own = self.typed.setdefault(name, {})
            for number, typed in part.typed.items():
                own.setdefault(number, []).append(typed)
        _add(self.facts, partial.facts)
        _add_nested(self.tables, partial.tables)
        for name, look in partial.looks.items():
            self.looks.setdefault(name, Look()).add(look)
        self.candidates = self.candidates.merged(partial.candidates, budget)

    def counted(self, name: str) -> Counted:
        return Counted(self.whole[name], {k: _joined(parts) for k, parts in self.typed[name].items()})


def _joined(parts: Sequence[Typed]) -> Typed:
    columns = ([getattr(p, name) for p in parts] for name in ("type", "row", "counts"))
    return Typed(*(np.concatenate(c) for c in columns))


def counted(inputs: Inputs, context: Context, mapper: Mapper, sink: ErrorFile | None = None) -> Totals:
    """The sums of all chunks; errors go to the sink as they come."""
    totals = Totals(-(-context.n_units // context.run))
    with Progress("counted", inputs.gold.n_sentences) as progress:
        for partial in mapper(count, inputs, range(inputs.n_chunks), context):
            totals.add(partial, context.options.examples)
            if sink is not None:
                sink.write(partial.errors)
            progress.advance(partial.n)
    return totals


def skeleton(inputs: Inputs, context: Context) -> dict[str, Found]:
    """The cells of every system in their order, without masks."""
    whole = context.more or context.options.switches.get("interpreteval_compat")  # cells follow from all of gold
    chunk = inputs.chunk(0, words=True, systems=True) if whole else empty(context.types, tuple(inputs.systems))
    return {
        name: [(s, replace(c, part=_bare(c.part))) for s, c in cells_of(chunk, pair, context)]
        for name, pair in chunk.pairs.items()
    }


def _bare(part: Slice) -> Slice:
    return Slice(part.name, label=part.label, facts=part.facts)


# --- examples --------------------------------------------------------------------------------------------------------


def drawn(
    inputs: Inputs, context: Context, totals: Totals, names: Sequence[str], mapper: Mapper
) -> Iterator[list[dict[str, Any]]]:
    """The chosen sentences with what every system made of them, chunk by chunk."""
    wanted: dict[int, list[int]] = {}
    for sentence in totals.candidates.sentences():
        wanted.setdefault(inputs.chunk_of(sentence), []).append(sentence)
    return mapper(partial(_drawn_of, wanted, names), inputs, sorted(wanted), context)


def _drawn_of(
    wanted: Mapping[int, list[int]], names: Sequence[str], inputs: Inputs, number: int, context: Context
) -> list[dict[str, Any]]:
    chunk = inputs.chunk(number, words=True, systems=True)
    part = chunk.select(np.searchsorted(chunk.numbers, wanted[number]))
    own = replace(context, suites=[s for s in context.suites if not _asks(s, context.more)])
    return examples.draw(part, {name: list(cells_of(part, pair, own)) for name, pair in part.pairs.items()}, names)


def _asks(suite: Suite, more: Mapping[str, Any]) -> bool:
    """Whether a suite needs other inputs than gold's sentences."""
    return any(name in more for name, _ in inject.asked(suite.cells))


# --- sums ------------------------------------------------------------------------------------------------------------


def _add(sums: dict[str, Sums], more: Mapping[str, Sums]) -> None:
    for name, counter in more.items():
        sums.setdefault(name, Counter()).update(counter)


def _add_nested(sums: Nested, more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping):
            _add_nested(sums.setdefault(key, {}), value)
        else:
            sums[key] = sums.get(key, 0) + value
