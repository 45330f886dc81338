"""evaluate() for inputs larger than memory: piece by piece, on one or several processes, with the same numbers.

Gold is looked at once before it is counted where a suite needs to know all of it (which surfaces are ambiguous, where
buckets are cut). Training data is indexed in memory unless it is large; gold and predictions never are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nerproof.base.errors import InputError, UsageError
from nerproof.base.results import Result
from nerproof.corpus.vocabulary import new_seed
from nerproof.engines.cutting import GOLD, Cutter, NotStreamable, Piece, cutter, format_of, pieces
from nerproof.engines.following import CannotFollow, scanning
from nerproof.engines.partials import Context, count, look
from nerproof.engines.parts import WordsNeeded
from nerproof.engines.plan import (
    BadTraining,
    NeedsWhole,
    can_be_in_pieces,
    check,
    context_of,
    expected,
    informed,
    suites_of,
    taught,
)
from nerproof.engines.processes import ordered
from nerproof.engines.schemes import scheme_of_file
from nerproof.engines.size import is_large, pays_in_pieces
from nerproof.engines.sums import Survey
from nerproof.engines.totals import Inputs, Totals, finish
from nerproof.engines.watching import Watch
from nerproof.evaluate import Input, Options
from nerproof.formats import ReadOptions
from nerproof.formats.source import Source

if TYPE_CHECKING:
    from nerproof.engines.keys import Wanted
    from nerproof.engines.sharing import Shared

T = TypeVar("T")
Passed = tuple[Survey, Context, Totals, dict[str, str]]  # what was seen, what is known, what was counted, digests
Engine = Callable[[Callable[[Piece, Context], T], Iterable[Piece], Context], Iterator[T]]


def evaluate_stream(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    jobs: int = 1,
    train_in_pieces: bool | None = None,
    **changes: Any,
) -> Result:
    """Scores files piece by piece in flat memory; ``jobs`` processes work on the pieces.

    Training files are read in pieces, too, where they are large (``train_in_pieces`` decides for the user).
    Raises NotStreamable for what needs everything at once: other formats than CoNLL columns and Parquet, alignment by
    text, sentences cut differently, examples.
    """
    chosen = options or Options(**changes)
    check(chosen, predictions)
    return streamed(gold, predictions, train, dev, chosen, jobs, train_in_pieces)[0]


def streamed(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    train: Any,
    dev: Any,
    options: Options,
    jobs: int,
    train_in_pieces: bool | None,
) -> tuple[Result, Context]:
    """The result, and all that was known in the end."""
    pays = train_in_pieces
    if pays is None:
        # InterpretEval looks for surfaces in all of the training text: once in pieces, else for each piece of gold.
        searches = options.suites is None or "interpreteval" in options.suites
        pays = pays_in_pieces(train, gold) or (searches and is_large(Path(gold)))
    whole = options.suites is None or "overlap" in options.suites  # which looks for all names of train
    in_pieces = pays and not whole and can_be_in_pieces(train, options)
    stream = Stream(gold, predictions, options, jobs)
    try:
        if train is not None and dev is None and not in_pieces:
            stream.look_ahead()
        return stream.settled(context_of(options, train, dev, in_pieces=in_pieces))
    except NeedsWhole:
        if train_in_pieces:
            raise
        return stream.settled(context_of(options, train, dev))
    finally:
        stream.close()


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
    except BadTraining:  # a training set that is too large to be read as a whole only for the sake of a message
        raise
    except (NotStreamable, InputError):
        # Read as a whole, the inputs may still fit each other; if not, the message is the same as ever.
        if forced:
            raise
        return None


class SchemeChanged(Exception):
    """Different parts of an input were read by different label schemes."""


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
        self.shared: Shared | None = None  # processes that read the files already

    def settled(self, context: Context) -> tuple[Result, Context]:
        """The result, and all that was known in the end; label schemes are those of entire files."""
        try:
            return self.run(context)
        except SchemeChanged:
            # Parts of a file look like different schemes: the scheme of all tags settles it, then all is read again.
            self.schemes = self.detect()
            return self.run(context)

    def run(self, context: Context) -> tuple[Result, Context]:
        try:
            return self._run(context)
        finally:
            self.close()

    def close(self) -> None:
        for own in self.cutters.values():
            own.close()
        if self.shared is not None:
            self.shared.stop()
            self.shared = None

    def _run(self, context: Context) -> tuple[Result, Context]:
        suites, skipped = suites_of(context)
        context = self._taught(replace(context, suites=tuple(s.name for s in suites)))
        seen, context, totals, digests = self._by_several(lambda shared: shared.run(context)) or self._passes(context)
        self._check_schemes(totals)
        inputs = Inputs(self.paths, digests, self.schemes)
        result = finish(inputs, self.options, context, suites, totals, seen)
        result.notes += [f"skipped {name}: {why}" for name, why in skipped.items()]
        return result, context

    def _taught(self, context: Context) -> Context:
        """With training files that are read in pieces: what gold and the systems ask about must be known first."""
        if not context.unread:
            return context
        try:
            asked = self._by_several(lambda shared: shared.wanted(context))
            asked = asked or self._wanted(context, None if self.jobs > 1 else new_seed())
        except (WordsNeeded, CannotFollow):
            self.close()
            asked = self._wanted(context, None)
        if any(len(schemes) > 1 for schemes in asked.schemes.values()):
            raise SchemeChanged
        return taught(context, asked.seen, self.jobs)

    def _wanted(self, context: Context, seed: int | None) -> Wanted:
        from nerproof.engines.keys import Wanted, wanted

        found = Wanted()
        known = context if self.jobs > 1 else replace(context, book=found.seen.entities.book)
        with Watch("looked at") as watch:
            for part in ordered(wanted, self._pieces(seed, known, follow=seed is not None), known, self.jobs):
                found.add(part)
                watch.saw(part.seen.sentences)
        self.close()
        return found

    def look_ahead(self) -> None:
        """Other processes look at gold while this one reads the training data, unless they need to know that."""
        suites, _ = suites_of(expected(self.options))
        context = replace(expected(self.options), suites=tuple(s.name for s in suites))
        if "interpreteval" not in context.suites:
            self._by_several(lambda shared: shared.look(context))

    def _by_several(self, work: Callable[[Shared], T]) -> T | None:
        """By several processes that read the files themselves; None where that cannot be."""
        if self.jobs <= 1:
            return None
        from nerproof.engines.ranges import Unshareable

        self.shared = self.shared or self._sharing()
        try:
            return work(self.shared)
        except Unshareable:
            self.close()
            return None

    def _sharing(self) -> Shared:
        from nerproof.engines.sharing import Shared

        return Shared(self.paths, {name: self._reading(name) for name in self.paths}, self.jobs)

    def _passes(self, context: Context) -> Passed:
        """The look at gold and the count; one process numbers words and tags while it cuts the files."""
        try:
            return self._both(context, None if self.jobs > 1 else new_seed())
        except WordsNeeded:  # the inputs differ, or are not text: the parts are read with their bytes, to say where
            self.close()
            return self._both(context, None)

    def _both(self, context: Context, seed: int | None) -> Passed:
        seen = self._survey(context, seed)
        known = informed(context, seen)
        n = seen.sentences if self.options.unit == "sentence" else 0  # how many documents there are is not known
        try:
            totals = self._totals(known, seed, n, follow=True)
        except CannotFollow:
            self.close()
            totals = self._totals(known, seed, n, follow=False)
        return seen, known, totals, {name: own.digest() for name, own in self.cutters.items()}

    def _totals(self, context: Context, seed: int | None, n: int, *, follow: bool) -> Totals:
        """``n``: what is resampled, where its number is known."""
        totals = Totals(bool(self.options.resamples), n)
        with Watch("counted") as watch:
            for partial in ordered(count, self._pieces(seed, context, n, follow=follow), context, self.jobs):
                totals.add(partial)
                watch.saw(partial.n)
        return totals

    def _reading(self, name: str) -> ReadOptions:
        return replace(self.options.reading, scheme=self.schemes.get(name, self.options.reading.scheme))

    def _pieces(self, seed: int | None, context: Context, n: int = 0, *, follow: bool) -> Iterator[Piece]:
        for name, own in self._cutters(seed, context, follow=follow):
            self.cutters[name] = own
            if not own.ready():
                fix = "Give a file with at least one sentence."
                raise InputError.at(self.paths[name], None, "has no token", fix=fix)
        others = {name: own for name, own in self.cutters.items() if name != GOLD}
        return pieces(self.cutters[GOLD], others, total=n)

    def _cutters(self, seed: int | None, context: Context, *, follow: bool) -> Iterator[tuple[str, Cutter]]:
        """Gold's words matter to some suites; those of predictions must only be the same."""
        places = {name: Source(str(path)) for name, path in self.paths.items()}
        readings = {name: self._reading(name) for name in places}
        formats = {format_of(place, readings[name]) for name, place in places.items()}
        numbered = context.tokens and context.book is not None
        if seed is None or formats != {"conll"} or (context.tokens and not numbered):
            return ((name, cutter(path, readings[name])) for name, path in self.paths.items())
        return scanning(places, readings, seed, context.book if numbered else None, follow=follow)

    def _survey(self, context: Context, seed: int | None) -> Survey:
        """The pass over gold that some suites need."""
        seen = Survey()
        if context.needs_survey:
            book = None if seed is None else seen.entities.book
            lean = "interpreteval" not in context.suites
            own = cutter(self.paths[GOLD], self._reading(GOLD), seed, book, inside=lean)
            self.cutters[GOLD] = own
            with Watch("looked at") as watch:
                for part in ordered(look, pieces(own, {}), context, self.jobs):
                    seen.add(part)
                    watch.saw(part.sentences)
            own.close()
        return seen

    def _check_schemes(self, totals: Totals) -> None:
        if any(len(r.schemes) > 1 for r in totals.readings.values()):
            raise SchemeChanged

    def detect(self) -> dict[str, str]:
        """The scheme of each column file from all of its tags."""
        found = {name: scheme_of_file(path, self.options.reading) for name, path in self.paths.items()}
        return {name: scheme for name, scheme in found.items() if scheme}
