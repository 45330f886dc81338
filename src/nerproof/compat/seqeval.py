"""A drop-in for seqeval's functions: same names, arguments and numbers, without scikit-learn and much faster.

Change ``from seqeval.metrics import f1_score`` to ``from nerproof.compat.seqeval import f1_score``.

>>> gold = [["O", "B-MISC", "I-MISC", "O"], ["B-PER", "I-PER"]]
>>> pred = [["B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER"]]
>>> float(f1_score(gold, pred))
0.5
"""

from __future__ import annotations

import warnings
from itertools import chain
from operator import eq
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.compat import scorer
from nerproof.compat.averages import ALL_METRICS, Average, Scores, UndefinedMetricWarning, ZeroDivision, average_scores
from nerproof.compat.coding import TagPair, Tags, number
from nerproof.compat.counts import Row, TypeCounts, row, rows_by_type
from nerproof.compat.spans import ChunkRule, Reading, Spans
from nerproof.compat.tagschemes import BILOU, IOB1, IOB2, IOBES, IOE1, IOE2, Scheme, auto_detect, count_strict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RULE = ChunkRule(
    prefixes="OBIES.?", end="BB BS BO IB IS IO E* S* B*! I*! ?*!", start="EE EI SE SI OE OI *B *S *I! *E! *?!"
)
KNOWN = ("B-", "I-", "E-", "S-")
KNOWN_SUFFIXES = ("-B", "-I", "-E", "-S")

AnyScheme: TypeAlias = Any  # ours, seqeval's class of the same name, or the name

__all__ = [
    "BILOU",
    "IOB1",
    "IOB2",
    "IOBES",
    "IOE1",
    "IOE2",
    "UndefinedMetricWarning",
    "accuracy_score",
    "auto_detect",
    "classification_report",
    "f1_score",
    "get_entities",
    "performance_measure",
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
]


def mentions(pair: TagPair, *, suffix: bool = False) -> Reading:
    """Chunks as get_entities gives them, as places."""
    names, types, classes = _read(pair, suffix=suffix)
    gold, pred = (_chunks(ids, classes, types) for ids in (pair.gold, pair.pred))
    return Reading(names, gold, pred)


@scorer("seqeval", rule="I- opens a mention after O or another type, as in conlleval; E- and S- end one", read=mentions)
def seqeval(pair: TagPair) -> list[Row]:
    """The default mode of seqeval: precision, recall, F1 (micro, macro, weighted) and token accuracy."""
    counts = count(pair)
    found = rows_by_type(counts)
    for average in ("macro", "weighted"):
        mean = average_scores(counts, average=average, zero_division=0)
        values = zip(("precision", "recall", "f1"), mean[:3], strict=True)
        found += [row("ALL", f"{average}_{metric}", _number(value)) for metric, value in values]
    return [*found, pair.accuracy(empty=None)]


def _number(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)


# --- seqeval's public functions ---


def precision_recall_fscore_support(
    y_true: Tags,
    y_pred: Tags,
    *,
    average: Average | None = None,
    warn_for: tuple[str, ...] = ALL_METRICS,
    beta: float = 1.0,
    sample_weight: Sequence[float] | None = None,  # noqa: ARG001 - unused there too
    zero_division: ZeroDivision = "warn",
    suffix: bool = False,
    mode: str | None = None,
    scheme: AnyScheme = None,
) -> Scores:
    """Precision, recall, F-beta and support: arrays by sorted type, or one number each with an average."""
    counts = _counts(y_true, y_pred, suffix=suffix, mode=mode, scheme=scheme)
    return average_scores(counts, average=average, beta=beta, zero_division=zero_division, warn_for=warn_for)


def f1_score(y_true: Tags, y_pred: Tags, *, average: Average | None = "micro", **options: Any) -> Any:
    """F1 of all mentions, or averaged over types; options as in precision_recall_fscore_support."""
    return precision_recall_fscore_support(y_true, y_pred, average=average, warn_for=("f-score",), **options).f_score


