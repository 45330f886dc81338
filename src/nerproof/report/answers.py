"""Answers of results without overall scores: what a split's card says, and what an experiment found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nerproof.report.numbers import metric_name, written
from nerproof.report.view import ALL, Cell, Part, Row, View, pointer

LEVELS = {"good": "good", "look": "warn", "bad": "bad"}


@dataclass(frozen=True)
class Answer:
    """One sentence; ``level`` is good, warn, bad or plain."""

    level: str
    parts: tuple[Part, ...]


STEP = 25  # points of the level of contamination


def answers(view: View) -> list[Answer]:
    return [*_of_split(view), *_of_levels(view), *_of_experiment(view), *_of_agreement(view)]


def agreement_headline(view: View) -> str:
    """How far the pairs of annotators agree, from the lowest F1 to the highest."""
    found = [view.value("agreement", pair, ALL, ALL, "f1") for pair in view.systems]
    values = sorted(value for value in found if value is not None)
    if not values:
        return "The annotators share no mention"
    ends = list(dict.fromkeys(written(value, "score") for value in (values[0], values[-1])))
    return f"The annotators agree with F1 {' to '.join(ends)}"


def experiment_headline(view: View) -> str:
    """What contamination does to the scores over all runs, or where the F1 of the system that moves most is best."""
    said = [*_of_levels(view), *sorted(_of_experiment(view), key=_spread, reverse=True)]
    parts = said[0].parts if said else ("What this experiment found",)
    return "".join(p if isinstance(p, str) else written(p.value, p.kind) for p in parts).rstrip(".")


def _spread(answer: Answer) -> float:
    values = [part.value for part in answer.parts if isinstance(part, Cell) and isinstance(part.value, float)]
    return max(values) - min(values) if values else 0.0


def _of_levels(view: View) -> Iterator[Answer]:
    """What a higher level of contamination does to each score: over all runs first, then by system."""
    about = view.extras.get("experiment")
    found = about.get("correlations") if isinstance(about, Mapping) else None
    lines = [one for one in found or [] if isinstance(one, Mapping) and one.get("slope") is not None]
    for system in reversed(dict.fromkeys(str(one["system"]) for one in lines)):
        own = [one for one in lines if one["system"] == system]
        said = [f"{metric_name(str(one['score']))} {_moved(one)}" for one in own]
        yield Answer("plain", (f"{system}: per +{STEP} points of contamination {', '.join(said)}.",))


def _moved(line: Mapping[str, Any]) -> str:
    points = written(abs(float(line["slope"])) * STEP, "score")
    return f"{'rises' if line['slope'] > 0 else 'falls'} {points} (r = {written(line['r'], 'coefficient')})"


def _verdicts(view: View) -> list[Mapping[str, str]]:
    card = view.extras.get("split")
    found = card.get("verdicts") if isinstance(card, Mapping) else None
    return list(found) if isinstance(found, list) else []


def split_headline(view: View) -> str:
    """The worst that the card says of the split."""
    levels = {LEVELS.get(str(one.get("level")), "plain") for one in _verdicts(view)}
    if "bad" in levels:
        return "This split is not clean"
    if "warn" in levels:
        return "This split is usable, with reservations"
    return "This split is clean" if "good" in levels else "What this split is like"


def _of_split(view: View) -> Iterator[Answer]:
    for one in _verdicts(view):
        yield Answer(LEVELS.get(str(one.get("level")), "plain"), (str(one.get("text", "")),))


def _of_experiment(view: View) -> Iterator[Answer]:
    """Per system its best and its worst step, in the score that the experiment is about."""
    for system in view.systems:
        rows = [
            (n, row)
            for n, row in view.select("experiment", system=system, metric="f1", label=ALL)
            if row.get("value") is not None and not row.get("other") and " · " not in str(row["slice"])
        ]
        if rows:
            yield Answer("plain", (f"{system}: ", *_extremes(rows)))


def _of_agreement(view: View) -> Iterator[Answer]:
    """Per pair of annotators what they share, and what is left of it when chance is taken off."""
    for pair in view.systems:
        f1, kappa = (view.at("agreement", pair, ALL, ALL, metric) for metric in ("f1", "kappa_marked"))
        if f1 is None or view.rows[f1].get("value") is None:
            continue
        parts: list[Part] = [f"{pair}: F1 ", _cell((f1, view.rows[f1]))]
        if kappa is not None and view.rows[kappa].get("value") is not None:
            parts += [", κ ", Cell(pointer("rows", kappa, "value"), "coefficient", view.rows[kappa]["value"])]
            parts.append(" over the tokens that one of them marked")
        yield Answer("plain", (*parts, "."))


def _extremes(rows: list[tuple[int, Row]]) -> Iterator[Part]:
    best, worst = (pick(rows, key=lambda pair: float(pair[1]["value"])) for pick in (max, min))
    if best[1]["value"] == worst[1]["value"]:
        yield from ("F1 ", _cell(best), f" at {best[1]['slice']}." if len(rows) == 1 else " at every step.")
        return
    yield from ("F1 is highest at ", str(best[1]["slice"]), " (", _cell(best), ")")
    yield from (" and lowest at ", str(worst[1]["slice"]), " (", _cell(worst), ").")


def _cell(pair: tuple[int, Row]) -> Cell:
    return Cell(pointer("rows", pair[0], "value"), "score", pair[1]["value"])
