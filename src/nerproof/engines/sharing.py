"""Several processes, each with a share of the column files: what one process does, on a span of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

import numpy as np

from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines import processes
from nerproof.engines.cutting import (
    GOLD,
    READ,
    Cutter,
    NotStreamable,
    ScanningCutter,
    SurveyingCutter,
    format_of,
    pieces,
)
from nerproof.engines.facts import prepare
from nerproof.engines.following import CannotFollow, scanning
from nerproof.engines.partials import Context, Partial, Reading, count, look
from nerproof.engines.plan import informed
from nerproof.engines.ranges import SMALLEST, Span, Unshareable, cut_alike, cut_evenly
from nerproof.engines.sums import LABELS, Facts, FactSums, Survey
from nerproof.engines.totals import Totals
from nerproof.engines.watching import Watch
from nerproof.errors import InputError
from nerproof.metrics import METRICS
from nerproof.readers import ReadOptions
from nerproof.readers.scan import Dialect, ScanError, Scanner, new_seed
from nerproof.readers.scan import pieces as blocks
from nerproof.readers.source import Source, digest_of_files

SHARES = 3  # for each process: the last to come back is waited for


@dataclass
class Counted:
    """What a process brings back of its share; words that its book has beyond the common one are named."""

    partials: list[Partial]
    facts: FactSums
    base: int
    words: Vocabulary
    widths: dict[str, int]  # columns of each input


@dataclass(frozen=True)
class Share:
    """The same sentences of all inputs; gold is ""."""

    first: int  # number of the first sentence
    spans: Mapping[str, Span]

    def place(self, partial: Partial, known: Mapping[str, Reading]) -> None:
        """Gives the first break of an input its line in the file: a process counts the lines of its share."""
        for name, reading in partial.readings.items():
            if reading.first_break is not None and (name not in known or known[name].first_break is None):
                line = reading.first_break.line + self.spans[name].lines_before()
                reading.first_break = reading.first_break._replace(line=line)


class Shared:
    """One evaluation by several processes that read the files themselves."""

    def __init__(self, paths: Mapping[str, str | Path], readings: Mapping[str, ReadOptions], jobs: int) -> None:
        self.paths, self.readings, self.jobs = {k: str(p) for k, p in paths.items()}, readings, jobs
        self.spans: dict[str, list[Span]] = {}
        self.looks: list[Future[tuple[list[int], Survey]]] = []
        self.digests: dict[str, Future[str]] = {}

    def look(self, context: Context) -> None:
        """Begins to look at gold and to sign the files; raises Unshareable where one process must cut them for all."""
        self.spans = self._spans()
        pool = self._pool(context)
        # One task for each process: what it sees is large, and a process that waits for its being fetched does nothing.
        groups = (self.spans[GOLD][k : k + SHARES] for k in range(0, len(self.spans[GOLD]), SHARES))
        self.looks = [pool.submit(_look, group, self.readings[GOLD]) for group in groups]
        self.digests = {name: pool.submit(digest_of_files, [Path(path)]) for name, path in self.paths.items()}
        pool.shutdown(wait=False)

    def run(self, context: Context) -> tuple[Survey, Context, Totals, dict[str, str]]:
        """Counts; raises Unshareable, too."""
        if not self.looks:
            self.look(context)
        try:
            return self._run(context)
        except (InputError, NotStreamable):
            raise Unshareable from None  # one process says what is wrong, and where

    def _run(self, context: Context) -> tuple[Survey, Context, Totals, dict[str, str]]:
        (sizes, seen), *others = (found.result() for found in self.looks)
        for counts, part in others:
            sizes += counts
            seen.add(part)
        firsts = accumulate(sizes, initial=0)
        given = [
            Share(first, dict(zip(self.spans, spans, strict=True)))
            for first, *spans in zip(firsts, *self.spans.values(), strict=False)
        ]
        known = informed(context, seen)
        _warm(known)
        digests = {name: found.result() for name, found in self.digests.items()}
        with self._pool(known) as pool:
            counted = pool.map(_count, given, [self.readings] * len(given))
            prepare(known)  # while the others count
            totals = self._added(given, counted, known)
        return seen, known, totals, digests

    def _spans(self) -> dict[str, list[Span]]:
        for name, path in self.paths.items():
            if format_of(Source(path), self.readings[name]) != "conll":
                raise Unshareable
        if Path(self.paths[GOLD]).stat().st_size < SMALLEST * self.jobs:
            raise Unshareable
        gold = cut_evenly(self.paths[GOLD], SHARES * self.jobs)
        others = {name: path for name, path in self.paths.items() if name != GOLD}
        column = self.readings[GOLD].token_column
        return {GOLD: gold, **{name: cut_alike(path, gold, column) for name, path in others.items()}}

    def _pool(self, context: Context) -> ProcessPoolExecutor:
        return processes.pool(self.jobs, None, context)

    @staticmethod
    def _added(given: Sequence[Share], counted: Iterator[Counted], context: Context) -> Totals:
        totals = Totals(bool(context.options.resamples))
        widths: set[tuple[str, int]] = set()
        with Watch("counted") as watch:
            for share, found in zip(given, counted, strict=True):
                for partial in found.partials:
                    share.place(partial, totals.readings)
                    totals.add(partial)
                totals.facts.add(_translated(found, context.book))
                widths.update(found.widths.items())
                watch.saw(sum(p.n for p in found.partials))
        if len(widths) > len(dict(widths)):  # an input has two
            raise Unshareable  # one process says what is wrong
        return totals


def _warm(context: Context) -> None:
    """What every process would have to load, or find out about the common words, is there before there are several."""
    METRICS.values()
    if context.book is None:
        return
    none = replace(Corpus.from_sentences([["_"]], [[]]), tokens=Coded(np.zeros(1, dtype=np.int32), context.book))
    for lexicon in {id(lx): lx for lx in (context.lexicon, context.index, *context.others.values()) if lx}.values():
        lexicon.entity_count(none)
        lexicon.ids(none)


def _translated(share: Counted, book: Wordbook | None) -> Facts:
    """The facts of a share by the numbers of the common book."""
    if book is None:
        return Facts(share.facts.sums)
    numbers = np.concatenate([np.arange(share.base), book.add(share.words)])
    words = np.zeros((len(book), LABELS), dtype=np.bool_)
    words[numbers[: len(share.facts.words)]] = share.facts.words
    return Facts(share.facts.sums, words)


# --- in the processes ------------------------------------------------------------------------------------------------


def _look(spans: Sequence[Span], reading: ReadOptions) -> tuple[list[int], Survey]:
    """How many sentences there are, and what must be known of gold."""
    context: Context = processes.context()
    if not context.needs_survey:
        return [_sentences(span, reading) for span in spans], Survey()
    seen, counts = Survey(), []
    kind = ScanningCutter if "interpreteval" in context.suites else SurveyingCutter
    for span in spans:
        before = seen.sentences
        own = kind(span, reading, new_seed(), seen.entities.book)
        for piece in pieces(own, {}):
            seen.add(look(piece, context))
        own.close()
        counts.append(seen.sentences - before)
    return counts, seen


def _sentences(span: Span, reading: ReadOptions) -> int:
    scanner = Scanner([], Dialect(reading.delimiter, reading.comments))
    try:
        with span.open() as stream:
            n = sum(len(scanner.feed(block).lines) for block in blocks(stream, READ))
        return n + len(scanner.finish().lines)
    except ScanError:
        raise Unshareable from None  # one process says where


def _count(share: Share, readings: Mapping[str, ReadOptions]) -> Counted:
    try:
        return _counted(share, readings, follow=True)
    except CannotFollow:
        return _counted(share, readings, follow=False)


def _counted(share: Share, readings: Mapping[str, ReadOptions], *, follow: bool) -> Counted:
    context: Context = processes.context()
    own: dict[str, Cutter] = {}
    try:
        own.update(scanning(share.spans, readings, new_seed(), context.book, follow=follow))
        return _count_pieces(own, share.first, context)
    finally:
        for cutter in own.values():
            cutter.close()


def _count_pieces(own: Mapping[str, Cutter], first: int, context: Context) -> Counted:
    base = 0 if context.book is None else processes.base(context.book)
    facts, partials = FactSums(), []
    systems = {name: cutter for name, cutter in own.items() if name != GOLD}
    for piece in pieces(own[GOLD], systems, first):
        partial = count(piece, context)
        facts.add(partial.facts)
        partials.append(replace(partial, facts=Facts()))
    words = Vocabulary([]) if context.book is None else context.book.since(base)
    return Counted(partials, facts, base, words, _widths(own))


def _widths(cutters: Mapping[str, Cutter]) -> dict[str, int]:
    """Columns of each input; parts of a file must not differ in them, and what has document marks is not shared."""
    engines = {name: own.outline.engine for name, own in cutters.items() if isinstance(own, ScanningCutter)}
    if any(engine.marked for engine in engines.values()):
        raise Unshareable
    return {name: engine.width for name, engine in engines.items()}
