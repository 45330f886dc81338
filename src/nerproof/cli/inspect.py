"""nerproof inspect: the words and sentences behind a number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import reading, reading_options


@click.command()
@click.argument("subset")
@click.option("--train", multiple=True, required=True, help="Training file; repeat for several.")
@click.option("--test", "--gold", "test", required=True, help="The annotated test file.")
@click.option(
    "--pred",
    "preds",
    multiple=True,
    metavar="NAME=FILE",
    help="Predictions: shows what a system gets wrong and right in the subset.",
)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1))
@click.option("--hardeval-strict", is_flag=True)
@click.option("--json", "json_", type=click.Path(path_type=Path, allow_dash=True), help="Write the findings as JSON.")
@reading_options
def command(
    subset: str,
    train: tuple[str, ...],
    test: str,
    preds: tuple[str, ...],
    limit: int,
    json_: Path | None,
    **options: Any,
) -> None:
    """Shows what is in SUBSET: words of hard tokens, tough or contaminated mentions, a bucket, inconsistencies.

    SUBSET is one of unseen-I unseen-O diff-I diff-O diff-E, SEEN UNSEEN-TYPE UNSEEN-TOKENS UNSEEN-ANY TCM-ALL
    TCM-SEEN TCM-UNSEEN, contaminated clean, a bucket such as eCon:XS, or inconsistencies.

    \b
    Examples:
      nerproof inspect diff-I --train train.conll --test test.conll
      nerproof inspect TCM-UNSEEN --train train.conll --test test.conll --limit 50
      nerproof inspect inconsistencies --train train.conll --test test.conll --json found.json
      nerproof inspect eCon:XS --train train.conll --test test.conll --pred mine=pred.conll
    """
    from nerproof.drilldown.inspecting import inspect
    from nerproof.formats import read

    how = reading(options, all_columns=False)
    switches = {"hardeval_strict": options["hardeval_strict"]}
    if preds:
        _behind(subset, test, train, preds, how, switches, limit, json_)
        return
    found = inspect(subset, [read(t, how) for t in train], read(test, how), limit=limit, switches=switches)
    if json_ is not None:
        _write_json([f.to_dict() for f in found], json_)
    if str(json_) != "-":
        for item in found:
            _show(item)
        click.echo(f"{len(found)} shown" if found else "nothing there")


def _behind(
    subset: str,
    test: str,
    train: tuple[str, ...],
    preds: tuple[str, ...],
    how: Any,
    switches: dict[str, Any],
    limit: int,
    json_: Path | None,
) -> None:
    from nerproof.cli.options import system_files
    from nerproof.drilldown.subsets import behind
    from nerproof.evaluate import Options, prepare

    options = Options(reading=how, switches=switches)
    found = behind(subset, prepare(test, system_files(preds), train=list(train), options=options), limit=limit)
    if json_ is not None:
        _write_json([f.to_dict() for f in found], json_)
    for item in found if str(json_) != "-" else []:
        click.echo(f"{item.system}: {item.n_wrong} wrong, {item.n_correct} correct")
        for case in [*item.wrong, *item.correct]:
            click.echo(f"    {case.fate}: {case.text} ({case.gold or 'no mention'})")
            click.echo(f"      {case.sentence}")


def _write_json(data: list[dict[str, Any]], target: Path) -> None:
    import json

    from nerproof.cli.output import write_text

    write_text(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n", target)


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
