"""The one place that wires corpora -> pairs -> cells -> counts -> statistics -> Result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nerproof import declare
from nerproof.comparisons import comparison_rows, run_rows
from nerproof.corpus import Corpus, Ints, join
from nerproof.corpus.align import align
from nerproof.corpus.fold import lowered
from nerproof.corpus.schemes import HARDEVAL
from nerproof.errors import UsageError
from nerproof.examples import sentences
from nerproof.fates import fields, semeval
from nerproof.lexicon import Lexicon
from nerproof.lexicon_cache import indexed
from nerproof.metrics import Floats
from nerproof.pairing import Pair
from nerproof.readers import ReadOptions, read
from nerproof.recipes import SUITES, Cell, Found, Score, Suite, Table
from nerproof.results import Result, Row, plain
from nerproof.scoring import score
from nerproof.statistics import statistics_of
from nerproof.stats.resample import bootstrap, merge_runs, run_length
from nerproof.stats.summary import interval
from nerproof.trainingdata import check_training
from nerproof.types import TypeFilter
from nerproof.version import __version__

Input = Corpus | str | Path
SMALL = 30  # scores over fewer items than this are flagged


@dataclass(frozen=True)
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


@dataclass(frozen=True, eq=False)
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


def prepare(
    gold: Input,
    predictions: Mapping[str, Input],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options,
) -> Study:
    """Reads, filters types, aligns predictions with gold and numbers the types alike."""
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    gold_corpus = options.types.apply(_load(gold, _column(options, options.gold_column)))
    aligned = {name: _aligned(gold_corpus, p, options) for name, p in predictions.items()}
    gold_corpus, aligned = _annotated(gold_corpus, aligned)
    train_corpus, dev_corpus = (_load_all(x, options) for x in (train, dev))
    if options.with_dev and train_corpus is not None and dev_corpus is not None:
        train_corpus = join([train_corpus, dev_corpus])
    types = tuple(sorted({*gold_corpus.types, *(t for c in aligned.values() for t in c.types)}))
    notes = [
        *gold_corpus.notes,
        *_only_predicted(gold_corpus, aligned),
        *(n for c in aligned.values() for n in c.notes),
    ]
    if train_corpus is not None:
        notes += [*train_corpus.notes, *check_training(gold_corpus, train_corpus)]
    numbered = gold_corpus.with_types(types)
    return Study(
        numbered,
        {name: c.with_types(types) for name, c in aligned.items()},
        train_corpus,
        dev_corpus,
        options,
        tuple(dict.fromkeys(notes)),
        _discarded(numbered, predictions, options) if options.switches.get("hardeval_compat") else {},
    )


def _aligned(gold: Corpus, item: Input, options: Options) -> Corpus:
    if options.align == "tokens" and not options.lower:
        # Character spans and language-model output go straight on gold's tokens; formats with tokens do not look at it.
        options = replace(options, reading=replace(options.reading, text=gold))
    pred = options.types.apply(_load(item, _column(options, options.pred_column)))
    return align(gold, pred, mode=options.align, allow_truncated=options.allow_truncated)


def _column(options: Options, column: int | None) -> Options:
    return options if column is None else replace(options, reading=replace(options.reading, tag_column=column))


def _annotated(gold: Corpus, systems: Mapping[str, Corpus]) -> tuple[Corpus, dict[str, Corpus]]:
    """Gold and predictions without the sentences that nobody annotated."""
    if gold.annotated is None:
        return gold, dict(systems)
    if not gold.annotated.any():
        raise UsageError(f"no sentence of gold ({_name(gold)}) is annotated: there is nothing to score against")
    kept = {name: replace(c.select(gold.annotated), file_digest=c.file_digest) for name, c in systems.items()}
    return _known(gold), kept


def _known(corpus: Corpus) -> Corpus:
    """The annotated sentences: not annotated is not "no entity"."""
    if corpus.annotated is None or corpus.annotated.all():
        return corpus
    n, name = int((~corpus.annotated).sum()), corpus.sources[0] if corpus.sources else "corpus"
    note = f"{name}: {n} of {corpus.n_sentences} sentences are not annotated and are left out"
    kept = corpus.select(corpus.annotated)
    return replace(kept, file_digest=corpus.file_digest, annotated=None, notes=(*corpus.notes, note))


def _discarded(gold: Corpus, predictions: Mapping[str, Input], options: Options) -> dict[str, Pair]:
    """Predictions read again with tags repaired as the authors' program of hardeval does."""
    if any(isinstance(p, Corpus) for p in predictions.values()):
        raise UsageError("compat=hardeval repairs tags in its own way, so it needs prediction files, not corpora")
    again = replace(options, reading=replace(options.reading, repair=HARDEVAL))
    return {name: Pair.of(gold, _aligned(gold, p, again), name=name) for name, p in predictions.items()}


