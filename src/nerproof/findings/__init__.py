"""Findings: every sentence that says what numbers mean is made here, by a rule, from rows alone.

A rule is a function from evidence to findings. It states its threshold, names the rows it rests on, and says "cannot
tell" where they do not suffice. Adding one is adding a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nerproof.base.registry import Registry
from nerproof.base.results import SEVERITIES, Finding, Row
from nerproof.findings.evidence import Evidence, parts

Rule = Callable[[Evidence], Iterable[Finding]]

RULES: Registry[Rule] = Registry("finding", "nerproof.findings")


def rule(name: str) -> Callable[[Rule], Rule]:
    """Registers a rule under its name."""
    return RULES.register(name)


def conclude(rows: Sequence[Row]) -> list[Finding]:
    """All findings of some rows: by severity, then by the size of the effect."""
    found = [f for part in parts(rows) for each in RULES.values() for f in each(part)]
    return sorted(found, key=lambda f: (SEVERITIES.index(f.severity), -_size(f)))


def _size(finding: Finding) -> float:
    return abs((finding.value if finding.effect is None else finding.effect) or 0.0)
