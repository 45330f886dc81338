"""InterpretEval: scores by attribute and bucket, and what they say about models (Fu, Liu & Neubig, EMNLP 2020)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.base import inject
from nerproof.base.errors import UsageError
from nerproof.base.results import Row
from nerproof.measures.attributes import ATTRIBUTES, Attribute
from nerproof.measures.attributes.interpreteval import PAPER
from nerproof.measures.buckets import Buckets, cut, fixed
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.pairing import Pair
from nerproof.suites import diagnosis
from nerproof.suites.papers import interpreteval as released_interpreteval
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Corpus, Ints
    from nerproof.index.lexicon import Lexicon

Values = NDArray[Any]
SMALL = 30  # a score over fewer gold items is flagged


def column(
    item: Attribute, side: Corpus, gold: Corpus, lexicon: Lexicon | None, switches: dict[str, Any], numbers: Ints | None
) -> Values:
    """An attribute's value for every mention (or token) of one side; a sentence's goes to all its mentions."""
    given = {"corpus": side, "gold": gold, "lexicon": lexicon, "switches": switches, "numbers": numbers}
    values: Values = np.asarray(inject.call(item.compute, given))
    if item.unit == "sentence":
        return values[side.sentence_of_mention] if len(values) else values
    return values


def gold_items(item: Attribute, gold: Corpus) -> NDArray[Any]:
    """Which units of gold are items: all mentions, or the tokens inside one."""
    if item.unit == "token":
        return gold.types_of_tokens >= 0
    return np.ones(len(gold.mentions), dtype=np.bool_)


def chosen(kind: str, lexicon: Lexicon | None) -> list[Attribute]:
    """The bucketed attributes of a kind; those that need training data only where there is some."""
    given = {"corpus": True, "gold": True, "switches": True, "numbers": True, "lexicon": lexicon}
    return [a for a in ATTRIBUTES.values() if a.bucketed and a.kind == kind and not inject.missing(a.compute, given)]


def skipped(lexicon: Lexicon | None) -> list[str]:
    """Attributes that cannot be computed without training data."""
    have = {a.label for kind in ("number", "category") for a in chosen(kind, lexicon)}
    return [a.label for a in ATTRIBUTES.values() if a.bucketed and a.label not in have]


def survey(gold: Corpus, switches: dict[str, Any], lexicon: Lexicon | None = None, numbers: Ints | None = None) -> Sums:
    """How often each attribute has each value on gold: bucket edges and means come from all of gold."""
    found: Sums = Counter()
    if switches.get("interpreteval_compat") and lexicon is not None:
        program = released_interpreteval.program_of(lexicon, gold, program_mode(switches))
        for name, values in released_interpreteval.gold_values(gold, program).items():
            found.update((name, v) for v in values.tolist())
        return found
    for item in chosen("number", lexicon):
        every = column(item, gold, gold, lexicon, switches, numbers)
        values, counts = np.unique(every[gold_items(item, gold)], return_counts=True)
        found.update(dict(zip(((item.label, v) for v in values.tolist()), counts.tolist(), strict=True)))
    return found


def _mean_of(counts: Mapping[float, int]) -> tuple[float | None, int]:
    """The mean of values by how often they come, and their number."""
    n = sum(counts.values())
    return (fsum(v * c for v, c in counts.items()) / n if n else None, n)


class Learned(NamedTuple):
    """The buckets of every number attribute, and the mean of its values with their count."""

    buckets: dict[str, Buckets]
    means: dict[str, tuple[float | None, int]]


def learn(survey: Sums, switches: dict[str, Any], lexicon: Lexicon | None = None) -> Learned:
    """Buckets from gold values only, or the saved ones of an earlier run; ζ summed exactly, whatever the order."""
    released = bool(switches.get("interpreteval_compat"))
    items = [] if released else chosen("number", lexicon)
    names = list(released_interpreteval.VALUES) if released else [item.label for item in items]
    values: dict[str, dict[float, int]] = {name: {} for name in names}
    for (label, value), n in survey.items():
        values[label][value] = n
    means = {label: _mean_of(counts) for label, counts in values.items()}
    saved, balanced = switches.get("interpreteval_edges") or {}, switches.get("interpreteval_balanced")
    buckets = {}
    for item in items:
        counts = values[item.label]
        rule = "balanced" if balanced and item.rule == "equal" else item.rule
        given = saved.get(item.label)
        every = np.repeat(np.array(list(counts), dtype=np.float64), list(counts.values()))
        m, even = switches.get("interpreteval_buckets") or 4, bool(switches.get("interpreteval_even"))
        buckets[item.label] = fixed(given) if given is not None else cut(every, rule, m, even=even)
    return Learned(buckets, means)


def cells(
    pair: Pair, switches: dict[str, Any], learned: Learned, lexicon: Lexicon | None = None, numbers: Ints | None = None
) -> Iterator[Cell]:
    if switches.get("interpreteval_compat"):
        if lexicon is None:
            raise UsageError("compat=interpreteval looks everything up in training data: it needs --train")
        yield from released_interpreteval.cells(pair, lexicon, program_mode(switches))
        return
    for item in chosen("number", lexicon):
        buckets = learned.buckets[item.label]
        metric = METRICS["token-strict" if item.unit == "token" else "strict"]
        values = (column(item, side, pair.gold, lexicon, switches, numbers) for side in (pair.gold, pair.pred))
        sides = [buckets.place(v) for v in values]
        for i in range(len(buckets)):
            name = f"{item.label}:{buckets.name(i)}"
            yield Cell(metric, Slice(name, gold=sides[0] == i, pred=sides[1] == i, facts=buckets.facts(i)))
    yield from _categories(pair, lexicon, switches, numbers)


def program_mode(switches: dict[str, Any]) -> str:
    """Which figures of the authors' program: as ``released``, or as ``shipped`` with it."""
    return "shipped" if switches["interpreteval_compat"] == "shipped" else "released"


