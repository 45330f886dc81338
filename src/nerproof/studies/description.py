"""What a dataset holds, without any predictions: sizes, hard tokens, tough mentions, contamination; its variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.base.version import __version__
from nerproof.corpus import Corpus, Mentions
from nerproof.corpus.outline import Outline
from nerproof.engine.context import Context, Training
from nerproof.engine.evaluate import context_of, data_rows, looked, mapper_for, training_notes
from nerproof.engine.inputs import open_test
from nerproof.engine.load import load_training
from nerproof.engine.run import Inputs, Totals, counted, surveyed
from nerproof.engine.study import Input, Options
from nerproof.formats import FORMATS, write
from nerproof.index.lexicon import Lexicon
from nerproof.index.statistics import statistics_of
from nerproof.measures.attributes.contamination import contaminated
from nerproof.measures.attributes.hardeval import HARD, hard_token
from nerproof.studies.variants import marked_training, tough_tests


def describe(
    parts: Mapping[str, Input | Sequence[Input]],
    options: Options | None = None,
    *,
    stream: bool | None = None,
    jobs: int = 1,
) -> Result:
    """Tables about ``train``, ``dev`` and ``test``: whatever of them is there; files are read chunk by chunk."""
    chosen = options or Options(resamples=0)
    training = load_training(parts.get("train"), parts.get("dev"), chosen, stream=stream)
    lexica, outlines = dict(training.parts), dict(training.outlines)
    lexica.pop("train+dev", None)
    about: list[Row] = []
    notes = [note for o in outlines.values() for note in o.notes]
    read = {t for o in outlines.values() for t in o.read_types}
    if "test" in parts:
        inputs = open_test(parts["test"], chosen, stream=stream, jobs=jobs)
        context, totals, test = _test(inputs, training, chosen, jobs)
        outlines["test"], lexica["test"] = test, context.index or Lexicon()
        about, said = _suites(context, totals) if training.lexicon is not None else ([], [])
        notes += [*test.notes, *looked(context, totals), *said]
        read |= inputs.read_types
    order = [name for name in ("train", "dev", "test") if name in outlines]
    notes = [*chosen.types.check(read, anyway=chosen.reading.anyway), *notes]
    own: dict[str, Outline] = {name: outlines[name] for name in order}
    counts = statistics_of({name: lexica[name] for name in own})
    return Result(_signature(own, chosen), [*table(counts), *about], notes)


def _test(inputs: Inputs, training: Training, options: Options, jobs: int) -> tuple[Context, Totals, Outline]:
    """The fold over the test set alone."""
    mapper = mapper_for(jobs)
    context, _ = context_of(inputs, training, replace(options, suites=None, resamples=0), {})
    context = surveyed(inputs, replace(context, describes=True), mapper)
    return context, counted(inputs, context, mapper), inputs.gold


def _suites(context: Context, totals: Totals) -> tuple[list[Row], list[str]]:
    """What the suites say about test data in the light of training data, and their notes."""
    notes = training_notes(context.gold.types, context.gold.digest, context)
    fit = [note for note in notes if note not in context.training.notes]
    facts = {s.name: totals.facts.get(s.name) for s in context.suites}
    said = [n for s in context.suites if s.notes for n in context.call(s.notes, s, facts=facts[s.name])]
    return data_rows(context, totals), [*fit, *said]


def table(counts: Mapping[str, Mapping[str, int]]) -> list[Row]:
    """Counts of every part as rows."""
    return [
        Row("statistics", "", metric, float(n), part, count=n)
        for part, own in counts.items()
        for metric, n in own.items()
    ]


def _signature(parts: Mapping[str, Outline], options: Options) -> dict[str, Any]:
    """What the tables are of."""
    named = {name: str(outline) for name, outline in parts.items()}
    return {
        **named,
        "gold": named.get("test"),
        "training": "train+dev" if options.with_dev else "train",
        "switches": dict(options.switches),
        "version": __version__,
    }


def write_variants(
    parts: Mapping[str, Corpus], folder: Path, switches: Mapping[str, Any], *, format: str
) -> list[Path]:
    """The training data with its hard tokens marked; of a test set what is clean, contaminated, tough and hard."""
    train, test = parts.get("train"), parts.get("test")
    if train is None:
        raise UsageError("--write needs --train")
    variants = {"train-hard-tokens": marked_training(train, dict(switches))}
    if test is not None:
        variants |= _of_test(test, Lexicon(train), dict(switches))
    paths = []
    for name, corpus in variants.items():
        paths.append(folder / f"{name}{FORMATS[format].suffix}")
        write(corpus, paths[-1], format=format)
    return paths


def _of_test(test: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> dict[str, Corpus]:
    """Of the clean and the contaminated test set every sample stays, and mentions are filtered."""
    dirty = contaminated(test, lexicon)
    return {
        "test-clean": test.with_mentions(test.mentions.take(~dirty)),
        "test-contaminated": test.with_mentions(test.mentions.take(dirty)),
        "hard-tokens": _hard_tokens(test, lexicon, switches),
        **tough_tests(test, lexicon),
    }


def _hard_tokens(test: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> Corpus:
    """The test set with each hard token as a mention whose type is its subset."""
    column = hard_token(test, lexicon, switches)
    at = np.flatnonzero(column)
    return test.with_mentions(Mentions.of(at, at + 1, column[at]), HARD)
