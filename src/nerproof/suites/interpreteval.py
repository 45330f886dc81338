"""InterpretEval: scores by attribute and bucket, and what they say about models (Fu, Liu & Neubig, EMNLP 2020)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof import declare
from nerproof.attributes import ATTRIBUTES, Attribute
from nerproof.attributes.interpreteval import PAPER
from nerproof.buckets import Buckets, cut, fixed
from nerproof.corpus import Corpus
from nerproof.lexicon import Lexicon
from nerproof.metrics import METRICS, Slice
from nerproof.pairing import Pair, types_of_tokens
from nerproof.recipes import Cell, Suite, Table, suite
from nerproof.results import Row
from nerproof.stats.ranks import spearman

Values = NDArray[Any]


def column(item: Attribute, side: Corpus, gold: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> Values:
    """An attribute's value for every mention (or token) of one side; a sentence's goes to all its mentions."""
    given = {"corpus": side, "gold": gold, "lexicon": lexicon, "switches": switches}
    values: Values = np.asarray(declare.call(item.compute, given))
    return values[side.sentence_of_mention] if item.unit == "sentence" else values


def gold_items(item: Attribute, gold: Corpus) -> NDArray[Any]:
    """Which units of gold are items: all mentions, or the tokens inside one."""
    if item.unit == "token":
        return types_of_tokens(gold) >= 0
    return np.ones(len(gold.mentions), dtype=np.bool_)


def numbers() -> list[Attribute]:
    return [a for a in ATTRIBUTES.values() if a.bucketed and a.kind == "number"]


def edges(item: Attribute, gold: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> Buckets:
    """Buckets of one attribute: from gold values only, or the saved ones of an earlier run."""
    saved = (switches.get("interpreteval_edges") or {}).get(item.label)
    if saved is not None:
        return fixed(saved)
    values = column(item, gold, gold, lexicon, switches)[gold_items(item, gold)]
    rule = "balanced" if switches.get("interpreteval_balanced") and item.rule == "equal" else item.rule
    return cut(values, rule, switches.get("interpreteval_buckets") or 4)


def cells(pair: Pair, lexicon: Lexicon, switches: dict[str, Any]) -> Iterator[Cell]:
    for item in numbers():
        buckets = edges(item, pair.gold, lexicon, switches)
        metric = METRICS["token-strict" if item.unit == "token" else "strict"]
        sides = [
            buckets.place(column(item, side, pair.gold, lexicon, switches)) for side in (pair.gold, pair.pred)
        ]
        for i in range(len(buckets)):
            name = f"{item.label}:{buckets.name(i)}"
            yield Cell(metric, Slice(name, gold=sides[0] == i, pred=sides[1] == i, facts=buckets.facts(i)))
    yield from _categories(pair, lexicon, switches)


def _categories(pair: Pair, lexicon: Lexicon, switches: dict[str, Any]) -> Iterator[Cell]:
    """A bucket per category; the entity type is one such attribute."""
    for item in ATTRIBUTES.values():
        if not item.bucketed or item.kind != "category":
            continue
        gold, pred = (column(item, side, pair.gold, lexicon, switches) for side in (pair.gold, pair.pred))
        names = item.categories or pair.types
        for i, name in enumerate(names):
            yield Cell(METRICS["strict"], Slice(f"{item.label}:{name}", gold=gold == i, pred=pred == i))


def derive(table: Table) -> None:
    """Model-wise measures and self-diagnosis: S_ρ, S_σ, best and worst bucket and their gap."""
    for attribute in dict.fromkeys(key[0].split(":")[0] for key in table):
        names = [k[0] for k in table if k[0].startswith(attribute + ":") and k[2] == "f1"]
        f1 = np.array([table.values(name, "ALL", "f1")[0] for name in names])
        defined = np.flatnonzero(~np.isnan(f1))
        if len(defined) and "lo" in table[names[0], "ALL", "f1"].facts:
            table.put(attribute, "ALL", "s_rho", np.array([spearman(defined.astype(float), f1[defined])]))
            table.put(attribute, "ALL", "s_sigma", np.array([f1[defined].std()]))
        if len(defined):
            best, worst = (names[defined[int(pick(f1[defined]))]] for pick in (np.argmax, np.argmin))
            gap = np.array([np.nanmax(f1) - np.nanmin(f1)])
            table.put(attribute, "ALL", "gap", gap, best=best, worst=worst)


def zeta(gold: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> list[Row]:
    """ζ: the mean of each attribute over the test items."""
    rows = []
    for item in numbers():
        values = column(item, gold, gold, lexicon, switches)[gold_items(item, gold)]
        mean = float(values.mean()) if len(values) else None
        rows.append(Row("interpreteval", "", "zeta", mean, item.label, total=len(values)))
    return rows


suite(
    Suite(
        name="interpreteval",
        order=40,
        cells=cells,
        derive=derive,
        data=zeta,
        description="F1 in buckets of eight attributes: length, density, frequency, consistency …",
        citation=PAPER,
    )
)
