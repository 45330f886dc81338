"""What random parts of the same sizes would have: the figure that a contamination rate is read against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nerproof.splits.incidence import Incidence, build, entity_ids
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus, Ints

DRAWS = 5


def directions(names: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is counted in what, in the order to be read: the last part (test) first, against train before all others.

    >>> [f"{a}|{'+'.join(b)}" for a, b in directions(["train", "dev", "test"])]
    ['test|train', 'test|dev', 'test|train+dev', 'dev|train', 'dev|test', 'train|dev', 'train|test']
    """
    for a in reversed(names):
        others = tuple(b for b in names if b != a)
        yield from ((a, (b,)) for b in others)
        if a == names[-1] and len(others) > 1:
            yield a, others


def random_rates(corpus: Corpus, parts: Mapping[str, Ints], unit: str) -> dict[str, float | None]:
    """Mean share of touched samples over five random splits of the same sizes, per direction."""
    sample = sample_numbers(corpus, unit)
    n = int(sample[-1]) + 1 if len(sample) else 0
    types = corpus.mentions.type.astype(np.int64)
    where = sample[corpus.sentence_of_mention]
    incidence = build(n, where, entity_ids(corpus), types, n_types=len(corpus.types))
    sizes = {name: len(np.unique(sample[found])) for name, found in parts.items()}
    draws = [_touched(incidence, sizes, np.random.default_rng(seed)) for seed in range(DRAWS)]
    return {key: None if draws[0][key] is None else float(np.mean([d[key] for d in draws])) for key in draws[0]}


def _touched(incidence: Incidence, sizes: Mapping[str, int], rng: np.random.Generator) -> dict[str, float | None]:
    """The rates of one random split."""
    order = rng.permutation(incidence.n_samples)[: sum(sizes.values())]
    cuts = dict(zip(sizes, np.split(order, np.cumsum(list(sizes.values()))[:-1]), strict=True))
    holds = {name: _holds(incidence, cut) for name, cut in cuts.items()}
    found: dict[str, float | None] = {}
    for a, others in directions(list(sizes)):
        seen = np.any([holds[b] for b in others], axis=0)
        touched = np.bincount(incidence.sample_of_entry[seen[incidence.entity]], minlength=incidence.n_samples) > 0
        found[f"{a}|{'+'.join(others)}"] = float(touched[cuts[a]].mean()) if len(cuts[a]) else None
    return found


def _holds(incidence: Incidence, samples: Ints) -> Bools:
    """The entities that stand in these samples."""
    inside = np.zeros(incidence.n_samples, dtype=np.bool_)
    inside[samples] = True
    found: Bools = np.bincount(incidence.entity[inside[incidence.sample_of_entry]], minlength=incidence.n_entities) > 0
    return found
