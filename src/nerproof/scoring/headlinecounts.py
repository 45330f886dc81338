"""Counts per unit of the headline scores, as a result keeps them: two results of the same gold can then be paired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ints
from nerproof.measures.metrics import METRICS, Slice
from nerproof.resampling.units import BROKEN, pack, unpack
from nerproof.scoring.estimate import columns_of, placed
from nerproof.suites.recipe import SUITES, Cell, Found, Suite


@dataclass(frozen=True, eq=False)
class HeadlineCounts:
    """One table of counts per system; its columns are those of the cells, side by side."""

    unit: str  # what a row is: sentence, document, or so many consecutive ones
    cells: tuple[tuple[Suite, Cell], ...]
    counts: Mapping[str, Ints]

    @property
    def n(self) -> int:
        return len(next(iter(self.counts.values()), ()))


def headline_columns(cells: Found) -> tuple[list[int], list[tuple[Suite, Cell]]]:
    """The columns that comparisons by headline scores need, and their cells."""
    whole = ((at, s, c) for at, s, c in placed(cells) if c.part.label == "ALL" and c.part.name in s.compared)
    return columns_of((at, s, c) for at, s, c in whole if _is_headline(s, c))


def _is_headline(suite: Suite, cell: Cell) -> bool:
    """Whether a cell gives one of the scores that systems are compared by."""
    wanted = {metric for _, _, metric in suite.headlines}
    return bool(wanted) and not wanted.isdisjoint(cell.metric.score({c: np.ones(1) for c in cell.metric.columns}))


def to_units(cells: Mapping[str, Found], counts: Mapping[str, Ints], *, unit: str) -> dict[str, Any]:
    """What a result keeps; nothing where there are no headline scores."""
    if not counts:
        return {}
    columns, kept = headline_columns(next(iter(cells.values())))
    if not columns:
        return {}
    names = [[s.name, c.part.name, c.part.label, c.metric.name, len(c.metric.columns)] for s, c in kept]
    packed = pack({name: table[:, columns] for name, table in counts.items()})
    return {**packed, "unit": unit, "cells": names}


def from_units(units: Mapping[str, Any]) -> HeadlineCounts | None:
    """The counts of a result; None where it has none. Cells of unknown suites and metrics are left out."""
    if not units:
        return None
    counts = unpack(units)
    try:
        names = [(str(s), str(p), str(label), str(m), int(w)) for s, p, label, m, w in units["cells"]]
        unit = str(units["unit"])
    except (KeyError, TypeError, ValueError):
        raise UsageError(BROKEN) from None
    if any(table.shape[1] != sum(n[-1] for n in names) for table in counts.values()):
        raise UsageError(BROKEN)
    kept, columns = [], np.zeros(0, dtype=np.int64)
    at = 0
    for suite, part, label, metric, width in names:
        if suite in SUITES and metric in METRICS and len(METRICS[metric].columns) == width:
            kept.append((SUITES[suite], Cell(METRICS[metric], Slice(part, label=label))))
            columns = np.append(columns, np.arange(at, at + width))
        at += width
    return HeadlineCounts(unit, tuple(kept), {name: table[:, columns] for name, table in counts.items()})
