"""What suites say about the data alone, from pieces: sums, and the distinct words and entities of all of gold.

Each of these equals the suite's own ``data`` function on the entire corpus; tests/unit/engines holds them equal.
"""

from __future__ import annotations

from collections import Counter
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.results import Row
from nerproof.corpus import Corpus, Ints
from nerproof.corpus.kernels import census, marked
from nerproof.engines.sums import LABELS, Entities, Facts, FactSums, Survey
from nerproof.index.overlap import Rate, n_samples, rates, samples
from nerproof.index.statistics import statistics_of
from nerproof.lexicon import Lexicon
from nerproof.measures.attributes.hardeval import HARD, hard_token
from nerproof.measures.buckets import cut
from nerproof.suites import hardeval, interpreteval, overlap, tmr

if TYPE_CHECKING:
    from nerproof.engines.partials import Context

Values = NDArray[Any]
TOTAL = "total"


# --- before counting: what must be known of all of gold --------------------------------------------------------------


def survey(gold: Corpus, context: Context) -> Survey:
    found = Survey(gold.n_sentences)
    if context.lexicon is not None:
        found.entities = Entities.of(gold)
    if "interpreteval" in context.suites:
        for item in interpreteval.chosen("number", context.lexicon):
            every = interpreteval.column(item, gold, gold, context.lexicon, dict(context.options.switches))
            values, counts = np.unique(every[interpreteval.gold_items(item, gold)], return_counts=True)
            found.values[item.label] = Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    return found


def edges_of(found: Survey, context: Context) -> dict[str, Any]:
    """The buckets that interpreteval would cut from all values; saved edges stay."""
    switches = dict(context.options.switches)
    edges: dict[str, Any] = dict(switches.get("interpreteval_edges") or {})
    for item in interpreteval.chosen("number", context.lexicon):
        rule = "balanced" if switches.get("interpreteval_balanced") and item.rule == "equal" else item.rule
        buckets = cut(expanded(found.values[item.label]), rule, switches.get("interpreteval_buckets") or 4)
        edges.setdefault(item.label, buckets)
    return edges


def expanded(counter: Counter[float]) -> Values:
    return np.repeat(np.array(list(counter), dtype=np.float64), list(counter.values()))


# --- while counting: what adds up ------------------------------------------------------------------------------------


def facts(gold: Corpus, context: Context) -> Facts:
    found = Facts()
    if context.lexicon is None:
        return found
    _statistics(found, gold, context.lexicon)
    found.words = np.zeros((len(gold.tokens.vocabulary), LABELS), dtype=np.bool_)
    if "hardeval" in context.suites:
        _hardeval(found, gold, context)
    else:
        found.words[:, 0] = marked(gold.tokens.ids, len(found.words))
    if "tmr" in context.suites and context.index is not None:
        every = {TOTAL: np.ones(len(gold.mentions), dtype=np.bool_)}
        for name, mask in (every | tmr.subsets(gold, context.lexicon, context.index)).items():
            _by_type(found, ("tmr", name), gold, mask)
    if "contamination" in context.suites:
        unit = context.options.switches.get("contamination_unit") or "sentence"
        for other, lexicon in context.others.items():
            _rates(found, other, gold, lexicon, unit)
    if "overlap" in context.suites:
        found.sums.update({("overlap", name): n for name, n in overlap.facts(gold, context.lexicon).items()})
    return found


def _statistics(found: Facts, gold: Corpus, lexicon: Lexicon) -> None:
    sums = {"mentions": len(gold.mentions)}
    sums |= {"unseen_mentions": int((lexicon.surface_count(gold) == 0).sum())}
    sums |= {"unseen_tuples": int((lexicon.entity_count(gold) == 0).sum())}
    found.sums.update({("statistics", name): n for name, n in sums.items()})


def _hardeval(found: Facts, gold: Corpus, context: Context) -> None:
    assert context.lexicon is not None
    subset = hard_token(gold, context.lexicon, dict(context.options.switches))
    each = census(found.words, gold.tokens.ids, subset)
    for name, n in zip(HARD, each.tolist(), strict=False):
        found.sums["hardeval", name] += n


def _by_type(found: Facts, key: tuple[str, str], gold: Corpus, mask: Values) -> None:
    found.sums[(*key, "ALL")] += int(mask.sum())
    counts = np.bincount(gold.mentions.type[mask], minlength=len(gold.types))
    for label, n in zip(gold.types, counts.tolist(), strict=True):
        found.sums[(*key, label)] += n


def _rates(found: Facts, other: str, gold: Corpus, lexicon: Lexicon, unit: str) -> None:
    dirty = lexicon.entity_count(gold) > 0
    partial, full, filled = samples(gold, dirty, unit)
    numbers = {
        "n": n_samples(gold, unit),
        "partial": partial.sum(),
        "full": full.sum(),
        "filled": filled.sum(),
    }
    numbers |= {"dirty": dirty.sum(), "mentions": len(dirty)}
    for name, n in numbers.items():
        found.sums["contamination", other, name] += int(n)


