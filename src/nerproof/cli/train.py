"""nerproof train: fit a model and save it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import model_options, option, pairs, quiet_option, reading, reading_options, seed_option
from nerproof.cli.output import say_notes


@click.command()
@click.argument("model")
@option("--train", "files", required=True, multiple=True, metavar="FILE", help="Training data; repeat for several.")
@option("--dev", metavar="FILE", help="Held-out data for early stopping.")
@option("--out", required=True, type=click.Path(path_type=Path), help="Folder for the saved model.")
@seed_option
@model_options("An option of the model; repeatable.")
@reading_options
@quiet_option("Print no progress bar and no summary.")
def command(model: str, files: tuple[str, ...], out: Path, **options: Any) -> None:
    """Trains MODEL (see: nerproof list models) and saves it in a folder.

    \b
    Examples:
      nerproof train crf --train train.conll --out models/crf
      nerproof train bilstm-crf --train train.conll --dev dev.conll -o epochs=30 --out models/lstm
    """
    from nerproof.models.bars import bar
    from nerproof.models.files import train_files

    with bar(quiet=options["quiet"]) as progress:
        trained = train_files(
            model,
            files,
            out,
            dev=options["dev"],
            seed=options["seed"],
            options=pairs(options["chosen"], "--option KEY=VALUE"),
            reading=reading(options),
            progress=progress,
        )
    if not options["quiet"]:
        say_notes(trained.notes)
        click.echo(f"{out}: {trained.card.model} {trained.card.digest}")
