"""What the demo prints: its scores, the findings of the result in their own words, and the two splits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.base.results import Result

OWN_FILES = """On your own files:
  nerproof evaluate --train train.conll --gold test.conll --pred mine=pred.conll --html report.html
  nerproof split all.conll --out parts
  nerproof attack --gold test.conll --train train.conll --gazetteer bundled --out attacked"""

COLUMNS = (
    ("F1", "standard", "ALL", "f1"),
    ("if seen", "tmr", "ALL", "recall_if_seen"),
    ("if new", "tmr", "ALL", "recall_if_new"),
    ("retention", "tmr", "ALL", "retention"),
    ("attacked", "rockner", "E", "f1"),
    ("control", "rockner", "swap", "f1"),
)


def summary(result: Result, cards: Mapping[str, dict[str, Any] | None], notes: Sequence[str]) -> list[str]:
    """The paragraphs, in the order a newcomer needs them."""
    from nerproof.report.spoken import spoken

    return [scores(result), "\n".join(spoken(result)), splits(cards), *notes, OWN_FILES]


def scores(result: Result) -> str:
    """One line per system: F1, recall if every name were seen and if every name were new, F1 under attack."""
    lines = [f"{'':12}" + "".join(f"{name:>11}" for name, *_ in COLUMNS)]
    for system in result.systems:
        found = [_value(result, system, *key) for _, *key in COLUMNS]
        lines.append(f"{system:12}" + "".join(f"{cell:>11}" for cell in found))
    return "\n".join(lines)


def _value(result: Result, system: str, suite: str, slice_: str, metric: str) -> str:
    rows = result.where(suite=suite, system=system, metric=metric, slice=slice_, label="ALL")
    value = next((r.value for r in rows if "other" not in r.more), None)
    return "–" if value is None else f"{100 * value:.1f}"


def splits(cards: Mapping[str, dict[str, Any] | None]) -> str:
    """Overlap with train of a random and of a balanced split."""
    by_chance, better = cards.get("random"), cards.get("balanced")
    if by_chance is None or better is None:
        return "Splits: the search needs a package (pip install 'nerproof[split]')."
    overlap = [100 * c["contamination"]["test|train"]["sample_partial"]["value"] for c in (by_chance, better)]
    density = better["parts"]["test"]["density"]
    return (
        f"Splits: in a random split {overlap[0]:.1f} % of the test sentences share an entity with train; in the "
        f"balanced one {overlap[1]:.1f} %,\nwith {density:.2f} times the usual number of mentions per sentence."
    )
