"""nerproof compare: systems against each other, from result files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import output_options
from nerproof.cli.output import deliver


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--buckets", is_flag=True, help="Compare bucket by bucket; an error when the bucket edges differ.")
@output_options
def command(results: tuple[Path, ...], buckets: bool, **options: Any) -> None:
    """Compares the systems of result files.

    Results on the same gold are compared sentence by sentence (paired), as if one evaluate had scored all systems.
    Results on different gold are treated as datasets: averages and tests over them, unpaired differences.

    \b
    Examples:
      nerproof compare before.json after.json
      nerproof compare conll=a.json wnut=b.json
      nerproof compare before.json after.json --buckets
    """
    from nerproof.api.comparing import compare

    deliver(compare(results, buckets=buckets), options)
