"""name-groups: does recall differ between groups of names? Worded with care: a difference proves no cause."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import ALPHA, FEW, Evidence, Fact, numbers
from nerproof.findings.wording import count, interval, p_value, points

LEAST = 0.05  # points of recall between the groups that differ most


@rule("name-groups")
def name_groups(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system and grouping that was tested."""
    for system in evidence.systems:
        for test in evidence.slices("fairness", "wald_p", system):
            groups = [
                fact
                for fact in evidence.slices("fairness", "recall", system)
                if fact.row.slice.startswith(f"{test.row.slice}:") and (fact.row.total or 0) >= FEW
            ]
            if len(groups) > 1 and test.p is not None:
                yield _finding(system, test, groups, test.p)


def _finding(system: str, test: Fact, groups: list[Fact], p: float) -> Finding:
    low, high = (pick(groups, key=lambda fact: fact.value) for pick in (min, max))
    gap, significant = high.value - low.value, p < ALPHA
    differs = significant and gap >= LEAST
    named = " and ".join(
        f"{points(f.value)}{interval(f.row)} on {f.row.slice.partition(':')[2]} ({count(f.row.total or 0, 'mention')})"
        for f in (high, low)
    )
    by, over = test.row.slice, f"{p_value(p)} over {len(groups)} groups"
    if differs:
        text = f"{system} finds names of some groups by {by} less often: recall {named}; {over}. "
        text += "Groups differ in more than the name (sentences, lengths, names seen in training): this shows no cause."
    elif significant:
        text = f"The recall of {system} differs by only {points(gap)} points between groups by {by} ({over})."
    else:
        text = f"No significant difference in the recall of {system} between groups by {by} ({over})."
    return Finding(
        "name-groups",
        "leakage",
        "warn" if differs else "ok" if significant else "unknown",
        text,
        system,
        value=gap,
        n=sum(f.row.total or 0 for f in groups),
        rows=numbers(test, low, high),
        slice=low.row.slice,
    )
