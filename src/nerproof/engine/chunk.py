"""A chunk: some sentences of gold with what every system predicts on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

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
        gold = self.gold.select(sentences)
        gold = replace(gold, tokens=gold.tokens.compact())  # its words will be shown: not those of the whole file
        return replace(self, gold=gold, systems=systems, numbers=self.numbers[sentences], discarded={})


def empty(types: tuple[str, ...], systems: tuple[str, ...]) -> Chunk:
    """A chunk of one token without mentions: what suites are asked about before there are sentences."""
    corpus = replace(Corpus.from_sentences([["_"]], [[]]), types=types)
    return Chunk(corpus, dict.fromkeys(systems, corpus), np.zeros(1, dtype=np.int64))
