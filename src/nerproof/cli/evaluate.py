"""nerproof evaluate: predictions in, scores out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import (
    a_file,
    align_option,
    dev_files,
    gold_and_preds,
    name_groups,
    output_options,
    pieces_options,
    pred_option,
    reading,
    reading_options,
    resampling_options,
    score_options,
    scored_files,
    suite_options,
    suite_switches,
    system_files,
    type_filter,
    type_options,
)
from nerproof.cli.output import check_outputs, deliver

if TYPE_CHECKING:
    from nerproof.engine.evaluate import Options


@click.command()
@scored_files
@click.option("--gold", "--original", "gold", help="The annotated test file (or the first argument).")
@pred_option("Predictions (or the further arguments); repeat for more systems, NAME@RUN=FILE for several runs of one.")
@click.option("--train", multiple=True, help="Training file; repeat for several. Enables the seen/unseen analyses.")
@click.option("--dev", multiple=True, help="Development file.")
@click.option(
    "--dev-pred",
    "dev_preds",
    multiple=True,
    metavar="NAME=FILE",
    help="Predictions with scores on --dev: thresholds and recalibration are chosen on them.",
)
@click.option(
    "--attacked",
    multiple=True,
    metavar="SETTING=FILE_OR_FOLDER",
    help="An attacked version of gold (from nerproof attack); enables the suite rockner.",
)
@click.option("--attacked-pred", multiple=True, metavar="SETTING:NAME=FILE", help="Predictions on an attacked version.")
@click.option("--suite", "suites", help="Comma-separated suites (default: all that the inputs allow).")
@resampling_options
@click.option(
    "--unit",
    type=click.Choice(["sentence", "document"]),
    help="What is resampled (default: documents where gold marks them, else sentences).",
)
@align_option("How to match predictions to gold's tokens.", "position", "text")
@click.option("--gold-column", type=int, help="Column of gold's tags (default: --tag-column); a merged file has two.")
@click.option("--pred-column", type=int, help="Column of the predicted tags (default: --tag-column).")
@click.option("--allow-truncated", is_flag=True, help="Count missing predictions as misses instead of refusing them.")
@click.option(
    "--examples",
    type=click.IntRange(0),
    help="Sentences kept for drill-down (default with --html: 5000, fewer with many systems; else none).",
)
@click.option(
    "--datasets",
    type=a_file,
    help="A TOML file of [[dataset]] blocks (name, gold, train, pred) instead of --gold and --pred.",
)
@click.option(
    "--compat",
    help="Numbers of another program: conlleval, seqeval, seqeval-strict, nervaluate, seqscore, spacy; of a paper's: "
    "hardeval, interpreteval, interpreteval-shipped (as the figures that ship with that program).",
)
@click.option("--errors", type=a_file, help="Write every error as JSONL.")
@click.option(
    "--domain", metavar="FIELD", help="Leave one domain out: each value of FIELD against training data of the others."
)
@click.option("--with-dev", is_flag=True, help="Count development data as seen, too.")
@click.option("--lower", is_flag=True, help="Ignore case when comparing with the training set.")
@click.option(
    "--attribute",
    "attributes",
    multiple=True,
    metavar="FILE|FIELD",
    help="Your own attribute: .py, .csv, .tsv or .json file, or a metadata field.",
)
@click.option("--save-edges", type=a_file, help="Save the bucket edges for --edges.")
@pieces_options
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="Where to run; spark reads Parquet.",
)
@click.option("--master", help="Spark master (default: spark-submit's, or all local cores).")
@suite_options
@score_options
@reading_options
@type_options
@output_options
def command(
    files: tuple[str, ...],
    gold: str | None,
    preds: tuple[str, ...],
    train: tuple[str, ...],
    dev: tuple[str, ...],
    suites: str | None,
    **options: Any,
) -> None:
    """Scores predictions against gold, with intervals and paired tests.

    \b
    Examples:
      nerproof evaluate test.conll pred.conll
      nerproof evaluate --gold test.conll --pred mine=pred.conll
      nerproof evaluate --gold test.conll --pred a=a.conll --pred b=b.conll --json result.json
      nerproof evaluate --train train.conll --gold test.conll --pred mine=pred.conll --html report.html
      nerproof evaluate --gold merged.txt --gold-column -2 --pred mine=merged.txt
      nerproof evaluate --gold test.conll --pred f@1=run1.conll --pred f@2=run2.conll --markdown -
    """
    gold, preds = gold_and_preds(files, gold, preds)
    chosen = _options(suites, {**options, "preds": preds})
    if options["datasets"]:
        from nerproof.studies.datasets import run_datasets

        deliver(run_datasets(options["datasets"], chosen), options)
        return
    if gold is None or not preds:
        raise click.UsageError("give --gold FILE and --pred NAME=FILE, or --datasets FILE.toml")
    check_outputs(options, [gold, *train, *dev, *system_files(preds).values()])
    from nerproof.api.evaluating import evaluate

    same = ("attributes", "attacked", "domain", "compat", "errors", "stream", "jobs", "engine", "master")
    result = evaluate(
        gold,
        system_files(preds),
        train=list(train) or None,
        dev=list(dev) or None,
        attacked_predictions=options["attacked_pred"],
        options=chosen,
        **{name: options[name] for name in same},
    )
    if options["save_edges"] is not None:
        from nerproof.studies.edges import save

        save(result, options["save_edges"])
    deliver(result, options)


def _kept(systems: int) -> int:
    """Sentences in the report: enough for a test set of CoNLL's size, fewer where every one has many predictions."""
    return max(2000, min(5000, 20_000 // max(systems, 1)))


def _options(suites: str | None, options: Mapping[str, Any]) -> Options:
    from nerproof.engine.evaluate import Options

    kept = _kept(len(options["preds"])) if options["html"] else 0
    examples = options["examples"] if options["examples"] is not None else kept
    columns = ("gold_column", "pred_column", "score_column")
    same = ("resamples", "seed", "unit", "align", "allow_truncated", "lower", "with_dev", *columns)
    return Options(
        suites=None if suites is None else [s.strip() for s in suites.split(",") if s.strip()],
        types=type_filter(options),
        reading=reading({**options, "score_column": None}, all_columns=False),
        examples=examples,
        dev_predictions=dev_files(options["dev_preds"], options["preds"]),
        name_groups=name_groups(options["name_groups"]),
        switches=suite_switches(options),
        **{name: options[name] for name in same},
    )