def precision_score(y_true: Tags, y_pred: Tags, *, average: Average | None = "micro", **options: Any) -> Any:
    """Share of the predicted mentions that are right; options as in precision_recall_fscore_support."""
    return precision_recall_fscore_support(
        y_true, y_pred, average=average, warn_for=("precision",), **options
    ).precision


def recall_score(y_true: Tags, y_pred: Tags, *, average: Average | None = "micro", **options: Any) -> Any:
    """Share of the gold mentions that were found; options as in precision_recall_fscore_support."""
    return precision_recall_fscore_support(y_true, y_pred, average=average, warn_for=("recall",), **options).recall


def accuracy_score(y_true: Sequence[Any], y_pred: Sequence[Any]) -> float:
    """Share of tokens whose tags are equal; takes lists of tags and lists of lists."""
    gold, pred = _flat(y_true), _flat(y_pred)
    if not gold:
        raise UsageError("accuracy of no tokens is undefined. Give at least one tag.")
    return float(sum(map(eq, gold, pred)) / len(gold))


def performance_measure(y_true: Sequence[Any], y_pred: Sequence[Any]) -> dict[str, int]:
    """Tokens by gold and prediction: TP (equal, not O), FP (wrong, not O), FN (missed), TN (both O)."""
    pair = TagPair.of([_flat(y_true)], [_flat(y_pred)])
    gold, pred = pair.gold[pair.at], pair.pred[pair.at]
    same = gold == pred
    masks = {
        "TP": same & (gold != 0),
        "FP": ~same & (pred != 0),
        "FN": (gold != 0) & (pred == 0),
        "TN": same & (gold == 0),
    }
    return {name: int(mask.sum()) for name, mask in masks.items()}


def classification_report(  # the order of the arguments is seqeval's
    y_true: Tags,
    y_pred: Tags,
    digits: int = 2,
    suffix: bool = False,
    output_dict: bool = False,
    mode: str | None = None,
    sample_weight: Sequence[float] | None = None,  # noqa: ARG001 - unused there too
    zero_division: ZeroDivision = "warn",
    scheme: AnyScheme = None,
) -> str | dict[str, dict[str, Any]]:
    """The table of scores per type and their averages, as text or as nested dictionaries."""
    if mode == "strict" and Scheme.named(scheme) is None:
        scheme = auto_detect(y_true, suffix=suffix)
    counts = _counts(y_true, y_pred, suffix=suffix, mode=mode, scheme=scheme)
    each = average_scores(counts, zero_division=zero_division)
    lines = list(zip(counts.types, *each, strict=True))
    averages: tuple[Average, ...] = ("micro", "macro", "weighted")
    means = [
        (f"{average} avg", *average_scores(counts, average=average, zero_division=zero_division))
        for average in averages
    ]
    return _as_dict([*lines, *means]) if output_dict else _as_text(lines, means, digits)


def get_entities(seq: Sequence[Any], suffix: bool = False) -> list[tuple[str, int, int]]:
    """Mentions (type, first, last) of one tag list, or of many read as one with an O after each.

    >>> get_entities(["B-PER", "I-PER", "O", "B-LOC"])
    [('PER', 0, 1), ('LOC', 3, 3)]
    """
    nested = any(isinstance(s, list) for s in seq)
    sentences: Tags = seq if nested else [seq]
    names, found, _ = mentions(TagPair.of(sentences, sentences), suffix=suffix)
    return [(names[t], a - 1, b - 2) for a, b, t in zip(*(column.tolist() for column in found), strict=True)]


# --- how seqeval reads tags ---


def _counts(y_true: Tags, y_pred: Tags, *, suffix: bool, mode: str | None, scheme: AnyScheme) -> TypeCounts:
    pair = TagPair.of(y_true, y_pred)
    chosen = Scheme.named(scheme)
    if mode == "strict" and chosen is not None:
        return count_strict(pair, chosen, suffix=suffix)
    return count(pair, suffix=suffix)


