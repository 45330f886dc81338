"""nerproof augment: training data plus changed copies of its sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import reading, reading_options
from nerproof.cli.output import check_outputs


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
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Decides everything random.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File for the augmented data.")
@click.option("--out-format", metavar="NAME", help="Format of the output (default: the input's).")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write every edit as JSON Lines.")
@reading_options
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
def command(files: tuple[str, ...], methods: tuple[str, ...], out: Path, **options: Any) -> None:
    """Writes training data followed by changed copies of the sentences that have mentions.

    \b
    Examples:
      nerproof augment train.conll --method random-masking --out augmented.conll
      nerproof augment train.conll --method entity-switching:0.5 --method mixing-up:0.2 --out augmented.conll
    """
    from nerproof.augment import augment
    from nerproof.corpus import join
    from nerproof.corpus.edits import write_edits
    from nerproof.formats import read, write
    from nerproof.models.files import format_of

    chosen = reading(options)
    corpus = join([read(f, chosen) for f in files])
    done = augment(corpus, methods, seed=options["seed"])
    check_outputs({**options, "out": out})
    losses = write(done.corpus, out, format=options["out_format"] or format_of(files[0]))
    if options["log"]:
        write_edits(done.edits, options["log"])
    for note in losses:
        click.echo(f"note: {note}", err=True)
    if not options["quiet"]:
        added = done.corpus.n_sentences - corpus.n_sentences
        click.echo(f"{out}: {corpus.n_sentences} sentences and {added} changed copies, {len(done.edits)} edits")
