"""TMR: recall on tough mentions (Tu & Lignos, EACL SRW 2021)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.results import Row
from nerproof.measures.attributes.tmr import PAPER, seen, type_confusable
from nerproof.measures.metrics import METRICS, Floats, Slice, ratio
from nerproof.measures.metrics.retention import WEIGHT, compared
from nerproof.suites.recipe import Cell, Suite, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Bools, Corpus, Ints
    from nerproof.index.lexicon import Lexicon
    from nerproof.measures.pairing import Pair

SETS = ("SEEN", "UNSEEN-ANY", "UNSEEN-TYPE", "UNSEEN-TOKENS", "TCM-ALL", "TCM-SEEN", "TCM-UNSEEN")
SMALL_SHARE = 0.01  # a set under 1 % of the mentions is flagged


def subsets(gold: Corpus, lexicon: Lexicon, index: Lexicon) -> dict[str, Bools]:
    """SEEN, UNSEEN-TYPE and UNSEEN-TOKENS are a partition; TCM cuts across."""
    return _sets(seen(gold, lexicon), type_confusable(gold, index))


def _sets(column: Ints, confusable: Bools) -> dict[str, Bools]:
    unseen_tokens = column == 2
    return {
        "SEEN": column == 0,
        "UNSEEN-ANY": column > 0,
        "UNSEEN-TYPE": column == 1,
        "UNSEEN-TOKENS": unseen_tokens,
        "TCM-ALL": confusable,
        "TCM-SEEN": confusable & ~unseen_tokens,
        "TCM-UNSEEN": confusable & unseen_tokens,
    }


def cells(pair: Pair, lexicon: Lexicon, index: Lexicon) -> Iterator[Cell]:
    recall = METRICS["recall"]
    for name, mask in {"ALL": None, **subsets(pair.gold, lexicon, index)}.items():
        yield Cell(recall, Slice(name, gold=mask), types="label")
    known = Slice(masks={"seen": seen(pair.gold, lexicon) == 0})
    yield Cell(METRICS["retention"], known, types="each")  # all types together: from their strata


def derive(table: Table) -> None:
    """Flags the recall on sets under 1 % of the mentions; adds overall retention and the loss on ambiguous names."""
    whole = {label: item.total or 0 for (name, label, _), item in table.items() if name == "ALL"}
    for (_, label, metric), item in table.items():
        if metric == "recall" and (item.total or 0) < SMALL_SHARE * whole.get(label, 0):
            item.facts = {**item.facts, "small": True}
    retention(table)
    for (_, _, metric), item in table.items():
        item.quotient = metric == "retention"
    if ("TCM-ALL", "ALL", "recall") in table:
        _ambiguous(table)


def _ambiguous(table: Table) -> None:
    """Recall lost on ambiguous names: seen ones beside all seen mentions, new ones beside all new ones."""
    whole = table["TCM-ALL", "ALL", "recall"]
    lost = 0 * whole.values
    for ambiguous, like in (("TCM-SEEN", "SEEN"), ("TCM-UNSEEN", "UNSEEN-TOKENS")):
        part = table[ambiguous, "ALL", "recall"]
        if part.total:
            lost = lost + part.total / (whole.total or 1) * (table.values(like, "ALL", "recall") - part.values)
    table.put("TCM-ALL", "ALL", "recall_drop", lost)


def retention(table: Table) -> None:
    """Retention over all types that have usable strata, weighted by their mentions, and the share these are of all."""
    labels = table.labels("ALL", WEIGHT)
    weights = {label: table.pop(("ALL", label, WEIGHT)).values for label in labels}
    used = [label for label in labels if weights[label][0] > 0]
    if not labels:
        return
    n = {name: table[name, "ALL", "recall"].total or 0 for name in ("ALL", "SEEN", "UNSEEN-ANY")}
    new, seen_recall = (_over_types(table, m, used, weights) for m in ("recall_if_new", "recall_if_seen"))
    for name, values in compared(new, seen_recall).items():
        table.put("ALL", "ALL", name, values, n_seen=n["SEEN"], n_unseen=n["UNSEEN-ANY"])
    covered = int(sum(weights[label][0] for label in used))
    item = table.put("ALL", "ALL", "retention_coverage", ratio(np.array([float(covered)]), np.array([float(n["ALL"])])))
    item.count, item.total = covered, n["ALL"]


def bound(table: Table) -> None:
    """Intervals where all or none of each stratum's names are found: nothing varies then, yet nothing is certain."""
    for label in ("ALL", *table.labels("ALL", "retention")):
        new, old = (_certain(table, label, *n) for n in (("recall_if_new", "UNSEEN-ANY"), ("recall_if_seen", "SEEN")))
        if (new or old) and ("ALL", label, "retention") in table:
            _compared_bounds(table, label)