def _load(item: Input, options: Options) -> Corpus:
    corpus = item if isinstance(item, Corpus) else read(item, options.reading)
    return lowered(corpus) if options.lower else corpus


def _load_all(items: Input | Sequence[Input] | None, options: Options) -> Corpus | None:
    if items is None:
        return None
    several = [items] if isinstance(items, Corpus | str | Path) else list(items)
    return join([_known(options.types.apply(_load(i, options))) for i in several]) if several else None


def _only_predicted(gold: Corpus, systems: Mapping[str, Corpus]) -> list[str]:
    notes = []
    for name, pred in systems.items():
        extra = sorted({pred.types[t] for t in np.unique(pred.mentions.type)} - set(gold.types))
        if extra:
            notes.append(f"{name}: predicts types that gold lacks: {', '.join(extra)} (counted as false positives)")
    return notes


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
    tables = {name: score(cells[name], _sums(counts[name], study.options)) for name in counts}
    rows = list(data)
    rows += [row for name, found in tables.items() for row in _rows(name, found)]
    rows += [r for s in suites if s.across for r in s.across({n: t[s.name] for n, t in tables.items()})]
    rows += run_rows(tables)
    rows += comparison_rows(suites, tables, cells, counts, study.options.resamples, study.options.seed)
    return Result(
        signature=signature(study, suites),
        rows=rows,
        notes=[*study.notes, *(f"caution: {s.name}: {text}" for s in suites for text in s.cautions)],
        extras={"runs": run_length(study.gold.n_sentences)} if study.options.resamples else {},
    )


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
    parts = []
    for _, cell in cells:  # merged one by one: side by side, all cells of all sentences would not fit the cache
        counts = cell.metric.counts(pair, cell.part)
        parts.append(merge_runs(np.add.reduceat(counts, study.gold.documents[:-1]) if documents else counts, length))
    return np.concatenate(parts, axis=1)


def _sums(counts: Ints, options: Options) -> Floats:
    return bootstrap(counts, resamples=options.resamples, seed=options.seed)


def _rows(system: str, tables: Mapping[str, Table]) -> list[Row]:
    return [to_row(suite, system, key, item) for suite, table in tables.items() for key, item in table.items()]


def to_row(suite: str, system: str, key: tuple[str, str, str], item: Score) -> Row:
    bounds = interval(item.values[1:]) if len(item.values) > 1 and not np.isnan(item.values[0]) else None
    low, high = bounds or (None, None)
    more = dict(item.facts)
    if item.total is not None and item.total < SMALL:
        more["small"] = True
    return Row(suite, system, key[2], plain(item.values[0]), key[0], key[1], item.count, item.total, low, high, more)


def signature(study: Study, suites: Sequence[Suite]) -> dict[str, Any]:
    o = study.options
    runs = run_length(study.gold.n_documents if o.unit == "document" else study.gold.n_sentences)
    return {
        "gold": _name(study.gold),
        "train": None if study.train is None else _name(study.train),
        "dev": None if study.dev is None else _name(study.dev),
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
        "columns": _columns(o),
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


def _columns(options: Options) -> dict[str, int] | None:
    """Which columns were read, unless they are the usual ones."""
    o, r = options, options.reading
    found = {"token": r.token_column, "tag": r.tag_column, "gold": o.gold_column, "pred": o.pred_column}
    given = {name: column for name, column in found.items() if column is not None}
    return None if given == {"token": 0, "tag": -1} else given


def _name(corpus: Corpus) -> str:
    names = "+".join(Path(s).name for s in corpus.sources) or "memory"
    return f"{names}@{corpus.digest[:8]}"
