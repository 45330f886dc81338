"""What the demo found, in plain words: every number is taken from the results, none is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.base.results import Result, Row

OWN_FILES = """On your own files:
  nerproof evaluate --train train.conll --gold test.conll --pred mine=pred.conll --html report.html
  nerproof split all.conll --out parts
  nerproof attack --gold test.conll --train train.conll --gazetteer bundled --out attacked"""


def all_of(result: Result, cards: Mapping[str, dict[str, Any] | None], notes: Sequence[str]) -> list[str]:
    """The paragraphs, in the order a newcomer needs them."""
    texts = [scores(result), memory(result), turned(result), attacked(result), splits(cards)]
    return [*(text for text in texts if text), *notes, OWN_FILES]


def scores(result: Result) -> str:
    """One line per system: F1, F1 on what training did not show, the difference, and F1 under attack."""
    lines = [f"{'':12}{'F1':>7}{'clean F1':>11}{'ΔF1':>8}{'attacked':>11}{'control':>10}"]
    for system in result.systems:
        cells = [points(row(result, system, m)) for m in ("f1", "f1_clean", "delta_f1")]
        cells += [points(row(result, system, "f1", "rockner", slice_)) for slice_ in ("E", "swap")]
        f1, clean, delta, attack, control = cells
        lines.append(f"{system:12}{f1:>7}{clean:>11}{delta:>8}{attack:>11}{control:>10}")
    return "\n".join(lines)


def memory(result: Result) -> str:
    """How much of the best score is memory."""
    best = ranked(result, "f1")[0]
    f1, clean, delta = (row(result, best, m) for m in ("f1", "f1_clean", "delta_f1"))
    share = row(result, "", "mention_rate", "contamination", "test|train")
    sure = delta is not None and delta.low is not None and delta.low > 0
    known = "for certain" if sure else "perhaps"
    return (
        f"{best} has the best F1: {points(f1)}. But {points(share)} % of the test mentions are names that training\n"
        f"has with the same type. Without them its F1 is {interval(clean)}: {points(delta)} points of the score are\n"
        f"memory, {known}. The memorizer, a list of the training names, has nothing left: "
        f"{points(row(result, 'memorizer', 'f1_clean'))}."
    )


def turned(result: Result) -> str:
    """Whether the order of the systems is another on new names."""
    best, new = ranked(result, "f1")[0], ranked(result, "f1_clean")[0]
    if best == new:
        return f"{best} is also the best on new names."
    found = [r for r in result.where(metric="difference:f1_clean") if {r.system, r.more["other"]} == {best, new}]
    p = found[0].more.get("p_adjusted") if found else None
    sure = "" if p is None else f" (paired test, p = {p:.3f})"
    return (
        f"On new names the order turns round: {new} has a clean F1 of {points(row(result, new, 'f1_clean'))}, "
        f"{best} {points(row(result, best, 'f1_clean'))}{sure}.\n"
        f"A single F1 would have sent you home with the wrong system."
    )


def attacked(result: Result) -> str:
    """What unseen names cost, beside the control."""
    best = ranked(result, "f1")[0]
    drop, control = (row(result, best, "drop_f1", "rockner", s) for s in ("E", "swap"))
    if drop is None or drop.value is None:
        return ""
    return (
        f"Attack: with every name replaced by one of its kind that training does not hold, {best} loses "
        f"{interval(drop)} points.\nThe control, names that training holds, costs {interval(control)}: "
        f"it is the novelty that hurts, not the replacing."
    )


def splits(cards: Mapping[str, dict[str, Any] | None]) -> str:
    """Contamination of a random and of a balanced split."""
    by_chance, better = cards.get("random"), cards.get("balanced")
    if by_chance is None or better is None:
        return "Splits: the search needs a package (pip install 'nerproof[split]')."
    dirty = [100 * c["contamination"]["test|train"]["sample_partial"]["value"] for c in (by_chance, better)]
    density = better["parts"]["test"]["density"]
    return (
        f"Splits: in a random split {dirty[0]:.1f} % of the test sentences share an entity with train; in the "
        f"balanced one {dirty[1]:.1f} %,\nwith {density:.2f} times the usual number of mentions per sentence."
    )


def ranked(result: Result, metric: str) -> list[str]:
    """The systems, best first."""
    found = {name: row(result, name, metric) for name in result.systems}
    return sorted(found, key=lambda name: -((r.value or 0.0) if (r := found[name]) else 0.0))


def row(result: Result, system: str, metric: str, suite: str = "", slice_: str = "ALL") -> Row | None:
    """One row; without a suite, F1 is the standard one and the rest contamination's."""
    suite = suite or ("standard" if metric == "f1" else "contamination")
    rows = result.where(suite=suite, system=system, metric=metric, slice=slice_, label="ALL")
    return next((r for r in rows if "other" not in r.more), None)


def points(found: Row | None) -> str:
    return "–" if found is None or found.value is None else f"{100 * found.value:.1f}"


def interval(found: Row | None) -> str:
    if found is None or found.low is None or found.high is None:
        return points(found)
    return f"{points(found)} [{100 * found.low:.1f}, {100 * found.high:.1f}]"
