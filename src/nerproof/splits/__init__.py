"""Splits: Corpus -> named parts and their quality. One file per method; Babl et al. 2025 for those by minimum cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UsageError
from nerproof.base.registry import Registry
from nerproof.splits.ratios import Drop, Ratios, parse_drop, parse_ratios
from nerproof.splits.units import Units, arrange

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus, Ints

MINIMISE = ("mentions", "samples", "both")
HARDER = ("unseen", "ambiguous")


@dataclass(frozen=True)
class Options:
    """What a user may say beyond ratios, unit, seed and drop; each method uses what concerns it."""

    tolerance: float = 0.05  # of mentions per type and part; at least 0.5·√target is allowed
    time_limit: float | None = None  # seconds; None: a fixed number of moves, the same on every machine
    effort: float = 1.0  # times the usual number of moves
    jobs: int = 0  # threads; 0: as many as there are cores, at most 4; the split is the same
    minimise: str = "both"  # mentions, samples or both
    drop: float = 0.0  # at most this share of the samples is left out to make the parts cleaner
    min_mentions: int = 0  # of every type in every part, where the corpus has enough
    harder: str | None = None  # unseen or ambiguous: a test set that is hard on purpose
    accept_overlap: bool = False  # documents or groups that cannot be kept apart are split all the same
    folds: int = 5
    by: str = "source"  # field for leave-one-out
    levels: tuple[int, ...] = tuple(range(0, 101, 10))
    repeats: int = 5  # seeds per contamination level
    compat: bool = False  # contamination levels drawn as by the authors' program
    given: Mapping[str, Ints] | None = None  # an existing split: sentences by part
    progress: Callable[[float, float], None] | None = None  # share done, best score


@dataclass(frozen=True, eq=False)
class Task:
    """All that a method may look at."""

    corpus: Corpus
    units: Units
    ratios: dict[str, float]
    seed: int
    options: Options

    @property
    def shares(self) -> NDArray[np.float64]:
        return np.array(list(self.ratios.values()))

    def parts(self, part_of_sample: NDArray[Any]) -> dict[str, Ints]:
        """Sentences by part name, from the number of the part of each sample (-1: in none)."""
        return {name: self.units.sentences(np.flatnonzero(part_of_sample == p)) for p, name in enumerate(self.ratios)}

    @property
    def folds(self) -> int:
        """How many were asked for; an error if there are fewer samples."""
        k, n = self.options.folds, self.units.incidence.n_groups
        if not 2 <= k <= n:
            raise UsageError(f"{k} folds cannot be made of {n} {self.units.unit}s. Use --folds between 2 and {n}.")
        return k

    def fold_parts(self, fold: NDArray[Any]) -> dict[str, Ints]:
        """Sets ``fold-i/train`` and ``fold-i/test`` from the fold of each sample; beyond the last one: dropped."""
        parts, kept = {}, fold < self.folds
        for i in range(self.folds):
            parts[f"fold-{i + 1}/train"] = self.units.sentences(np.flatnonzero(kept & (fold != i)))
            parts[f"fold-{i + 1}/test"] = self.units.sentences(np.flatnonzero(fold == i))
        return parts


@dataclass(frozen=True, eq=False)
class Variant:
    """A part with only some of its gold mentions (every sentence stays)."""

    part: str
    against: str  # the training set that decides
    keep: str  # clean or contaminated
    mentions: Bools  # over the mentions of the whole corpus


@dataclass(frozen=True, eq=False)
class Split:
    """Named parts of a corpus as sentence numbers, and how they came about.

    A name with a slash (``fold-1/train``) belongs to one of several sets.
    """

    parts: dict[str, Ints]
    method: str
    unit: str = "sentence"
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    variants: dict[str, Variant] = field(default_factory=dict)
    dropped: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    notes: tuple[str, ...] = ()
    units: Units | None = None

    def corpus(self, corpus: Corpus, name: str) -> Corpus:
        """One part or variant as a corpus of its own."""
        if name not in self.variants:
            return corpus.select(self.parts[name])
        variant = self.variants[name]
        thinned = corpus.with_mentions(corpus.mentions.take(variant.mentions))
        return thinned.select(self.parts[variant.part])

    def sets(self) -> dict[str, dict[str, Ints]]:
        """Parts by the set they belong to; parts without a slash are in the set ``""`` and in every other."""
        common = {name: where for name, where in self.parts.items() if "/" not in name}
        found: dict[str, dict[str, Ints]] = {}
        for name, where in self.parts.items():
            head, slash, tail = name.rpartition("/")
            if slash:
                found.setdefault(head, dict(common))[tail] = where
        return found or {"": common}


Method = Callable[[Task], Split]

SPLITS: Registry[Method] = Registry("split", "nerproof.splits")


def split_method(name: str) -> Callable[[Method], Method]:
    """Registers a function ``Task -> Split`` under a name."""
    return SPLITS.register(name)


def split(
    corpus: Corpus,
    *,
    method: str = "balanced",
    ratios: Ratios = (0.8, 0.1, 0.1),
    unit: str = "sentence",
    group_by: str | None = None,
    seed: int = 0,
    drop: Drop = 0.0,
    **options: Any,
) -> Split:
    """Splits a corpus; ``drop`` is a share, "5%" or True (the fewest that leave nothing shared).

    Further options are the fields of ``Options``.

    >>> from nerproof.corpus import Corpus
    >>> c = Corpus.from_sentences([["a"], ["b"], ["c"], ["d"]])
    >>> {name: len(where) for name, where in split(c, method="random", ratios="50,50").parts.items()}
    {'train': 2, 'test': 2}
    """
    share = parse_drop(drop, method)
    chosen = Options(drop=share or 0.0, **options)
    make = SPLITS[method]
    check_options(chosen, method, seed)
    shares = parse_ratios(ratios)
    units = arrange(corpus, unit=unit, group_by=group_by)
    check_enough(units, shares)
    made = make(Task(corpus, units, shares, seed, chosen))
    if share is None:
        from nerproof.splits.drop import without_shared

        made = without_shared(made, units)
    said = {
        "ratios": shares,
        "group_by": group_by,
        "tolerance": chosen.tolerance,
        "drop": True if share is None else share,
    }
    notes = (*unit_notes(corpus, unit), *made.notes)
    return replace(made, unit=unit, seed=seed, options={**said, **made.options}, notes=notes, units=units)


def check_options(options: Options, method: str, seed: int) -> None:
    """Refuses values that do not exist and options that another method takes."""
    if options.minimise not in MINIMISE:
        raise UsageError(f"no goal named {options.minimise!r}. Minimise {', '.join(MINIMISE)}.")
    if options.harder is not None and options.harder not in HARDER:
        raise UsageError(f"no kind of hard test set named {options.harder!r}. Known: {', '.join(HARDER)}.")
    if options.harder is not None and method not in ("balanced", "free"):
        raise UsageError(f"--harder goes with --method balanced or free, not with {method}.")
    if options.compat and method != "contamination-level":
        raise UsageError(f"--compat goes with --method contamination-level, not with {method}.")
    if options.compat and seed:
        raise UsageError("--compat draws with the authors' seeds 0, 1, 2 …; leave --seed out.")


def check_enough(units: Units, shares: Mapping[str, float]) -> None:
    n = units.incidence.n_groups
    if n < len(shares):
        what = ("group" if n < units.n_samples else units.unit) + ("" if n == 1 else "s")
        raise UsageError(f"{n} {what} cannot make {len(shares)} parts. Give fewer parts (--ratios) or more data.")


def unit_notes(corpus: Corpus, unit: str) -> Sequence[str]:
    if unit == "document" and not corpus.marked_documents:
        return ("the input has no document marks: every sentence counts as a document of its own",)
    return ()
