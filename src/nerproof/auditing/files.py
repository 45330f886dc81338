"""The folder of an audit: ``audit.jsonl`` (the sites), ``audit.json`` (the rest), ``audit.html`` (the page)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from nerproof.auditing.run import Audit
from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError

SITES, SUMMARY, PAGE = "audit.jsonl", "audit.json", "audit.html"
MAX_BYTES = 512 << 20


def write_audit(audit: Audit, out: Path, *, source: Mapping[str, Any], limit: int = 0) -> list[Path]:
    """Writes the files; ``source`` is how gold was read, for ``audit apply``; ``limit`` 0: every site."""
    from nerproof.report.audit_page import render

    sites = list(audit.sites(limit or None))
    summary = {**audit.summary, "source": dict(source)}
    texts = {
        SITES: "".join(json.dumps(site, ensure_ascii=False, allow_nan=False) + "\n" for site in sites),
        SUMMARY: json.dumps(summary, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n",
        PAGE: render(summary, sites[: max(summary["review"]["stop"], PAGE_SITES)]),
    }
    for name, text in texts.items():
        write(out / name, text)
    return [out / name for name in texts]


PAGE_SITES = 500  # at least so many sites are on the page


def write(path: Path, text: str) -> None:
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8", errors="surrogatepass", newline="\n")


def read_sites(folder: Path) -> list[dict[str, Any]]:
    """The sites of an audit's folder."""
    return read_lines(folder / SITES)


def read_summary(folder: Path) -> dict[str, Any]:
    path = folder / SUMMARY
    try:
        found = json.loads(_text(path))
    except ValueError:
        raise _not_ours(path) from None
    if not isinstance(found, dict) or not isinstance(found.get("source"), dict):
        raise _not_ours(path)
    return found


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Records of a JSONL file, or of a JSON array."""
    text = _text(path)
    if text.lstrip()[:1] == "[":
        lines: Iterable[tuple[int, str]] = [(1, text)]
    else:
        lines = ((i, line) for i, line in enumerate(text.splitlines(), start=1) if line.strip())
    found: list[dict[str, Any]] = []
    for number, line in lines:
        try:
            records = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError.at(path, number, "is not JSON", fix="Export the decisions again.") from None
        for record in records if isinstance(records, list) else [records]:
            if not isinstance(record, dict):
                raise InputError.at(path, number, "is not a record", fix="One JSON object per site.")
            found.append(record)
    return found


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError.at(path, None, f"is larger than {MAX_BYTES >> 20} MB")
        return path.read_text("utf-8", errors="surrogatepass")
    except OSError as error:
        raise InputError.at(path, None, f"cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise InputError.at(path, None, "is not UTF-8") from None


def _not_ours(path: Path) -> InputError:
    return InputError.at(path, None, "is not the summary of an audit", fix="Give a folder that nerproof audit wrote.")
