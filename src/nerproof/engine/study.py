"""What is evaluated and how: the options that can move a number, and the aligned inputs in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.corpus.typefilter import TypeFilter
from nerproof.formats import ReadOptions
from nerproof.measures.pairing import Pair

Input = Corpus | str | Path


@dataclass(frozen=True)
class Options:
    """Everything that can change a number, with its default."""

    suites: Sequence[str] | None = None  # None: all that the inputs allow
    resamples: int = 1000
    seed: int = 0
    unit: str | None = None  # what is resampled: sentence or document; None: documents where gold marks them
    align: str = "tokens"
    allow_truncated: bool = False
    types: TypeFilter = field(default_factory=TypeFilter)
    reading: ReadOptions = field(default_factory=ReadOptions)
    gold_column: int | None = None  # the tags of gold and of predictions where they are not reading.tag_column:
    pred_column: int | None = None  # merged files hold both
    score_column: int | None = None  # the scores of predictions in a file of columns
    examples: int = 0  # sentences kept in the result for drill-down
    lower: bool = False  # compare strings with training without regard to case
    with_dev: bool = False  # development data counts as training data
    dev_predictions: Mapping[str, Input] = field(default_factory=dict)  # to choose thresholds on
    name_groups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # grouping, name -> group
    switches: Mapping[str, Any] = field(default_factory=dict)  # suite options: hardeval_compare, contamination_unit …


@dataclass(frozen=True, eq=False)
class Study:
    """Aligned inputs in memory: gold, one corpus of predictions per system, and what training data there is."""

    gold: Corpus
    systems: Mapping[str, Corpus]
    train: Corpus | None = None
    dev: Corpus | None = None
    options: Options = field(default_factory=Options)
    notes: tuple[str, ...] = ()
    discarded: Mapping[str, Corpus] = field(default_factory=dict)  # predictions under hardeval's own repair
    more: Mapping[str, Any] = field(default_factory=dict)  # further inputs a suite may ask for by name
    read_types: frozenset[str] = frozenset()  # of all that was read, whatever is left of them

    @property
    def all_notes(self) -> list[str]:
        """What is said of the options, of gold and of the systems."""
        read = (note for c in (self.gold, *self.systems.values()) for note in c.notes)
        return list(dict.fromkeys([*self.notes, *read]))

    @property
    def types(self) -> tuple[str, ...]:
        """The types of gold and of all systems."""
        return tuple(sorted({*self.gold.types, *(t for c in self.systems.values() for t in c.types)}))

    @cached_property
    def pairs(self) -> dict[str, Pair]:
        return {n: Pair.of(self.gold, pred, name=n, types=self.types) for n, pred in self.systems.items()}
