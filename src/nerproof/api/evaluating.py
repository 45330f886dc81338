"""evaluate(): predictions in, scores out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.api import inputs
from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.corpus.typefilter import TypeFilter
from nerproof.engine.evaluate import Study, prepare, run
from nerproof.engine.evaluate import evaluate as fold_over_chunks
from nerproof.engine.study import Input, Options
from nerproof.formats import ReadOptions
from nerproof.measures.userattributes import Gold, own_attributes

if TYPE_CHECKING:
    from nerproof.formats.objects import CorpusLike

PAPERS: dict[str, dict[str, Any]] = {  # papers whose program we can follow; the other compat names are scorers
    "hardeval": {"hardeval_compat": True},
    "interpreteval": {"interpreteval_compat": "released"},
    "interpreteval-shipped": {"interpreteval_compat": "shipped"},
}


def evaluate(
    gold: CorpusLike,
    predictions: Mapping[str, CorpusLike] | CorpusLike,
    *,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    dev: CorpusLike | Sequence[CorpusLike] | None = None,
    dev_predictions: Mapping[str, Input] | None = None,
    suites: Sequence[str] | None = None,
    resamples: int = 1000,
    seed: int = 0,
    unit: str | None = None,
    align: str = "tokens",
    allow_truncated: bool = False,
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    lower: bool = False,
    with_dev: bool = False,
    examples: int = 0,
    score_column: int | None = None,
    name_groups: Mapping[str, Mapping[str, str]] | None = None,
    switches: Mapping[str, Any] | None = None,
    attributes: Sequence[str] = (),
    attacked: Mapping[str, str | Path] | Sequence[str] = (),
    attacked_predictions: Mapping[str, Mapping[str, str | Path]] | Sequence[str] = (),
    domain: str | None = None,
    compat: str | None = None,
    errors: Path | None = None,
    stream: bool | None = None,
    jobs: int = 1,
    engine: str = "local",
    master: str | None = None,
    options: Options | None = None,
) -> Result:
    """Scores one or more systems against gold; with training data also on what they have not seen.

    Gold, predictions and training data are paths, ``Corpus`` objects, lists of (tokens, tags) pairs, records, pandas,
    polars or pyarrow tables, Hugging Face datasets, or spaCy Docs and Examples. Predictions may also be lists of tags
    on the tokens of gold.

    Args:
        gold: The annotated test set.
        predictions: One corpus per system name; a single corpus is a system called ``pred``.
        train: Training data: enables the seen/unseen analyses. A list of paths or corpora is joined.
        dev: Development data.
        dev_predictions: Predictions with scores on ``dev``, by system, to choose thresholds on.
        suites: Which analyses to run; None: all that the inputs allow.
        resamples: Bootstrap samples; 0: no intervals.
        seed: Random seed.
        unit: What is resampled, "sentence" or "document"; None: documents where gold marks them.
        align: How to match predictions to gold's tokens: tokens, position or text.
        allow_truncated: Count missing predictions as misses instead of refusing them.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename in every corpus, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        lower: Ignore case when comparing with the training set.
        with_dev: Count development data as seen, too.
        examples: Sentences to keep in the result for drill-down.
        score_column: Column of the prediction scores, in column files.
        name_groups: Groups of names for the suite ``fairness``: grouping, then name in lower case, then group.
        switches: Options of suites, such as ``{"contamination_unit": "document"}``.
        attributes: Your own attributes: files or metadata fields.
        attacked: Attacked versions of gold (files or folders from ``attack``) by the name of the setting.
        attacked_predictions: For every setting, the prediction file of each system.
        domain: Leave one domain out: each value of this field against training data of the others.
        compat: Give the numbers of another program (conlleval, seqeval …) or of a paper's program (hardeval …).
        errors: File for all errors, as JSONL.
        stream: Read files chunk by chunk, in constant memory; None: if they are large.
        jobs: Number of processes; the results are the same.
        engine: "local", or "spark" for Parquet files.
        master: Spark master.
        options: An Options object instead of the keyword arguments of the same names.

    Returns:
        Rows, findings and signature; ``result.value("f1", system="mine")`` is one number.

    >>> gold = [(["EU", "rejects"], ["B-ORG", "O"])]
    >>> evaluate(gold, {"mine": [["B-ORG", "B-ORG"]]}, resamples=0).value("precision", system="mine")
    0.5
    """
    chosen = inputs.options_of(locals())
    whole = {"attacked": attacked, "domain": domain}
    first = next((name for name, value in whole.items() if value), None)
    if first and (stream or engine == "spark"):
        raise UsageError(f"--{first} needs all of gold at once: leave out --stream and --engine spark")
    own, systems = inputs.pair(gold, predictions, chosen, labels)
    if compat is not None and compat not in PAPERS:
        return _as_program(compat, own, systems, chosen, errors, attributes)
    chosen = _as_paper(chosen, compat)
    training = {"train": inputs.several(train, chosen, labels), "dev": inputs.several(dev, chosen, labels)}
    if first:
        study = prepare(own, systems, train=training["train"], dev=training["dev"], options=chosen)
        if attacked:
            from nerproof.attacks.settings import load_settings

            found = load_settings(study.gold, _named(attacked, "="), _nested(attacked_predictions), chosen)
            study = replace(study, more={"attacked": found})
        return _whole(study, domain, attributes, errors)
    more = {"attributes": attributes, "errors": errors}
    if engine == "spark":
        from nerproof.engine.spark import evaluate_spark

        return evaluate_spark(own, systems, **training, options=chosen, master=master, **more)  # type: ignore[arg-type]
    return fold_over_chunks(own, systems, **training, options=chosen, stream=stream, jobs=jobs, **more)  # type: ignore[arg-type]


def _named(given: Mapping[str, Any] | Sequence[str], mark: str) -> list[str]:
    return [f"{name}{mark}{value}" for name, value in given.items()] if isinstance(given, Mapping) else list(given)


def _nested(given: Mapping[str, Mapping[str, Any]] | Sequence[str]) -> list[str]:
    if not isinstance(given, Mapping):
        return list(given)
    return [f"{setting}:{pair}" for setting, systems in given.items() for pair in _named(systems, "=")]


def _as_paper(options: Options, compat: str | None) -> Options:
    """The options under which a paper's program is followed."""
    if compat is None:
        return options
    paper = PAPERS[compat]
    extra = {**options.reading.extra, "flat_stream": "interpreteval_compat" in paper}
    return replace(options, reading=replace(options.reading, extra=extra), switches={**options.switches, **paper})


