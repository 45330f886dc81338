"""nerproof estimate: how good systems are on text without gold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import (
    align_option,
    gold_and_preds,
    reading_options,
    resampling_options,
    scored_files,
    stream_option,
    study_options,
    system_files,
    type_options,
)

if TYPE_CHECKING:
    from nerproof.base.results import Result, Row

_path = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command()
@scored_files
@click.option("--gold", help="The labelled set (or the first argument).")
@click.option("--pred", "preds", multiple=True, metavar="NAME=FILE", help="Predictions on it (or further arguments).")
@click.option("--new", "news", multiple=True, required=True, metavar="NAME=FILE", help="Predictions on the new text.")
@click.option("--new-gold", help="Gold of the new text, to see how far the estimates are off.")
@click.option("--train", multiple=True, help="Training data for --second.")
@click.option(
    "--second", multiple=True, metavar="MODEL", help="Train this model as a further opinion (crf, perceptron)."
)
@click.option("--by", metavar="FIELD", help="Follow agreement along a field of the new text, such as month.")
@align_option("How predictions are put on the tokens.", "position", "text")
@click.option("--json", "json_", type=_path, help="Write the result as JSON; - is standard output.")
@click.option("--csv", "csv_", type=_path, help="Write all rows as CSV.")
@click.option("--html", type=_path, help="Write a page with the chart.")
@resampling_options
@stream_option
@reading_options
@type_options
@click.option("-q", "--quiet", is_flag=True, help="Nothing on the terminal.")
def command(
    files: tuple[str, ...], gold: str | None, preds: tuple[str, ...], news: tuple[str, ...], **options: Any
) -> None:
    """Estimates F1, precision and recall on text without gold, from how far systems agree.

    The score on the labelled set is shifted by the change of agreement. Two systems are enough.

    \b
    Examples:
      nerproof estimate --gold dev.conll --pred a=dev.a --pred b=dev.b --new a=new.a --new b=new.b
      nerproof estimate --gold dev.conll --pred a=dev.a --new a=new.a --train train.conll --second crf
      nerproof estimate --gold dev.jsonl --pred a=dev.a --pred b=dev.b --new a=new.a --new b=new.b --by month
    """
    from nerproof.api.datasets import estimate
    from nerproof.models.bars import bar

    gold, preds = gold_and_preds(files, gold, preds)
    if gold is None or not preds:
        raise click.UsageError("give --gold FILE and --pred NAME=FILE")
    chosen = study_options(options)
    with bar(quiet=options["quiet"]) as progress:
        result = estimate(
            gold,
            system_files(preds),
            system_files(news),
            new_gold=options["new_gold"],
            train=list(options["train"]) or None,
            second=options["second"],
            by=options["by"],
            progress=progress,
            options=chosen,
            stream=options["stream"],
        )
    _deliver(result, options)


def _deliver(result: Result, options: Mapping[str, Any]) -> None:
    from nerproof.cli.output import write_text
    from nerproof.report.csv import to_csv
    from nerproof.report.estimate_page import render

    if options["json_"] is not None:
        write_text(result.to_json(), options["json_"])
    if options["csv_"] is not None:
        write_text(to_csv(result), options["csv_"])
    if options["html"] is not None:
        write_text(render(result.to_dict()), options["html"])
    if not options["quiet"] and "-" not in {str(options[name]) for name in ("json_", "csv_", "html")}:
        _show(result)


def _show(result: Result) -> None:
    for note in result.notes:
        click.echo(f"note: {note}", err=True)
    rows = [r for r in result.rows if r.metric == "f1" and r.label == "ALL"]
    width = max(6, *(len(r.system) for r in rows))
    truth = any("truth" in r.more for r in rows)
    head = f"{'system':{width}}  labelled F1 (%)  estimated F1 (%)  90 % interval   95 % interval"
    click.echo(head + ("  truth (%)" if truth else ""))
    for row in sorted(rows, key=lambda r: (r.more["rank"] or len(rows) + 1, r.system)):
        click.echo(_line(row, width))
    for row in rows:
        if row.more["reason"]:
            click.echo(f"{row.system}: {row.more['verdict']}: {row.more['reason']}")
    for group in result.extras.get("estimate", {}).get("drift", {}).get("groups", ()):
        mark = "ALARM" if group["alarm"] else "few" if group["few"] else "ok"
        share = "–" if group["agreement"] is None else f"{100 * group['agreement']:.1f}"
        agreed = f"agreement {share}, band {_shown(group['low'], group['high'])}"
        found = f"{100 * group['density']:.1f}, band {_shown(group['density_low'], group['density_high'])}"
        click.echo(f"{mark:5} {group['value']}: {agreed}; mentions per 100 tokens {found}")


def _line(row: Row, width: int) -> str:
    known = row.more["labelled"]
    labelled = f"{'–':>15}" if known is None else f"{100 * known:15.2f}"
    truth = f"  {100 * row.more['truth']:9.2f}" if "truth" in row.more else ""
    value = f"{'cannot tell':>16}" if row.value is None else f"{100 * row.value:16.2f}"
    ends = [_shown(row.more["low_90"], row.more["high_90"]), _shown(row.low, row.high)]
    return f"{row.system:{width}}  {labelled}  {value}  {ends[0]:14}  {ends[1]:14}{truth}".rstrip()


def _shown(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"[{100 * low:.1f}, {100 * high:.1f}]"
