"""nerproof compare: systems against each other, from result files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import output_options
from nerproof.cli.output import deliver

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--buckets", is_flag=True, help="Compare bucket by bucket; refused when the edges differ.")
@output_options
def command(results: tuple[Path, ...], buckets: bool, **options: Any) -> None:
    """Compares the systems of result files.

    Files about the same gold are put side by side and compared sentence by sentence (paired), as one evaluate of all
    their systems would. Files about different gold are datasets, with averages and tests over them; differences between
    files are then unpaired.

    \b
    Examples:
      nerproof compare before.json after.json
      nerproof compare conll=a.json wnut=b.json
      nerproof compare before.json after.json --buckets
    """
    from nerproof.api.comparing import compare

    deliver(compare(results, buckets=buckets), options)
