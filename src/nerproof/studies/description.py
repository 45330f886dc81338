"""What a dataset holds, without any predictions: sizes, hard tokens, tough mentions, contamination; its variants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base import inject as declare
from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.base.version import __version__
from nerproof.corpus import Corpus, Mentions, join
from nerproof.formats import FORMATS, write
from nerproof.index.statistics import statistics
from nerproof.index.trainingdata import check_training
from nerproof.lexicon import Lexicon
from nerproof.measures.attributes.contamination import contaminated
from nerproof.measures.attributes.hardeval import HARD, hard_token
from nerproof.suites.recipe import SUITES


def describe(parts: Mapping[str, Corpus], switches: Mapping[str, Any], *, with_dev: bool = False) -> Result:
    """Tables about ``train``, ``dev`` and ``test``: whatever of them is there."""
    notes = [note for c in parts.values() for note in c.notes]
    about, said = _suites(parts, switches, with_dev)
    rows = [*table(statistics(parts)), *about]
    return Result(signature(parts, switches, with_dev=with_dev), rows, [*notes, *said])


def table(counts: Mapping[str, Mapping[str, int]]) -> list[Row]:
    """Counts of every part as rows."""
    return [
        Row("statistics", "", metric, float(n), part, count=n)
        for part, own in counts.items()
        for metric, n in own.items()
    ]


def _training(parts: Mapping[str, Corpus], *, with_dev: bool) -> Corpus | None:
    chosen = [parts[name] for name in ("train", *(["dev"] if with_dev else [])) if name in parts]
    return join(chosen) if chosen else None


def _suites(parts: Mapping[str, Corpus], switches: Mapping[str, Any], with_dev: bool) -> tuple[list[Row], list[str]]:
    """What the suites say about test data in the light of training data, and their notes."""
    train, test = _training(parts, with_dev=with_dev), parts.get("test")
    if train is None or test is None:
        return [], []
    given = {
        "gold": test,
        "lexicon": Lexicon(train),
        "index": Lexicon(test),
        "dev": parts.get("dev"),
        "marked_documents": test.marked_documents,
        "switches": dict(switches),
    }
    notes = check_training(test, train)
    suites = sorted(SUITES.values(), key=lambda s: s.order)
    rows = [r for s in suites if s.data and not declare.missing(s.data, given) for r in declare.call(s.data, given)]
    return rows, [*notes, *(n for s in suites if s.notes for n in declare.call(s.notes, given))]


def signature(parts: Mapping[str, Corpus], switches: Mapping[str, Any], *, with_dev: bool) -> dict[str, Any]:
    """What the tables are of."""
    named = {name: f"{'+'.join(Path(s).name for s in c.sources)}@{c.digest[:8]}" for name, c in parts.items()}
    training = "train+dev" if with_dev else "train"
    return {
        **named,
        "gold": named.get("test"),
        "training": training,
        "switches": dict(switches),
        "version": __version__,
    }


def write_variants(
    parts: Mapping[str, Corpus], folder: Path, switches: Mapping[str, Any], *, format: str
) -> list[Path]:
    """The clean and the contaminated test set (every sample stays, mentions are filtered) and the hard tokens."""
    train, test = parts.get("train"), parts.get("test")
    if train is None or test is None:
        raise UsageError("--write needs --train and --test")
    lexicon = Lexicon(train)
    dirty = contaminated(test, lexicon)
    variants = {
        "test-clean": test.with_mentions(test.mentions.take(~dirty)),
        "test-contaminated": test.with_mentions(test.mentions.take(dirty)),
        "hard-tokens": _hard_tokens(test, lexicon, dict(switches)),
    }
    paths = []
    for name, corpus in variants.items():
        paths.append(folder / f"{name}{FORMATS[format].suffix}")
        write(corpus, paths[-1], format=format)
    return paths


def _hard_tokens(test: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> Corpus:
    """The test set with each hard token as a mention whose type is its subset."""
    column = hard_token(test, lexicon, switches)
    at = np.flatnonzero(column)
    return test.with_mentions(Mentions.of(at, at + 1, column[at]), HARD)
