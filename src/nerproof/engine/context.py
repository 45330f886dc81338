"""What every chunk is counted with: options, suites, indexes, and what the survey of gold has found. One place says
what a suite may ask for.
"""  # noqa: D205

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nerproof.base import inject
from nerproof.base.errors import UsageError
from nerproof.corpus.outline import Outline
from nerproof.engine.chunk import Chunk
from nerproof.engine.study import Options
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import ATTRIBUTES, Attribute
from nerproof.measures.pairing import Pair
from nerproof.measures.scorecounts import Tuning
from nerproof.resampling.bootstrap import run_length
from nerproof.suites.recipe import SUITES, Suite

FEW = 20  # documents


@dataclass(frozen=True, eq=False)
class Training:
    """Training and development data, indexed."""

    lexicon: Lexicon | None = None  # what "seen" means
    parts: Mapping[str, Lexicon] = field(default_factory=dict)  # train, dev, train+dev: each by itself, for rates
    outlines: Mapping[str, Outline] = field(default_factory=dict)  # train, dev
    notes: tuple[str, ...] = ()
    tuning: Mapping[str, Tuning] = field(default_factory=dict)  # what predictions on dev say of scores, by system


@dataclass(frozen=True, eq=False)
class Context:
    """The same for every chunk, in every process."""

    options: Options
    gold: Outline
    types: tuple[str, ...]
    suites: Sequence[Suite]
    training: Training = field(default_factory=Training)
    more: Mapping[str, Any] = field(default_factory=dict)  # further inputs that a suite may ask for by name
    index: Lexicon | None = None  # of all of gold
    learned: Mapping[str, Any] = field(default_factory=dict)  # by suite, from the survey
    describes: bool = False  # whether gold itself is described, with or without training data
    scored: bool = False  # whether predictions have scores
    errors: bool = False  # whether the errors themselves are wanted
    attributes: tuple[Attribute, ...] = ()  # the user's own, for processes that do not have them

    @property
    def unit(self) -> str:
        """What is resampled: documents where gold marks them, unless the user says otherwise."""
        several = self.gold.marked_documents and self.gold.n_documents > 1
        return self.options.unit or ("document" if several else "sentence")

    @property
    def n_units(self) -> int:
        return self.gold.n_documents if self.unit == "document" else self.gold.n_sentences

    @property
    def run(self) -> int:
        """How many consecutive units are counted together: all, where nothing is resampled."""
        return run_length(self.n_units) if self.options.resamples else max(self.n_units, 1)

    @property
    def resampled(self) -> str:
        """What one row of counts is, for people."""
        run = self.run if self.options.resamples else 1
        return self.unit if run == 1 else f"{run} consecutive {self.unit}s"

    def known(self) -> dict[str, Any]:
        """What suites may ask for that is the same for all chunks."""
        return {
            "lexicon": self.training.lexicon,
            "index": self.index,
            "parts": self.training.parts or None,
            "dev": self.training.parts.get("dev"),
            "types": self.types,
            "marked_documents": self.gold.marked_documents,
            "switches": dict(self.options.switches),
            **asked_for(self.options, self.training, scored=self.scored),
            **self.more,
        }

    def given(self, chunk: Chunk, pair: Pair | None = None, suite: Suite | None = None) -> dict[str, Any]:
        """What suites and attributes may ask for about one chunk."""
        discarded = None
        if pair is not None and pair.name in chunk.discarded:
            discarded = Pair(pair.gold, chunk.discarded[pair.name], pair.name, pair.rows)
        own = {
            "gold": chunk.gold,
            "pair": pair,
            "pairs": chunk.pairs,
            "numbers": chunk.numbers,
            "first_document": chunk.first_document,
            "discarded": discarded,
            "learned": None if suite is None else self.learned.get(suite.name),
        }
        return {**self.known(), **own}

    def call(self, function: Any, suite: Suite, **more: Any) -> Any:
        """A function of a suite that is about everything."""
        return inject.call(function, {**self.known(), "learned": self.learned.get(suite.name), **more})

    def for_workers(self) -> Context:
        """With the attributes that only this process knows."""
        return replace(self, attributes=tuple(a for a in ATTRIBUTES.values() if a.own))


def asked_for(options: Options, training: Training, *, scored: bool) -> dict[str, Any]:
    """What only some suites need: scores of predictions, predictions on dev, prices, and which suites were named."""
    return {
        "scored": scored or None,
        "tuning": training.tuning or None,
        "costs": options.switches.get("costs"),
        "name_groups": options.name_groups or None,
        "named": frozenset(options.suites or ()),
    }


def choose_suites(
    options: Options, training: Training, more: Mapping[str, Any], *, scored: bool = False
) -> tuple[list[Suite], dict[str, str]]:
    """The suites asked for (an error if one cannot run), or all that can (the others are named with the reason)."""
    wanted = options.suites
    suites = sorted((SUITES[name] for name in (wanted if wanted is not None else _usual())), key=lambda s: s.order)
    names = ("pair", "gold", "index", "numbers", "first_document", "marked_documents", "types", "learned", "switches")
    later = dict.fromkeys(names, True)
    parts = training.parts
    given = {**later, "lexicon": training.lexicon, "parts": parts or None, "dev": parts.get("dev"), **more}
    given |= asked_for(options, training, scored=scored)
    reasons = {s.name: inject.missing(s.cells, given) for s in suites}
    skipped = {name: why for name, why in reasons.items() if why}
    if wanted is not None and skipped:
        name, why = next(iter(skipped.items()))
        raise UsageError(f"suite {name!r} {why}")
    said = {s.name: skipped[s.name] for s in suites if s.name in skipped and not s.quiet}
    return [s for s in suites if s.name not in skipped], said


def _usual() -> list[str]:
    """The suites that run without being named."""
    return [name for name, s in SUITES.items() if not s.optional]
