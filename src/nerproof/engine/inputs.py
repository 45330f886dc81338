"""Gold and predictions as chunks: of corpora in memory, or of files that are read range by range."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Bools, Corpus, Vocabulary
from nerproof.corpus.align import align
from nerproof.corpus.checks import Look
from nerproof.corpus.fold import lowered
from nerproof.corpus.outline import Outline
from nerproof.corpus.schemes import HARDEVAL
from nerproof.corpus.vocabulary import new_seed
from nerproof.engine.chunk import Chunk
from nerproof.engine.prepare import Kept, column, load_all, predicted, prepare
from nerproof.engine.study import Input, Options, Study
from nerproof.formats.ranges import File, Loaded, is_large, open_file, why_not
from nerproof.formats.source import Source
from nerproof.suites.recipe import SUITES

if TYPE_CHECKING:
    from nerproof.engine.run import Inputs

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class MemoryInputs:
    """A corpus in memory is one chunk."""

    gold: Outline
    systems: Mapping[str, Outline]
    types: tuple[str, ...]
    whole: Chunk
    read_types: frozenset[str] = frozenset()

    @classmethod
    def of(cls, study: Study) -> MemoryInputs:
        types = study.types
        chunk = Chunk(
            study.gold.with_types(types),
            {name: c.with_types(types) for name, c in study.systems.items()},
            np.arange(study.gold.n_sentences),
            discarded={name: c.with_types(types) for name, c in study.discarded.items()},
        )
        systems = {name: Outline.of(c) for name, c in study.systems.items()}
        return cls(Outline.of(study.gold), systems, types, chunk, study.read_types)

    @property
    def n_chunks(self) -> int:
        return 1

    @property
    def fields(self) -> Mapping[str, Sequence[Any]]:
        return self.whole.gold.fields

    @property
    def vocabulary(self) -> Vocabulary:
        return self.whole.gold.tokens.vocabulary

    def chunk(self, number: int, *, words: bool, systems: bool) -> Chunk:  # noqa: ARG002
        return self.whole

    def chunk_of(self, sentence: int) -> int:  # noqa: ARG002
        return 0


@dataclass(frozen=True, eq=False)
class FileInputs:
    """Files that are cut after the same sentences: any process can read any chunk by itself."""

    options: Options
    gold_file: File
    files: Mapping[str, File]
    gold: Outline
    systems: Mapping[str, Outline]
    types: tuple[str, ...]

    @classmethod
    def of(cls, gold: File, files: Mapping[str, File], options: Options) -> FileInputs:
        outlines = {name: outline_of(f, options, gold=False) for name, f in files.items()}
        own = outline_of(gold, options)
        if not own.n_sentences:
            raise UsageError(f"no sentence of gold ({gold.name}) is annotated: there is nothing to score against")
        types = tuple(sorted({*own.types, *(t for o in outlines.values() for t in o.types)}))
        return cls(options, gold, files, own, outlines, types)

    @property
    def n_chunks(self) -> int:
        return len(self.gold_file.ranges)

    @property
    def read_types(self) -> frozenset[str]:
        return frozenset(t for o in (self.gold, *self.systems.values()) for t in o.read_types)

    @property
    def fields(self) -> Mapping[str, Sequence[Any]]:
        return self.gold_file.fields()

    @property
    def vocabulary(self) -> Vocabulary | None:
        return self.gold_file.vocabulary

    def chunk_of(self, sentence: int) -> int:
        firsts = [r.sentence for r in self.gold_file.ranges]
        return bisect_right(firsts, sentence) - 1

    def chunk(self, number: int, *, words: bool, systems: bool) -> Chunk:
        words = words or self.gold_file.numeric  # then all are looked at, whether a suite needs them or not
        place, loaded = self.gold_file.ranges[number], self.gold_file.load(number, words=words)
        gold = prepared(loaded.corpus, self.options)
        found, looks = {}, {"": Look.at(loaded.corpus)} if systems else {}
        for name in self.files if systems else ():
            found[name], looks[name] = self._system(name, number, gold, loaded, looks[""].numbers)
        again = systems and self.options.switches.get("hardeval_compat")
        discarded = {name: self._system(name, number, gold, loaded, 0, HARDEVAL)[0] for name in self.files if again}
        kept = gold.annotated
        numbers = place.sentence + np.arange(gold.n_sentences if kept is None else int(kept.sum()))
        return Chunk(
            self._numbered(gold, kept),
            {name: self._numbered(c, kept) for name, c in found.items()},
            numbers,
            place.document,
            {name: self._numbered(c, kept) for name, c in discarded.items()},
            looks,
        )

    def _numbered(self, corpus: Corpus, kept: Bools | None) -> Corpus:
        own = corpus.with_types(self.types)
        return own if kept is None else replace(own.select(kept), annotated=None)

    def _system(
        self, name: str, number: int, gold: Corpus, loaded: Loaded, numbers: int, repair: str | None = None
    ) -> tuple[Corpus, Look]:
        """Predictions on gold's tokens; read once more with words where these differ, to say where."""
        own = self.files[name].load(number, words=False, repair=repair)
        if _same_tokens(loaded, own, self.options.align):
            pred, look = prepared(own.corpus, self.options), Look.at(own.corpus, numbers)
            return replace(gold, mentions=pred.mentions, types=pred.types, annotated=None), look
        worded = [f.load(number, words=True).corpus for f in (self.gold_file, self.files[name])]
        a, b = (prepared(corpus, self.options) for corpus in worded)
        return replace(align(a, b, mode=self.options.align), notes=()), Look.at(worded[1])


