"""nerproof agree: how far annotators agree on the same texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    align_option,
    output_options,
    reading,
    reading_options,
    resampling_options,
    system_files,
    type_filter,
    type_options,
)
from nerproof.cli.output import check_outputs, deliver


@click.command()
@click.argument("annotators", nargs=-1, required=True, metavar="NAME=FILE NAME=FILE...")
@resampling_options
@align_option("How the files are put on the first one's tokens.", "position", "text")
@click.option(
    "--disagreements", type=click.Path(path_type=Path, dir_okay=False), help="Write every disagreement as JSONL."
)
@click.option(
    "--examples",
    type=click.IntRange(0),
    default=None,
    help="Sentences kept in the result (default: 2000 with --html, else none).",
)
@reading_options
@type_options
@output_options
def command(annotators: tuple[str, ...], disagreements: Path | None, **options: Any) -> None:
    """Agreement of two or more annotators: F1 and Cohen's kappa of every pair, Krippendorff's alpha of all.

    Any two readable formats go together; --align text compares files that were tokenised differently.

    \b
    Examples:
      nerproof agree anna=anna.conll ben=ben.conll
      nerproof agree anna=anna.jsonl ben=ben.jsonl cleo=cleo.jsonl --html agreement.html
      nerproof agree anna=anna.conll ben=ben.conll --disagreements todo.jsonl
    """
    from nerproof.engine.evaluate import Options
    from nerproof.studies.agreement import agreement

    examples = options["examples"] if options["examples"] is not None else (2000 if options["html"] else 0)
    same = {name: options[name] for name in ("resamples", "seed", "align")}
    chosen = Options(types=type_filter(options), reading=reading(options, all_columns=False), examples=examples, **same)
    files = system_files(annotators)
    check_outputs({**options, "disagreements": disagreements}, files.values())
    result = agreement(files, options=chosen)
    if disagreements is not None:
        n = _write(files, chosen, disagreements)
        result.notes.append(f"wrote {n} disagreements to {disagreements}")
    deliver(result, options)


def _write(files: dict[str, str], options: Any, path: Path) -> int:
    """The errors of every pair; its first annotator stands under "gold", its second under "pred"."""
    from nerproof.engine.prepare import prepare
    from nerproof.measures.errorlist import write_errors
    from nerproof.studies.agreement import pairs_of

    (first, one), *others = files.items()
    return write_errors(pairs_of(prepare(one, dict(others), options=options), first).values(), path)
