"""TMR: recall on tough mentions (Tu & Lignos, EACL SRW 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.results import Row
from nerproof.measures.attributes.tmr import PAPER, seen, type_confusable
from nerproof.measures.metrics import METRICS, Floats, Slice, ratio
from nerproof.measures.metrics.retention import WEIGHT, compared
from nerproof.suites.recipe import Cell, Suite, Table, by_type, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Bools, Corpus
    from nerproof.lexicon import Lexicon
    from nerproof.measures.pairing import Pair

SETS = ("SEEN", "UNSEEN-ANY", "UNSEEN-TYPE", "UNSEEN-TOKENS", "TCM-ALL", "TCM-SEEN", "TCM-UNSEEN")
SMALL_SHARE = 0.01  # a set under 1 % of the mentions is flagged


def subsets(gold: Corpus, lexicon: Lexicon, index: Lexicon) -> dict[str, Bools]:
    """SEEN, UNSEEN-TYPE and UNSEEN-TOKENS are a partition; TCM cuts across."""
    column, confusable = seen(gold, lexicon), type_confusable(gold, index)
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
        for part in by_type(pair, Slice(name, gold=mask)):
            yield Cell(recall, part)
    for part in by_type(pair, Slice(masks={"seen": seen(pair.gold, lexicon) == 0})):
        if part.label != "ALL":  # whose strata are those of all types
            yield Cell(METRICS["retention"], part)


def derive(table: Table) -> None:
    """Flags the recall on sets under 1 % of the mentions; adds overall retention and the loss on ambiguous names."""
    whole = {label: item.total or 0 for (name, label, _), item in table.items() if name == "ALL"}
    for (_, label, metric), item in table.items():
        if metric == "recall" and (item.total or 0) < SMALL_SHARE * whole.get(label, 0):
            item.facts = {**item.facts, "small": True}
    retention(table)
    if ("TCM-ALL", "ALL", "recall") in table and ("ALL", "ALL", "recall") in table:
        lost = table.values("ALL", "ALL", "recall") - table.values("TCM-ALL", "ALL", "recall")
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


def _over_types(table: Table, metric: str, labels: list[str], weights: Mapping[str, Floats]) -> Floats:
    """Mean over types by their weights; undefined without any."""
    total = np.zeros_like(table.values("ALL", "ALL", "recall"))
    whole = total.copy()
    for label in labels:
        total += table.values("ALL", label, metric) * weights[label]
        whole += weights[label]
    return ratio(total, whole)


def composition(gold: Corpus, lexicon: Lexicon, index: Lexicon) -> list[Row]:
    """Share of all mentions in each set, overall and per type (the paper's tables 2-4)."""
    rows = []
    for name, mask in subsets(gold, lexicon, index).items():
        for i, label in enumerate(("ALL", *gold.types), start=-1):
            own = gold.mentions.type == i if i >= 0 else gold.mentions.type >= 0
            n, total = int((mask & own).sum()), int(own.sum())
            small = {"small": True} if n < SMALL_SHARE * total else {}
            rows.append(Row("tmr", "", "share", n / total if total else None, name, label, n, total, more=small))
    return rows


suite(
    Suite(
        name="tmr",
        order=10,
        cells=cells,
        derive=derive,
        data=composition,
        headlines=tuple((s, "ALL", "recall") for s in SETS),
        compared=SETS,
        description="recall on unseen mentions and on ambiguous names; retention: recall if every name were new",
        citation=PAPER,
    )
)
