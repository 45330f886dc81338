"""Where a Result goes: terminal and files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nerproof.base.results import Result


def deliver(result: Result, options: Mapping[str, Any]) -> None:
    """Writes every output asked for, then the table on the terminal unless told not to."""
    to_stdout = False
    for name, render in _renderers().items():
        target: Path | None = options.get(name)
        if target is None:
            continue
        to_stdout |= str(target) == "-"
        write_text(render(result), target)
    if not options.get("quiet") and not to_stdout:
        from nerproof.report.terminal import show

        show(result, verbose=bool(options.get("verbose")))


def write_text(text: str, target: Path) -> None:
    """Text to a file that appears whole, or to standard output."""
    if str(target) == "-":
        sys.stdout.write(text)
        return
    from nerproof.base.atomic import atomic

    with atomic(target) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def _renderers() -> dict[str, Callable[[Result], str]]:
    return {"json_": _json, "csv_": _csv, "markdown": _markdown, "latex": _latex, "html": _html}


def _json(result: Result) -> str:
    return result.to_json()


def _csv(result: Result) -> str:
    from nerproof.report.csv import to_csv

    return to_csv(result)


def _markdown(result: Result) -> str:
    from nerproof.report.markdown import to_markdown

    return to_markdown(result)


def _latex(result: Result) -> str:
    from nerproof.report.latex import to_latex

    return to_latex(result)


def _html(result: Result) -> str:
    from nerproof.report.html import to_html

    return to_html(result)
