"""Confidence: are scores of predictions what they seem, on seen and on new names, and which threshold is best?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Row, plain
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.calibration import calibration_metric, kept_metric, ranking_metric
from nerproof.measures.metrics.rockner import elsewhere
from nerproof.measures.pairing import Pair
from nerproof.measures.ranking import risk_at
from nerproof.measures.scorecounts import (
    MICRO,
    MISSING,
    NEW,
    SEEN,
    Ranked,
    ScoreCounts,
    Tuning,
    in_millionths,
    ranked_of,
    survey,
    unpacked,
    wrong_scale,
)
from nerproof.measures.thresholds import Choice, cooled, kept
from nerproof.resampling.calibration import ece_bounds
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nerproof.corpus import Bools, Ints
    from nerproof.index.lexicon import Lexicon
    from nerproof.suites.attacked import Attacked

BINS = 10
IN_A_BIN = 20  # predictions: with fewer than ten times as many there are fewer bins
GROUPS = {"SEEN": SEEN, "UNSEEN": NEW}  # by the predicted surface
RECALIBRATED, BY_STEPS = "recalibrated", "recalibrated-isotonic"
ATTACK = "attack:"
F = re.compile(r"f\d[\d.]*")  # F1, and F beta where it was asked for
CURVE = tuple(range(0, 100, 5))  # thresholds and coverages of the curves, in percent


@dataclass(frozen=True, eq=False)
class Learned:
    """The counts by score of every system, and what was chosen by them."""

    systems: Mapping[str, ScoreCounts] = field(default_factory=dict)
    choices: Mapping[str, Choice] = field(default_factory=dict)
    problems: tuple[str, ...] = ()  # why scores cannot be used


def learn(
    survey: Sums,
    switches: Mapping[str, Any],
    types: tuple[str, ...],
    named: frozenset[str],
    tuning: Mapping[str, Tuning] | None = None,
) -> Learned | None:
    """Thresholds from dev where its predictions are given, else from the test set itself; temperatures from dev."""
    systems = unpacked(survey, types)
    if not any((counts.score != MISSING).any() for counts in systems.values()):
        if "confidence" in named:
            raise UsageError("suite 'confidence' needs predictions with scores")
        return None
    given = {**systems, **{f"{name} on dev": one.counts for name, one in (tuning or {}).items()}}
    problems = tuple(p for p in (wrong_scale(name, counts) for name, counts in given.items()) if p)
    if problems and "confidence" in named:
        raise UsageError(problems[0])
    if problems:
        return Learned(problems=problems)
    beta = switches.get("beta") or 1.0
    dev = tuning or {}
    return Learned(systems, {name: Choice.of(counts, types, dev.get(name), beta) for name, counts in systems.items()})


# --- what is counted -------------------------------------------------------------------------------------------------


def cells(
    pair: Pair,
    learned: Learned,
    scored: bool,  # noqa: ARG001 - by asking for it, the suite says that it needs scores
    switches: Mapping[str, Any],
    lexicon: Lexicon | None = None,
    attacked: Attacked | None = None,
) -> Iterator[Cell]:
    """Everything on all predictions, on seen and new names, recalibrated and under attack; then the thresholds."""
    if learned.problems:
        return
    counts, choice = learned.systems[pair.name], learned.choices[pair.name]
    score = in_millionths(pair.pred.mentions, switches.get("score_scale"))
    yield Cell(METRICS["strict"], Slice(), types="label")
    yield Cell(calibration_metric(score), Slice(), types="label")
    yield from _part(Slice(), score, counts.ranked())
    if lexicon is not None:
        seen = lexicon.surface_count(pair.pred) > 0
        for name, group in GROUPS.items():
            mask = seen if group == SEEN else ~seen
            yield Cell(calibration_metric(score, mask), Slice(name))
            yield from _part(Slice(name), score, counts.take(counts.seen == group).ranked(), mask)
    if any(c.temperature is not None for c in learned.choices.values()):
        heat, steps = choice.temperature, choice.isotonic
        yield from _recalibrated(RECALIBRATED, score, counts, None if heat is None else lambda s: cooled(s, heat))
        yield from _recalibrated(BY_STEPS, score, counts, None if steps is None else steps.of)
    yield from _kept(pair, score, choice)
    for name, setting in (attacked or {}).items():
        if not setting.is_curve and pair.name in setting.systems:
            yield from _attacked(f"{ATTACK}{name}", setting.gold, setting.systems[pair.name], pair, switches)


def _part(part: Slice, score: Ints, ranked: Ranked, mask: Bools | None = None) -> Iterator[Cell]:
    """How scores rank, and one cell per bin of equal size."""
    yield Cell(ranking_metric(score, ranked, mask), part)
    total = int(ranked.n.sum())
    n = min(BINS, max(total // IN_A_BIN, 1))
    edges = np.concatenate([[MISSING + 1], np.unique(ranked.edges(n)), [MICRO + 1]])
    for b in range(BINS):
        low, high = (edges[b], edges[b + 1]) if b + 1 < len(edges) else (MICRO + 1, MICRO + 1)
        inside = (score >= low) & (score < high) if mask is None else mask & (score >= low) & (score < high)
        facts = {"lo": max(int(low), 0) / MICRO, "hi": min(int(high), MICRO) / MICRO}
        yield Cell(calibration_metric(score, inside), Slice(f"{part.name}/bin{b + 1}", facts=facts))


def _recalibrated(name: str, score: Ints, counts: ScoreCounts, change: Callable[[Ints], Ints] | None) -> Iterator[Cell]:
    """The same with changed scores; none where there are no predictions on dev."""
    new = np.full_like(score, MISSING) if change is None else change(score)
    ranked = counts.ranked()
    values = ranked.score if change is None else change(ranked.score)
    distinct, place = np.unique(values, return_inverse=True)
    right, wrong = (np.bincount(place, x, len(distinct)).astype(np.int64) for x in ranked.sides())
    yield Cell(calibration_metric(new), Slice(name))
    yield from _part(Slice(name), new, Ranked(distinct, right, wrong))


def _kept(pair: Pair, score: Ints, choice: Choice) -> Iterator[Cell]:
    """Strict scores with the predictions that reach the threshold; those without a score always stay."""
    by_type = np.array([choice.by_type[t] for t in pair.types], dtype=np.int64)
    own = by_type[pair.pred.mentions.type] if len(score) else score
    facts = {"chosen_on": choice.chosen_on}
    for name, least in (("at-threshold", choice.whole), ("at-type-thresholds", own)):
        more = {"threshold": choice.whole / MICRO} if name == "at-threshold" else {}
        keep = (score == MISSING) | (score >= least)
        types = "" if name == "at-threshold" else "label"
        yield Cell(kept_metric(keep), Slice(name, facts={**facts, **more}), types=types)


def _attacked(name: str, gold: Any, pred: Any, original: Pair, switches: Mapping[str, Any]) -> Iterator[Cell]:
    """The same on an attacked version of the test set."""
    pair = Pair.of(gold, pred, name=original.name)
    score = in_millionths(pair.pred.mentions, switches.get("score_scale"))
    for cell in (
        Cell(calibration_metric(score), Slice(name)),
        *_part(Slice(name), score, ranked_of(score, pair.pred_hit)),
    ):
        yield Cell(elsewhere(cell.metric, pair, cell.part), cell.part)


# --- what follows from scores ----------------------------------------------------------------------------------------


def derive(table: Table) -> None:
    """The calibration error of every part from its bins; empty bins go; what new names and thresholds change."""
    for slice_, label, metric in list(table):
        if metric in {"mean_score", "overconfidence", "brier"}:
            table[slice_, label, metric].total = table[slice_, label, "share_right"].total
    for part in _parts(table):
        bins = _bins(table, part)
        if bins:
            n = np.array([table[b, "ALL", "share_right"].total or 0 for b in bins])
            gaps = np.stack([table.values(b, "ALL", "overconfidence") for b in bins])
            item = table.put(part, "ALL", "ece", (n[:, None] * np.abs(gaps)).sum(axis=0) / n.sum(), bins=len(bins))
            item.total = int(n.sum())
    for slice_, metric in (("UNSEEN", "overconfidence"), ("UNSEEN", "mean_score"), ("UNSEEN", "share_right")):
        if (slice_, "ALL", metric) in table:
            change = table.values(slice_, "ALL", metric) - table.values("SEEN", "ALL", metric)
            table.put(slice_, "ALL", f"delta_{metric}", change)
    for name in ("at-threshold", "at-type-thresholds"):
        for metric in [m for s, lab, m in list(table) if (s, lab) == (name, "ALL") and F.fullmatch(m)]:
            gain = table.values(name, "ALL", metric) - table.values("ALL", "ALL", metric)
            table.put(name, "ALL", f"gain_{metric}", gain, **table[name, "ALL", metric].facts)


def _parts(table: Table) -> list[str]:
    """Slices that have bins; cells of empty bins are taken out."""
    empty = [k for k in table if "/bin" in k[0] and not table[k[0], k[1], "share_right"].total]
    for key in sorted(empty, key=lambda k: k[2] == "share_right"):
        del table[key]
    return list(dict.fromkeys(k[0].partition("/")[0] for k in table if "/bin" in k[0]))


def _bins(table: Table, part: str) -> list[str]:
    return list(dict.fromkeys(k[0] for k in table if k[0].startswith(f"{part}/bin")))


def bound(table: Table) -> None:
    """Intervals of the calibration error, which is above 0 by chance alone: by inverting a test (see ece_bounds)."""
    for part in _parts(table):
        scores = [table[b, "ALL", "overconfidence"] for b in _bins(table, part)]
        weights = np.array([table[b, "ALL", "share_right"].total or 0 for b in _bins(table, part)], dtype=np.float64)
        item = table[part, "ALL", "ece"]
        found = ece_bounds(np.stack([s.values for s in scores]), weights / weights.sum())
        if found is not None:
            item.bounds = found.low, max(found.high, item.value)
            item.facts = {**item.facts, "debiased": found.debiased}
        _bound_certain(table, part)


def _bound_certain(table: Table, part: str) -> None:
    """Where all predictions are right, or none, resamples do not vary: the interval of that share has to serve."""
    share, gap = table[part, "ALL", "share_right"], table[part, "ALL", "overconfidence"]
    if share.value in {0, 1} and share.bounds is not None:
        sure = gap.value + share.value
        gap.bounds = low, high = sure - share.bounds[1], sure - share.bounds[0]
        table[part, "ALL", "ece"].bounds = max(0.0, low, -high), max(-low, high, table[part, "ALL", "ece"].value)


# --- rows from counts alone ------------------------------------------------------------------------------------------


def rows(learned: Learned) -> list[Row]:
    """How many predictions have scores, the thresholds, and the curves."""
    found: list[Row] = []
    for name, counts in learned.systems.items():
        n, total = int(counts.scored.n.sum()), int(counts.n.sum())
        found.append(Row("confidence", name, "scored_share", n / total if total else None, count=n, total=total))
        if n:
            found += [*_threshold_rows(name, learned.choices[name]), *_curves(name, counts)]
    return found


def _threshold_rows(name: str, choice: Choice) -> Iterator[Row]:
    more = {"chosen_on": choice.chosen_on}
    yield Row("confidence", name, "threshold", choice.whole / MICRO, more=more)
    for type_, value in choice.by_type.items():
        yield Row("confidence", name, "threshold", value / MICRO, label=type_, more=more)
    if choice.temperature is not None:
        yield Row("confidence", name, "temperature", choice.temperature, more={"chosen_on": "dev"})


def _curves(name: str, counts: ScoreCounts) -> Iterator[Row]:
    """Precision, recall and F1 by threshold; the share of wrong predictions by coverage."""
    found = kept(counts)
    f1 = found.f_beta()
    for percent in CURVE:
        at = found.at(percent * MICRO // 100)
        tp, pred = int(found.tp[at]), int(found.pred[at])
        slice_ = f"threshold={percent / 100:g}"
        yield Row("confidence", name, "precision", tp / pred if pred else None, slice_, count=tp, total=pred)
        yield Row(
            "confidence", name, "recall", tp / found.gold if found.gold else None, slice_, count=tp, total=found.gold
        )
        yield Row("confidence", name, "f1", plain(f1[at]), slice_)
    covered = np.array([(p + 5) / 100 for p in CURVE])
    for share, risk in zip(covered.tolist(), risk_at(*counts.ranked().sides(), covered).tolist(), strict=True):
        yield Row("confidence", name, "risk", plain(risk), f"coverage={share:g}")


def notes(learned: Learned) -> list[str]:
    """What cannot be used, and what is left out."""
    said = [f"skipped confidence: {text}" for text in learned.problems]
    for name, counts in learned.systems.items():
        n, total = int(counts.n[counts.score == MISSING].sum()), int(counts.n.sum())
        if n == total and total:
            said.append(f"confidence: no prediction of {name!r} has a score")
        elif n:
            said.append(
                f"confidence: {n:,} of {total:,} predictions of {name!r} have no score: "
                "they are left out of calibration and ranking, and thresholds always keep them"
            )
        if total - n > 0 and learned.choices[name].chosen_on == "test":
            said.append(
                f"confidence: the thresholds of {name!r} were chosen on the test set itself and flatter it; "
                "give --dev and --dev-pred to choose them on dev"
            )
    return said


suite(
    Suite(
        name="confidence",
        order=50,
        cells=cells,
        derive=derive,
        bound=bound,
        survey=survey,
        learn=learn,
        rows=rows,
        notes=notes,
        lower_is_better=frozenset({"ece", "brier", "aurc"}),
        quiet=True,
        description="are scores of predictions what they seem: calibration, ranking, thresholds; by seen and unseen",
    )
)
