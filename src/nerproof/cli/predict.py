"""nerproof predict: label a file with a saved model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import model_options, out_format_option, pairs, quiet_option, reading, reading_options
from nerproof.cli.output import say_notes


@click.command()
@click.argument("model")
@click.option("--input", "source", required=True, metavar="FILE", help="File to label; its own labels are ignored.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File for the predictions.")
@out_format_option
@click.option("--scores", is_flag=True, help="Write scores as the last column of column formats.")
@model_options("An option of an untrained model.")
@reading_options
@quiet_option("Print no progress bar and no summary.")
def command(model: str, source: str, out: Path, **options: Any) -> None:
    """Predicts mentions with MODEL: the folder of a saved model, or the name of one that needs no training.

    Also writes FILE.nerproof.json with the digests of model and data.

    \b
    Examples:
      nerproof predict models/crf --input test.conll --out pred.conll
      nerproof predict models/crf --input test.conll --out pred.jsonl --out-format jsonl
      nerproof predict command -o run="./tag.sh {input} {output}" --input test.conll --out pred.conll
    """
    from nerproof.models.bars import bar
    from nerproof.models.files import predict_file

    with bar(quiet=options["quiet"]) as progress:
        facts = predict_file(
            model,
            source,
            out,
            out_format=options["out_format"],
            scores=options["scores"],
            options=pairs(options["chosen"], "--option KEY=VALUE"),
            reading=reading(options),
            progress=progress,
        )
    if not options["quiet"]:
        say_notes(facts["notes"])
        click.echo(f"{out}: {facts['mentions']} mentions in {facts['sentences']} sentences")