def _categories(pair: Pair, lexicon: Lexicon | None, switches: dict[str, Any], numbers: Ints | None) -> Iterator[Cell]:
    """A bucket per category; the entity type is one such attribute."""
    for item in chosen("category", lexicon):
        if not item.categories:
            yield Cell(METRICS["strict"], Slice(item.label), types="slice")
            continue
        gold, pred = (column(item, side, pair.gold, lexicon, switches, numbers) for side in (pair.gold, pair.pred))
        for i, name in enumerate(item.categories):
            yield Cell(METRICS["strict"], Slice(f"{item.label}:{name}", gold=gold == i, pred=pred == i))


def derive(table: Table) -> None:
    """Flags small buckets; adds the model-wise measures and self-diagnosis."""
    for item in dict.values(table):
        if item.facts.get("n_gold", SMALL) < SMALL:
            item.facts = {**item.facts, "small": True}
    diagnosis.put_measures(table)


def across(tables: Mapping[str, Table]) -> list[Row]:
    """Whether buckets differ (Wald, Friedman), attribute-wise ρ (mean of |S_ρ| over models), the two diagnoses."""
    first = next(iter(tables.values()))
    released = any("released" in item.facts for item in dict.values(first))
    rows = list(diagnosis.wald_rows(tables))
    for name in diagnosis.attributes(first):
        rhos = [abs(t.values(name, "ALL", "s_rho")[0]) for t in tables.values() if (name, "ALL", "s_rho") in t]
        known = [r for r in rhos if not np.isnan(r)]
        rows.append(Row("interpreteval", "", "rho", float(np.mean(known)) if known else None, name, count=len(known)))
        models = diagnosis.runs_of(tables, name)
        rows.append(diagnosis.friedman_row("", name, [diagnosis.means(runs) for runs in models.values()]))
        rows += diagnosis.self_rows(name, models)
        for a, b in combinations(models, 2):
            left, right = (diagnosis.means(models[model]) for model in (a, b))
            rows.append(_comparative(name, left, right, (a, b), released=released))
            rows += diagnosis.wilcoxon_rows(a, b, list(zip(models[a], models[b], strict=False)))
    return rows


def _comparative(
    attribute: str, left: Mapping[str, float], right: Mapping[str, float], names: tuple[str, str], *, released: bool
) -> Row:
    """Buckets where one model is furthest ahead and furthest behind, also when all differences have one sign."""
    a, b = names
    gaps = {k: v - right[k] for k, v in left.items() if k in right and not np.isnan(v - right[k])}
    if not gaps:
        return Row("interpreteval", a, "comparative", None, attribute, more={"other": b})
    if released and (min(gaps.values()) > 0 or max(gaps.values()) < 0):  # the program finds no second end then
        gaps = {**gaps, next(iter(gaps)): 0.0}
    ahead, behind = max(gaps, key=lambda k: gaps[k]), min(gaps, key=lambda k: gaps[k])
    more = {"other": b, "ahead": ahead, "behind": behind, "ahead_by": gaps[ahead], "behind_by": gaps[behind]}
    return Row("interpreteval", a, "comparative", gaps[ahead] - gaps[behind], attribute, more=more)


def zeta(learned: Learned) -> list[Row]:
    """ζ: the mean of each attribute over the test items."""
    return [Row("interpreteval", "", "zeta", mean, label, total=n) for label, (mean, n) in learned.means.items()]


def notes(lexicon: Lexicon | None = None) -> list[str]:
    lacking = skipped(lexicon)
    return [f"skipped attributes {', '.join(lacking)}: need --train"] if lacking else []


suite(
    Suite(
        name="interpreteval",
        order=40,
        cells=cells,
        derive=derive,
        bound=diagnosis.set_bounds,
        survey=survey,
        learn=learn,
        rows=zeta,
        across=across,
        notes=notes,
        diagnosed="f1",
        lower_is_better=frozenset({"gap", "s_sigma"}),
        description="F1 in buckets of eight attributes: length, density, frequency, consistency …",
        citation=PAPER,
    )
)
