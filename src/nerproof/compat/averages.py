"""Precision, recall and F-score with seqeval's averages and its answers to a division by zero."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nerproof.compat.counts import TypeCounts

Average = Literal["micro", "macro", "weighted"]
ZeroDivision = Literal["warn", 0, 1]
ALL_METRICS = ("precision", "recall", "f-score")


class UndefinedMetricWarning(UserWarning):
    """A ratio with denominator 0 was set to 0; scikit-learn's class is used where it is imported."""


class Scores(NamedTuple):
    """Numbers for an average, arrays in the order of the sorted types without one."""

    precision: Any
    recall: Any
    f_score: Any
    support: Any


def average_scores(
    counts: TypeCounts,
    *,
    average: Average | None = None,
    beta: float = 1.0,
    zero_division: ZeroDivision = "warn",
    warn_for: tuple[str, ...] = ALL_METRICS,
) -> Scores:
    """Scores per type, or their micro, macro or weighted average."""
    _check(average, beta)
    correct, predicted, gold = counts.correct, counts.predicted, counts.gold
    if average == "micro":
        correct, predicted, gold = (np.array([x.sum()]) for x in (correct, predicted, gold))
    precision = _divide(correct, predicted, zero_division)
    recall = _divide(correct, gold, zero_division)
    if zero_division == "warn":
        _warn(predicted, gold, warn_for)
    f_score = _f_score(precision, recall, beta)
    if average is None:
        return Scores(precision, recall, f_score, gold)
    if average == "weighted" and not gold.sum():
        return _weighted_of_nothing(predicted, zero_division)
    return _averaged(precision, recall, f_score, gold, weighted=average == "weighted")


def _check(average: str | None, beta: float) -> None:
    if beta < 0:
        raise UsageError("beta should be >=0 in the F-beta score")
    if average not in (None, "micro", "macro", "weighted"):
        raise UsageError(f"average has to be one of (None, 'micro', 'macro', 'weighted'), not {average!r}")


def _divide(part: NDArray[Any], whole: NDArray[Any], zero_division: ZeroDivision) -> NDArray[np.float64]:
    empty = whole == 0
    value: NDArray[np.float64] = part / np.where(empty, 1, whole)
    value[empty] = _instead(zero_division)
    return value


def _instead(zero_division: ZeroDivision) -> float:
    return 0.0 if zero_division in ("warn", 0) else 1.0


def _f_score(precision: NDArray[Any], recall: NDArray[Any], beta: float) -> NDArray[Any]:
    if np.isposinf(beta):
        return recall
    whole = beta**2 * precision + recall
    whole[whole == 0] = 1
    value: NDArray[Any] = (1 + beta**2) * precision * recall / whole
    return value


def _weighted_of_nothing(predicted: NDArray[Any], zero_division: ZeroDivision) -> Scores:
    """Without gold mentions all weights are 0: a perfect or a failing score by decree."""
    instead = _instead(zero_division)
    found = 0.0 if predicted.sum() else instead
    return Scores(found, instead, found, 0)


def _averaged(p: NDArray[Any], r: NDArray[Any], f: NDArray[Any], gold: NDArray[Any], *, weighted: bool) -> Scores:
    if not len(p):
        # seqeval takes the mean of an empty array: not a number, and two RuntimeWarnings we spare the user.
        return Scores(np.float64("nan"), np.float64("nan"), np.float64("nan"), 0)
    weights = gold if weighted else None
    precision, recall, f_score = (np.average(x, weights=weights) for x in (p, r, f))
    return Scores(precision, recall, f_score, gold.sum())


def _warn(predicted: NDArray[Any], gold: NDArray[Any], warn_for: tuple[str, ...]) -> None:
    wants = [
        ("precision", (predicted == 0).any(), "no predicted"),
        ("recall", (gold == 0).any(), "no true"),
        ("f-score", warn_for == ("f-score",) and ((predicted == 0) & (gold == 0)).any(), "no true nor predicted"),
    ]
    for metric, undefined, reason in wants:
        if undefined and metric in warn_for:
            text = f"{metric.capitalize()} is undefined where there are {reason} mentions and set to 0.0"
            warnings.warn(f"{text}. Use `zero_division` to control this.", _category(), stacklevel=4)


def _category() -> type[Warning]:
    # People silence scikit-learn's class, so it is raised where it is loaded; loading it costs a second.
    loaded = sys.modules.get("sklearn.exceptions")
    found: type[Warning] = getattr(loaded, "UndefinedMetricWarning", UndefinedMetricWarning)
    return found
