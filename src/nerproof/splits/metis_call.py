"""One way to call METIS: k-way, with target weights and a seed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import MissingExtra
from nerproof.corpus import Ints


def has_metis() -> bool:
    from importlib.util import find_spec

    return find_spec("pymetis") is not None


def part_graph(
    start: NDArray[Any],
    neighbour: NDArray[Any],
    shares: NDArray[np.float64],
    *,
    seed: int,
    edge_weights: NDArray[Any] | None = None,
    node_weights: NDArray[Any] | None = None,
) -> Ints:
    """The part of each node of a graph in CSR form."""
    try:
        import pymetis
    except ImportError:
        raise MissingExtra.of("pymetis", "split") from None
    _, found = pymetis.part_graph(
        len(shares),
        adjacency=pymetis.CSRAdjacency(start.tolist(), neighbour.tolist()),
        eweights=None if edge_weights is None else edge_weights.tolist(),
        vweights=None if node_weights is None else node_weights.tolist(),
        tpwgts=shares.tolist(),
        recursive=False,
        options=pymetis.Options(seed=seed),
    )
    return np.array(found, dtype=np.int64)
