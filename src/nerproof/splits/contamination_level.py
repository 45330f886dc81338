"""`contamination-level`: training sets of one size, 0 … 100 % contaminated (Babl et al. 2025, Algorithm 1).

With ``compat`` samples are drawn as by the authors' program, so that the sets of their study can be made again from
the same train and test files.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Ints
from nerproof.splits import Split, Task, Variant, split_method
from nerproof.splits.incidence import Incidence, entity_ids
from nerproof.splits.random import deal
from nerproof.splits.units import Units
from nerproof.splits.variants import KINDS, keep_mask

Draw = Callable[[tuple[Ints, Ints], int, int], Ints]


@split_method("contamination-level")
def contamination_level(task: Task) -> Split:
    """Sets ``gamma-050/seed-3/train`` with test variants ``test-clean`` and ``test-contaminated`` against each."""
    train, test = given_parts(task)
    pools = contaminated_and_rest(task.units.incidence, train, test, task.units.original)
    n = min(map(len, pools))
    if n == 0:
        which = "contaminated" if not len(pools[0]) else "clean"
        raise UsageError(f"train has no {which} {task.units.unit}, so no levels can be mixed. Take another split.")
    parts = {"test": task.units.sentences(test)}
    variants: dict[str, Variant] = {}
    entities = entity_ids(task.corpus)
    for gamma in task.options.levels:
        for repeat in range(task.options.repeats):
            name = f"gamma-{gamma:03d}/seed-{repeat}"
            chosen = drawn(task, repeat)(pools, n, gamma)
            parts[f"{name}/train"] = task.units.sentences(chosen)
            variants |= variants_against(task.corpus, entities, parts[f"{name}/train"], name)
    compat = task.options.compat
    options = {"levels": list(task.options.levels), "repeats": task.options.repeats, "size": n, "compat": compat}
    return Split(parts, "contamination-level", options=options, variants=variants)


def given_parts(task: Task) -> tuple[Ints, Ints]:
    """Samples of train and test: an existing split, or else a random one."""
    given = task.options.given
    if given is None:
        part = deal(task.units.incidence, task.shares, np.random.default_rng(task.seed))
        names = list(task.ratios)
        return np.flatnonzero(part == 0), np.flatnonzero(part == len(names) - 1)
    return _samples(task.units, given, "train"), _samples(task.units, given, "test")


def _samples(units: Units, given: Mapping[str, Ints], name: str) -> Ints:
    if name not in given:
        raise UsageError(
            f"the input has no part {name!r}; its parts are {', '.join(given)}. Name the files train and test."
        )
    return np.unique(units.sample_of_sentence[given[name]])


def contaminated_and_rest(incidence: Incidence, train: Ints, test: Ints, original: Ints) -> tuple[Ints, Ints]:
    """Train samples with an entity of test, and the others, in the order of the corpus."""
    rows = incidence.sample_of_entry
    in_test = np.bincount(incidence.entity[np.isin(rows, test)], minlength=incidence.n_entities) > 0
    touched = np.bincount(rows[in_test[incidence.entity]], minlength=incidence.n_samples) > 0
    ordered = train[np.argsort(original[train])]
    return ordered[touched[ordered]], ordered[~touched[ordered]]


def drawn(task: Task, repeat: int) -> Draw:
    if task.options.compat:
        return partial(draw_as_authors, repeat)
    return partial(draw, np.random.default_rng([task.seed, repeat]))


def draw(rng: np.random.Generator, pools: tuple[Ints, Ints], n: int, gamma: int) -> Ints:
    """Of n samples, gamma % of them contaminated."""
    n_clean = clean_samples(n, gamma)
    contaminated, clean = pools
    first = rng.permutation(len(contaminated))[: n - n_clean]
    second = rng.permutation(len(clean))[:n_clean]
    return np.concatenate([contaminated[first], clean[second]])


def draw_as_authors(seed: int, pools: tuple[Ints, Ints], n: int, gamma: int) -> Ints:
    """The same by Python's generator: the clean ones first, then the contaminated ones."""
    generator = random.Random(seed)  # noqa: S311 - as in the authors' program
    contaminated, clean = pools
    n_clean = clean_samples(n, gamma)
    some = generator.sample(range(len(clean)), n_clean)
    others = generator.sample(range(len(contaminated)), n - n_clean)
    return np.concatenate([clean[some], contaminated[others]])


def clean_samples(n: int, gamma: int) -> int:
    """n·(1−γ/100), halves to the even number."""
    return round(n * (1 - gamma / 100))


def variants_against(corpus: Corpus, entities: Ints, train: Ints, name: str) -> dict[str, Variant]:
    """Test with only the mentions that are not in this training set (clean), or only those that are."""
    return {
        f"{name}/test-{keep}": Variant("test", f"{name}/train", keep, keep_mask(corpus, train, keep, entities))
        for keep in KINDS
    }
