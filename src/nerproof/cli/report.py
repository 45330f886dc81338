"""nerproof report: a page, figures or tables from result files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

_file = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("results", nargs=-1, required=True, type=_file)
@click.option(
    "--html",
    type=_file,
    help="Write the HTML report here (default: beside the result, unless another output is asked for).",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write every chart as PNG, SVG and Vega-Lite spec into this folder.",
)
@click.option("--csv", "csv_", type=_file, help="Write all rows as CSV.")
@click.option("--markdown", type=_file, help="Write the tables as Markdown.")
@click.option("--model-card", type=_file, help="Write the block of a Hugging Face model card.")
@click.option("--latex", type=_file, help="Write the tables as LaTeX.")
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
      nerproof report result.json --figures figures
      nerproof report monday.json tuesday.json --html both.html
    """
    for path in make_report(results, **options):
        if not quiet:
            click.echo(f"wrote {path}", err=True)


def make_report(
    results: tuple[Path, ...], *, html: Path | None, figures: Path | None, examples: int | None, **tables: Path | None
) -> list[Path]:
    """Writes what is asked for; without any wish, the page beside the first result."""
    from nerproof.base.results import Result
    from nerproof.report.combined import combined

    loaded = [(path.name, Result.load(path)) for path in results]
    _distinct([name for name, _ in loaded])
    result = (
        loaded[0][1]
        if len(loaded) == 1
        else Result.from_dict(combined([(name, one.to_dict()) for name, one in loaded]))
    )
    if not (html or figures or any(tables.values())):
        html = results[0].with_suffix(".html")
    written = [*_page(result, html, examples), *_tables(result, tables)]
    return [*written, *(_figures(result, figures) if figures else [])]


def _distinct(names: list[str]) -> None:
    from nerproof.base.errors import UsageError

    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two result files are named {twice[0]!r}. Rename one: names tell the systems apart")


def _page(result: Any, html: Path | None, examples: int | None) -> list[Path]:
    if html is None:
        return []
    from nerproof.report.html import to_html

    _put(html, to_html(result, examples=examples))
    return [html]


def _tables(result: Any, tables: dict[str, Path | None]) -> list[Path]:
    from nerproof.report.csv import to_csv
    from nerproof.report.latex import to_latex
    from nerproof.report.markdown import to_markdown
    from nerproof.report.model_card import to_model_card

    written = []
    renderers = {"csv_": to_csv, "markdown": to_markdown, "latex": to_latex, "model_card": to_model_card}
    for key, render in renderers.items():
        path = tables.get(key)
        if path is not None:
            _put(path, render(result))
            written.append(path)
    return written


def _put(path: Path, text: str) -> None:
    from nerproof.base.atomic import atomic

    with atomic(path) as temporary:
        temporary.write_bytes(text.encode("utf-8", "replace"))


def _figures(result: Any, folder: Path) -> list[Path]:
    import sys

    from rich.console import Console
    from rich.progress import track

    from nerproof.report.charts import charts
    from nerproof.report.charts.figures import export, figures
    from nerproof.report.view import View

    view = View(result.to_dict())
    made = charts(view)
    total = 3 * sum(1 for _ in figures(view, made))
    steps = track(
        export(view, folder, made),
        "figures",
        total=total,
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    return list(steps)
