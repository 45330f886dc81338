"""Several datasets: evaluated from one TOML file, or combined from result files, with what they say together."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError, UnknownName
from nerproof.base.results import Result, Row
from nerproof.engine.evaluate import Options, evaluate
from nerproof.studies.merge import join_confusions, join_sentences
from nerproof.studies.protocols import models_of, over_splits
from nerproof.suites.diagnosis import friedman_row, means, self_rows, wilcoxon_rows

KEYS = ("name", "gold", "train", "dev", "pred")


def run_datasets(path: Path, options: Options) -> Result:
    """Evaluates every ``[[dataset]]`` block of a TOML file and combines the results."""
    blocks = _read(path)
    results = {}
    for block in blocks:
        gold, train, dev = (_paths(path, block.get(k)) for k in ("gold", "train", "dev"))
        preds = {name: str(path.parent / p) for name, p in block["pred"].items()}
        results[block["name"]] = evaluate(gold[0], preds, train=train or None, dev=dev or None, options=options)
    return combine(results)


def _paths(toml: Path, value: str | list[str] | None) -> list[str]:
    items = [value] if isinstance(value, str) else value or []
    return [str(toml.parent / item) for item in items]


def _read(path: Path) -> list[dict[str, Any]]:
    note_input(path)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    blocks = data.get("dataset")
    if not isinstance(blocks, list) or not blocks:
        fix = "Give name, gold, pred, and train if there is one."
        raise InputError.at(path, None, "has no [[dataset]] block", fix=fix)
    for block in blocks:
        for key in block:
            if key not in KEYS:
                raise UnknownName.among("dataset key", key, KEYS)
        lacking = [k for k in ("name", "gold", "pred") if k not in block]
        if lacking:
            raise InputError.at(path, None, f"a [[dataset]] block lacks {lacking[0]!r}")
    return blocks


def combine(results: Mapping[str, Result]) -> Result:
    """One result: every row with its dataset, and what the datasets say together.

    A system is named ``system (dataset)`` in the rows of one dataset, and plainly in the rows about all of them.
    """
    rows = [_named(row, name) for name, result in results.items() for row in result.rows]
    notes = [f"{name}: {note}" for name, result in results.items() for note in result.notes]
    together = [*over_splits(results), *_averages(results), *_blocks(results), *_pairs(results)]
    version = next(iter(results.values())).signature.get("version")
    signature = {"datasets": {name: r.signature for name, r in results.items()}, "version": version}
    confusion = join_confusions(results, _label)
    extras = {"confusion": confusion} if confusion else {}
    return Result(signature, [*rows, *together], notes, join_sentences(results, _label), extras)


def _label(system: str, dataset: str) -> str:
    return f"{system} ({dataset})" if system else ""


def _named(row: Row, dataset: str) -> Row:
    more = {**row.more, "dataset": dataset}
    if "other" in more:
        more["other"] = _label(more["other"], dataset)
    return replace(row, system=_label(row.system, dataset), slice=row.slice, more=more)


def _values(result: Result, system: str, metric: str) -> dict[str, float]:
    rows = result.where(suite="interpreteval", system=system, metric=metric)
    return {r.slice: r.value for r in rows if r.value is not None}


def _averages(results: Mapping[str, Result]) -> list[Row]:
    """S_ρ and S_σ of each system, averaged over the datasets that define them; ζ normalised by its maximum."""
    rows = []
    for system in models_of(results):
        for metric in ("s_rho", "s_sigma"):
            found = [_values(r, system, metric) for r in results.values()]
            for name in dict.fromkeys(k for f in found for k in f):
                values = [f[name] for f in found if name in f]
                mean, more = float(np.mean(values)), {"datasets": len(values)}
                rows.append(Row("interpreteval", system, metric, mean, name, more=more))
    return [*rows, *_normalised_zeta(results)]


def _normalised_zeta(results: Mapping[str, Result]) -> list[Row]:
    found = {name: _values(r, "", "zeta") for name, r in results.items()}
    highest = {k: max(f[k] for f in found.values() if k in f) for f in found.values() for k in f}
    return [
        Row("interpreteval", "", "zeta_normalised", v / highest[k] if highest[k] else None, k, more={"dataset": name})
        for name, values in found.items()
        for k, v in values.items()
    ]


def _buckets(result: Result, system: str) -> dict[str, dict[str, float]]:
    """F1 by attribute and bucket."""
    found: dict[str, dict[str, float]] = {}
    for slice_, value in _values(result, system, "f1").items():
        attribute, _, bucket = slice_.partition(":")
        found.setdefault(attribute, {})[bucket] = value
    return found


def _blocks(results: Mapping[str, Result]) -> list[Row]:
    """Tests of each model: Friedman (buckets are treatments, datasets are blocks), best against worst bucket."""
    rows: list[Row] = []
    for model, runs in models_of(results).items():
        by_dataset = [[_buckets(r, run) for run in runs] for r in results.values()]
        for attribute in dict.fromkeys(a for found in by_dataset for run in found for a in run):
            having = [[run[attribute] for run in found if attribute in run] for found in by_dataset]
            rows.append(friedman_row(model, attribute, [means(found) for found in having if found]))
            rows += self_rows(attribute, {model: [run for found in having for run in found]})
    return rows


def _pairs(results: Mapping[str, Result]) -> list[Row]:
    """Two models over all datasets: the mean difference by attribute, and Wilcoxon's test of each bucket."""
    rows: list[Row] = []
    models = models_of(results)
    for a, b in combinations(models, 2):
        runs = list(zip(models[a], models[b], strict=False))
        tables = [(_buckets(r, x), _buckets(r, y)) for r in results.values() for x, y in runs]
        for attribute in dict.fromkeys(x for t, _ in tables for x in t):
            pairs = [(x[attribute], y[attribute]) for x, y in tables if attribute in x and attribute in y]
            gaps = [v - y[bucket] for x, y in pairs for bucket, v in x.items() if bucket in y]
            mean = float(np.mean(gaps)) if gaps else None
            rows.append(Row("interpreteval", a, "comparative", mean, attribute, more={"other": b, "pairs": len(pairs)}))
            rows += [replace(r, slice=f"{attribute}:{r.slice}") for r in wilcoxon_rows(a, b, pairs)]
    return rows
