"""TMR: recall on tough mentions (Tu & Lignos, EACL SRW 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.base.results import Row
from nerproof.measures.attributes.tmr import PAPER, seen, type_confusable
from nerproof.measures.metrics import METRICS, Slice
from nerproof.suites.recipe import Cell, Suite, Table, by_type, suite

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def derive(table: Table) -> None:
    """Flags the recall on sets under 1 % of the mentions."""
    whole = {label: item.total or 0 for (name, label, _), item in table.items() if name == "ALL"}
    for (_, label, _), item in table.items():
        if (item.total or 0) < SMALL_SHARE * whole.get(label, 0):
            item.facts = {**item.facts, "small": True}


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
        description="recall on mentions unseen in training and on type-confusable mentions",
        citation=PAPER,
    )
)
