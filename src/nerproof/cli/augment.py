"""nerproof augment: training data plus changed copies of its sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import a_file, out_format_option, quiet_option, reading, reading_options, seed_option
from nerproof.cli.output import check_outputs, say_notes


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--method",
    "methods",
    multiple=True,
    required=True,
    metavar="NAME[+NAME…][:RATIO]",
    help="entity-switching, random-masking or mixing-up; + applies one after the other; repeat for more copies.",
)
@seed_option
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File for the augmented data.")
@out_format_option
@click.option("--log", type=a_file, help="Write every edit as JSON Lines.")
@reading_options
@quiet_option()
def command(files: tuple[str, ...], methods: tuple[str, ...], out: Path, **options: Any) -> None:
    """Writes training data followed by changed copies of the sentences that have mentions.

    \b
    Examples:
      nerproof augment train.conll --method random-masking --out augmented.conll
      nerproof augment train.conll --method entity-switching:0.5 --method mixing-up:0.2 --out augmented.conll
    """
    from nerproof.api.making import augment
    from nerproof.corpus.edits import write_edits
    from nerproof.formats import format_by_suffix, write
    from nerproof.models.files import format_of

    done = augment(list(files), methods, seed=options["seed"], reading=reading(options))
    check_outputs({**options, "out": out})
    format_ = options["out_format"] or format_by_suffix(out, like=format_of(files[0]))
    losses = write(done.corpus, out, format=format_)
    if options["log"]:
        write_edits(done.edits, options["log"])
    say_notes(losses)
    if not options["quiet"]:
        n = done.facts["sentences"]
        added = done.corpus.n_sentences - n
        click.echo(f"{out}: {n} sentences and {added} changed copies, {len(done.edits)} edits")
