"""From files to a split and its card: what the command line does, importable."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits import SPLITS, Split, split
from nerproof.splits.card import quality
from nerproof.splits.card_seen import ratio
from nerproof.splits.card_verdicts import dropped_verdict, sets_verdicts
from nerproof.splits.manifest import from_manifest, read_manifest
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints
    from nerproof.corpus.typefilter import TypeFilter
    from nerproof.formats import ReadOptions

NOT_BALANCED = 1e5  # a score above this is still over its bounds
OPTIONS = (
    *("tolerance", "min_mentions", "minimise", "harder", "accept_overlap", "compat"),
    *("time_limit", "effort", "jobs", "drop", "folds", "by"),
)


@dataclass
class Done:
    """A split, its corpus and its card (or cards, for methods that make several sets)."""

    corpus: Corpus
    split: Split
    card: dict[str, Any]
    format: str
    checked: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def corpora(self) -> dict[str, Corpus]:
        """The parts as corpora, by name: train, dev, test."""
        return {name: self.split.corpus(self.corpus, name) for name in self.split.parts}

    def write(self, folder: str | Path) -> list[str]:
        """Writes the parts in the input's format, manifest.json and quality.json; returns what that could not hold."""
        from nerproof.splits.writing import write_split

        with busy("writing"):
            lost = write_split(self.corpus, self.split, self.card, Path(folder), format=self.format)
        return [f"written as {self.format}: {what}" for what in lost]


def run(inputs: Sequence[str | Corpus], options: Mapping[str, Any], reading: ReadOptions, types: TypeFilter) -> Done:
    """Reads, splits (or checks, or recreates) and judges."""
    with busy("reading"):
        corpora, formats = _read(inputs, reading, types)
        corpus = _join(corpora)
    names = [item if isinstance(item, str) else f"corpus {i}" for i, item in enumerate(inputs, 1)]
    given = _given(names, corpora)
    if options["check"]:
        made = Split(_checked_parts(names, corpora), "check", unit=options["unit"])
    elif options["manifest"]:
        made = from_manifest(corpus, read_manifest(options["manifest"]))
    else:
        made = _split(corpus, options, given)
    with busy("counting the quality card"):
        card = cards(corpus, made, near=options["near"])
    done = Done(corpus, made, card, formats[0], checked=bool(options["check"]))
    done.notes = [*corpus.notes, *made.notes]
    return done


def _split(corpus: Corpus, options: Mapping[str, Any], given: Mapping[str, Ints] | None) -> Split:
    SPLITS[options["method"]]  # an unknown name is said before any work
    with busy(options["method"]) as progress:
        return split(
            corpus,
            method=options["method"],
            ratios=options["ratios"],
            unit=options["unit"],
            group_by=options["group_by"],
            seed=options["seed"],
            given=given,
            progress=progress,
            **{name: options[name] for name in OPTIONS},
        )


def cards(corpus: Corpus, made: Split, *, near: bool | None = None) -> dict[str, Any]:
    """The card; for several sets one each under ``sets``, without near-duplicates unless asked for."""
    sets = made.sets()
    one = partial(
        quality,
        corpus,
        unit=made.unit,
        ratios=made.options.get("ratios") if len(sets) == 1 else None,
        tolerance=made.options.get("tolerance", 0.05),
        harder=made.options.get("harder"),
    )
    if list(sets) == [""]:
        card = one(sets[""], near=near)
    else:
        made_cards = {name: one(_train_first(parts), near=bool(near)) for name, parts in sets.items()}
        on_purpose = made.method == "contamination-level"
        card = {"sets": made_cards, "verdicts": [] if on_purpose else sets_verdicts(made_cards)}
    if len(made.dropped):
        samples = sample_numbers(corpus, made.unit)
        card["dropped"] = ratio(len(np.unique(samples[made.dropped])), int(samples[-1]) + 1)
        card["verdicts"].append(dropped_verdict(card["dropped"], made.unit))
    return card


def _train_first(parts: Mapping[str, Ints]) -> dict[str, Ints]:
    return dict(sorted(parts.items(), key=lambda item: item[0] != "train"))


# --- input ---------------------------------------------------------------------------------------------------------


def _read(inputs: Sequence[str | Corpus], reading: ReadOptions, types: TypeFilter) -> tuple[list[Corpus], list[str]]:
    from nerproof.formats import FORMATS, read, sniff
    from nerproof.formats.source import Source

    whole = [read(item, reading) if isinstance(item, str) else item for item in inputs]
    types.check((t for corpus in whole for t in corpus.types), anyway=reading.anyway)
    corpora = [types.apply(corpus) for corpus in whole]
    formats = [reading.format or _sniffed(item, sniff, Source) for item in inputs]
    return corpora, [f if f in FORMATS else "conll" for f in formats]


def _sniffed(item: str | Corpus, sniff: Callable[[Any], Any], source: Callable[[str], Any]) -> str:
    # Standard input has been read already and cannot be looked at again; a corpus in memory has no format.
    return "conll" if not isinstance(item, str) or item == "-" else str(sniff(source(item)).name)


def _join(corpora: list[Corpus]) -> Corpus:
    from nerproof.corpus import join

    corpus = join(corpora)
    if corpus.n_sentences == 0:
        raise UsageError("the input has no sentences, so there is nothing to split.")
    return corpus


def _ranges(corpora: list[Corpus]) -> Iterator[Ints]:
    start = 0
    for corpus in corpora:
        yield np.arange(start, start + corpus.n_sentences)
        start += corpus.n_sentences


def _checked_parts(inputs: Sequence[str], corpora: list[Corpus]) -> dict[str, Ints]:
    """Two files are train and test, three train, dev and test; more are called by their file names."""
    names = {2: ["train", "test"], 3: ["train", "dev", "test"]}.get(len(inputs))
    if len(inputs) < 2:
        raise UsageError("--check needs the parts of a split: nerproof split --check train.conll dev.conll test.conll")
    named = names or [Path(name).name for name in inputs]
    if len(set(named)) < len(named):
        named = list(inputs)
    return dict(zip(named, _ranges(corpora), strict=True))


def _given(inputs: Sequence[str], corpora: list[Corpus]) -> dict[str, Ints] | None:
    """The old split where the files' names say it (…train…, …dev…, …test…)."""
    found = {}
    for name, where in zip(inputs, _ranges(corpora), strict=True):
        part = next((p for p in ("train", "dev", "test") if p in Path(name).name.lower()), None)
        if part is None or part in found:
            return None
        found[part] = where
    return found if {"train", "test"} <= found.keys() else None


# --- output --------------------------------------------------------------------------------------------------------


@contextmanager
def busy(what: str) -> Iterator[Callable[[float, float], None] | None]:
    """A sign of life, on a terminal only; given back: what shows the share done and the best score so far."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{what} …") as sign:
        yield lambda share, best: sign.update(f"{what}: {share:.0%}, best {_score(best)} (Ctrl-C keeps it) …")


def _score(best: float) -> str:
    return f"cost {best:,.0f}" if best < NOT_BALANCED else "not yet balanced"
