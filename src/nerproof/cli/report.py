"""nerproof report: a page, figures or tables from result files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import click

_file = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("results", nargs=-1, required=True, type=_file)
@click.option(
    "--html",
    type=_file,
    help="Write the HTML report here (default: next to the result, unless you give another output).",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write every chart as SVG, PDF, PNG and Vega-Lite spec into this folder, without titles.",
)
@click.option(
    "--width",
    type=click.IntRange(120, 2000),
    default=None,
    help="Width of the figures in points: 240 fits a column of a two-column paper.  [default: 460]",
)
@click.option("--font-size", type=click.FloatRange(4, 40), default=None, help="Letters of the figures, in points.")
@click.option("--pdf", type=_file, help="Write the report as PDF, printed by the Chromium, Chrome or Edge here.")
@click.option("--csv", "csv_", type=_file, help="Write all rows as CSV.")
@click.option("--markdown", type=_file, help="Write the tables as Markdown.")
@click.option("--model-card", type=_file, help="Write the block of a Hugging Face model card.")
@click.option("--latex", type=_file, help="Write the table of a paper as LaTeX: systems by the main scores.")
@click.option("--latex-all", type=_file, help="Write all tables as LaTeX.")
@click.option("--title", default="", help="Title of the report.  [default: the name of the test data]")
@click.option("--notes", default="", help="A sentence to show at the top of the report.")
@click.option("--date", default="", help="A date to show at the top of the report; without it there is none.")
@click.option(
    "--examples",
    type=click.IntRange(0),
    default=None,
    help="At most so many sentences in the page (default: all that the result holds).",
)
@click.option("-q", "--quiet", is_flag=True, help="Do not name the files written.")
def command(results: tuple[Path, ...], quiet: bool, **options: Any) -> None:
    """Makes an HTML report, figures or tables from one or more result files.

    \b
    Examples:
      nerproof report result.json
      nerproof report result.json --html report.html --examples 500
      nerproof report result.json --figures figures --width 240 --font-size 8
      nerproof report result.json --pdf report.pdf --title "NER, release 3" --date 2026-11-18
      nerproof report monday.json tuesday.json --html both.html
    """
    for path in make_report(results, **options):
        if not quiet:
            click.echo(f"wrote {path}", err=True)


@dataclass(frozen=True)
class Wishes:
    """What is to be made of a result besides tables."""

    html: Path | None = None
    pdf: Path | None = None
    figures: Path | None = None
    width: int | None = None
    font_size: float | None = None
    examples: int | None = None
    title: str = ""
    notes: str = ""
    date: str = ""


def make_report(results: tuple[Path, ...], **options: Any) -> list[Path]:
    """Writes what is asked for; without any wish, the page beside the first result."""
    from nerproof.base.errors import UsageError
    from nerproof.base.results import Result
    from nerproof.report.combined import combined

    names = {f.name for f in fields(Wishes)}
    wishes = Wishes(**{key: value for key, value in options.items() if key in names})
    tables = {key: value for key, value in options.items() if key not in names}
    if (wishes.width or wishes.font_size) and not wishes.figures:
        raise UsageError("--width and --font-size are about --figures FOLDER: give one")
    loaded = [(path.name, Result.load(path)) for path in results]
    _distinct([name for name, _ in loaded])
    several = [(name, one.to_dict()) for name, one in loaded]
    result = loaded[0][1] if len(loaded) == 1 else Result.from_dict(combined(several))
    if not (wishes.html or wishes.pdf or wishes.figures or any(tables.values())):
        wishes = replace(wishes, html=results[0].with_suffix(".html"))
    written = [*_pages(result, wishes), *_tables(result, tables)]
    return [*written, *(_figures(result, wishes) if wishes.figures else [])]


def _distinct(names: list[str]) -> None:
    from nerproof.base.errors import UsageError

    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two result files are named {twice[0]!r}. Rename one: names tell the systems apart")


def _pages(result: Any, wishes: Wishes) -> Iterator[Path]:
    if wishes.html is None and wishes.pdf is None:
        return
    from nerproof.report.html import to_html
    from nerproof.report.pdf import browser, to_pdf

    if wishes.pdf is not None:
        browser()  # an error before anything is written
    words = {"title": wishes.title, "notes": wishes.notes, "date": wishes.date}
    page = to_html(result, examples=wishes.examples, **words)
    if wishes.html is not None:
        _put(wishes.html, page.encode("utf-8", "replace"))
        yield wishes.html
    if wishes.pdf is not None:
        _put(wishes.pdf, to_pdf(page))
        yield wishes.pdf


def _tables(result: Any, tables: dict[str, Path | None]) -> Iterator[Path]:
    from nerproof.report.saving import rendered

    for kind, path in tables.items():
        if path is not None:
            _put(path, rendered(result, kind).encode("utf-8", "replace"))
            yield path


def _put(path: Path, content: bytes) -> None:
    from nerproof.base.atomic import atomic

    with atomic(path) as temporary:
        temporary.write_bytes(content)


def _figures(result: Any, wishes: Wishes) -> list[Path]:
    import sys

    from rich.console import Console
    from rich.progress import track

    from nerproof.report.charts import charts
    from nerproof.report.charts.figures import WIDTH, Look, export, figures
    from nerproof.report.view import View

    view = View(result.to_dict())
    made = charts(view)
    total = 4 * sum(1 for _ in figures(view, made))
    look = Look(wishes.width or WIDTH, wishes.font_size)
    steps = track(
        export(view, wishes.figures or Path(), made, look),
        "figures",
        total=total,
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    return list(steps)
