"""nerproof stats: what a dataset holds; needs no predictions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import (
    output_options,
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
    help="Write clean and contaminated test sets and the hard tokens there.",
)
@click.option("--to", default="conll", show_default=True, help="Format of what --write writes.")
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
    """
    from nerproof.corpus import join
    from nerproof.datareport import describe, write_variants
    from nerproof.errors import UsageError
    from nerproof.readers import read

    how, kept, switches = reading(options, all_columns=False), type_filter(options), suite_switches(options)
    files = {"train": train, "dev": dev, "test": test}
    parts = {name: join([kept.apply(read(p, how)) for p in paths]) for name, paths in files.items() if paths}
    if not parts:
        raise UsageError("no corpus given. Name at least one of --train, --dev, --test")
    result = describe(parts, switches, with_dev=options["with_dev"])
    if folder is not None:
        written = write_variants(parts, folder, switches, format=to)
        result.notes.extend(f"wrote {p}" for p in written)
    deliver(result, options)
