"""nerproof board: the result files of a folder as static pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nerproof.cli.options import a_folder, quiet_option

if TYPE_CHECKING:
    from nerproof.base.results import Result
    from nerproof.report.board import Places

MOST_PAIRED = 40  # systems of one dataset that are tested against each other


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--out", required=True, type=a_folder, help="Folder to write the pages to.")
@quiet_option("Do not name the page written.")
def command(folder: Path, out: Path, quiet: bool) -> None:
    """Writes a board of all result files of a folder: static pages that any web server can host.

    One line per system: recall on new names, retention and F1 with intervals. It sorts, filters by dataset and opens
    the report of each file.

    \b
    Examples:
      nerproof board results --out site
    """
    from nerproof.base.atomic import atomic_folder
    from nerproof.report.board import site

    with atomic_folder(out) as made:
        for name, text in site(folder, ranking):
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "replace"))
    if not quiet:
        click.echo(f"wrote {out / 'index.html'}", err=True)


def ranking(results: Mapping[str, Result]) -> Places:
    """The places that paired tests leave open: over all files about the same gold, else within each file."""
    from nerproof.report.board import own_places
    from nerproof.studies.pairedresults import digest

    found = dict(own_places(results))
    groups: dict[str, dict[str, Result]] = {}
    for name, result in results.items():
        groups.setdefault(digest(result), {})[name] = result
    for group in groups.values():
        if len(group) > 1 and sum(len(result.systems) for result in group.values()) <= MOST_PAIRED:
            found |= _across(group)
    return found


def _across(results: Mapping[str, Result]) -> Places:
    """Nothing where the files cannot be paired: they were resampled otherwise, or without."""
    from nerproof.studies.comparison import paired_rows
    from nerproof.studies.pairedresults import side_by_side

    counts = side_by_side(results, always_named=True)
    if isinstance(counts, str):
        return {}
    rows = [r for r in paired_rows(counts) if r.metric == "rank:f1" and r.suite == "standard" and "rank_low" in r.more]
    places = {r.system: (int(r.more["rank_low"]), int(r.more["rank_high"])) for r in rows}
    named = {(file, system): f"{system} ({file})" for file, result in results.items() for system in result.systems}
    return {key: places[name] for key, name in named.items() if name in places}
