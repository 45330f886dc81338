"""The one place that wires corpora -> pairs -> cells -> counts -> statistics -> Result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nerproof.base import inject as declare
from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row, plain
from nerproof.base.version import __version__
from nerproof.comparisons import comparison_rows, run_rows, test_notes
from nerproof.corpus import Ints
from nerproof.corpus.checks import doubts_about
from nerproof.engine.headlinecounts import to_units
from nerproof.examples import sentences
from nerproof.index.statistics import statistics_of
from nerproof.loading import prepare
from nerproof.measures.outcomes import fields, semeval
from nerproof.measures.pairing import Pair
from nerproof.resampling.bootstrap import merge_runs, run_length
from nerproof.resampling.intervals import interval
from nerproof.scoring import estimate
from nerproof.study import Input, Options, Study, name_of
from nerproof.suites.recipe import SUITES, Cell, Found, Score, Suite, Table

__all__ = ["Input", "Options", "Study", "assemble", "evaluate", "prepare", "run"]

SMALL = 30  # scores over fewer items than this are flagged


def evaluate(
    gold: Input,
    predictions: Mapping[str, Input],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    **changes: Any,
) -> Result:
    """Scores one or more systems against gold; with a training corpus also on what they have not seen.

    Keyword arguments are the fields of Options: ``evaluate(gold, {"a": pred}, resamples=0)``.
    """
    chosen = options or Options(**changes)
    return run(prepare(gold, predictions, train=train, dev=dev, options=chosen))


# --- from counts to rows ---------------------------------------------------------------------------------------------


def run(study: Study) -> Result:
    """All suites that the inputs allow, on all systems."""
    suites, skipped = _choose_suites(study)
    cells = {name: [(s, c) for s in suites for c in _cells(s, study, pair)] for name, pair in study.pairs.items()}
    counts = {name: _count(study, pair, cells[name]) for name, pair in study.pairs.items()}
    result = assemble(study, suites, cells, counts, _data_rows(suites, study))
    result.notes += [*_suite_notes(suites, study), *(f"skipped {name}: {why}" for name, why in skipped.items())]
    if any(s.name == "standard" for s in suites):
        result.extras["confusion"] = {name: fields(pair) for name, pair in study.pairs.items()}
        result.extras["semeval"] = {name: semeval(pair) for name, pair in study.pairs.items()}
    if study.lexicon is not None:
        result.extras["statistics"] = statistics_of({"train": study.lexicon, "test": study.index})
    if study.options.examples:
        named = {name: [(s.name, c) for s, c in found] for name, found in cells.items()}
        result.sentences = sentences(study.pairs, named, budget=study.options.examples)
    return result


def assemble(
    study: Study,
    suites: Sequence[Suite],
    cells: Mapping[str, Found],
    counts: Mapping[str, Ints],
    data: Sequence[Row],
) -> Result:
    """From counts per resampling unit to rows: the same for corpora in memory, in pieces and on a cluster."""
    o = study.options
    tables = {name: estimate(cells[name], counts[name], resamples=o.resamples, seed=o.seed) for name in counts}
    rows = list(data)
    rows += [row for name, found in tables.items() for row in _rows(name, found)]
    if tables:
        rows += [r for s in suites if s.across for r in s.across({n: t[s.name] for n, t in tables.items()})]
    rows += run_rows(tables)
    rows += comparison_rows(suites, tables, cells, counts, o.resamples, o.seed)
    signed = signature(study, suites)
    units = to_units(cells, counts, unit=signed["resampled"]) if o.resamples else {}
    result = Result(
        signature=signed,
        rows=rows,
        notes=[*study.notes, *_unit_notes(study), *test_notes(rows, o.resamples), *_cautions(suites)],
        extras={"runs": run_length(study.gold.n_sentences)} if study.options.resamples else {},
        units=units,
    )
    result.notes += doubts_about(result)
    return result


def _cautions(suites: Sequence[Suite]) -> list[str]:
    return [f"caution: {s.name}: {text}" for s in suites for text in s.cautions]


def _unit_notes(study: Study) -> list[str]:
    if study.options.unit == "sentence" or study.gold.marked_documents:
        return []
    return ["gold does not say where documents begin: each sentence is resampled as a document of its own"]


def _data_rows(suites: Sequence[Suite], study: Study) -> list[Row]:
    """What suites say about the data alone."""
    given = study.given(None)
    return [row for s in suites if s.data and not declare.missing(s.data, given) for row in declare.call(s.data, given)]


def _suite_notes(suites: Sequence[Suite], study: Study) -> list[str]:
    given = study.given(None)
    return [note for s in suites if s.notes for note in declare.call(s.notes, given)]


def _choose_suites(study: Study) -> tuple[list[Suite], dict[str, str]]:
    """The suites asked for (an error if one cannot run), or all that can (the others are named with the reason)."""
    wanted = study.options.suites
    suites = sorted((SUITES[name] for name in (wanted if wanted is not None else SUITES)), key=lambda s: s.order)
    given = study.given(next(iter(study.pairs.values())))
    reasons = {s.name: declare.missing(s.cells, given) for s in suites}
    skipped = {name: why for name, why in reasons.items() if why}
    if wanted is not None and skipped:
        name, why = next(iter(skipped.items()))
        raise UsageError(f"suite {name!r} {why}")
    return [s for s in suites if s.name not in skipped], skipped


def _cells(item: Suite, study: Study, pair: Pair) -> list[Cell]:
    return list(declare.call(item.cells, study.given(pair)))


def _count(study: Study, pair: Pair, cells: Found) -> Ints:
    """One row per resampling unit, the columns of all cells side by side."""
    documents = study.options.unit == "document"
    length = run_length(study.gold.n_documents if documents else study.gold.n_sentences)
    parts = [merge_runs(np.zeros((study.gold.n_documents if documents else study.gold.n_sentences, 0), int), length)]
    for _, cell in cells:  # merged one by one: side by side, all cells of all sentences would not fit the cache
        counts = cell.metric.counts(pair, cell.part)
        parts.append(merge_runs(np.add.reduceat(counts, study.gold.documents[:-1]) if documents else counts, length))
    return np.concatenate(parts, axis=1)


def _rows(system: str, tables: Mapping[str, Table]) -> list[Row]:
    return [to_row(suite, system, key, item) for suite, table in tables.items() for key, item in table.items()]


def to_row(suite: str, system: str, key: tuple[str, str, str], item: Score) -> Row:
    bounds = item.bounds
    if bounds is None and len(item.values) > 1 and not np.isnan(item.values[0]):
        bounds = interval(item.values[1:])
    low, high = bounds or (None, None)
    more = dict(item.facts)
    if item.total is not None and item.total < SMALL:
        more["small"] = True
    return Row(suite, system, key[2], plain(item.values[0]), key[0], key[1], item.count, item.total, low, high, more)


def signature(study: Study, suites: Sequence[Suite]) -> dict[str, Any]:
    o = study.options
    runs = run_length(study.gold.n_documents if o.unit == "document" else study.gold.n_sentences)
    return {
        "gold": name_of(study.gold),
        "train": None if study.train is None else name_of(study.train),
        "dev": None if study.dev is None else name_of(study.dev),
        "systems": {name: c.digest for name, c in study.systems.items()},
        "scheme": study.gold.scheme,
        "pred_schemes": {name: c.scheme for name, c in study.systems.items()},
        "repair": o.reading.repair,
        "repairs": {"gold": study.gold.repairs, **{n: c.repairs for n, c in study.systems.items()}},
        "align": o.align + ("+truncated" if o.allow_truncated else ""),
        "types": str(o.types) or None,
        "case": "folded" if o.lower else "kept",
        "training": "train+dev" if o.with_dev else "train",
        "match": "span+type",
        "average": "micro; macro over the types whose score is defined; weighted by gold mentions",
        "columns": _columns(study),
        "suites": [s.name for s in suites],
        "bs": o.resamples,
        "resampled": o.unit if runs == 1 else f"{runs} consecutive {o.unit}s",
        "seed": o.seed,
        "switches": {k: v for k, v in sorted(o.switches.items()) if v is not None},
        "sentences": study.gold.n_sentences,
        "tokens": study.gold.n_tokens,
        "documents": study.gold.n_documents if study.gold.marked_documents else None,
        "version": __version__,
    }


def _columns(study: Study) -> dict[str, Any] | None:
    """Which columns were read: those that were named, and those that were detected where they are not the usual ones.

    The usual ones are the first for tokens and the last for tags.
    """
    o, r = study.options, study.options.reading
    named = {"token": r.token_column, "tag": r.tag_column, "gold": o.gold_column, "pred": o.pred_column}
    given: dict[str, Any] = {name: column for name, column in named.items() if column is not None}
    if given == {"token": 0, "tag": -1}:
        return None
    read = {"gold": study.gold, **study.systems, "train": study.train, "dev": study.dev}
    for name, corpus in read.items():
        layout = getattr(corpus, "layout", None)  # what stands for a corpus in pieces has none
        if layout is not None and (r.token_column is None or r.tag_column is None):
            token, tag, width = layout
            own = o.gold_column if name == "gold" else o.pred_column if name in study.systems else None
            if token != 0 or (tag != width - 1 and own is None and r.tag_column is None):
                given[f"of {name}"] = f"{token}+{tag}"
    return given or None
