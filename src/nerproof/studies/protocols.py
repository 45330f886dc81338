"""Protocols for black-box systems: several splits (hardeval's advice), and one domain left out at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.base.runs import groups
from nerproof.corpus import Bools, Corpus
from nerproof.engine.evaluate import Study, run
from nerproof.resampling.corrections import bonferroni, holm
from nerproof.suites.recipe import SUITES

ALPHA = 0.05


def systems_of(results: Mapping[str, Result]) -> list[str]:
    """Systems that every dataset has."""
    lists = [r.systems for r in results.values()]
    return [s for s in lists[0] if all(s in other for other in lists)]


def models_of(results: Mapping[str, Result]) -> dict[str, list[str]]:
    """The runs of every model that all datasets have; a model of one run is that run."""
    found = groups(systems_of(results))
    return {model: [r for r in runs if r != model] or runs for model, runs in found.items()}


def leave_one_domain_out(study: Study, field: str) -> dict[str, Result]:
    """One result per domain: gold of the domain against training data of all the others.

    Each system's predictions are taken to come from models trained without the domain they predict.
    """
    domains = sorted({str(v) for v in _field(study.gold, field, "gold")})
    if len(domains) < 2:
        raise UsageError(f"field {field!r} has one value only ({domains[0]}): nothing can be left out")
    return {domain: run(_without(study, field, domain)) for domain in domains}


def _field(corpus: Corpus, name: str, what: str) -> list[str]:
    if name not in corpus.fields:
        known = ", ".join(sorted(corpus.fields)) or "none"
        raise UsageError(f"{what} has no field {name!r}. Fields there: {known}")
    return [str(v) for v in corpus.fields[name]]


def _mask(corpus: Corpus, field: str, domain: str, what: str) -> Bools:
    return np.array([v == domain for v in _field(corpus, field, what)], dtype=np.bool_)


def _without(study: Study, field: str, domain: str) -> Study:
    inside = _mask(study.gold, field, domain, "gold")
    train = study.train
    if train is not None:
        train = train.select(~_mask(train, field, domain, "train"))
    systems = {name: c.select(inside) for name, c in study.systems.items()}
    return replace(study, gold=study.gold.select(inside), systems=systems, train=train)


def over_splits(results: Mapping[str, Result]) -> list[Row]:
    """Mean ± sd of every headline score over splits; differences with how many splits are significant, corrected."""
    names = list(models_of(results))
    rows = []
    for suite in sorted(SUITES.values(), key=lambda s: s.order):
        for slice_, label, metric in suite.headlines:
            where = {"suite": suite.name, "slice": slice_, "label": label}
            for system in names:
                values = [v for r in results.values() for v in _value(r, system, metric, where)]
                if values:
                    rows.append(_mean(suite.name, system, metric, slice_, values))
            rows += [r for a, b in combinations(names, 2) for r in _difference(results, a, b, metric, where)]
    return rows


def _value(result: Result, system: str, metric: str, where: Mapping[str, str]) -> list[float]:
    return [r.value for r in result.where(system=system, metric=metric, **where) if r.value is not None]


def _mean(suite: str, system: str, metric: str, slice_: str, values: list[float]) -> Row:
    sd = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return Row(suite, system, metric, float(np.mean(values)), slice_, more={"sd": sd, "runs": len(values)})


def _difference(results: Mapping[str, Result], a: str, b: str, metric: str, where: Mapping[str, str]) -> list[Row]:
    rows = [r for x in results.values() for r in x.where(system=a, other=b, metric=f"difference:{metric}", **where)]
    found = [r for r in rows if r.value is not None]
    if not found:
        return []
    p = [r.more.get("p") for r in found]
    significant = {
        name: sum(x is not None and x < ALPHA for x in correct(p))
        for name, correct in (("bonferroni", bonferroni), ("holm", holm))
    }
    values = [r.value for r in found if r.value is not None]
    more = {"other": b, "splits": len(found), "ahead": sum(v > 0 for v in values)}
    more |= {f"significant_{k}": n for k, n in significant.items()}
    return [Row(where["suite"], a, f"mean_difference:{metric}", float(np.mean(values)), where["slice"], more=more)]
