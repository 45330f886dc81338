"""Several datasets: evaluated from one TOML file, or combined from result files, with what they say together."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base.errors import InputError, UnknownName
from nerproof.base.results import Result, Row
from nerproof.evaluate import Options, evaluate
from nerproof.resampling.ranktests import friedman, wilcoxon
from nerproof.studies.merge import join_confusions, join_sentences
from nerproof.studies.protocols import models_of, over_splits

KEYS = ("name", "gold", "train", "dev", "pred")
ALPHA = 0.05


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
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    blocks = data.get("dataset")
    if not isinstance(blocks, list) or not blocks:
        raise InputError.at(
            path, None, "has no [[dataset]] block", fix="Give name, gold, pred, and train if there is one."
        )
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
    signature = {"datasets": {name: r.signature for name, r in results.items()}}
    version = next(iter(results.values())).signature.get("version")
    confusion = join_confusions(results, _label)
    return Result(
        {**signature, "version": version},
        [*rows, *together],
        notes,
        sentences=join_sentences(results, _label),
        extras={"confusion": confusion} if confusion else {},
    )


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
                rows.append(
                    Row("interpreteval", system, metric, float(np.mean(values)), name, more={"datasets": len(values)})
                )
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
    """Friedman's test of each system: buckets are treatments, datasets are blocks."""
    rows = []
    for system in models_of(results):
        tables = [_buckets(r, system) for r in results.values()]
        for attribute in dict.fromkeys(a for t in tables for a in t):
            having = [t[attribute] for t in tables if attribute in t]
            shared = [b for b in having[0] if all(b in t for t in having)]
            table = np.array([[t[b] for b in shared] for t in having]).reshape(len(having), len(shared))
            p = friedman(table)
            more = {"blocks": len(having), "treatments": len(shared), "greyed": p is None or p >= ALPHA}
            rows.append(Row("interpreteval", system, "friedman_p", p, attribute, more=more))
    return rows


def _pairs(results: Mapping[str, Result]) -> list[Row]:
    """Wilcoxon's signed-rank test of two models on their paired bucket scores over runs and datasets."""
    rows = []
    models = models_of(results)
    for a, b in combinations(models, 2):
        runs = list(zip(models[a], models[b], strict=False))
        tables = [(_buckets(r, x), _buckets(r, y)) for r in results.values() for x, y in runs]
        for attribute in dict.fromkeys(x for t, _ in tables for x in t):
            gaps = _gaps(tables, attribute)
            mean = float(np.mean(gaps)) if gaps else None
            more = {"other": b, "p_wilcoxon": wilcoxon(gaps), "pairs": len(gaps)}
            rows.append(Row("interpreteval", a, "comparative", mean, attribute, more=more))
    return rows


def _gaps(
    tables: Sequence[tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]], attribute: str
) -> list[float]:
    return [
        value - right[attribute][bucket]
        for left, right in tables
        for bucket, value in left.get(attribute, {}).items()
        if bucket in right.get(attribute, {})
    ]
