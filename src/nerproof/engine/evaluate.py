"""The one place that wires inputs -> fold -> counts -> statistics -> Result."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base.results import Result, Row, plain
from nerproof.base.version import __version__
from nerproof.corpus.checks import doubts_about, warnings_about
from nerproof.corpus.outline import Outline
from nerproof.engine.context import FEW, Context, Training, choose_suites
from nerproof.engine.examples import slices
from nerproof.engine.inputs import MemoryInputs, open_inputs
from nerproof.engine.load import load_training, training_of
from nerproof.engine.prepare import prepare
from nerproof.engine.run import Inputs, Mapper, Totals, counted, drawn, one_by_one, skeleton, surveyed
from nerproof.engine.study import Input, Options, Study
from nerproof.engine.trainingevidence import evidence
from nerproof.index.statistics import statistics_of
from nerproof.index.trainingdata import check_training, check_types
from nerproof.measures.errorlist import ErrorFile
from nerproof.measures.userattributes import Gold, own_attributes
from nerproof.resampling.intervals import interval
from nerproof.scoring.comparisons import comparison_rows, run_rows, test_notes
from nerproof.scoring.headlinecounts import to_units
from nerproof.scoring.tables import Counted, scored
from nerproof.suites.recipe import Found, Score, Suite, Table

__all__ = ["Input", "Options", "Study", "assemble", "evaluate", "prepare", "run"]

SMALL = 30  # scores over fewer items than this are flagged


def evaluate(
    gold: Input,
    predictions: Mapping[str, Input],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    stream: bool | None = None,
    jobs: int = 1,
    attributes: Sequence[str] = (),
    errors: Path | None = None,
    **changes: Any,
) -> Result:
    """Scores one or more systems against gold; with a training corpus also on what they have not seen.

    Keyword arguments are the fields of Options: ``evaluate(gold, {"a": pred}, resamples=0)``. ``stream`` reads files
    chunk by chunk in flat memory (None: where they are large), ``jobs`` processes work on the chunks; the numbers are
    the same. ``attributes`` are files or metadata fields of the user's own, ``errors`` a file to write the errors to.
    """
    chosen = options or Options(**changes)
    inputs = open_inputs(gold, predictions, chosen, stream=stream, jobs=jobs)
    training = load_training(train, dev, chosen, stream=stream)
    said = check_filter(chosen, inputs, training)
    with own_attributes(attributes, lambda: Gold(inputs.gold.n_sentences, inputs.fields)):
        return fold(inputs, training, chosen, mapper=mapper_for(jobs), errors=errors, said=said)


def check_filter(options: Options, inputs: Inputs, training: Training) -> list[str]:
    """Refuses types on the command line that no file has; says so where the user wants to go on."""
    known = {*inputs.read_types, *(t for o in training.outlines.values() for t in o.read_types)}
    return options.types.check(known, anyway=options.reading.anyway)


def mapper_for(jobs: int) -> Mapper:
    """Who maps the chunks: this process, or several."""
    if jobs <= 1:
        return one_by_one
    from nerproof.engine.pool import Pool

    return Pool(jobs)


def run(study: Study) -> Result:
    """All suites that the inputs allow, on all systems, in memory."""
    inputs, training = MemoryInputs.of(study), training_of(study.train, study.dev, study.options)
    return fold(inputs, training, study.options, more=study.more, said=study.notes)


def fold(
    inputs: Inputs,
    training: Training,
    options: Options,
    *,
    more: Mapping[str, Any] | None = None,
    mapper: Mapper = one_by_one,
    errors: Path | None = None,
    said: Sequence[str] = (),
) -> Result:
    """The result of one evaluation: the same whoever maps the chunks. ``said`` comes before all other notes."""
    if more:  # inputs beside gold need all of gold, which is in memory then
        more = {"original": inputs.chunk(0, words=True, systems=False).gold, **more}
    context, skipped = context_of(inputs, training, options, more or {}, errors=errors is not None)
    context = surveyed(inputs, context, mapper)
    with ErrorFile(errors, list(inputs.systems)) as sink:
        totals = counted(inputs, context, mapper, sink if errors is not None else None)
    result = finished(inputs, context, totals, mapper)
    result.notes = [*said, *(note for note in result.notes if note not in said)]
    result.notes += [f"skipped {name}: {why}" for name, why in skipped.items()]
    if errors is not None:
        result.notes.append(f"wrote {sink.n} errors to {errors}")
    return result


def context_of(
    inputs: Inputs, training: Training, options: Options, more: Mapping[str, Any], *, errors: bool = False
) -> tuple[Context, dict[str, str]]:
    """What chunks are counted with, and the suites that cannot run with the reasons."""
    scored = any(o.scored for o in inputs.systems.values())
    suites, skipped = choose_suites(options, training, more, scored=scored)
    if training.lexicon is not None:
        check_types(inputs.gold.types, training.outlines["train"].types)
    return Context(options, inputs.gold, inputs.types, suites, training, more, scored=scored, errors=errors), skipped


# --- from sums to a result -------------------------------------------------------------------------------------------


def finished(inputs: Inputs, context: Context, totals: Totals, mapper: Mapper) -> Result:
    """The result of everything that was added up."""
    cells = skeleton(inputs, context)
    shown = slices(cells, context.types) if context.options.examples and inputs.systems else None
    examples = drawn(inputs, context, totals, shown, mapper) if shown is not None else iter(())
    counts = {name: totals.counted(name) for name in inputs.systems}
    result = assemble(context, cells, counts, data_rows(context, totals))
    result.signature = signature(inputs, context, totals)
    result.notes = [*_notes(inputs, context, totals), *result.notes, *doubts_about(result)]
    for system, tables in totals.tables.items():
        for name, table in tables.items():
            result.extras.setdefault(name, {})[system] = table
    if context.training.lexicon is not None and context.index is not None:
        result.extras["statistics"] = statistics_of({"train": context.training.lexicon, "test": context.index})
    if shown is not None:
        items, budget = [item for part in examples for item in part], context.options.examples
        left_out = totals.sentences - len(items)
        result.sentences = {"budget": budget, "left_out": left_out, "slices": shown, "items": items}
        if context.training.lexicon is not None:
            result.sentences["training"] = evidence(items, context.training.lexicon)
    return result


def assemble(
    context: Context, cells: Mapping[str, Found], counts: Mapping[str, Counted], data: Sequence[Row]
) -> Result:
    """From counts per resampling unit to rows."""
    o, suites = context.options, context.suites
    draws = o.resamples if context.n_units > 1 else 0  # one unit says nothing about others
    found = {name: scored(cells[name], context.types, counts[name], resamples=draws, seed=o.seed) for name in counts}
    tables = {name: one.tables for name, one in found.items()}
    kept, whole = ({name: getattr(one, part) for name, one in found.items()} for part in ("cells", "counts"))
    rows = list(data)
    rows += [row for name, table in tables.items() for row in _rows(name, table)]
    if tables:
        rows += [
            r for s in suites if s.across for r in s.across({n: t.get(s.name, Table()) for n, t in tables.items()})
        ]
    rows += run_rows(tables)
    rows += comparison_rows(suites, tables, kept, whole, o.resamples, o.seed)
    return Result(
        signature={},
        rows=rows,
        notes=[*_unit_notes(context), *test_notes(rows, o.resamples), *_cautions(suites)],
        extras={"runs": context.run} if o.resamples else {},
        units=to_units(kept, whole, unit=context.resampled) if o.resamples else {},
    )


def _cautions(suites: Sequence[Suite]) -> list[str]:
    return [f"caution: {s.name}: {text}" for s in suites for text in s.cautions]


def _unit_notes(context: Context) -> list[str]:
    if context.unit != "document" or not context.options.resamples:
        return []
    n = context.gold.n_documents
    if not context.gold.marked_documents:
        return ["gold does not say where documents begin: each sentence is resampled as a document of its own"]
    if n >= FEW:
        return []
    documents, how = ("1 document", "undefined") if n == 1 else (f"{n} documents", "rough")
    return [f"gold has only {documents}: intervals that resample documents are {how} (--unit sentence: sentences)"]


def data_rows(context: Context, totals: Totals) -> list[Row]:
    """What suites say about the data alone."""
    return [
        row
        for s in context.suites
        if s.rows is not None
        for row in context.call(s.rows, s, facts=totals.facts.get(s.name))
    ]


def _notes(inputs: Inputs, context: Context, totals: Totals) -> list[str]:
    notes = [*inputs.gold.notes, *looked(context, totals), *_only_predicted(inputs, totals)]
    notes += [n for name, o in inputs.systems.items() for n in (*o.notes, *looked(context, totals, name, o))]
    notes += training_notes(inputs.gold.types, inputs.gold.digest, context)
    own = [(s, totals.facts.get(s.name)) for s in context.suites if s.notes is not None]
    return [*dict.fromkeys(notes), *(note for s, facts in own for note in context.call(s.notes, s, facts=facts))]


def looked(context: Context, totals: Totals, system: str = "", outline: Outline | None = None) -> list[str]:
    """What cannot be meant in an input that was read chunk by chunk; files read as a whole were looked at already."""
    if system not in totals.looks:
        return []
    name = (outline or context.gold).sources[0]
    return warnings_about(totals.looks[system], name, anyway=context.options.reading.anyway)


def training_notes(types: tuple[str, ...], digest: str, context: Context) -> list[str]:
    """What the readers of training data say, and what does not fit the test data."""
    training, index = context.training, context.index
    if training.lexicon is None or index is None:
        return []
    own = training.outlines["train"]
    same = digest == own.digest or index.equals(training.lexicon)
    mentions = training.lexicon.sizes["mentions"]
    return [*training.notes, *check_training(types, own.types, mentions=mentions, same=same)]


def _only_predicted(inputs: Inputs, totals: Totals) -> list[str]:
    notes, gold = [], set(inputs.gold.types)
    for name, used in totals.used.items():
        extra = ", ".join(sorted(used - gold))
        if gold and used and not used & gold:
            notes.append(
                f"warning: {name}: no predicted type ({extra}) is in gold ({', '.join(sorted(gold))}), so no "
                "prediction counts as correct. Other names of the same types? Use --map OLD=NEW"
            )
        elif extra:
            notes.append(f"{name}: predicts types that gold lacks: {extra} (counted as false positives)")
    return notes


def _rows(system: str, tables: Mapping[str, Table]) -> list[Row]:
    return [to_row(suite, system, key, item) for suite, table in tables.items() for key, item in table.items()]


def to_row(suite: str, system: str, key: tuple[str, str, str], item: Score) -> Row:
    bounds, value = item.bounds, item.value
    if bounds is None and not np.isnan(value):
        values = item.values
        bounds = interval(values[1:]) if len(values) > 1 else None
    low, high = bounds or (None, None)
    more = dict(item.facts)
    if item.total is not None and item.total < SMALL:
        more["small"] = True
    return Row(suite, system, key[2], plain(value), key[0], key[1], item.count, item.total, low, high, more)


def signature(inputs: Inputs, context: Context, totals: Totals) -> dict[str, Any]:
    o, gold, outlines = context.options, inputs.gold, context.training.outlines
    return {
        "gold": str(gold),
        "train": str(outlines["train"]) if "train" in outlines else None,
        "dev": str(outlines["dev"]) if "dev" in outlines else None,
        **_tuned(context),
        "systems": {name: c.digest for name, c in inputs.systems.items()},
        "scheme": gold.scheme,
        "pred_schemes": {name: c.scheme for name, c in inputs.systems.items()},
        "repair": o.reading.repair,
        "repairs": {"gold": gold.repairs, **{n: c.repairs for n, c in inputs.systems.items()}},
        "align": o.align + ("+truncated" if o.allow_truncated else ""),
        "types": str(o.types) or None,
        "case": "folded" if o.lower else "kept",
        "training": "train+dev" if o.with_dev else "train",
        "match": "span+type",
        "average": "micro; macro over the types whose score is defined; weighted by gold mentions",
        "columns": _columns(inputs, context),
        "suites": [s.name for s in context.suites],
        "bs": o.resamples,
        "resampled": context.resampled,
        "seed": o.seed,
        "switches": {k: v for k, v in sorted(o.switches.items()) if v is not None},
        "sentences": totals.sentences,
        "tokens": totals.tokens,
        "documents": gold.n_documents if gold.marked_documents else None,
        "version": __version__,
    }


def _tuned(context: Context) -> dict[str, Any]:
    """The predictions on dev that thresholds were chosen on, and the lists that names were grouped by."""
    found = {name: tuning.digest for name, tuning in context.training.tuning.items()}
    given = context.options.name_groups
    groups = {name: f"{len(names)} names@{_digest_of(names)}" for name, names in sorted(given.items())}
    return ({"dev_systems": found} if found else {}) | ({"name_groups": groups} if groups else {})


def _digest_of(names: Mapping[str, str]) -> str:
    text = "\n".join(f"{name}\t{group}" for name, group in sorted(names.items()))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _columns(inputs: Inputs, context: Context) -> dict[str, Any] | None:
    """Which columns were read: those that were named, and those that were detected where they are not the usual ones.

    The usual ones are the first for tokens and the last for tags.
    """
    o, r = context.options, context.options.reading
    named = {"token": r.token_column, "tag": r.tag_column, "gold": o.gold_column, "pred": o.pred_column}
    named |= {"score": o.score_column}
    given: dict[str, Any] = {name: column for name, column in named.items() if column is not None}
    if given == {"token": 0, "tag": -1}:
        return None
    for name, outline in {"gold": inputs.gold, **inputs.systems, **context.training.outlines}.items():
        if outline.layout is not None and (r.token_column is None or r.tag_column is None):
            token, tag, width = outline.layout
            own = o.gold_column if name == "gold" else o.pred_column if name in inputs.systems else None
            if token != 0 or (tag != width - 1 and own is None and r.tag_column is None):
                given[f"of {name}"] = f"{token}+{tag}"
    return given or None
