"""`random` and `kfold`: by chance, stratified by entity type; what every other split is compared with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints
from nerproof.splits import Split, Task, split_method
from nerproof.splits.incidence import Incidence
from nerproof.splits.ratios import size_targets


@split_method("random")
def random(task: Task) -> Split:
    """Random parts, stratified by type."""
    part = deal(task.units.incidence, task.shares, np.random.default_rng(task.seed))
    return Split(task.parts(part), "random")


@split_method("kfold")
def kfold(task: Task) -> Split:
    """Every sample is tested once; folds stratified by type (ratios are not used)."""
    k = task.folds
    fold = deal(task.units.incidence, np.full(k, 1 / k), np.random.default_rng(task.seed))
    return Split(task.fold_parts(fold), "kfold", options={"folds": k})


def deal(incidence: Incidence, shares: NDArray[np.float64], rng: np.random.Generator) -> Ints:
    """The part of each sample. Groups are dealt in the order of their rarest type and number of mentions."""
    order = stratified_order(incidence, rng)
    sizes = np.diff(incidence.group_start)[order]
    # A random start keeps the first part of a stratum from being always the same.
    has = -rng.random(len(shares)) * 0.5
    part = np.zeros(incidence.n_groups, dtype=np.int64)
    total = 0
    for g, size in zip(order.tolist(), sizes.tolist(), strict=True):
        total += size
        p = int(np.argmax(shares * total - has))
        part[g] = p
        has[p] += size
    return part[incidence.group] if sizes.max(initial=1) > 1 else exact(part, shares, rng)[incidence.group]


def stratified_order(incidence: Incidence, rng: np.random.Generator) -> Ints:
    """Groups by rarest type, then mentions, then chance."""
    mentions = np.add.reduceat(incidence.mentions, incidence.group_start[:-1], axis=0)
    by_rarity = np.argsort(mentions.sum(axis=0), kind="stable")
    rarest = np.pad(mentions[:, by_rarity] > 0, ((0, 0), (0, 1)), constant_values=True).argmax(axis=1)
    return np.lexsort((rng.random(incidence.n_groups), mentions.sum(axis=1), rarest))


def exact(part: Ints, shares: NDArray[np.float64], rng: np.random.Generator) -> Ints:
    """Moves the last one or two samples so that sizes are as near to the shares as whole numbers go."""
    need = size_targets(len(part), shares) - np.bincount(part, minlength=len(shares))
    surplus = np.concatenate([rng.permutation(np.flatnonzero(part == p))[: max(-d, 0)] for p, d in enumerate(need)])
    part[surplus.astype(np.int64)] = np.repeat(np.arange(len(shares)), np.maximum(need, 0))
    return part
