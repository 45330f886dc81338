"""TMR: recall on tough mentions (Tu & Lignos, EACL SRW 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.results import Row
from nerproof.measures.attributes.tmr import PAPER, seen, type_confusable
from nerproof.measures.metrics import METRICS, Slice
from nerproof.suites.recipe import Cell, Suite, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def derive(table: Table) -> None:
    """Flags the recall on sets under 1 % of the mentions."""
    whole = {label: item.total or 0 for (name, label, _), item in table.items() if name == "ALL"}
    for (_, label, _), item in table.items():
        if (item.total or 0) < SMALL_SHARE * whole.get(label, 0):
            item.facts = {**item.facts, "small": True}


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
        rows=composition,
        headlines=tuple((s, "ALL", "recall") for s in SETS),
        compared=SETS,
        description="recall on mentions unseen in training and on type-confusable mentions",
        citation=PAPER,
    )
)
