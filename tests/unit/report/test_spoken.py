"""Findings as lines: what is the same of several systems is said once."""

from __future__ import annotations

from nerproof.base.results import Finding, Result
from nerproof.report.spoken import spoken


def unknown(system: str, reason: str = "no test mention is seen") -> Finding:
    return Finding("memory", "new-names", "unknown", f"Cannot tell whether {system} remembers: {reason}.", system)


def lines(*findings: Finding, most: int | None = None) -> list[str]:
    return spoken(Result({}, [], concluded=list(findings)), most)


def test_the_same_sentence_of_several_systems_is_one_line():
    assert lines(*map(unknown, "abcde")) == [
        "? Cannot tell whether a remembers: no test mention is seen. The same goes for b, c, d and 1 more."
    ]
    assert lines(unknown("a"), unknown("b"))[0].endswith("The same goes for b.")


def test_other_reasons_and_findings_without_a_system_stay_apart():
    general = Finding("seen-share", "fair-test", "ok", "Every name is new.")
    assert len(lines(unknown("a"), unknown("b", "there is no interval"), general)) == 3


def test_lines_that_are_left_out_are_counted_together():
    shown = lines(*map(unknown, "ab"), *(unknown(x, x) for x in "cdef"), most=2)
    assert shown[-1] == "… and 3 more findings; use -v, --html or --json to see them"


def test_one_rule_does_not_hide_the_others():
    general = Finding("seen-share", "fair-test", "ok", "Every name is new.")
    shown = lines(*(unknown(x, x) for x in "abcdef"), general, most=5)
    assert [line[:8] for line in shown] == ["? Cannot", "? Cannot", "? Cannot", "✓ Every ", "… and 3 "]
    assert len(lines(*(unknown(x, x) for x in "abcdef"), general)) == 7
