"""A result as JSON, HTML, CSV, Markdown or LaTeX: by the option of the command line, or by a file's suffix."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from nerproof.base.atomic import atomic
from nerproof.base.errors import UsageError
from nerproof.base.results import Result

# Option -> module of this folder and its function, loaded when it is needed.
MAKERS = {
    "csv_": ("csv", "to_csv"),
    "markdown": ("markdown", "to_markdown"),
    "latex": ("latex", "to_latex"),
    "latex_all": ("latex", "all_tables"),
    "html": ("html", "to_html"),
    "model_card": ("model_card", "to_model_card"),
}
KINDS = ("json_", *MAKERS)
SUFFIXES = {".json": "json_", ".html": "html", ".csv": "csv_", ".md": "markdown", ".tex": "latex"}


def rendered(result: Result, kind: str) -> str:
    """The result in one of ``KINDS``."""
    if kind == "json_":
        return result.to_json()
    module, name = MAKERS[kind]
    return str(getattr(import_module(f"nerproof.report.{module}"), name)(result))


def save(result: Result, path: str | Path) -> Path:
    """Writes a result in the form that the suffix names; the file appears whole or not at all."""
    target = Path(path)
    kind = SUFFIXES.get(target.suffix.lower())
    if kind is None:
        known = ", ".join(SUFFIXES)
        raise UsageError(f"{target}: the suffix {target.suffix!r} names no form of a result. Use one of {known}")
    text = rendered(result, kind)
    with atomic(target) as temporary:
        temporary.write_bytes(text.encode("utf-8", "replace"))
    return target
