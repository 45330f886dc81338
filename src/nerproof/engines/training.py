"""A training set that is never there as a whole: read part by part, counted for what the test set can ask about.

Only words of gold and surfaces of gold's and the systems' mentions are ever looked up, so only these have rows in the
tables; what the statistics say about everything else (how many words, surfaces, ambiguous ones) is counted by records
that go to disk when they are many (``spilling.py``). Memory depends on the test set, not on the training set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.join import digest_of_parts
from nerproof.engines.cutting import NotStreamable, Piece
from nerproof.engines.glance import Asked, Glance, glance, seen_in
from nerproof.engines.partials import Reading
from nerproof.engines.processes import ordered
from nerproof.engines.schemes import scheme_of_file
from nerproof.engines.spilling import KINDS, Spill, of_kinds
from nerproof.engines.totals import repairs_note
from nerproof.engines.trained import Tables, Trained
from nerproof.engines.trainingfiles import TrainingFile, goes_on
from nerproof.engines.watching import Watch


@dataclass(frozen=True)
class Known:
    """All that an evaluation needs of training data."""

    trained: Trained
    tables: Tables
    with_dev: Tables | None  # training and development data together


def read_training(
    paths: Sequence[str | Path], asked: Asked, dev: Corpus | None = None, *, joined: bool = False, jobs: int = 1
) -> Known:
    """Reads the files; ``joined``: development data counts as training data."""
    schemes: dict[str, str] = {}
    while True:
        try:
            with ExitStack() as stack:
                training = _Training(asked, stack.enter_context(Spill()), stack.enter_context(Spill()), jobs)
                return training.read([str(p) for p in paths], schemes, dev, joined=joined)
        except MixedSchemes as mixed:
            found = None if mixed.path in schemes else scheme_of_file(mixed.path, asked.reading)
            if found is None:
                raise NotStreamable(f"{mixed.path}: its parts have different label schemes") from None
            schemes[mixed.path] = found


class MixedSchemes(Exception):
    """Parts of a training file look like different label schemes."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class _Training:
    """Adds up what parts say."""

    def __init__(self, asked: Asked, words: Spill, surfaces: Spill, jobs: int) -> None:
        self.asked, self.words, self.surfaces, self.jobs = asked, words, surfaces, jobs
        self.tables, self.samples, self.sizes = Tables(asked), _Samples(), _Sizes()
        self.digests: list[str] = []
        self.notes: list[str] = []

    def read(self, paths: list[str], schemes: dict[str, str], dev: Corpus | None, *, joined: bool) -> Known:
        for path in paths:
            self._file(path, schemes.get(path, self.asked.reading.scheme))
        sources, digest, notes = dict.fromkeys(paths), digest_of_parts(self.digests), self.notes
        if dev is None:
            return Known(self._trained(list(sources), digest, notes), self.tables, None)
        found, both = seen_in(dev, self.asked), self.tables
        if joined:
            self._add(found, goes_on=False)
            self.sizes.add(dev.n_sentences, dev.n_tokens, dev.n_documents, marked=dev.marked_documents)
            sources |= dict.fromkeys(dev.sources)
            digest, notes = digest_of_parts([digest, dev.digest]), [*notes, *dev.notes]
        else:
            both = self.tables.copy()
            both.add(found)
        return Known(self._trained(list(sources), digest, notes), self.tables, both)

    def _file(self, path: str, scheme: str) -> None:
        asked = replace(self.asked, reading=replace(self.asked.reading, scheme=scheme))
        file, told = TrainingFile(path, asked.reading), _File(path)
        try:
            with Watch("training: read") as watch:
                for begins, found in self._glances(file, asked):
                    self._add(found, goes_on=told.add(found, begins=begins))
                    watch.saw(found.reading.sentences)
            self.digests.append(file.digest())
        finally:
            file.close()
        said = told.reading
        self.sizes.add(said.sentences, said.tokens, said.documents, marked=said.marked)
        self.notes += told.notes(asked.reading.repair)

    def _glances(self, file: TrainingFile, asked: Asked) -> Iterator[tuple[bool, Glance]]:
        """What each part says, and whether it begins with a document of its own."""
        begins: list[bool] = []

        def pieces() -> Iterator[Piece]:
            for part in file.parts():
                begins.append(not goes_on(part))
                yield Piece(part, {})

        for found in ordered(glance, pieces(), asked, self.jobs):
            yield begins.pop(0), found

    def _add(self, found: Glance, *, goes_on: bool) -> None:
        self.tables.add(found)
        self.words.add(found.other_words)
        self.surfaces.add(of_kinds(found.other_surfaces, self._numbers(found)))
        self.samples.add(found.samples, goes_on=goes_on and self.asked.unit == "document")

    def _numbers(self, found: Glance) -> Ints:
        if len(self.tables.names) > 1 << KINDS:
            raise NotStreamable(f"more than {1 << KINDS} entity types")
        return self.tables.numbers(found.types)

    def _trained(self, sources: list[str], digest: str, notes: list[str]) -> Trained:
        surfaces = self.tables.census() + self.surfaces.census()
        counted = {
            "documents": self.sizes.documents if self.sizes.marked else 0,
            "sentences": self.sizes.sentences,
            "tokens": self.sizes.tokens,
            "words": self.tables.n_words() + self.words.census().things,
            "mentions": self.samples.mentions,
            "unique_mentions": surfaces.things,
            "unique_tuples": surfaces.pairs,
            "ambiguous_mentions": surfaces.ambiguous_count,
            "ambiguous_unique_mentions": surfaces.ambiguous,
        }
        samples = self.samples.counted()
        return Trained(tuple(sources), digest, self.tables.types, tuple(notes), counted, samples, self.samples.dirty)


