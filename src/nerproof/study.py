"""What is evaluated and how: the options that can move a number, and the aligned inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.corpus.typefilter import TypeFilter
from nerproof.formats import ReadOptions
from nerproof.lexicon import Lexicon
from nerproof.lexicon_cache import indexed
from nerproof.measures.pairing import Pair
from nerproof.record import record

Input = Corpus | str | Path


@record(eq=True)
class Options:
    """Everything that can move a number, with its default."""

    suites: Sequence[str] | None = None  # None: all that the inputs allow
    resamples: int = 1000
    seed: int = 0
    unit: str = "sentence"  # what is resampled: sentence or document
    align: str = "tokens"
    allow_truncated: bool = False
    types: TypeFilter = field(default_factory=TypeFilter)
    reading: ReadOptions = field(default_factory=ReadOptions)
    gold_column: int | None = None  # the tags of gold and of predictions where they are not reading.tag_column:
    pred_column: int | None = None  # merged files hold both
    examples: int = 0  # sentences kept in the result for drill-down
    lower: bool = False  # compare strings with training without regard to case
    with_dev: bool = False  # development data counts as training data
    switches: Mapping[str, Any] = field(default_factory=dict)  # suite options: hardeval_compare, contamination_unit …


@record()
class Study:
    """The aligned inputs: gold, one corpus of predictions per system, and what training data there is."""

    gold: Corpus
    systems: Mapping[str, Corpus]
    train: Corpus | None = None
    dev: Corpus | None = None
    options: Options = field(default_factory=Options)
    notes: tuple[str, ...] = ()
    discarded: Mapping[str, Pair] = field(default_factory=dict)  # the pairs under hardeval's own repair
    more: Mapping[str, Any] = field(default_factory=dict)  # further inputs a suite may ask for by name

    @cached_property
    def lexicon(self) -> Lexicon | None:
        return None if self.train is None else indexed(self.train)

    @cached_property
    def index(self) -> Lexicon:
        """The index of gold itself: what "among the test mentions" is answered from."""
        return Lexicon(self.gold)

    @cached_property
    def pairs(self) -> dict[str, Pair]:
        return {name: Pair(self.gold, pred, name) for name, pred in self.systems.items()}

    def given(self, pair: Pair | None) -> dict[str, Any]:
        """What suites and attributes may ask for by name."""
        inputs = {
            "pair": pair,
            "gold": self.gold,
            "lexicon": self.lexicon,
            "index": self.index,
            "dev": self.dev,
            "marked_documents": self.gold.marked_documents,
            "discarded": self.discarded.get(pair.name) if pair else None,
            "switches": dict(self.options.switches),
        }
        return {**inputs, **self.more}


def name_of(corpus: Corpus) -> str:
    """Its files and the beginning of its digest."""
    names = "+".join(Path(s).name for s in corpus.sources) or "memory"
    return f"{names}@{corpus.digest[:8]}"
