"""What random parts of the same sizes would have: the figure that a contamination rate is read against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from nerproof.splits.incidence import Incidence, build, entity_ids
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

DRAWS = 5


def random_rates(corpus: Corpus, parts: Mapping[str, Ints], unit: str) -> dict[str, float | None]:
    """Mean share of touched samples over five random splits, per held-out part against the first."""
    sample = sample_numbers(corpus, unit)
    n = int(sample[-1]) + 1 if len(sample) else 0
    types = corpus.mentions.type.astype(np.int64)
    where = sample[corpus.sentence_of_mention]
    incidence = build(n, where, entity_ids(corpus), types, n_types=len(corpus.types))
    sizes = [len(np.unique(sample[found])) for found in parts.values()]
    first, *others = parts
    draws = [_touched(incidence, sizes, np.random.default_rng(seed)) for seed in range(DRAWS)]
    return {
        f"{name}|{first}": float(np.mean([d[i] for d in draws])) if sizes[i + 1] else None
        for i, name in enumerate(others)
    }


def _touched(incidence: Incidence, sizes: list[int], rng: np.random.Generator) -> list[float]:
    order = rng.permutation(incidence.n_samples)[: sum(sizes)]
    cuts = np.split(order, np.cumsum(sizes)[:-1])
    rows = incidence.sample_of_entry
    in_first = np.zeros(incidence.n_samples, dtype=np.bool_)
    in_first[cuts[0]] = True
    seen = np.bincount(incidence.entity[in_first[rows]], minlength=incidence.n_entities) > 0
    touched = np.bincount(rows[seen[incidence.entity]], minlength=incidence.n_samples) > 0
    return [float(touched[cut].mean()) if len(cut) else 0.0 for cut in cuts[1:]]