def statistics(found: FactSums, context: Context, sizes: dict[str, int]) -> dict[str, dict[str, int]]:
    """What ``statistics_of`` says: distinct things from the index of gold's entities, the rest from sums."""
    assert context.lexicon is not None
    assert context.index is not None
    said = statistics_of({"train": context.lexicon, "test": context.index})
    sums = {key[1]: n for key, n in found.sums.items() if key[0] == "statistics"}
    said["test"] |= sums | sizes | {"words": found.count(*range(LABELS))}
    return said


def prepare(context: Context) -> None:
    """What rows will ask for that does not depend on counts; indexes remember it."""
    if context.options.resamples:
        np.random.default_rng()  # loads what draws samples
    if "contamination" in context.suites and context.index is not None and isinstance(context.train, Corpus):
        context.index.entity_count(context.train)
        context.train.sentence_of_mention  # noqa: B018 - kept by the corpus


# --- after counting: rows --------------------------------------------------------------------------------------------


def data_rows(found: FactSums, seen: Survey, context: Context, types: tuple[str, ...]) -> list[Row]:
    """The rows that the chosen suites' ``data`` functions would give for all of gold."""
    makers = {
        "hardeval": lambda: _hardeval_rows(found),
        "tmr": lambda: _tmr_rows(found, types),
        "contamination": lambda: _contamination_rows(found, context),
        "interpreteval": lambda: _zeta_rows(seen, context),
        "overlap": lambda: overlap.rows(Counter({k[1]: n for k, n in found.sums.items() if k[0] == "overlap"})),
    }
    return [row for name in context.suites if name in makers for row in makers[name]()]


def _hardeval_rows(found: FactSums) -> list[Row]:
    subsets = {"ALL": HARD, **hardeval.SETS}
    total = sum(found.sums["hardeval", name] for name in HARD)
    rows = []
    for name, parts in subsets.items():
        tokens, words = sum(found.sums["hardeval", p] for p in parts), found.count(*map(HARD.index, parts))
        share = tokens / total if total else None
        rows.append(Row("hardeval", "", "share", share, name, count=tokens, total=total, more={"words": words}))
    return rows


def _tmr_rows(found: FactSums, types: tuple[str, ...]) -> list[Row]:
    rows = []
    names = [k[1] for k in found.sums if k[0] == "tmr" and k[1] != TOTAL and k[2] == "ALL"]
    for name in names:
        for label in ("ALL", *types):
            n, total = found.sums["tmr", name, label], found.sums["tmr", TOTAL, label]
            small = {"small": True} if n < tmr.SMALL_SHARE * total else {}
            rows.append(Row("tmr", "", "share", n / total if total else None, name, label, n, total, more=small))
    return rows


def _contamination_rows(found: FactSums, context: Context) -> list[Row]:
    unit = context.options.switches.get("contamination_unit") or "sentence"
    directions: dict[str, dict[str, Rate]] = {}
    for part, other in (
        ("test", "train"),
        ("train", "test"),
        ("dev", "train"),
        ("test", "dev"),
        ("test", "train+dev"),
    ):
        given = _direction(part, other, found, context, unit)
        if given:
            directions[f"{part}|{other}"] = given
    return [
        Row("contamination", "", metric, r.value, direction, count=r.count, total=r.total, more={"unit": unit})
        for direction, every in directions.items()
        for metric, r in every.items()
    ]


def _direction(part: str, other: str, found: FactSums, context: Context, unit: str) -> dict[str, Rate] | None:
    if part == "test":
        return _test_rates(other, found, context) if other in context.others else None
    corpus = {"train": context.train, "dev": context.dev}[part]
    if corpus is not None and not isinstance(corpus, Corpus):  # never there as a whole
        return corpus.rates(_test_rates(part, found, context)["entity_rate"].count)
    lexicon = context.index if other == "test" else context.others.get(other)
    if corpus is None or lexicon is None:
        return None
    return rates(corpus, lexicon, unit=unit, index=context.others.get(part))


def _test_rates(other: str, found: FactSums, context: Context) -> dict[str, Rate]:
    n, partial, full, filled, dirty, mentions = (
        found.sums["contamination", other, k] for k in ("n", "partial", "full", "filled", "dirty", "mentions")
    )
    assert context.index is not None
    shared: Ints = context.others[other].entity_count(context.index.corpus)
    return {
        "partial_rate": Rate(partial, n),
        "full_rate": Rate(full, n),
        "partial_rate_nonempty": Rate(partial, filled),
        "full_rate_nonempty": Rate(full, filled),
        "mention_rate": Rate(dirty, mentions),
        "entity_rate": Rate(int((shared > 0).sum()), len(shared)),
    }


def _zeta_rows(seen: Survey, context: Context) -> list[Row]:
    rows = []
    for item in interpreteval.chosen("number", context.lexicon):
        counter = seen.values.get(item.label, Counter())
        n = sum(counter.values())
        mean = fsum(v * c for v, c in counter.items()) / n if n else None  # whatever the order in which values came
        rows.append(Row("interpreteval", "", "zeta", mean, item.label, total=n))
    return rows
