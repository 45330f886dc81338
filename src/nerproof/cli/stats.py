"""nerproof stats: a summary of a dataset; needs no predictions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    a_file,
    a_folder,
    option,
    output_options,
    pieces_options,
    reading,
    reading_options,
    suite_options,
    suite_switches,
    type_filter,
    type_options,
)
from nerproof.cli.output import check_outputs, deliver


@click.command()
@option("--train", multiple=True, help="Training file; repeat for several.")
@option("--dev", multiple=True, help="Development file.")
@option("--test", "--gold", "test", multiple=True, help="Test file.")
@option("--with-dev", is_flag=True, help="Count development data as seen, too.")
@option(
    "--write",
    "folder",
    type=a_folder,
    help="Write the new, seen and tough mentions of the test set, and the hard tokens, to this folder.",
)
@option("--out-format", "--to", "to", default="conll", help="Format of the files that --write writes.")
@option("--datasheet", type=a_file, help="Write a datasheet: .md (a Hugging Face dataset card), .html or .json.")
@pieces_options
@suite_options
@reading_options
@type_options
@output_options
def command(
    train: tuple[str, ...], dev: tuple[str, ...], test: tuple[str, ...], folder: Path | None, to: str, **options: Any
) -> None:
    """Summarises a dataset: sizes, ambiguous and unseen names, hard tokens, overlap between its parts.

    \b
    Examples:
      nerproof stats --train train.conll --test test.conll
      nerproof stats --train train.conll --dev dev.conll --test test.conll --json stats.json
      nerproof stats --train train.conll --test test.conll --write variants
      nerproof stats --train train.conll --test test.conll --datasheet README.md
      nerproof stats --train train.parquet --test silver.parquet -j 2
    """
    from nerproof.api.datasets import datasheet, stats

    parts: dict[str, Any] = {"train": list(train) or None, "dev": list(dev) or None, "test": list(test) or None}
    how: dict[str, Any] = {"types": type_filter(options), "reading": reading(options, all_columns=False)}
    check_outputs(options, [*train, *dev, *test])
    result = stats(
        **parts,
        **how,
        switches=suite_switches(options),
        variants=folder,
        format=to,
        **{name: options[name] for name in ("with_dev", "stream", "jobs")},
    )
    if options["datasheet"] is not None:
        result.notes.append(f"wrote {datasheet(**parts, **how).save(options['datasheet'])}")
    deliver(result, options)
