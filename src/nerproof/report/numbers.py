"""How a number of a result is written: half-up, 0.931 as 93.1, undefined as –. The page's format.js does the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

UNDEFINED = "–"
MINUS = "−"
PLAIN_METRICS = frozenset({"zeta", "zeta_normalised", "threshold", "temperature"})
DIFFERENCES = ("delta", "difference", "drop", "gain", "overconfidence", "recall_gap")
COEFFICIENTS = frozenset({"rho", "s_rho", "pearson_r", "kappa", "kappa_marked", "alpha", "alpha_marked"})
METRIC_WORDS = {
    "f1": "F1",
    "ter": "error rate",
    "delta_f1": "ΔF1",
    "delta_recall": "Δ recall",
    "s_rho": "S_ρ",
    "s_sigma": "S_σ",
    "zeta": "ζ",
    "rho": "ρ",
    "gain:f1": "gain of F1",
    "drop_f1": "drop of F1",
    "drop_relative_f1": "drop in % of F1",
    "drop_beyond_control": "drop beyond the control",
    "drop_beyond_natural": "drop beyond natural new names",
    "partial_rate": "samples with a shared entity",
    "full_rate": "samples with shared entities only",
    "partial_rate_nonempty": "samples with a shared entity, of those with mentions",
    "full_rate_nonempty": "samples with shared entities only, of those with mentions",
    "mention_rate": "mentions",
    "entity_rate": "distinct entities",
    "recall_clean": "recall on new entities",
    "recall_contaminated": "recall on seen entities",
    "retention_coverage": "mentions in usable strata",
    "recall_drop": "recall lost",
    "verbatim_rate": "sentences verbatim in train",
    "memorizer_precision": "precision of a list of names",
    "memorizer_recall": "recall of a list of names",
    "memorizer_f1": "F1 of a list of names",
    "share_right": "right",
    "ece": "calibration error (ECE)",
    "brier": "Brier score",
    "auroc": "AUROC",
    "aupr": "AUPR",
    "aupr_wrong": "AUPR of wrong ones",
    "aurc": "area under risk and coverage (AURC)",
    "gain_f1": "gain of F1",
    "any_hit": "mentions touched",
    "whole_recall": "mentions wholly covered",
    "entity_recall": "entities wholly covered, by document",
    "leaked_characters": "characters leaked",
    "safe_documents": "documents without a leak",
    "over_redaction": "over-redaction, of what is hidden",
    "text_lost": "over-redaction, of other text",
    "recall_gap": "against all groups",
}


# Signs as LaTeX takes them, with booktabs and nothing else; the page's copies are made by the same list.
LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "Δ": r"$\Delta$",
    "∞": r"$\infty$",
    "−": r"$-$",
    "–": "--",
    "✓": r"$\surd$",
    "↓": r"$\downarrow$",
    "κ": r"$\kappa$",
    "α": r"$\alpha$",
    "ζ": r"$\zeta$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "→": r"$\rightarrow$",
}


def kind_of(metric: str) -> str:
    """The kind of number a metric's value is.

    >>> kind_of("f1"), kind_of("delta_f1"), kind_of("difference:recall"), kind_of("s_rho")
    ('score', 'points', 'points', 'coefficient')
    """
    if metric in COEFFICIENTS or metric.startswith("r:"):
        return "coefficient"
    if metric in PLAIN_METRICS or metric.startswith("cost"):
        return "number"
    if metric.endswith("_p") or metric in {"p", "p_adjusted", "friedman", "wilcoxon"}:
        return "p"
    if metric.startswith(("n_", "count", "rank")):
        return "count"
    return "points" if metric.startswith(DIFFERENCES) else "score"


def metric_name(metric: str) -> str:
    """A metric as people write it.

    >>> metric_name("delta_f1"), metric_name("recall_clean"), metric_name("gain:f1")
    ('ΔF1', 'recall on new entities', 'gain of F1')
    """
    plain = re.sub(r"^delta ", "Δ", metric.replace("_", " ").replace(":", ": "))
    return METRIC_WORDS.get(metric, re.sub(r"\bf1\b", "F1", plain))


def written(value: object, kind: str) -> str:
    """A number as the report shows it.

    >>> written(0.9315, "score"), written(-0.021, "points"), written(0.931, "whole"), written(None, "score")
    ('93.2', '−2.1', '93', '–')
    >>> written(1287, "count"), written(0.0004, "p"), written(0.25, "number")
    ('1,287', '<0.001', '0.25')
    """
    if value is None or isinstance(value, bool) or not isinstance(value, int | float):
        return UNDEFINED if value is None else str(value)
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124
        return {"inf": "∞", "-inf": f"{MINUS}∞"}.get(str(value), UNDEFINED)
    return _WRITERS[kind](value)


def _rounded(value: float, places: int, shift: int) -> Decimal:
    step = Decimal(1).scaleb(-places)
    return Decimal(repr(value)).scaleb(shift).quantize(step, rounding=ROUND_HALF_UP) + 0


def _text(value: float, places: int, shift: int = 0, *, plus: bool = False) -> str:
    number = _rounded(value, places, shift)
    return ("+" if plus and number > 0 else "") + f"{number:f}".replace("-", MINUS)


def _count(value: float) -> str:
    places = 0 if isinstance(value, int) or value.is_integer() else 1
    return f"{_rounded(value, places, 0):,f}".replace("-", MINUS)


def _number(value: float) -> str:
    text = _text(value, 3)
    return text.rstrip("0").rstrip(".") if "." in text else text


_WRITERS: dict[str, Callable[[float], str]] = {
    "score": lambda value: _text(value, 1, 2),
    "size": lambda value: _text(abs(value), 1, 2),
    "points": lambda value: _text(value, 1, 2, plus=True),
    "negated": lambda value: _text(-value, 1, 2, plus=True),
    "whole": lambda value: _text(value, 0, 2),
    "count": _count,
    "p": lambda value: "<0.001" if value < 0.001 else _text(value, 3),
    "number": _number,
    "coefficient": lambda value: _text(value, 2),
}
