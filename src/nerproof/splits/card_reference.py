"""What random parts of the same sizes would have: the figure that a contamination rate is read against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from nerproof.splits.card_seen import directions
from nerproof.splits.incidence import Incidence, build, entity_ids
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus, Ints

DRAWS = 5

Rates = dict[str, float | None]


def random_rates(corpus: Corpus, parts: Mapping[str, Ints], unit: str) -> dict[str, Rates]:
    """Per direction the shares of seen mentions and of samples with one: means over five random splits."""
    sample = sample_numbers(corpus, unit)
    n = int(sample[-1]) + 1 if len(sample) else 0
    types = corpus.mentions.type.astype(np.int64)
    where = sample[corpus.sentence_of_mention]
    incidence = build(n, where, entity_ids(corpus), types, n_types=len(corpus.types))
    sizes = {name: len(np.unique(sample[found])) for name, found in parts.items()}
    return mean_rates(incidence, sizes)


def mean_rates(incidence: Incidence, sizes: Mapping[str, int]) -> dict[str, Rates]:
    """The means over five random splits of these sizes; undefined where a part is empty."""
    draws = [_rates(incidence, sizes, np.random.default_rng(seed)) for seed in range(DRAWS)]
    return {
        key: {kind: _mean([draw[key][kind] for draw in draws]) for kind in ("mention", "sample_partial")}
        for key in draws[0]
    }


def _mean(values: list[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return float(np.mean(known)) if len(known) == len(values) else None


def _rates(incidence: Incidence, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, Rates]:
    """The rates of one random split; groups stay whole and go where their middle falls."""
    order = rng.permutation(incidence.n_groups)
    members = np.diff(incidence.group_start)[order]
    part = np.empty(incidence.n_groups, dtype=np.int64)
    part[order] = np.searchsorted(np.cumsum(list(sizes.values())), np.cumsum(members) - members / 2, side="right")
    return rates_of(incidence, {name: part[incidence.group] == p for p, name in enumerate(sizes)})


def rates_of(incidence: Incidence, inside: Mapping[str, Bools]) -> dict[str, Rates]:
    """The rates of parts that are given as masks of samples."""
    holds = {name: _holds(incidence, some) for name, some in inside.items()}
    found: dict[str, Rates] = {}
    for a, others in directions(list(inside)):
        mine = inside[a][incidence.sample_of_entry]
        seen = mine & np.any([holds[b] for b in others], axis=0)[incidence.entity]
        touched = len(np.unique(incidence.sample_of_entry[seen]))
        found[f"{a}|{'+'.join(others)}"] = {
            "mention": _share(incidence.count[seen].sum(), incidence.count[mine].sum()),
            "sample_partial": _share(touched, int(inside[a].sum())),
        }
    return found


def _share(count: float, total: float) -> float | None:
    return float(count / total) if total else None


def _holds(incidence: Incidence, inside: Bools) -> Bools:
    """The entities that stand in these samples."""
    found: Bools = np.bincount(incidence.entity[inside[incidence.sample_of_entry]], minlength=incidence.n_entities) > 0
    return found