@dataclass
class _Sizes:
    """Of all files."""

    sentences: int = 0
    tokens: int = 0
    documents: int = 0
    marked: bool = False

    def add(self, sentences: int, tokens: int, documents: int, *, marked: bool) -> None:
        self.sentences, self.tokens = self.sentences + sentences, self.tokens + tokens
        self.documents, self.marked = self.documents + documents, self.marked | marked


@dataclass
class _Samples:
    """Sentences or documents: all, with an entity of gold, with nothing else, with any mention."""

    sums: Ints = field(default_factory=lambda: np.zeros(4, dtype=np.int64))
    last: Ints = field(default_factory=lambda: np.zeros((2, 0), dtype=np.int64))  # may go on in the next part
    mentions: int = 0
    dirty: int = 0

    def add(self, found: Ints, *, goes_on: bool) -> None:
        self.mentions, self.dirty = self.mentions + int(found[0].sum()), self.dirty + int(found[1].sum())
        if not found.shape[1]:
            return
        if goes_on and self.last.shape[1]:
            found = found.copy()
            found[:, :1] += self.last
        else:
            self._close(self.last)
        self.last = found[:, -1:]
        self._close(found[:, :-1])

    def counted(self) -> tuple[int, int, int, int]:
        self._close(self.last)
        self.last = self.last[:, :0]
        n, partial, full, filled = self.sums.tolist()
        return n, partial, full, filled

    def _close(self, found: Ints) -> None:
        every, bad = found
        self.sums += [len(bad), (bad > 0).sum(), ((bad > 0) & (bad == every)).sum(), (every > 0).sum()]


class _File:
    """What the parts of one file say about it."""

    def __init__(self, path: str) -> None:
        self.path, self.reading = path, Reading()
        self.parts = 0
        self.last: str | None = None  # document
        self.kept = self.all = 0  # sentences, where some are not annotated

    def add(self, found: Glance, *, begins: bool) -> bool:
        """Whether the part goes on with the document of the part before it."""
        self._check(found)
        named = found.documents is not None and found.documents[0] == self.last
        goes_on = self.parts > 0 and found.reading.marked and (named if found.documents else not begins)
        self.parts += 1
        self.last = found.documents[1] if found.documents else None
        self.reading.add(found.reading)
        self.reading.documents -= goes_on
        self.kept, self.all = (self.kept + found.annotated[0], self.all + found.annotated[1])
        if len(self.reading.schemes) > 1 or ("_" in self.reading.types and len(self.reading.types) > 1):
            raise MixedSchemes(self.path)
        return goes_on

    def _check(self, found: Glance) -> None:
        """What needs the whole file to be understood."""
        if self.parts and found.reading.marked != self.reading.marked:
            raise NotStreamable(f"{self.path}: document marks begin in the middle of the file")
        if found.reading.marked and found.annotated[0] < found.annotated[1]:
            raise NotStreamable(f"{self.path}: documents with sentences that were not annotated")

    def notes(self, repair: str) -> list[str]:
        found = repairs_note(self.path, repair, self.reading)
        if self.kept < self.all:
            left = self.all - self.kept
            found.append(f"{self.path}: {left} of {self.all} sentences are not annotated and are left out")
        return found
