"""Findings as lines of text: the same words in the terminal, in Markdown, in a notebook and in the demo."""

from __future__ import annotations

from nerproof.base.results import Result

MARKS = {"bad": "✗", "warn": "!", "unknown": "?", "ok": "✓"}


def spoken(result: Result, most: int | None = None) -> list[str]:
    """One line per finding with the mark of its severity, a ranking that flips first; ``most``: the rest is counted."""
    found = sorted(result.findings, key=lambda finding: finding.rule != "flip")
    shown = found if most is None or len(found) <= most + 1 else found[:most]
    lines = [f"{MARKS[f.severity]} {f.text}" for f in shown]
    left = len(found) - len(lines)
    return [*lines, f"… and {left} more findings; use -v, --html or --json to see them"] if left else lines