def _same_tokens(a: Loaded, b: Loaded, mode: str) -> bool:
    if not np.array_equal(a.corpus.sentences, b.corpus.sentences):
        return False
    if mode == "position":
        return True
    if type(a.key) is not type(b.key):
        return False
    return bool(np.array_equal(a.key, b.key) if isinstance(a.key, np.ndarray) else a.key.equals(b.key))


def prepared(corpus: Corpus, options: Options) -> Corpus:
    """A chunk of a file with the types and the case that were asked for."""
    kept = options.types.apply(corpus)
    return lowered(kept) if options.lower else kept


def outline_of(file: File, options: Options, *, gold: bool = True) -> Outline:
    """What is known of a file, with the types that were asked for; sentences that nobody annotated are left out."""
    own = file.outline
    types = options.types.apply(replace(Corpus.from_sentences([["_"]], [[]]), types=own.types)).types
    notes = own.notes
    if file.annotated is not None:
        n, total = int((~file.annotated).sum()), len(file.annotated)
        left_out = f"{file.name}: {n} of {total} sentences are not annotated and are left out"
        missed = f"{file.name}: {n} sentences have no prediction; what they hold is missed"
        notes = (*notes, left_out if gold else missed)
    return replace(own, types=types, notes=notes, read_types=own.types)


def why_whole(gold: Input, predictions: Mapping[str, Input], options: Options) -> str | None:
    """Why inputs are read as a whole; None where they can be read chunk by chunk."""
    reasons = {
        "--align text needs all tokens at once": options.align == "text",
        "--allow-truncated needs all sentences at once": options.allow_truncated,
        "--compat interpreteval needs all sentences at once": bool(options.switches.get("interpreteval_compat")),
        "a corpus in memory is there as a whole": any(isinstance(x, Corpus) for x in (gold, *predictions.values())),
    }
    found = next((why for why, given in reasons.items() if given), None)
    files = [Source(str(x)) for x in (gold, *predictions.values())]
    return found or next((why for f in files if (why := why_not(f, options.reading)) is not None), None)


def open_inputs(
    gold: Input, predictions: Mapping[str, Input], options: Options, *, stream: bool | None, jobs: int = 1
) -> Inputs:
    """Gold and predictions: in memory, or chunk by chunk where that is asked for or pays, and can be."""
    paths = [x for x in (gold, *predictions.values()) if not isinstance(x, Corpus)]
    in_chunks = stream if stream is not None else jobs > 1 or any(is_large(x) for x in paths)
    if in_chunks and why_whole(gold, predictions, options) is None:
        paths_of = {name: str(p) for name, p in predictions.items()}
        gold_file, files = open_files(str(gold), paths_of, options, jobs)
        if all(f.n_sentences == gold_file.n_sentences for f in files.values()):
            return FileInputs.of(gold_file, files, options)
    return MemoryInputs.of(prepare(gold, predictions, options=options, check=False))


def open_files(
    gold: str, predictions: Mapping[str, str], options: Options, jobs: int = 1
) -> tuple[File, dict[str, File]]:
    """The files with their outlines; predictions on other processes, where there are any."""
    seed = new_seed()
    words = options.suites is None or any(SUITES[name].words for name in options.suites)
    opened = partial(open_file, reading=predicted(options).reading, words=False, seed=seed)
    others = mapped(opened, list(predictions.values()), jobs)
    own = open_file(gold, column(options, options.gold_column).reading, words=words, seed=seed)
    return own, dict(zip(predictions, others, strict=True))


def mapped(function: Callable[[Any], T], items: Sequence[Any], jobs: int) -> Iterator[T]:
    """The answers for all items: when they are asked for, or from other processes, which begin at once."""
    if jobs <= 1:
        return map(function, items)
    from nerproof.engine.pool import Pool

    return Pool(jobs).map(function, items)


def open_test(test: Input | Sequence[Input], options: Options, *, stream: bool | None, jobs: int = 1) -> Inputs:
    """Gold alone."""
    items = [test] if isinstance(test, Corpus | str | Path) else list(test)
    item = items[0]
    if len(items) == 1 and not isinstance(item, Corpus):
        in_chunks = stream if stream is not None else jobs > 1 or is_large(item)
        if in_chunks and why_not(Source(str(item)), options.reading) is None:
            return FileInputs.of(open_file(item, options.reading), {}, options)
    kept = Kept(options)
    gold = load_all(items, options, kept)
    whole = gold if gold is not None else Corpus.from_sentences([])
    return MemoryInputs.of(Study(whole, {}, options=options, read_types=frozenset(kept.seen)))
