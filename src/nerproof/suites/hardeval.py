"""hardeval: token error rate on unseen and label-shifted tokens (Bernier-Colborne & Langlais, LREC 2020)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.results import Row
from nerproof.index.lexicon import n_distinct
from nerproof.measures.attributes.difficulty import thousandths
from nerproof.measures.attributes.hardeval import HARD, PAPER, hard_token, subset_of
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.token_error import weighted_error
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus import Bools, Corpus
    from nerproof.index.lexicon import Lexicon
    from nerproof.measures.pairing import Pair

SETS = {
    "unseen": ("unseen-I", "unseen-O"),
    "unseen-I": ("unseen-I",),
    "unseen-O": ("unseen-O",),
    "diff": ("diff-I", "diff-O", "diff-E"),
    "diff-I": ("diff-I",),
    "diff-O": ("diff-O",),
    "diff-E": ("diff-E",),
    "unseen+diff": HARD[1:],
    "other": ("other",),
}
METRIC = {"io": "ter", "bio": "ter-bio", "bilou": "ter-bilou"}


def subsets(gold: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> dict[str, Bools]:
    column = hard_token(gold, lexicon, switches)
    alone = {name: column == k for k, name in enumerate(HARD)}
    return {name: reduce(np.logical_or, [alone[p] for p in parts]) for name, parts in SETS.items()}


def cells(pair: Pair, lexicon: Lexicon, switches: dict[str, Any], discarded: Pair | None = None) -> Iterator[Cell]:
    compat = bool(switches.get("hardeval_compat"))
    metric = METRICS[METRIC["bilou" if compat else switches.get("hardeval_compare") or "io"]]
    if compat and discarded is not None:
        metric = replace(metric, counts=lambda _, part, count=metric.counts: count(discarded, part))  # type: ignore[misc]
    yield Cell(metric, Slice())
    for name, mask in subsets(pair.gold, lexicon, switches).items():
        yield Cell(metric, Slice(name, gold=mask))
    if not compat:
        yield Cell(weighted_error(thousandths(pair.gold, lexicon)), Slice())


def derive(table: Table) -> None:
    """The score is the unweighted mean of TER(unseen) and TER(diff); shares say where the errors are."""
    table.put("ALL", "ALL", "score", (table.values("unseen", "ALL", "ter") + table.values("diff", "ALL", "ter")) / 2)
    errors = table["ALL", "ALL", "ter"].count or 0
    for name in ("unseen", "diff", "other"):
        found = table[name, "ALL", "ter"].count or 0
        item = table.put(name, "ALL", "error_share", np.array([found / errors if errors else np.nan]))
        item.count, item.total = found, errors


def sizes(lexicon: Lexicon, index: Lexicon, switches: dict[str, Any]) -> list[Row]:
    """Tokens and distinct words of each subset, and their share of the test tokens."""
    word, label, count = index.labels.triples()
    types = np.append(-1, lexicon.type_ids(tuple(index.types)))[label]
    known = lexicon.words(index.book)[word] if len(word) else word
    column = subset_of(lexicon, known, types, label > 0, strict=bool(switches.get("hardeval_strict")))
    total, rows = int(count.sum()), []
    for name, parts in {"ALL": HARD, **SETS}.items():
        mask = np.isin(column, [HARD.index(p) for p in parts])
        tokens, words = int(count[mask].sum()), n_distinct(word[mask])
        share = tokens / total if total else None
        rows.append(Row("hardeval", "", "share", share, name, count=tokens, total=total, more={"words": words}))
    return rows


def facts(gold: Corpus) -> Sums:
    return Counter({"nested": int(gold.has_overlaps)})


def notes(facts: Sums) -> list[str]:
    """A token of nested mentions has several labels, and TER needs one."""
    if not facts["nested"]:
        return []
    return ["hardeval: gold has nested mentions; a token's label is that of the outermost mention over it"]


suite(
    Suite(
        name="hardeval",
        order=20,
        cells=cells,
        derive=derive,
        facts=facts,
        rows=sizes,
        notes=notes,
        cautions=("a system that predicts nothing has TER 0 on diff-O and unseen-O; read them with the I and E rows",),
        headlines=(("ALL", "ALL", "score"), ("unseen", "ALL", "ter"), ("diff", "ALL", "ter")),
        compared=("ALL", "unseen", "diff", "other"),
        lower_is_better=frozenset({"score", "ter", "ter_weighted"}),
        description="token error rate on tokens unseen in training or seen mostly with another label",
        citation=PAPER,
    )
)
