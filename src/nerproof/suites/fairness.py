"""Fairness: recall by groups of names, with tests; what an attack costs each group."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.results import Row
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.rockner import elsewhere
from nerproof.measures.namegroups import MOST_VALUES, NameGroups, groups_of, own_categories, types_grouped
from nerproof.measures.pairing import Pair
from nerproof.resampling.corrections import holm
from nerproof.resampling.wald import Wald
from nerproof.suites.diagnosis import bucket_test
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Bools, Corpus, Ints
    from nerproof.suites.attacked import Attacked

FEW = 30  # mentions that a group needs to be compared
CAUTION = (
    "groups of names differ in more than the group (types, lengths, sentences, how many were seen in training): "
    "a difference asks for a closer look and proves no cause; names say little about persons"
)


def _grouped(
    gold: Corpus, switches: Mapping[str, Any], lists: NameGroups | None, numbers: Ints
) -> dict[str, list[str | None]]:
    """By grouping the group of every mention: by script, by lists, and by the user's own categories."""
    types = types_grouped(gold.types, switches.get("name_types"))
    wanted = np.array([gold.types[t] in types for t in gold.mentions.type.tolist()], dtype=np.bool_)
    given = {"corpus": gold, "gold": gold, "numbers": numbers, "switches": switches}
    return {**groups_of(gold, wanted, lists or {}), **own_categories(gold, wanted, given)}


def survey(gold: Corpus, switches: Mapping[str, Any], numbers: Ints, name_groups: NameGroups | None = None) -> Sums:
    """How many mentions each group has."""
    found = _grouped(gold, switches, name_groups, numbers)
    return Counter((name, group) for name, groups in found.items() for group in groups if group is not None)


def learn(survey: Sums) -> dict[str, list[str]]:
    """The largest groups of each grouping, by name; a grouping of one group says nothing."""
    found: dict[str, list[str]] = {}
    for name, group in sorted(survey, key=lambda key: (-survey[key], key)):
        found.setdefault(name, []).append(group)
    return {name: sorted(groups[:MOST_VALUES]) for name, groups in sorted(found.items()) if len(groups) > 1}


def cells(
    pair: Pair,
    learned: Mapping[str, list[str]],
    switches: Mapping[str, Any],
    numbers: Ints,
    name_groups: NameGroups | None = None,
    attacked: Attacked | None = None,
) -> Iterator[Cell]:
    """Recall on the mentions of every group, and on all that have one; before and after an attack."""
    own = _grouped(pair.gold, switches, name_groups, numbers)
    for part in _parts(learned, own):
        yield Cell(METRICS["recall"], part)
    for name, setting in (attacked or {}).items():
        if setting.is_curve or pair.name not in setting.systems:
            continue
        after = Pair.of(setting.gold, setting.systems[pair.name], name=pair.name)
        for part in _parts(learned, _grouped(after.gold, switches, name_groups, numbers)):
            slice_ = Slice(f"{name}/{part.name}")
            for metric, side in (("recall_before", pair), ("recall_after", after)):
                yield Cell(elsewhere(METRICS["recall"], side, part, {"recall": metric}), slice_)


def _parts(learned: Mapping[str, list[str]], own: Mapping[str, list[str | None]]) -> Iterator[Slice]:
    for name, groups in learned.items():
        column = np.array([g or "" for g in own[name]], dtype=object)
        yield Slice(name, gold=_mask(column != ""))
        for group in groups:
            yield Slice(f"{name}:{group}", gold=_mask(column == group))


def _mask(found: Any) -> Bools:
    return np.asarray(found, dtype=np.bool_)


def derive(table: Table) -> None:
    """How far each group is from all that are grouped; what an attack costs."""
    for slice_, label, metric in list(table):
        whole = slice_.partition(":")[0]
        if metric == "recall" and whole != slice_:
            table.put(
                slice_, label, "recall_gap", table.values(slice_, label, metric) - table.values(whole, label, metric)
            )
            table[slice_, label, "recall_gap"].total = table[slice_, label, metric].total
        if metric == "recall_after":
            before, after = (table.values(slice_, label, m) for m in ("recall_before", "recall_after"))
            item = table.put(slice_, label, "drop_recall", before - after)
            item.total = table[slice_, label, metric].total


def across(tables: Mapping[str, Table]) -> list[Row]:
    """Whether the groups of a grouping differ at all (Wald's test), corrected over groupings and systems (Holm)."""
    found: list[tuple[str, str, Wald]] = []
    for system, table in tables.items():
        for name in dict.fromkeys(s.partition(":")[0] for s, _, m in table if m == "recall_gap"):
            test = _test(table, name)
            if test is not None:
                found.append((system, name, test))
    rows = []
    for (system, name, test), p in zip(found, holm([t.p for *_, t in found]), strict=True):
        more = {"statistic": test.statistic, "df": test.df, "treatments": test.compared, "p_adjusted": p}
        rows.append(Row("fairness", system, "wald_p", test.p, name, more=more))
    return rows


def _test(table: Table, name: str) -> Wald | None:
    """The test over groups with enough mentions."""
    keys = [k for k in table if k[0].startswith(f"{name}:") and k[2] == "recall"]
    scores = [table[k] for k in keys if (table[k].total or 0) >= FEW]
    return bucket_test(scores)


def notes(learned: Mapping[str, list[str]]) -> list[str]:
    what = "give --name-groups, or --attribute with a metadata field"
    return [] if learned else [f"fairness: no grouping has two groups of names; {what}"]


suite(
    Suite(
        name="fairness",
        order=57,
        cells=cells,
        derive=derive,
        survey=survey,
        learn=learn,
        across=across,
        notes=notes,
        cautions=(CAUTION,),
        optional=True,
        lower_is_better=frozenset({"drop_recall"}),
        description="recall by groups of names (script, what a list says, metadata fields), with tests",
    )
)
