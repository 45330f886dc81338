"""nerproof demo: everything once, on data that comes with the package."""

from __future__ import annotations

from pathlib import Path

import click

from nerproof.cli.options import a_folder, option, quiet_option


@click.command()
@option("--out", type=a_folder, default=Path("nerproof-demo"), help="Folder to write to.")
@option("--seed", default=0, type=click.IntRange(0), help="Another seed, another corpus.")
@quiet_option("Print nothing but the report's path.")
def command(*, out: Path, seed: int, quiet: bool) -> None:
    """Builds a corpus, trains three systems, and shows what one F1 hides. Needs no network and no files.

    \b
    Examples:
      nerproof demo
      nerproof demo --out /tmp/demo --seed 1
    """
    from nerproof.demo.progress import shown
    from nerproof.demo.walk import walk

    with shown() as told:
        texts, report = walk(out, seed=seed, told=told)
    if not quiet:
        click.echo("\n\n".join(texts) + "\n")
        click.echo(f"Everything is in {out}. Open the report in a browser:")
    click.echo(report)
