"""nerproof agree: how far annotators agree on the same texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    a_file,
    align_option,
    output_options,
    reading_options,
    resampling_options,
    study_options,
    system_files,
    type_options,
)
from nerproof.cli.output import check_outputs, deliver


@click.command()
@click.argument("annotators", nargs=-1, required=True, metavar="NAME=FILE NAME=FILE...")
@resampling_options
@align_option("How to match the files to the tokens of the first.", "position", "text")
@click.option("--disagreements", type=a_file, help="Write every disagreement as JSONL.")
@click.option(
    "--examples", type=click.IntRange(0), help="Sentences kept in the result (default: 2000 with --html, else none)."
)
@reading_options
@type_options
@output_options
def command(annotators: tuple[str, ...], disagreements: Path | None, **options: Any) -> None:
    """Measures agreement: F1 and Cohen's kappa of each pair of annotators, Krippendorff's alpha of all.

    Files may have different formats. Use --align text when they are tokenised differently.

    \b
    Examples:
      nerproof agree anna=anna.conll ben=ben.conll
      nerproof agree anna=anna.jsonl ben=ben.jsonl cleo=cleo.jsonl --html agreement.html
      nerproof agree anna=anna.conll ben=ben.conll --disagreements todo.jsonl
    """
    from nerproof.api.comparing import agreement

    examples = options["examples"] if options["examples"] is not None else (2000 if options["html"] else 0)
    chosen = study_options(options, examples=examples)
    files = system_files(annotators)
    check_outputs({**options, "disagreements": disagreements}, files.values())
    deliver(agreement(files, disagreements=disagreements, options=chosen), options)
