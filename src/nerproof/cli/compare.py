"""nerproof compare: systems against each other, from result files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nerproof.cli.options import output_options
from nerproof.cli.output import deliver


@click.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--buckets", is_flag=True, help="Compare bucket by bucket; refused when the edges differ.")
@output_options
def command(results: tuple[Path, ...], buckets: bool, **options: Any) -> None:
    """Puts result files side by side, each file a dataset (or a run), with averages and tests over them.

    For paired tests of systems on one test set give them all to one `nerproof evaluate`.

    \b
    Examples:
      nerproof compare result.json
      nerproof compare conll=a.json wnut=b.json
      nerproof compare before.json after.json --buckets
    """
    from nerproof.base.errors import UsageError
    from nerproof.base.results import Result
    from nerproof.studies.datasets import combine
    from nerproof.studies.edges import check_equal

    named: dict[str, Path] = {}
    for item in results:
        name, mark, path = str(item).partition("=")
        key, value = (name, Path(path)) if mark else (item.stem, item)
        if key in named:
            raise UsageError(f"two results are named {key!r}. Give each its own: NAME=FILE")
        named[key] = value
    loaded = {name: Result.load(path) for name, path in named.items()}
    if buckets:
        first, *others = loaded
        for other in others:
            check_equal(loaded[first], loaded[other], (first, other))
    deliver(combine(loaded) if len(loaded) > 1 else next(iter(loaded.values())), options)
