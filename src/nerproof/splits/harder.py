"""`--harder`: a test set that is hard on purpose, by the sets of TMR (Tu and Lignos 2021).

``unseen``: only test is kept apart from train, so it holds fewer seen mentions than when dev has to be clean, too.
``ambiguous``: samples whose names have two or more types are put into test, as many as its bounds allow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus import Ints
from nerproof.splits.incidence import surface_ids

if TYPE_CHECKING:
    from nerproof.splits import Task
    from nerproof.splits.optimiser.columns import Columns

ROOM = 0.8  # of what the bounds of test allow: the rest is for the search


def ambiguous_groups(task: Task, columns: Columns, high: Ints) -> Ints:
    """Groups with ambiguous names that fit into a part with these bounds, of every type of the name by turns."""
    room = np.floor(ROOM * high)
    taken = np.zeros(len(room))
    chosen: dict[int, None] = {}
    for g in _by_turns(task):
        if g in chosen:
            continue
        cells = slice(columns.start[g], columns.start[g + 1])
        after = taken[columns.column[cells]] + columns.count[cells]
        if (after <= room[columns.column[cells]]).all():
            taken[columns.column[cells]] = after
            chosen[g] = None
    return np.array(sorted(chosen), dtype=np.int64)


def _by_turns(task: Task) -> Iterator[int]:
    """Of every surface with two or more types its groups, one of each type by turns; rare surfaces first."""
    corpus, units = task.corpus, task.units
    group = units.incidence.group[units.sample_of_sentence[corpus.sentence_of_mention]].tolist()
    rows = zip(surface_ids(corpus).tolist(), corpus.mentions.type.tolist(), group, strict=True)
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for surface, kind, g in rows:
        found[surface][kind].append(g)
    several = [types for types in found.values() if len(types) > 1]
    for types in sorted(several, key=lambda t: (sum(map(len, t.values())), min(map(min, t.values())))):
        lists = [sorted(set(groups)) for _, groups in sorted(types.items())]
        yield from (g for g in chain.from_iterable(zip_longest(*lists)) if g is not None)
