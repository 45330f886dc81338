"""A result in a file: JSON, HTML, CSV, Markdown or LaTeX, by the suffix."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nerproof.base.atomic import atomic
from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.report.csv import to_csv
from nerproof.report.html import to_html
from nerproof.report.latex import to_latex
from nerproof.report.markdown import to_markdown

RENDERERS: dict[str, Callable[[Result], str]] = {
    ".json": Result.to_json,
    ".html": to_html,
    ".csv": to_csv,
    ".md": to_markdown,
    ".tex": to_latex,
}


def save(result: Result, path: str | Path) -> Path:
    """Writes a result in the form that the suffix names; the file appears whole or not at all."""
    target = Path(path)
    if target.suffix.lower() not in RENDERERS:
        known = ", ".join(RENDERERS)
        raise UsageError(f"{target}: the suffix {target.suffix!r} names no form of a result. Use one of {known}")
    text = RENDERERS[target.suffix.lower()](result)
    with atomic(target) as temporary:
        temporary.write_bytes(text.encode("utf-8", "replace"))
    return target
