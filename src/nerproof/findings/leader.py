"""leader: which system is best by F1 and on new names, and which differences from it are significant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nerproof.base.results import Finding, Row
from nerproof.findings import rule
from nerproof.findings.evidence import ALPHA, Evidence, Fact, effect, numbers
from nerproof.findings.wording import interval, listed, p_value, points

SCORES = (
    ("standard", "f1", "ALL", "F1"),
    ("tmr", "recall", "UNSEEN-ANY", "recall on new names"),
)


@rule("leader")
def leader(evidence: Evidence) -> Iterator[Finding]:
    """One finding per score; p-values are corrected for the number of comparisons."""
    for suite, metric, slice_, word in SCORES:
        tested = evidence.differences(suite, metric, slice_)
        scores = {s: f for s in _named(tested) if (f := evidence.get(suite, metric, s, slice_)) is not None}
        if len(scores) > 1:
            found = _two(tested[0], scores, word) if len(scores) == 2 else _several(tested, scores, word)
            yield replace(found, text=f"{found.text[:-1]}{_adjusted(evidence, found)}.")


def _adjusted(evidence: Evidence, found: Finding) -> str:
    """Says of how many comparisons the p-values are corrected, where any is given."""
    tested = [f for f in evidence.facts if _is_tested(f)]
    if len(tested) < 2 or not ("p = " in found.text or "p < " in found.text):
        return ""
    unpaired = any(f.row.more.get("paired") is False for f in tested)
    return f"; p-values are {'unpaired and ' if unpaired else ''}adjusted for {len(tested):,} comparisons"


def _is_tested(fact: Fact) -> bool:
    return fact.row.metric.startswith("difference:") and ":" not in fact.row.slice and fact.p is not None


def _named(tested: list[Fact]) -> list[str]:
    return list(dict.fromkeys(name for f in tested for name in (f.row.system, f.row.more["other"])))


def _two(test: Fact, scores: Mapping[str, Fact], word: str) -> Finding:
    best, other = sorted(scores, key=lambda s: -scores[s].value)
    clear = (test.p or 1.0) < ALPHA
    row = test.row
    span = interval(row) if test.value >= 0 else _turned(test)
    numbers_ = f"{points(scores[best].value)} and {points(scores[other].value)}"
    by = f"a difference of {points(abs(test.value))}{span} points ({p_value(test.p or 1.0)})"
    text = (
        f"{best} has a significantly higher {word} than {other}: {numbers_}, {by}."
        if clear
        else f"No significant difference in {word} between {best} and {other}: {numbers_}, {by}{_unreachable(row)}."
    )
    if test.value == 0:
        text = f"{best} and {other} have the same {word}: {points(scores[best].value)}."
    low, high = (row.low, row.high) if test.value >= 0 else (_minus(row.high), _minus(row.low))
    return Finding(
        "leader",
        "comparison",
        "ok" if clear else "unknown",
        text,
        (best, other),
        value=abs(test.value),
        low=low,
        high=high,
        n=_n(scores[best]),
        rows=numbers(test, *scores.values()),
        slice=row.slice,
    )


def _unreachable(row: Row) -> str:
    """Said where the test could not be significant, whatever the systems do."""
    return f"; they differ in too few units for p < {ALPHA}" if "p_smallest" in row.more else ""


def _turned(test: Fact) -> str:
    row = test.row
    return "" if row.low is None or row.high is None else f" [{points(-row.high)}, {points(-row.low)}]"


def _minus(value: float | None) -> float | None:
    return None if value is None else -value


def _several(tested: list[Fact], scores: Mapping[str, Fact], word: str) -> Finding:
    top = max(scores.values(), key=lambda fact: fact.value)
    best = top.row.system
    own = {_other(f, best): f for f in tested if best in (f.row.system, f.row.more["other"])}
    behind = [s for s, f in own.items() if (f.p or 1.0) < ALPHA]
    close = sorted((s for s in own if s not in behind), key=lambda s: -scores[s].value if s in scores else 0.0)
    text = f"{best} has the highest {word}: {points(top.value)}{interval(top.row)}; "
    text += f"significantly higher than {len(behind)} of {len(own)} others"
    if close:
        text += f", no significant difference from {listed([f'{s} ({_how_close(own[s])})' for s in close])}"
    severity, rows, slice_ = "unknown" if close else "ok", numbers(top, *own.values()), top.row.slice
    return Finding(
        "leader", "comparison", severity, f"{text}.", best, **effect(top), n=_n(top), rows=rows, slice=slice_
    )


def _how_close(test: Fact) -> str:
    return p_value(test.p or 1.0) if test.value else "the same score"


def _other(fact: Fact, name: str) -> str:
    return str(fact.row.more["other"]) if fact.row.system == name else fact.row.system


def _n(fact: Fact) -> int | None:
    return fact.row.more.get("n_gold") or fact.row.total
