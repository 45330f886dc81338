"""`contamination-level`: training sets of one size, 0 … 100 % contaminated (Babl et al. 2025, Algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Ints
from nerproof.splits import Split, Task, Variant, split_method
from nerproof.splits.dealing import deal
from nerproof.splits.incidence import Incidence, entity_ids
from nerproof.splits.units import Units
from nerproof.splits.variants import KINDS, keep_mask


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
            chosen = draw(pools, n, gamma, np.random.default_rng([task.seed, repeat]))
            parts[f"{name}/train"] = task.units.sentences(chosen)
            variants |= variants_against(task.corpus, entities, parts[f"{name}/train"], name)
    options = {"levels": list(task.options.levels), "repeats": task.options.repeats, "size": n}
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


def draw(pools: tuple[Ints, Ints], n: int, gamma: int, rng: np.random.Generator) -> Ints:
    """Of n samples, gamma % of them contaminated; n_clean = round(n·(1−γ/100))."""
    contaminated, clean = pools
    n_clean = round(n * (1 - gamma / 100))
    first = rng.permutation(len(contaminated))[: n - n_clean]
    second = rng.permutation(len(clean))[:n_clean]
    return np.concatenate([contaminated[first], clean[second]])


def variants_against(corpus: Corpus, entities: Ints, train: Ints, name: str) -> dict[str, Variant]:
    """Test with only the mentions that this training set does not hold (clean), or only those it does."""
    return {
        f"{name}/test-{keep}": Variant("test", f"{name}/train", keep, keep_mask(corpus, train, keep, entities))
        for keep in KINDS
    }