def _certain(table: Table, label: str, metric: str, plain: str) -> bool:
    """Gives a standardised recall that nothing moves the bounds of the plain one, as far from it; whether it did."""
    item, same = table.get(("ALL", label, metric)), table.get((plain, label, "recall"))
    if item is None or same is None or same.bounds is None or item.bounds is not None or np.isnan(item.value):
        return False
    low, high = (item.value + end - same.value for end in same.bounds)
    item.bounds = max(low, 0.0), min(high, 1.0)
    return True


def _compared_bounds(table: Table, label: str) -> None:
    """Retention and gap from the bounds of the two recalls, whose distances to the values are added as squares."""
    new, old, kept, gap = (table["ALL", label, m] for m in ("recall_if_new", "recall_if_seen", "retention", "gap"))
    if new.bounds is None or old.bounds is None or not old.value > 0:
        return
    (low, high), (lowest, highest) = new.bounds, old.bounds
    down, up, fall, rise = new.value - low, high - new.value, old.value - lowest, highest - old.value
    gap.bounds = max(gap.value - hypot(up, fall), -1.0), min(gap.value + hypot(down, rise), 1.0)
    below, above = (hypot(a, kept.value * b) / old.value for a, b in ((down, rise), (up, fall)))
    kept.bounds = max(kept.value - below, 0.0), kept.value + above


def _over_types(table: Table, metric: str, labels: list[str], weights: Mapping[str, Floats]) -> Floats:
    """Mean over types by their weights; undefined without any."""
    total = np.zeros_like(table.values("ALL", "ALL", "recall"))
    whole = total.copy()
    for label in labels:
        total += table.values("ALL", label, metric) * weights[label]
        whole += weights[label]
    return ratio(total, whole)


def composition(lexicon: Lexicon, index: Lexicon, types: tuple[str, ...]) -> list[Row]:
    """Share of all mentions in each set, overall and per type (the paper's tables 2-4)."""
    surface, type_, count = index.entities.triples()
    by_surface, by_entity = lexicon.entities_of(index)
    column = np.where(by_entity > 0, 0, np.where(by_surface > 0, 1, 2))
    label = np.array([types.index(t) for t in index.types], dtype=np.int64)[type_] if len(type_) else type_
    everything = np.bincount(label, weights=count, minlength=len(types))
    rows = []
    for name, mask in _sets(column, index.ambiguous_surfaces[surface]).items():
        own = np.bincount(label[mask], weights=count[mask], minlength=len(types))
        numbers = [(own.sum(), everything.sum()), *zip(own, everything, strict=True)]
        rows += [_share(name, t, int(n), int(total)) for t, (n, total) in zip(("ALL", *types), numbers, strict=True)]
    return rows


def _share(name: str, label: str, n: int, total: int) -> Row:
    small = {"small": True} if n < SMALL_SHARE * total else {}
    return Row("tmr", "", "share", n / total if total else None, name, label, n, total, more=small)


suite(
    Suite(
        name="tmr",
        order=10,
        cells=cells,
        derive=derive,
        bound=bound,
        rows=composition,
        headlines=tuple((s, "ALL", "recall") for s in SETS),
        compared=SETS,
        lower_is_better=frozenset({"gap", "recall_drop"}),
        description="recall on unseen mentions and on ambiguous names; retention: recall if every name were new",
        citation=PAPER,
    )
)
