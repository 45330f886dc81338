"""Dev and test change places among themselves: less shared between them, nothing lost against train."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.splits.optimiser.held_out import keep_apart
from nerproof.splits.optimiser.problem import Bounds, make_problem, make_state
from nerproof.splits.units import arrange

SHARES = np.array([0.6, 0.2, 0.2])


def shared_between(problem, part):
    """Samples of part 2 with an entity of part 1, counted with sets."""
    of_sample = part[problem.group]
    rows = np.split(problem.sample_entity, problem.sample_start[1:-1])
    dev = {e for row, p in zip(rows, of_sample, strict=True) if p == 1 for e in row.tolist()}
    return sum(bool(dev & set(row.tolist())) for row, p in zip(rows, of_sample, strict=True) if p == 2)


@pytest.fixture(params=[None, "doc"])
def case(request, clustered):
    incidence = arrange(clustered(240, documents=True), group_by=request.param).incidence
    problem = make_problem(incidence, SHARES, bounds=Bounds(cell=0.2), weight=np.array([0.0, 0.7, 1.0]))
    part = np.random.default_rng(0).choice(3, len(problem.group_start) - 1, p=SHARES).astype(np.int32)
    return problem, part


def test_train_stays_and_less_is_shared(case):
    problem, part = case
    made = keep_apart(problem, part, seed=0)
    assert np.array_equal(made == 0, part == 0)
    before, after = (make_state(problem, p, np.random.default_rng(0)) for p in (part, made))
    assert after.excess[0] <= before.excess[0]
    # Balance comes first; where it was given already, the touched samples are held exactly.
    assert before.excess[0] > 0 or np.array_equal(after.touched, before.touched)
    again = keep_apart(problem, made, seed=1)
    assert shared_between(problem, again) <= shared_between(problem, made)
    assert np.array_equal(make_state(problem, again, np.random.default_rng(0)).touched, after.touched)


def test_a_balanced_split_loses_nothing(clustered):
    from nerproof.splits import split
    from nerproof.splits.card import quality

    corpus = clustered(300, seed=5)
    rates = quality(corpus, split(corpus, effort=0.05).parts)["contamination"]
    assert rates["test|dev"]["sample_partial"]["value"] <= 0.1


def test_other_numbers_of_parts_are_left_alone(clustered):
    incidence = arrange(clustered()).incidence
    problem = make_problem(incidence, np.array([0.8, 0.2]), bounds=Bounds(), weight=np.array([0.0, 1.0]))
    part = np.random.default_rng(0).integers(0, 2, 120).astype(np.int32)
    assert keep_apart(problem, part, seed=0) is part
