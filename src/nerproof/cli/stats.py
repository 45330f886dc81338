"""nerproof stats: what a dataset holds; needs no predictions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    output_options,
    pieces_options,
    reading,
    reading_options,
    suite_options,
    suite_switches,
    type_filter,
    type_options,
)
from nerproof.cli.output import deliver


@click.command()
@click.option("--train", multiple=True, help="Training file; repeat for several.")
@click.option("--dev", multiple=True, help="Development file.")
@click.option("--test", "--gold", "test", multiple=True, help="Test file.")
@click.option("--with-dev", is_flag=True, help="Development data counts as seen, too.")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write clean, contaminated and tough test sets and the hard tokens of training and test there.",
)
@click.option("--to", default="conll", show_default=True, help="Format of what --write writes.")
@pieces_options
@suite_options
@reading_options
@type_options
@output_options
def command(
    train: tuple[str, ...], dev: tuple[str, ...], test: tuple[str, ...], folder: Path | None, to: str, **options: Any
) -> None:
    """Sizes, ambiguous and unseen mentions, hard tokens, tough mentions and contamination of a dataset.

    \b
    Examples:
      nerproof stats --train train.conll --test test.conll
      nerproof stats --train train.conll --dev dev.conll --test test.conll --json stats.json
      nerproof stats --train train.conll --test test.conll --write variants
      nerproof stats --train train.parquet --test silver.parquet -j 2
    """
    from nerproof.base.errors import UsageError
    from nerproof.engine.prepare import load_all
    from nerproof.engine.study import Options
    from nerproof.studies.description import describe, write_variants

    parts = {name: list(paths) for name, paths in (("train", train), ("dev", dev), ("test", test)) if paths}
    if not parts:
        raise UsageError("no corpus given. Name at least one of --train, --dev, --test")
    how, switches = reading(options, all_columns=False), suite_switches(options)
    chosen = Options(types=type_filter(options), reading=how, switches=switches, with_dev=options["with_dev"])
    result = describe(parts, replace(chosen, resamples=0), stream=options["stream"], jobs=options["jobs"])
    if folder is not None:
        corpora = {name: load_all(paths, chosen) for name, paths in parts.items()}
        written = write_variants({k: c for k, c in corpora.items() if c is not None}, folder, switches, format=to)
        result.notes.extend(f"wrote {p}" for p in written)
    deliver(result, options)