def _as_program(
    name: str,
    gold: Input,
    systems: Mapping[str, Input],
    options: Options,
    errors: Path | None,
    attributes: Sequence[str],
) -> Result:
    """The numbers of another scorer, which knows nothing of our options."""
    from nerproof.compat.result import evaluate_as

    kinds = options.types
    given = {
        "types": kinds.only,
        "exclude-types": kinds.exclude,
        "map": kinds.rename,
        "errors": errors,
        "attribute": attributes,
    }
    foreign = next((option for option, value in given.items() if value), None)
    if foreign:
        raise UsageError(f"--compat {name} gives that program's own numbers: leave out --{foreign}")
    columns = {"gold_column": options.gold_column, "pred_column": options.pred_column}
    return evaluate_as(name, gold, systems, reading=options.reading, align=options.align, **columns)


def _whole(study: Study, domain: str | None, attributes: Sequence[str], errors: Path | None) -> Result:
    """Everything in memory: what the suites about attacks and domains need."""
    from nerproof.studies.datasets import combine
    from nerproof.studies.protocols import leave_one_domain_out

    with own_attributes(attributes, lambda: Gold(study.gold.n_sentences, study.gold.fields)):
        result = run(study) if domain is None else combine(leave_one_domain_out(study, domain))
    if errors:
        from nerproof.measures.errorlist import write_errors

        n = write_errors(study.pairs.values(), errors)
        result.notes.append(f"wrote {n} errors to {errors}")
    if study.more and study.options.examples:
        from nerproof.attacks.settings import side_by_side

        result.extras["rockner"] = {"examples": side_by_side(study.pairs, study.more["attacked"])}
    return result
