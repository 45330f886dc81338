"""What one piece yields: counts per sentence, and facts that add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base import inject as declare
from nerproof.corpus import Corpus, Ints
from nerproof.corpus.align import align
from nerproof.corpus.checks import Look
from nerproof.corpus.vocabulary import new_seed
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.cutting import GOLD, NotStreamable, Piece
from nerproof.engines.parts import Break, Loaded, Part
from nerproof.engines.runs import Column
from nerproof.engines.sums import Facts, Survey
from nerproof.evaluate import Options, Study
from nerproof.lexicon import Lexicon
from nerproof.measures.outcomes import fields, semeval
from nerproof.measures.pairing import Pair
from nerproof.record import record
from nerproof.resampling.bootstrap import run_cuts
from nerproof.suites.recipe import SUITES, Cell, Suite

if TYPE_CHECKING:
    from nerproof.engines.trained import Trained


@record()
class Context:
    """What every piece is counted with: the same in all processes."""

    options: Options
    suites: tuple[str, ...]
    train: Corpus | Trained | None = None
    dev: Corpus | None = None
    lexicon: Lexicon | None = None
    index: Lexicon | None = None  # of the distinct entities of all of gold
    others: Mapping[str, Lexicon] = field(default_factory=dict)  # train, dev, train+dev: for contamination rates
    book: Wordbook | None = None  # numbers for the words of all of gold
    unread: tuple[str, ...] = ()  # training files that are read in pieces, once it is known what gold asks about
    seen: Survey | None = None  # the distinct entities of all of gold, where they are known already

    @property
    def tokens(self) -> bool:
        """Whether any suite looks at words; standard scores look at spans only."""
        return set(self.suites) != {"standard"} or self.lexicon is not None

    @property
    def needs_survey(self) -> bool:
        """Whether all of gold must be looked at before it is counted."""
        return "interpreteval" in self.suites or (self.lexicon is not None and self.seen is None)

    def chosen(self) -> list[Suite]:
        return [SUITES[name] for name in self.suites]


@record()
class PieceStudy(Study):
    """A piece as a study; the indexes are those of the entire inputs."""

    context: Context | None = None

    def given(self, pair: Pair | None) -> dict[str, Any]:
        assert self.context is not None
        inputs = {
            "pair": pair,
            "gold": self.gold,
            "lexicon": self.context.lexicon,
            "index": self.context.index,
        }
        return {**inputs, "dev": self.dev, "switches": dict(self.options.switches)}


@dataclass
class Reading:
    """What a reader says about an input, as far as it was read."""

    types: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)  # types that have a mention
    schemes: set[str] = field(default_factory=set)
    sentences: int = 0
    tokens: int = 0
    repairs: int = 0
    first_break: Break | None = None
    documents: int = 0
    last_document: str | None = None
    marked: bool = False
    look: Look = field(default_factory=Look)

    def add(self, other: Reading) -> None:
        """The next part of the same input."""
        for name in ("types", "used", "schemes"):
            getattr(self, name).update(getattr(other, name))
        for name in ("sentences", "tokens", "repairs", "documents"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.first_break = self.first_break or other.first_break
        self.marked |= other.marked
        self.look.add(other.look)


@dataclass
class Partial:
    """Counts of one piece: for every system, columns x resampling units or runs of them."""

    readings: dict[str, Reading]
    n: int  # resampling units
    columns: dict[str, list[Column]]
    counts: dict[str, Ints]
    facts: Facts
    confusion: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    semeval: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)


def count(piece: Piece, context: Context) -> Partial:
    """Everything about one piece."""
    with forgetting(context):
        return _count(piece, context)


@contextmanager
def forgetting(context: Context) -> Iterator[None]:
    """Indexes remember what they were asked about a corpus; of a piece they must not, or memory would grow."""
    lexica = [lx for lx in (context.lexicon, context.index, *context.others.values()) if lx is not None]
    before = [set(lx._memo) for lx in lexica]  # noqa: SLF001
    try:
        yield
    finally:
        for lexicon, kept in zip(lexica, before, strict=True):
            for key in set(lexicon._memo) - kept:  # noqa: SLF001
                if not isinstance(lexicon._memo[key][0], Wordbook):  # noqa: SLF001 - what is known of its words stays
                    lexicon._memo.pop(key)  # noqa: SLF001


def _count(piece: Piece, context: Context) -> Partial:
    gold, systems, readings = load(piece, context)
    types = tuple(sorted({*gold.types, *(t for c in systems.values() for t in c.types)}))
    numbered = gold.with_types(types)
    study = PieceStudy(
        numbered,
        {name: c.with_types(types) for name, c in systems.items()},
        dev=context.dev,
        options=context.options,
        context=context,
    )
    n = gold.n_documents if context.options.unit == "document" else gold.n_sentences
    partial = Partial(readings, n, {}, {}, _facts(study.gold, context))
    rows = rows_of(piece, gold, context.options)
    for name, pred in study.systems.items():
        pair = Pair(study.gold, pred, name, rows)
        found = [(s, c) for s in context.chosen() for c in declare.call(s.cells, study.given(pair))]
        partial.columns[name], partial.counts[name] = _counted(found, pair)
        if "standard" in context.suites:
            partial.confusion[name], partial.semeval[name] = fields(pair), semeval(pair)
    return partial


def _facts(gold: Corpus, context: Context) -> Facts:
    if context.lexicon is None:
        return Facts()
    from nerproof.engines.facts import facts

    return facts(gold, context)


def look(piece: Piece, context: Context) -> Survey:
    """What must be known of all of gold before anything is counted."""
    from nerproof.engines.facts import survey

    loaded = piece.gold.load(context.options.reading, tokens=True, seed=0)
    with forgetting(context):
        return survey(context.options.types.apply(loaded.corpus), context)


def load(piece: Piece, context: Context) -> tuple[Corpus, dict[str, Corpus], dict[str, Reading]]:
    """Gold and every system on gold's tokens."""
    options, seed = context.options, new_seed()
    loaded = piece.gold.load(options.reading, tokens=context.tokens, seed=seed)
    gold = options.types.apply(loaded.corpus)
    if context.book is not None:
        gold = replace(gold, tokens=context.book.numbered(gold.tokens))
    if gold.annotated is not None:
        raise NotStreamable("gold has sentences that were not annotated: leaving them out needs all of gold at once")
    systems, readings = {}, {GOLD: reading(loaded, gold)}
    for name, part in piece.systems.items():
        own = part.load(options.reading, tokens=False, seed=seed)
        pred = options.types.apply(own.corpus)
        same = loaded.same_tokens(own)
        systems[name] = _moved(gold, pred) if same else _aligned(piece.gold, part, options)
        readings[name] = reading(own, pred)
    return gold, systems, readings


