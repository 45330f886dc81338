"""`--drop`: the fewest samples whose removal leaves train without any entity of the other parts.

Samples of train and of the other parts that share an entity form a bipartite graph; a smallest set that meets every
edge is a minimum vertex cover, which equals a minimum cut (König). Entities stand in the middle of the flow network,
so that pairs of samples are never listed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Bools, Ints
from nerproof.splits import Split
from nerproof.splits.incidence import Incidence
from nerproof.splits.units import Units


def dropped(split: Split, units: Units) -> Split:
    """The split without the fewest samples that carry entities across; other pairs of parts are left as they are."""
    if "" not in split.sets():
        raise UsageError(f"--drop does not go with --method {split.method}, which makes several sets.")
    first, *others = split.parts
    in_train = _samples(units, split.parts[first])
    held_out = np.zeros(units.n_samples, dtype=np.bool_)
    for name in others:
        held_out |= _samples(units, split.parts[name])
    cover = smallest_cover(units.incidence, in_train, held_out)
    gone = units.sentences(np.flatnonzero(cover))
    kept = {name: np.setdiff1d(where, gone) for name, where in split.parts.items()}
    what = f"dropped {int(cover.sum())} of {units.n_samples} {units.unit}s"
    note = f"{what}, the fewest that leave no entity of {first} in {' or '.join(others)}"
    return replace(split, parts=kept, dropped=gone, notes=(*split.notes, note))


def _samples(units: Units, sentences: Ints) -> Bools:
    chosen = np.zeros(units.n_samples, dtype=np.bool_)
    chosen[units.sample_of_sentence[sentences]] = True
    return chosen


def smallest_cover(incidence: Incidence, left: Bools, right: Bools) -> Bools:
    """A smallest set of samples that leaves no entity both in left and in right; of equals, the one more in left."""
    graph, source, sink = _network(incidence, left, right)
    reached = _reached(graph, source, sink)
    samples = reached[: incidence.n_samples]
    # A full edge at the source leaves its sample unreached; a reached sample on the right must have a full edge.
    cover: Bools = (left & ~samples) | (right & samples)
    return cover


def _network(incidence: Incidence, left: Bools, right: Bools) -> tuple[Any, int, int]:
    """Source → left sample (1) → entity (∞) → right sample (∞) → sink (1)."""
    from scipy.sparse import csr_matrix

    n, rows = incidence.n_samples, incidence.sample_of_entry
    source, sink = n + incidence.n_entities, n + incidence.n_entities + 1
    endless = n + 1
    out, into = left[rows], right[rows]
    lefts, rights = np.flatnonzero(left), np.flatnonzero(right)
    tails = [np.full(len(lefts), source), rows[out], incidence.entity[into] + n, rights]
    heads = [lefts, incidence.entity[out] + n, rows[into], np.full(len(rights), sink)]
    room = [np.ones(len(lefts)), np.full(out.sum(), endless), np.full(into.sum(), endless), np.ones(len(rights))]
    capacity = np.concatenate(room).astype(np.int32)
    edges = (capacity, (np.concatenate(tails), np.concatenate(heads)))
    return csr_matrix(edges, shape=(sink + 1, sink + 1), dtype=np.int32), source, sink


def _reached(graph: Any, source: int, sink: int) -> Bools:
    """What the source still reaches when the flow is at its maximum: the cut nearest to the source."""
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    flow = maximum_flow(graph, source, sink).flow
    residual = graph - flow
    residual.data = np.maximum(residual.data, 0)
    residual.eliminate_zeros()
    reached = np.zeros(sink + 1, dtype=np.bool_)
    reached[breadth_first_order(residual, source, directed=True, return_predecessors=False)] = True
    return reached
