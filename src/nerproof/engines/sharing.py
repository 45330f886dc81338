"""Several processes, each with a share of the column files: what one process does, on a span of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines import processes
from nerproof.engines.cutting import GOLD, ScanningCutter, SurveyingCutter, format_of, pieces
from nerproof.engines.following import CannotFollow, scanning
from nerproof.engines.partials import Context, Partial, count, look
from nerproof.engines.plan import informed
from nerproof.engines.ranges import SMALLEST, Outline, Share, Span, Unshareable, cut_evenly, outline, shares
from nerproof.engines.sums import LABELS, Facts, FactSums, Survey
from nerproof.engines.totals import Totals
from nerproof.engines.watching import Watch
from nerproof.readers import ReadOptions
from nerproof.readers.scan import new_seed
from nerproof.readers.source import Source, digest_of_files

SHARES = 2  # for each process: the last to come back is waited for


@dataclass
class Counted:
    """What a process brings back of its share; words that its book has beyond the common one are named."""

    partials: list[Partial]
    facts: FactSums
    base: int
    words: Vocabulary


class Shared:
    """One evaluation by several processes that read the files themselves."""

    def __init__(self, paths: Mapping[str, str | Path], readings: Mapping[str, ReadOptions], jobs: int) -> None:
        self.paths, self.readings, self.jobs = {k: str(p) for k, p in paths.items()}, readings, jobs

    def run(self, context: Context) -> tuple[Survey, Context, Totals, dict[str, str]]:
        """Raises Unshareable where one process must cut the files for all."""
        spans, seen = self._spans(), Survey()
        with self._pool(context) as pool:
            looking = _look if context.needs_survey else _outline
            gold = [pool.submit(looking, s, self.readings[GOLD]) for s in spans.pop(GOLD)]
            asked = {n: [pool.submit(_outline, s, self.readings[n]) for s in own] for n, own in spans.items()}
            outlines = {GOLD: [self._seen(f.result(), seen) for f in gold]}
            outlines |= {n: [f.result()[0] for f in own] for n, own in asked.items()}
        given = shares(outlines, self.readings[GOLD])
        known = informed(context, seen)
        _warm(known)
        with self._pool(known) as pool:
            counted = pool.map(_count, given, [self.readings] * len(given))
            digests = {name: digest_of_files([Path(path)]) for name, path in self.paths.items()}  # the others count
            totals = self._added(counted, known)
        return seen, known, totals, digests

    def _spans(self) -> dict[str, list[Span]]:
        for name, path in self.paths.items():
            if format_of(Source(path), self.readings[name]) != "conll":
                raise Unshareable
        if Path(self.paths[GOLD]).stat().st_size < SMALLEST * self.jobs:
            raise Unshareable
        return {name: cut_evenly(path, SHARES * self.jobs) for name, path in self.paths.items()}

    def _pool(self, context: Context) -> ProcessPoolExecutor:
        return processes.pool(self.jobs, None, context)

    @staticmethod
    def _seen(found: tuple[Outline, Survey], seen: Survey) -> Outline:
        seen.add(found[1])
        return found[0]

    @staticmethod
    def _added(counted: Iterator[Counted], context: Context) -> Totals:
        totals = Totals(bool(context.options.resamples))
        with Watch("counted") as watch:
            for share in counted:
                for partial in share.partials:
                    totals.add(partial)
                totals.facts.add(_translated(share, context.book))
                watch.saw(sum(p.n for p in share.partials))
        return totals


def _warm(context: Context) -> None:
    """What every process would have to find out about the common words is found out before there are several."""
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


def _outline(span: Span, reading: ReadOptions) -> tuple[Outline, Survey]:
    return outline(span, reading), Survey()


def _look(span: Span, reading: ReadOptions) -> tuple[Outline, Survey]:
    """The look at gold counts its sentences, too."""
    context: Context = processes.context()
    seen = Survey()
    kind = ScanningCutter if "interpreteval" in context.suites else SurveyingCutter
    own = kind(span, reading, new_seed(), seen.entities.book)
    for piece in pieces(own, {}):
        seen.add(look(piece, context))
    own.close()
    engine = own.outline.engine
    if engine.marked:
        raise Unshareable
    return Outline(span, seen.sentences, engine.line, np.zeros(0, dtype=np.int64), engine.width), seen


def _count(share: Share, readings: Mapping[str, ReadOptions]) -> Counted:
    try:
        return _counted(share, readings, follow=True)
    except CannotFollow:
        return _counted(share, readings, follow=False)


def _counted(share: Share, readings: Mapping[str, ReadOptions], *, follow: bool) -> Counted:
    context: Context = processes.context()
    base = 0 if context.book is None else processes.base(context.book)
    facts, partials = FactSums(), []
    cutters = scanning(share.spans, readings, new_seed(), context.book, follow=follow)
    for piece in pieces(cutters.pop(GOLD), cutters, share.first):
        partial = count(piece, context)
        facts.add(partial.facts)
        partials.append(replace(partial, facts=Facts()))
    words = Vocabulary([]) if context.book is None else context.book.since(base)
    return Counted(partials, facts, base, words)