def reading(loaded: Loaded, corpus: Corpus) -> Reading:
    """The facts about one part."""
    each = np.bincount(corpus.mentions.type, minlength=len(corpus.types))
    used = {corpus.types[i] for i in np.flatnonzero(each).tolist()}
    return Reading(
        types=set(corpus.types),
        used=used,
        schemes={corpus.scheme} if corpus.scheme else set(),
        sentences=corpus.n_sentences,
        tokens=corpus.n_tokens,
        repairs=corpus.repairs,
        first_break=loaded.first_break,
        documents=corpus.n_documents,
        marked=corpus.marked_documents,
        look=Look.at(corpus),
    )


def _moved(gold: Corpus, pred: Corpus) -> Corpus:
    return replace(gold, mentions=pred.mentions, types=pred.types, annotated=None)


def _aligned(gold: Part, pred: Part, options: Options) -> Corpus:
    """The slow way, with words: says where the two differ."""
    a, b = (options.types.apply(p.load(options.reading, tokens=True, seed=0).corpus) for p in (gold, pred))
    return align(a, b, mode=options.align)


def rows_of(piece: Piece, gold: Corpus, options: Options) -> Ints:
    """Sentence offsets of what is counted together: documents, runs of sentences, or all where nothing is resampled."""
    if not options.resamples:
        return np.array([0, gold.n_sentences], dtype=np.int64)
    if options.unit == "document":
        return gold.documents
    return run_cuts(piece.first, gold.n_sentences, piece.length)


def _counted(cells: Sequence[tuple[Suite, Cell]], pair: Pair) -> tuple[list[Column], Ints]:
    """Columns x rows."""
    names: list[Column] = [
        (suite.name, cell.metric.name, cell.part.name, cell.part.label, column)
        for suite, cell in cells
        for column in cell.metric.columns
    ]
    table: Ints = np.empty((len(names), pair.n_rows), dtype=np.int64)
    at = 0
    for _, cell in cells:
        counts = cell.metric.counts(pair, cell.part)
        if len(counts) != pair.n_rows and pair.rows is not None:  # a metric that counts by sentence, whatever is asked
            counts = np.add.reduceat(counts, pair.rows[:-1])
        table[at : at + counts.shape[1]] = counts.T
        at += counts.shape[1]
    return names, table
