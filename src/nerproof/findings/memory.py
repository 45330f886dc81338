"""memory: does a system find names that it did not see in training as well as those that it saw?

Judged by retention, the recall if every name were new as a share of the recall if every name were seen, both
standardised by type and length. The thresholds were set on 30 published systems (see docs/findings.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, effect, numbers
from nerproof.findings.wording import NO_INTERVAL, count, interval, share

HOLDS, RELIES = 0.8, 0.5  # the whole interval of retention is above, below
COVERAGE = 0.6  # share of the mentions that usable strata must have
WIDEST = 0.25  # a wider interval says nothing
POOR = 0.5  # recall on seen names, or precision, below this is no praise, whatever is kept of it
SEVERITY = {"holds-up": "ok", "leans-on-memory": "warn", "relies-on-memory": "bad", "cannot-tell": "unknown"}
WORDS = {
    "holds-up": "holds up on new names",
    "leans-on-memory": "leans on memory",
    "relies-on-memory": "relies on memory",
}
NEW = "UNSEEN-ANY"


@rule("memory")
def memory(evidence: Evidence) -> Iterator[Finding]:
    """One verdict per system; one for all where there is no training set."""
    judged = [system for system in evidence.systems if evidence.get("tmr", "recall", system)]
    for system in judged:
        yield _judged(evidence, system)
    if not judged and any(evidence.get("standard", "f1", system) for system in evidence.systems):
        given = any(fact.row.suite == "tmr" for fact in evidence.facts)
        why = "gold has no mention" if given else "there are no scores on new names (they need --train)"
        text = f"Cannot tell recognising from remembering: {why}."
        yield Finding("memory", "new-names", "unknown", text, verdict="cannot-tell")


def _judged(evidence: Evidence, system: str) -> Finding:
    retention, seen, new, covered = (
        evidence.get("tmr", m, system) for m in ("retention", "recall_if_seen", "recall_if_new", "retention_coverage")
    )
    unseen = evidence.get("tmr", "recall", system, NEW)
    rows = numbers(retention, seen, new, covered, evidence.get("tmr", "recall", system, "SEEN"), unseen)
    n = unseen.row.total or 0 if unseen else 0
    reason = _too_little(evidence, system, retention)
    if reason or retention is None or seen is None or new is None:
        text = f"Cannot tell whether {system} relies on memory: {reason}."
        return Finding("memory", "new-names", "unknown", text, system, "cannot-tell", n=n, rows=rows, slice=NEW)
    verdict, borderline = verdict_of(retention)
    precision = evidence.get("standard", "precision", system)
    poor = _poor(seen, precision) if verdict == "holds-up" else ""
    said = f"{_sentence(retention, seen, new, n)}{_left_out(covered)}{poor}"
    return Finding(
        "memory",
        "new-names",
        "warn" if poor else SEVERITY[verdict],
        f"{system} {WORDS[verdict]}{' (borderline)' if borderline else ''}: {said}.",
        system,
        verdict,
        **effect(retention),
        n=n,
        rows=(*rows, *numbers(precision if poor else None)),
        slice=NEW,
        borderline=borderline,
        effect=1 - retention.value,
    )


def _sentence(retention: Fact, seen: Fact, new: Fact, n: int) -> str:
    finds = (
        f"it finds {share(seen.value)} of such names when it saw them in training, {share(new.value)} when it did not"
    )
    keeps = f"it keeps {share(retention.value)}{interval(retention.row, 0)} of its recall"
    return f"{finds}; {keeps} ({count(retention.row.more['n_seen'], 'seen mention')}, {count(n, 'new one')})"


def _left_out(covered: Fact | None) -> str:
    """Said where types without enough seen or new mentions are left out."""
    if covered is None or covered.value >= 1:
        return ""
    return f"; types with {share(covered.value)} of the mentions could be judged"


def _poor(seen: Fact, precision: Fact | None) -> str:
    """Said where a system that keeps its recall has little of it, or predicts names everywhere."""
    few = "; but it misses most names, seen or new" if seen.value < POOR else ""
    if precision is None or precision.value >= POOR:
        return few
    return f"{few}; but only {share(precision.value)} of its predictions are right"


def verdict_of(retention: Fact) -> tuple[str, bool]:
    """The verdict of an interval of retention, and whether it crosses a threshold."""
    low, high = retention.row.low or 0.0, retention.row.high or 0.0
    if low >= HOLDS:
        return "holds-up", False
    if high <= RELIES:
        return "relies-on-memory", False
    return "leans-on-memory", low < RELIES or high > HOLDS


def _too_little(evidence: Evidence, system: str, retention: Fact | None) -> str:
    """Why the rows do not suffice; empty where they do."""
    sides = [evidence.get("tmr", "share", "", name) for name in ("SEEN", NEW)]
    for fact, word in zip(sides, ("seen in train", "new"), strict=True):
        n = (fact.row.count or 0) if fact else 0
        if n < FEW:
            few = f"no test mention is {word}" if not n else f"only {count(n, 'test mention')} {_is(n)} {word}"
            return f"{few} (at least {FEW} are needed)"
    covered = evidence.get("tmr", "retention_coverage", system)
    if covered is None:
        return "the result has no row of retention"
    if covered.value < COVERAGE:
        some = f"only {share(covered.value)} of the mentions have a type with enough seen and new ones"
        return f"{some} ({share(COVERAGE)} are needed)"
    return _uncertain(retention)


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _uncertain(retention: Fact | None) -> str:
    if retention is None:
        return "it finds none of the seen names"
    low, high = retention.row.low, retention.row.high
    if low is None or high is None:
        return NO_INTERVAL
    if high - low > WIDEST:
        kept = f"it keeps {share(retention.value)}{interval(retention.row, 0)} of its recall"
        return f"{kept}, and that interval is wider than {share(WIDEST)[:-2]} points"
    return ""