def count(pair: TagPair, *, suffix: bool = False) -> TypeCounts:
    """Counts in the default mode. A mention is known by its end, so only equal ends are compared."""
    names, gold, pred = mentions(pair, suffix=suffix)
    begin_at = np.zeros(len(pair.gold), dtype=np.int64)
    type_at = np.zeros(len(pair.gold), dtype=np.int32)
    begin_at[gold.end], type_at[gold.end] = gold.start, gold.type
    right = (begin_at[pred.end] == pred.start) & (type_at[pred.end] == pred.type)
    return TypeCounts.tally(names, pred.type[right], pred.type, gold.type)


def _read(pair: TagPair, *, suffix: bool) -> tuple[list[str], NDArray[np.int32], NDArray[np.uint8]]:
    """Type names, and each tag's type number and prefix class; warns of tags that look like none."""
    pair.refuse(np.array([tag == "" for tag in pair.tags]), "write O for a token outside mentions.")
    _warn_of_strange(pair.tags, suffix=suffix)
    names, types = number(_type_of(tag, suffix=suffix) for tag in pair.tags)
    return names, types, RULE.classes(tag[-1 if suffix else 0] for tag in pair.tags)


def _type_of(tag: str, *, suffix: bool) -> str:
    rest = tag[:-1].rsplit("-", 1)[0] if suffix else tag[1:].split("-", 1)[-1]
    return rest or "_"


def _warn_of_strange(tags: Sequence[str], *, suffix: bool) -> None:
    """One warning per distinct tag, where seqeval gives one per token."""
    for tag in tags:
        known = tag.endswith(KNOWN_SUFFIXES) if suffix else tag.startswith(KNOWN)
        if not known and tag not in ("O", "B", "I", "E", "S"):
            warnings.warn(f"{tag} seems not to be NE tag.", UserWarning, stacklevel=5)


def _chunks(ids: NDArray[Any], classes: NDArray[np.uint8], types: NDArray[np.int32]) -> Spans:
    """Chunks by their ends; each begins at the last start before its end and has the type of its last tag."""
    borders = RULE.borders(ids, classes, types)
    end, start = np.flatnonzero(borders.end), np.flatnonzero(borders.start)
    index = np.searchsorted(start, end, side="left") - 1
    begin = np.where(index >= 0, start[index], 1) if len(start) else np.ones(len(end), dtype=np.int64)
    return Spans(begin, end, types[ids[end - 1]])


def _flat(tags: Sequence[Any]) -> list[str]:
    return list(chain.from_iterable(tags)) if any(isinstance(s, list) for s in tags) else list(tags)


# --- the report, laid out as scikit-learn does --------------------------------------------------------------------

HEADERS = ("precision", "recall", "f1-score", "support")
Line = tuple[Any, ...]  # name, precision, recall, f1, support


def _as_dict(lines: Sequence[Line]) -> dict[str, dict[str, Any]]:
    return {line[0]: dict(zip(HEADERS, line[1:], strict=True)) for line in lines}


def _as_text(types: Sequence[Line], means: Sequence[Line], digits: int) -> str:
    """A block per type and a block of averages under right-aligned headers."""
    width = max([len("weighted avg"), digits, *(len(line[0]) for line in types)])
    header = " " * width + " " + "".join(f" {name:>9}" for name in HEADERS)
    blocks = [[_text_line(line, width, digits) for line in block] for block in (types, means)]
    return "\n".join([header, "", *blocks[0], "", *blocks[1], ""])


def _text_line(line: Line, width: int, digits: int) -> str:
    name, *values, support = line
    return f"{name:>{width}} " + "".join(f" {value:>9.{digits}f}" for value in values) + f" {support:>9}"
