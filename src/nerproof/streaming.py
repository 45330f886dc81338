"""evaluate() for inputs larger than memory: piece by piece, on one or several processes, with the same numbers.

Gold is looked at once before it is counted where a suite needs to know all of it (which surfaces are ambiguous, where
buckets are cut). Training data is indexed in memory; gold and predictions never are.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from nerproof import declare
from nerproof.corpus import Corpus, Ints, join
from nerproof.engines.cutting import Cutter, NotStreamable, Piece, cutter, pieces
from nerproof.engines.facts import COVERED, Facts, Survey, data_rows, edges_of, index_of
from nerproof.engines.partials import GOLD, Context, Partial, PieceStudy, Reading, count, look
from nerproof.engines.processes import ordered
from nerproof.engines.runs import Runs
from nerproof.errors import InputError, UsageError
from nerproof.evaluate import Input, Options, Study, assemble
from nerproof.lexicon import Lexicon
from nerproof.readers import ReadOptions, read
from nerproof.recipes import SUITES, Cell, Found, Suite
from nerproof.results import Result

T = TypeVar("T")
Engine = Callable[[Callable[[Piece, Context], T], Iterable[Piece], Context], Iterator[T]]


def evaluate_stream(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    jobs: int = 1,
    **changes: Any,
) -> Result:
    """Scores files piece by piece in flat memory; ``jobs`` processes work on the pieces.

    Raises NotStreamable for what needs everything at once: other formats than CoNLL columns and Parquet, alignment by
    text, sentences cut differently, examples.
    """
    chosen = options or Options(**changes)
    _check(chosen, predictions)
    stream = Stream(gold, predictions, chosen, jobs)
    context = _context(chosen, train, dev)
    try:
        return stream.run(context)
    except SchemeChanged:
        # Parts of the file look like different schemes: the scheme of all tags settles it, then all is read again.
        stream = Stream(gold, predictions, chosen, jobs, schemes=stream.detect())
        return stream.run(context)


WHOLE = ("attacked", "attributes", "domain", "errors")  # options that need all of gold at once


def attempt(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    *,
    train: Input | Sequence[Input] | None,
    dev: Input | Sequence[Input] | None,
    options: Options,
    how: Mapping[str, Any],
) -> Result | None:
    """The result piece by piece where that was asked for or pays; None where the inputs are to be read as a whole."""
    if how["engine"] == "spark":
        from nerproof.engines.spark import evaluate_spark

        return evaluate_spark(gold, predictions, train=train, dev=dev, options=options, master=how["master"])
    forced = how["stream"] is True
    whole = [name for name in WHOLE if how.get(name)]
    if whole and forced:
        raise UsageError(f"--{whole[0].rstrip('s')} needs all of gold at once: leave out --stream")
    try:
        return (
            None
            if whole
            else evaluate_stream(gold, predictions, train=train, dev=dev, options=options, jobs=how["jobs"])
        )
    except (NotStreamable, InputError):
        # Read as a whole, the inputs may still fit each other; if not, the message is the same as ever.
        if forced:
            raise
        return None


class SchemeChanged(Exception):
    """Different parts of an input were read by different label schemes."""


def _check(options: Options, predictions: Mapping[str, str | Path]) -> None:
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    said = {
        "--align text needs all tokens at once": options.align == "text",
        "--allow-truncated needs all sentences at once": options.allow_truncated,
        "examples need all sentences at once": bool(options.examples),
        "--lower needs all tokens at once": options.lower,
        "compat=hardeval reads predictions twice": bool(options.switches.get("hardeval_compat")),
    }
    for why, given in said.items():
        if given:
            raise NotStreamable(why)


def _context(options: Options, train: Any, dev: Any) -> Context:
    """Training and development data in memory, and the suites that these allow."""
    from nerproof.evaluate import _load_all

    loaded, held_out = _load_all(train, options), _load_all(dev, options)
    both = join([loaded, held_out]) if loaded is not None and held_out is not None else None
    indexed = both if options.with_dev and both is not None else loaded
    lexicon = None if indexed is None else Lexicon(indexed)
    others = {"train": lexicon} if lexicon is not None else {}
    if held_out is not None:
        others["dev"] = Lexicon(held_out)
    if both is not None:
        others["train+dev"] = lexicon if indexed is both and lexicon is not None else Lexicon(both)
    return Context(options, (), indexed, held_out, lexicon, None, others)


@dataclass
class Totals:
    """Everything that was added up."""

    readings: dict[str, Reading] = field(default_factory=dict)
    runs: dict[str, Runs] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    confusion: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)

    def add(self, partial: Partial) -> None:
        for name, reading in partial.readings.items():
            self.readings.setdefault(name, Reading()).add(reading)
        for name, counts in partial.counts.items():
            self.runs.setdefault(name, Runs()).add(partial.columns[name], counts)
        self.facts.add(partial.facts)
        for name, table in partial.confusion.items():
            own = self.confusion.setdefault(name, Counter())
            own.update({(a, b): n for a, row in table.items() for b, n in row.items()})

    def confusions(self) -> dict[str, dict[str, dict[str, int]]]:
        """By system, gold label and what became of it."""
        found: dict[str, dict[str, dict[str, int]]] = {name: {} for name in self.confusion}
        for name, counter in self.confusion.items():
            for (a, b), n in counter.items():
                found[name].setdefault(a, {})[b] = n
        return found

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(sorted({t for r in self.readings.values() for t in r.types}))


class Stream:
    """One evaluation of files; ``engine`` says how pieces are worked on."""

    def __init__(
        self,
        gold: str | Path,
        predictions: Mapping[str, str | Path],
        options: Options,
        jobs: int = 1,
        *,
        schemes: Mapping[str, str] | None = None,
    ) -> None:
        self.paths: dict[str, str | Path] = {GOLD: gold, **predictions}
        self.options, self.jobs = options, jobs
        self.schemes = schemes or {}
        self.cutters: dict[str, Cutter] = {}

    def run(self, context: Context) -> Result:
        suites, skipped = _suites(context)
        context = replace(context, suites=tuple(s.name for s in suites))
        seen = self._survey(context)
        context = _informed(context, seen)
        totals = Totals()
        for partial in ordered(count, self._pieces(), context, self.jobs):
            totals.add(partial)
        self._check_schemes(totals)
        result = _finish(self, context, suites, totals, seen)
        given = {"lexicon": context.lexicon, "dev": context.dev, "switches": dict(self.options.switches)}
        result.notes += [note for s in suites if s.notes for note in declare.call(s.notes, given)]
        result.notes += [f"skipped {name}: {why}" for name, why in skipped.items()]
        return result

    def _reading(self, name: str) -> ReadOptions:
        return replace(self.options.reading, scheme=self.schemes.get(name, self.options.reading.scheme))

    def _pieces(self) -> Iterator[Piece]:
        self.cutters = {name: cutter(path, self._reading(name)) for name, path in self.paths.items()}
        for name, own in self.cutters.items():
            if not own.ready():
                raise InputError.at(
                    self.paths[name], None, "has no token", fix="Give a file with at least one sentence."
                )
        others = {name: own for name, own in self.cutters.items() if name != GOLD}
        return pieces(self.cutters[GOLD], others)

    def _survey(self, context: Context) -> Survey:
        """The pass over gold that some suites need."""
        seen = Survey()
        if {"tmr", "contamination", "interpreteval"} & set(context.suites):
            alone = pieces(cutter(self.paths[GOLD], self._reading(GOLD)), {})
            for part in ordered(look, alone, context, self.jobs):
                seen.add(part)
        return seen

    def _check_schemes(self, totals: Totals) -> None:
        if any(len(r.schemes) > 1 for r in totals.readings.values()):
            raise SchemeChanged

    def detect(self) -> dict[str, str]:
        """The scheme of each file from all of its tags."""
        found = {name: read(path, self.options.reading, tokens=False).scheme for name, path in self.paths.items()}
        return {name: scheme for name, scheme in found.items() if scheme}

    def digest(self, name: str) -> str:
        return self.cutters[name].digest()


def _suites(context: Context) -> tuple[list[Suite], dict[str, str]]:
    """The suites asked for, or all that can run on pieces with what is given."""
    wanted = context.options.suites
    chosen = sorted((SUITES[n] for n in (wanted if wanted is not None else SUITES)), key=lambda s: s.order)
    given = {"pair": 1, "gold": 1, "index": 1, "switches": 1, "lexicon": context.lexicon, "dev": context.dev}
    reasons = {s.name: declare.missing(s.cells, given) for s in chosen}
    skipped = {name: why for name, why in reasons.items() if why}
    if wanted is not None and skipped:
        name, why = next(iter(skipped.items()))
        raise UsageError(f"suite {name!r} {why}")
    left = [s for s in chosen if s.name not in skipped]
    other = [s.name for s in left if s.name not in COVERED]
    if other:
        raise NotStreamable(f"the suite {other[0]} needs all of gold at once")
    return left, skipped


def _informed(context: Context, seen: Survey) -> Context:
    """The context with what the look at gold found out."""
    options = context.options
    if seen.values:
        switches = {**options.switches, "interpreteval_edges": edges_of(seen, context)}
        options = replace(options, switches=switches)
    return replace(context, options=options, index=index_of(seen.entities) if seen.entities else _no_entities())


def _no_entities() -> Lexicon:
    return Lexicon(Corpus.from_sentences([["_"]], [[]]))


# --- from sums to a result -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outline:
    """What the signature says about a corpus that was never there as a whole."""

    sources: tuple[str, ...]
    digest: str
    scheme: str | None
    repairs: int
    n_sentences: int
    n_tokens: int
    n_documents: int
    marked_documents: bool


def _finish(stream: Stream, context: Context, suites: Sequence[Suite], totals: Totals, seen: Survey) -> Result:
    outlines = {name: _outline(stream, name, totals.readings[name]) for name in totals.readings}
    study = Study(
        cast("Corpus", outlines[GOLD]),
        {name: cast("Corpus", o) for name, o in outlines.items() if name != GOLD},
        context.train,
        context.dev,
        stream.options,
        _notes(stream, totals, context),
    )
    cells = {name: _cells(suites, context, totals.types) for name in totals.runs}
    counts = {name: _table(cells[name], runs) for name, runs in totals.runs.items()}
    result = assemble(study, suites, cells, counts, data_rows(totals.facts, seen, context, totals.types))
    if totals.confusion:
        result.extras["confusion"] = totals.confusions()
    return result


def _outline(stream: Stream, name: str, reading: Reading) -> Outline:
    return Outline(
        (str(stream.paths[name]),),
        stream.digest(name),
        next(iter(reading.schemes), None) or stream.schemes.get(name),
        reading.repairs,
        reading.sentences,
        reading.tokens,
        reading.documents,
        reading.marked,
    )


def _cells(suites: Sequence[Suite], context: Context, types: tuple[str, ...]) -> Found:
    """The cells in their order, as they are for a corpus that has all types: their masks are of no use here."""
    empty = replace(Corpus.from_sentences([["_"]], [[]]), types=types)
    study = PieceStudy(empty, {"": empty}, dev=context.dev, options=context.options, context=context)
    found: list[tuple[Suite, Cell]] = []
    for suite in suites:
        found += [(suite, cell) for cell in declare.call(suite.cells, study.given(study.pairs[""]))]
    return found


def _table(cells: Found, runs: Runs) -> Ints:
    names = [(s.name, c.metric.name, c.part.name, c.part.label, k) for s, c in cells for k in c.metric.columns]
    return np.stack([runs.column(name) for name in names], axis=1)


def _notes(stream: Stream, totals: Totals, context: Context) -> tuple[str, ...]:
    from nerproof.evaluate import _check_training

    own = {name: _repairs(stream, name, r) for name, r in totals.readings.items()}
    gold = totals.readings[GOLD]
    extra = [
        f"{name}: predicts types that gold lacks: {', '.join(sorted(r.used - gold.types))} (counted as false positives)"
        for name, r in totals.readings.items()
        if name != GOLD and r.used - gold.types
    ]
    notes = [*own.pop(GOLD), *extra, *(n for found in own.values() for n in found)]
    if context.train is not None:
        known = replace(Corpus.from_sentences([["_"]], [[]]), types=tuple(sorted(gold.types)))
        notes += [*context.train.notes, *_check_training(known, context.train)]
    return tuple(dict.fromkeys(notes))


def _repairs(stream: Stream, name: str, reading: Reading) -> list[str]:
    if reading.first_break is None:
        return []
    scheme, n = next(iter(reading.schemes), "its scheme"), reading.repairs
    mentions = "1 mention breaks" if n == 1 else f"{n} mentions break"
    first = reading.first_break
    place = f"{stream.paths[name]}:{first.line}"
    repair = stream.options.reading.repair
    return [f"{place}: {mentions} {scheme}, first at {first.tag!r}; repaired by --repair {repair}"]


def default_jobs() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
