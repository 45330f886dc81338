"""nerproof inspect: the words and sentences behind a number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    a_target,
    gold_and_preds,
    option,
    pred_option,
    reading,
    reading_options,
    scored_files,
    system_files,
)
from nerproof.cli.output import write_json


@click.command()
@click.argument("subset")
@scored_files
@option("--train", multiple=True, required=True, help="Training file; repeat for several.")
@option("--test", "--gold", "test", help="The annotated test file (or the argument after SUBSET).")
@pred_option("Predictions: show what a system gets wrong and right in the subset.")
@option("--limit", default=20, type=click.IntRange(1), help="Items to list.")
@option("--hardeval-strict", is_flag=True, help="Use hardeval's strict subsets.")
@option("--json", "json_", type=a_target, help="Write the findings as JSON.")
@reading_options
def command(
    subset: str,
    files: tuple[str, ...],
    train: tuple[str, ...],
    test: str | None,
    preds: tuple[str, ...],
    limit: int,
    json_: Path | None,
    **options: Any,
) -> None:
    """Lists the words, mentions or sentences of SUBSET; with --pred, what each system gets wrong and right there.

    SUBSET is one of unseen-I unseen-O diff-I diff-O diff-E, SEEN UNSEEN-TYPE UNSEEN-TOKENS UNSEEN-ANY TCM-ALL
    TCM-SEEN TCM-UNSEEN, contaminated clean, a bucket such as eCon:XS, or inconsistencies.

    \b
    Examples:
      nerproof inspect diff-I --train train.conll --test test.conll
      nerproof inspect TCM-UNSEEN --train train.conll --test test.conll --limit 50
      nerproof inspect inconsistencies --train train.conll --test test.conll --json found.json
      nerproof inspect eCon:XS --train train.conll --test test.conll --pred mine=pred.conll
    """
    from nerproof.api.datasets import inspect

    test, preds = gold_and_preds(files, test, preds)
    if test is None:
        raise click.UsageError("give --gold FILE")
    found = inspect(
        subset,
        train=list(train),
        test=test,
        predictions=system_files(preds) or None,
        limit=limit,
        reading=reading(options, all_columns=False),
        switches={"hardeval_strict": options["hardeval_strict"]},
    )
    if json_ is not None:
        write_json([f.to_dict() for f in found], json_)
    if str(json_) != "-":
        _show_all(found, behind=bool(preds))


def _show_all(found: Sequence[Any], *, behind: bool) -> None:
    for item in found:
        (_show_system if behind else _show)(item)
    if not behind:
        click.echo(f"{len(found)} shown" if found else "the subset is empty")


def _show_system(item: Any) -> None:
    click.echo(f"{item.system}: {item.n_wrong} wrong, {item.n_correct} correct")
    for case in [*item.wrong, *item.correct]:
        click.echo(f"    {case.fate}: {case.text} ({case.gold or 'no mention'})")
        click.echo(f"      {case.sentence}")


def _show(item: Any) -> None:
    data = item.to_dict()
    if "labels" in data:
        counts = ", ".join(f"{k} ×{n}" for k, n in data["labels"].items())
        click.echo(f"{data['left']} [{data['text']}] {data['right']}: {counts}")
        for label, places in data["places"].items():
            click.echo(f"    {label}: {', '.join(places)}")
        return
    click.echo(f"{data['text']}  ×{data['count']}")
    for side in ("train", "test"):
        if data[side]:
            click.echo(f"    {side}: " + ", ".join(f"{k} {n}" for k, n in data[side].items()))
        for place in data[f"{side}_places"]:
            click.echo(f"      {place}")
