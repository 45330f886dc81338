"""Findings as lines of text: the same words in the terminal, in Markdown, in a notebook and in the demo."""

from __future__ import annotations

import re
from collections import Counter

from nerproof.base.results import Finding, Result

NAMED = 3  # systems of which the same is said, and findings of one rule
MARKS = {"bad": "✗", "warn": "!", "unknown": "?", "ok": "✓"}


def spoken(result: Result, most: int | None = None) -> list[str]:
    """One line per finding with the mark of its severity, a ranking that flips first; ``most``: the rest is counted."""
    found = _alike(sorted(result.findings, key=lambda finding: finding.rule != "flip"))
    shown = found if most is None or len(found) <= most + 1 else _varied(found)[:most]
    lines = [f"{MARKS[f[0].severity]} {_said(f)}" for f in shown]
    left = len(found) - len(lines)
    return [*lines, f"… and {left} more findings; use -v, --html or --json to see them"] if left else lines


def _varied(found: list[list[Finding]]) -> list[list[Finding]]:
    """The first few of every rule, so that one weakness of many systems does not hide the others."""
    seen: Counter[str] = Counter()
    shown = []
    for alike in found:
        seen[alike[0].rule] += 1
        if seen[alike[0].rule] <= NAMED:
            shown.append(alike)
    return shown


def _alike(findings: list[Finding]) -> list[list[Finding]]:
    """Findings whose words differ in the name of the system only, together."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        name = re.escape(finding.system) if isinstance(finding.system, str) else ""
        words = re.sub(rf"(?<!\w){name}(?!\w)", "\0", finding.text, count=1) if name else finding.text
        found.setdefault(words, []).append(finding)
    return list(found.values())


def _said(alike: list[Finding]) -> str:
    first, *others = alike
    if not others:
        return first.text
    names = [str(other.system) for other in others[:NAMED]]
    more = [f"{len(others) - NAMED} more"] if len(others) > NAMED else []
    *most, last = [*names, *more]
    return f"{first.text} The same goes for {', '.join(most) + ' and ' if most else ''}{last}."
