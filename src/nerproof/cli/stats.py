"""nerproof stats: what a dataset holds; needs no predictions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from nerproof.base.results import Result
    from nerproof.corpus import Corpus


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
    from nerproof.studies.description import write_variants

    result = None if folder is not None else _in_pieces(train, dev, test, options)
    if result is None:
        result, parts = _described(train, dev, test, options)
        if folder is not None:
            written = write_variants(parts, folder, suite_switches(options), format=to)
            result.notes.extend(f"wrote {p}" for p in written)
    deliver(result, options)


def _in_pieces(
    train: tuple[str, ...], dev: tuple[str, ...], test: tuple[str, ...], options: Mapping[str, Any]
) -> Result | None:
    """The tables piece by piece where that was asked for or pays; None where the data is to be read as a whole."""
    from nerproof.base.errors import InputError, UsageError
    from nerproof.engines.size import wants_pieces

    if len(test) != 1 or not wants_pieces(test[0], options, train):
        return None
    if not train and options["stream"]:
        raise UsageError("--stream is for a test set beside training data: name it with --train")
    from nerproof.datastream import describe_stream
    from nerproof.engines.cutting import NotStreamable
    from nerproof.engines.plan import BadTraining
    from nerproof.study import Options

    how = reading(options, all_columns=False)
    switches, kept = suite_switches(options), type_filter(options)
    chosen = Options(types=kept, reading=how, switches=switches, with_dev=options["with_dev"], resamples=0)
    try:
        return describe_stream(test[0], train, dev or None, options=chosen, jobs=options["jobs"]) if train else None
    except BadTraining:
        raise
    except (NotStreamable, InputError):  # read as a whole, the message is the same as ever
        if options["stream"]:
            raise
        return None


def _described(
    train: tuple[str, ...], dev: tuple[str, ...], test: tuple[str, ...], options: Mapping[str, Any]
) -> tuple[Result, dict[str, Corpus]]:
    from nerproof.base.errors import UsageError
    from nerproof.corpus import join
    from nerproof.formats import read
    from nerproof.studies.description import describe

    how, kept, switches = reading(options, all_columns=False), type_filter(options), suite_switches(options)
    files = {"train": train, "dev": dev, "test": test}
    whole = {name: join([read(p, how) for p in paths]) for name, paths in files.items() if paths}
    kept.check((t for corpus in whole.values() for t in corpus.types), anyway=how.anyway)
    parts = {name: kept.apply(corpus) for name, corpus in whole.items()}
    if not parts:
        raise UsageError("no corpus given. Name at least one of --train, --dev, --test")
    return describe(parts, switches, with_dev=options["with_dev"]), parts
