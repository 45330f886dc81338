"""A chunk: some sentences of gold with what every system predicts on them; and what is known of a whole input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.checks import Look
from nerproof.measures.pairing import Pair


@dataclass(frozen=True, eq=False)
class Chunk:
    """Corpora on the same tokens, with types numbered alike; ``numbers`` are the sentences' numbers in all of gold."""

    gold: Corpus
    systems: Mapping[str, Corpus]
    numbers: Ints
    first_document: int = 0  # number of the document that the first sentence belongs to
    discarded: Mapping[str, Corpus] = field(default_factory=dict)  # predictions under hardeval's own repair
    looks: Mapping[str, Look] = field(default_factory=dict)  # at what was read: of gold (""), of systems

    @cached_property
    def pairs(self) -> dict[str, Pair]:
        return {name: Pair(self.gold, pred, name) for name, pred in self.systems.items()}

    def select(self, sentences: Ints) -> Chunk:
        """The chunk of some of its sentences, given by their place in it."""
        systems = {name: c.select(sentences) for name, c in self.systems.items()}
        return replace(
            self, gold=self.gold.select(sentences), systems=systems, numbers=self.numbers[sentences], discarded={}
        )


@dataclass(frozen=True)
class Outline:
    """What is known of an input as a whole, without its sentences."""

    sources: tuple[str, ...]
    digest: str
    types: tuple[str, ...]
    n_sentences: int
    n_documents: int
    marked_documents: bool
    scheme: str | None = None
    repairs: int = 0
    notes: tuple[str, ...] = ()
    read_types: tuple[str, ...] = ()  # those that the file has, whatever is left of them
    scored: bool = False  # whether mentions may have scores
    layout: tuple[int, int, int] | None = None  # of a file of columns: token, tag, width

    @classmethod
    def of(cls, corpus: Corpus) -> Outline:
        return cls(
            corpus.sources,
            corpus.digest,
            corpus.types,
            corpus.n_sentences,
            corpus.n_documents,
            corpus.marked_documents,
            corpus.scheme,
            corpus.repairs,
            corpus.notes,
            scored=corpus.mentions.score is not None,
            layout=corpus.layout,
        )

    def __str__(self) -> str:
        """Its files and the beginning of its digest."""
        return f"{'+'.join(Path(s).name for s in self.sources) or 'memory'}@{self.digest[:8]}"


def empty(types: tuple[str, ...], systems: tuple[str, ...]) -> Chunk:
    """A chunk of one token without mentions: what suites are asked about before there are sentences."""
    corpus = replace(Corpus.from_sentences([["_"]], [[]]), types=types)
    return Chunk(corpus, dict.fromkeys(systems, corpus), np.zeros(1, dtype=np.int64))
