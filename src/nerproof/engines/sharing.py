"""Several processes, each with shares of the column files: what one process does, on a span of each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.vocabulary import new_seed
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.crew import Crew, Turns
from nerproof.engines.cutting import (
    GOLD,
    Cutter,
    NotStreamable,
    Piece,
    ScanningCutter,
    SurveyingCutter,
    format_of,
    pieces,
)
from nerproof.engines.facts import prepare
from nerproof.engines.following import CannotFollow, scanning
from nerproof.engines.partials import Context, Partial, Reading, count, look
from nerproof.engines.parts import WordsNeeded
from nerproof.engines.plan import informed
from nerproof.engines.ranges import SMALLEST, Span, Unshareable, cut, cut_alike, n_sentences
from nerproof.engines.signing import Signing, signing
from nerproof.engines.sums import LABELS, Entities, Facts, FactSums, Survey
from nerproof.engines.totals import Totals
from nerproof.formats import ReadOptions
from nerproof.formats.source import Source
from nerproof.measures.metrics import METRICS

if TYPE_CHECKING:
    from nerproof.engines.keys import Wanted

# Shares for each process, by size: all processes end at about the time when the last small one is done.
WEIGHTS = (8, 4, 2, 1)

T = TypeVar("T")
Sum = TypeVar("Sum", bound="Addable")
Readings = Mapping[str, ReadOptions]
Sizes = dict[int, int]  # sentences by the number of the share


class Addable(Protocol):
    """What processes gather."""

    def add(self, other: Any) -> None: ...


@dataclass
class ShareCounts:
    """What is counted in a share."""

    sentences: int
    partials: list[Partial]
    widths: dict[str, int]  # columns of each input


@dataclass
class Counted:
    """What a process brings back: its shares, and facts about all of them.

    Words that its book has beyond the common one are named.
    """

    shares: dict[int, ShareCounts]
    facts: FactSums
    base: int
    words: Vocabulary


@dataclass(frozen=True)
class Share:
    """The same sentences of all inputs; gold is ""."""

    spans: Mapping[str, Span]
    first: int = 0  # number of the first sentence
    total: int = 0  # sentences of all shares

    def place(self, partial: Partial, known: Mapping[str, Reading]) -> None:
        """Gives the first break of an input its line in the file: a process counts the lines of its share."""
        for name, reading in partial.readings.items():
            if reading.first_break is not None and (name not in known or known[name].first_break is None):
                line = reading.first_break.line + self.spans[name].lines_before()
                reading.first_break = reading.first_break._replace(line=line)


class Shared:
    """One evaluation by several processes that read the files themselves, this one among them."""

    def __init__(self, paths: Mapping[str, str | Path], readings: Readings, jobs: int) -> None:
        self.paths, self.readings, self.jobs = {k: str(p) for k, p in paths.items()}, readings, jobs
        self.shares: list[Share] = []
        self.sizes: list[int] = []
        self.looking: Crew[Share, tuple[Context, ReadOptions], tuple[Sizes, Survey]] | None = None
        self.signing: Signing | None = None

    def look(self, context: Context) -> None:
        """Begins to look at gold and to sign the files; raises Unshareable where one process must cut them for all."""
        self._begin()
        self.looking = Crew(self.jobs - 1, _look, self.shares, (context, self.readings[GOLD]))

    def wanted(self, context: Context) -> Wanted:
        """What gold and the systems ask of training data; raises Unshareable, too."""
        self._begin()
        with _errors_of_one_process():
            crew = Crew(self.jobs - 1, _want, self.shares, (context, self.readings))
            return self._joined(crew.answers("looked at"))

    def run(self, context: Context) -> tuple[Survey, Context, Totals, dict[str, str]]:
        """Counts; raises Unshareable, too."""
        try:
            with _errors_of_one_process():
                return self._run(context)
        finally:
            self.stop()

    def stop(self) -> None:
        for crew in (self.looking, self.signing):
            if crew is not None:
                crew.stop()

    def _run(self, context: Context) -> tuple[Survey, Context, Totals, dict[str, str]]:
        self._begin()
        seen = self._seen(context)
        known = informed(context, seen)
        _warm(known)
        totals = self._totals(known)
        assert self.signing is not None
        digests = self.signing.awaited()[0]
        return seen, known, totals, {name: digests[path] for name, path in self.paths.items()}

    def _begin(self) -> None:
        if not self.shares:
            self.shares = self._cut()
            self.signing = signing(list(self.paths.values()))

    def _cut(self) -> list[Share]:
        for name, path in self.paths.items():
            if format_of(Source(path), self.readings[name]) != "conll":
                raise Unshareable
        if Path(self.paths[GOLD]).stat().st_size < SMALLEST * self.jobs:
            raise Unshareable
        gold = cut(self.paths[GOLD], [weight for weight in WEIGHTS for _ in range(self.jobs)])
        others = {name: path for name, path in self.paths.items() if name != GOLD}
        column = self.readings[GOLD].columns[0]
        spans = {GOLD: gold, **{name: cut_alike(path, gold, column) for name, path in others.items()}}
        return [Share(dict(zip(spans, own, strict=True))) for own in zip(*spans.values(), strict=True)]

    def _seen(self, context: Context) -> Survey:
        if self.looking is None and (context.needs_survey or not self.sizes):
            self.look(context)
        return Survey() if self.looking is None else self._joined(self.looking.answers("looked at"))

    def _joined(self, answers: Sequence[tuple[Sizes, Sum]]) -> Sum:
        """What all processes gathered, added to what this one did; notes the sizes of the shares."""
        (sizes, found), *others = answers
        for more, part in others:
            sizes |= more
            found.add(part)
        self.sizes = [sizes[k] for k in sorted(sizes)]
        return found

    def _totals(self, context: Context) -> Totals:
        firsts = accumulate(self.sizes, initial=0)
        total = sum(self.sizes)
        given = [replace(share, first=first, total=total) for share, first in zip(self.shares, firsts, strict=False)]
        base = 0 if context.book is None else len(context.book)
        crew = Crew(self.jobs - 1, _count, given, (context, base, self.readings))
        prepare(context)
        answers = crew.answers("counted")
        found = {k: own for answer in answers for k, own in answer.shares.items()}
        if [found[k].sentences for k in sorted(found)] != self.sizes:  # which may have been guessed
            raise Unshareable
        totals = Totals(bool(context.options.resamples), total)
        _add(totals, given, [found[k] for k in sorted(found)])
        for answer in answers:
            totals.facts.add(_translated(answer, context.book))
        return totals


@contextmanager
def _errors_of_one_process() -> Iterator[None]:
    """What is wrong, and where, is said by one process that reads the files from their beginning."""
    try:
        yield
    except (InputError, NotStreamable, CannotFollow, WordsNeeded):
        raise Unshareable from None


def _add(totals: Totals, given: Sequence[Share], counted: Sequence[ShareCounts]) -> None:
    widths: set[tuple[str, int]] = set()
    for share, found in zip(given, counted, strict=True):
        for own in found.partials:
            share.place(own, totals.readings)
            totals.add(own)
        widths.update(found.widths.items())
    if len(widths) > len(dict(widths)):  # an input has two
        raise Unshareable  # one process says what is wrong


def _warm(context: Context) -> None:
    """What every process would have to load, or find out about the common words, is there before there are several."""
    METRICS.values()
    if context.book is None:
        return
    none = replace(Corpus.from_sentences([["_"]], [[]]), tokens=Coded(np.zeros(1, dtype=np.int32), context.book))
    for lexicon in {id(lx): lx for lx in (context.lexicon, context.index, *context.others.values()) if lx}.values():
        lexicon.entity_count(none)
        lexicon.ids(none)


def _translated(counted: Counted, book: Wordbook | None) -> Facts:
    """The facts by the numbers of the common book."""
    if book is None:
        return Facts(counted.facts.sums)
    numbers = np.concatenate([np.arange(counted.base), book.add(counted.words)])
    words = np.zeros((len(book), LABELS), dtype=np.bool_)
    words[numbers[: len(counted.facts.words)]] = counted.facts.words
    return Facts(counted.facts.sums, words)


# --- in the processes ------------------------------------------------------------------------------------------------


def _look(turns: Turns[Share], given: tuple[Context, ReadOptions]) -> tuple[Sizes, Survey]:
    """How many sentences there are, and what must be known of gold."""
    context, reading = given
    seen, sizes = Survey(), {}
    if not context.needs_survey:
        return {k: n_sentences(share.spans[GOLD], reading) for k, share in turns}, seen
    for k, share in turns:
        before = seen.sentences
        for piece in _of_gold(share.spans[GOLD], reading, seen, context):
            part = look(piece, context)
            seen.add(part)
            turns.saw(part.sentences)
        sizes[k] = seen.sentences - before
    return sizes, seen


def _of_gold(span: Span, reading: ReadOptions, seen: Survey, context: Context) -> Iterator[Piece]:
    kind = ScanningCutter if "interpreteval" in context.suites else SurveyingCutter
    own = kind(span, reading, new_seed(), seen.entities.book)
    try:
        yield from pieces(own, {})
    finally:
        own.close()


def _want(turns: Turns[Share], given: tuple[Context, Readings]) -> tuple[Sizes, Wanted]:
    """How many sentences there are, and their keys."""
    from nerproof.engines.keys import Wanted

    context, readings = given
    found, sizes = Wanted(), {}
    numbered = replace(context, book=found.seen.entities.book)
    for k, share in turns:
        part = _with_cutters(share, readings, numbered.book, partial(_want_pieces, share=share, context=numbered))
        found.add(part)
        sizes[k] = part.seen.sentences
        turns.saw(sizes[k])
    return sizes, found


def _want_pieces(own: Mapping[str, Cutter], share: Share, context: Context) -> Wanted:
    from nerproof.engines.keys import Wanted, wanted

    assert context.book is not None
    found = Wanted(Survey(entities=Entities(context.book)))
    for piece in _pieces(own, share):
        found.add(wanted(piece, context))
    _widths(own)
    return found


def _count(turns: Turns[Share], given: tuple[Context, int, Readings]) -> Counted:
    context, base, readings = given
    shares, facts = {}, FactSums()
    for k, share in turns:
        count_it = partial(_count_pieces, share=share, context=context)
        shares[k], more = _with_cutters(share, readings, context.book, count_it)
        facts.add(more)
        turns.saw(shares[k].sentences)
    words = Vocabulary([]) if context.book is None else context.book.since(base)
    return Counted(shares, facts, base, words)


def _count_pieces(own: Mapping[str, Cutter], share: Share, context: Context) -> tuple[ShareCounts, FactSums]:
    facts, n = FactSums(), 0
    partials: list[Partial] = []
    for piece in _pieces(own, share):
        found = count(piece, context)
        facts.add(found.facts)
        # Almost all pieces have the same columns: named once, they go to the first process once.
        same = bool(partials) and partials[-1].columns == found.columns
        columns = partials[-1].columns if same else found.columns
        partials.append(replace(found, facts=Facts(), columns=columns))
        n += found.readings[GOLD].sentences
    return ShareCounts(n, partials, _widths(own)), facts


def _pieces(own: Mapping[str, Cutter], share: Share) -> Iterator[Piece]:
    systems = {name: cutter for name, cutter in own.items() if name != GOLD}
    return pieces(own[GOLD], systems, share.first, share.total)


def _with_cutters(
    share: Share, readings: Readings, book: Wordbook | None, work: Callable[[Mapping[str, Cutter]], T]
) -> T:
    """Predictions are read beside gold where that is possible."""
    try:
        return _cut(share, readings, book, work, follow=True)
    except CannotFollow:
        return _cut(share, readings, book, work, follow=False)


def _cut(
    share: Share,
    readings: Readings,
    book: Wordbook | None,
    work: Callable[[Mapping[str, Cutter]], T],
    *,
    follow: bool,
) -> T:
    own: dict[str, Cutter] = {}
    try:
        own.update(scanning(share.spans, readings, new_seed(), book, follow=follow))
        return work(own)
    finally:
        for cutter in own.values():
            cutter.close()


def _widths(cutters: Mapping[str, Cutter]) -> dict[str, int]:
    """Columns of each input; parts of a file must not differ in them, and what has document marks is not shared."""
    engines = {name: own.outline.engine for name, own in cutters.items() if isinstance(own, ScanningCutter)}
    if any(engine.marked for engine in engines.values()):
        raise Unshareable
    return {name: engine.width for name, engine in engines.items()}
