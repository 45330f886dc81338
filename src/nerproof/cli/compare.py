"""nerproof compare: systems against each other, from result files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import output_options
from nerproof.cli.output import deliver

if TYPE_CHECKING:
    from nerproof.base.results import Result


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
    from nerproof.base.errors import UsageError
    from nerproof.base.results import Result
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
    deliver(_compared(loaded) if len(loaded) > 1 else next(iter(loaded.values())), options)


def _compared(loaded: dict[str, Result]) -> Result:
    from nerproof.base.results import Result
    from nerproof.report.combined import combined
    from nerproof.studies.comparison import compared, same_gold
    from nerproof.studies.datasets import combine

    if same_gold(loaded):
        together = combined([(name, one.to_dict()) for name, one in loaded.items()])
        return compared(Result.from_dict(together), loaded)
    return compared(combine(loaded), loaded)
