"""The perceptron: the right path, and a name it may not look at."""

import itertools

import numpy as np
from tiny_models import keys, towns

from nerproof.models import create
from nerproof.models.perceptron import Averaged, viterbi


def test_viterbi_finds_what_trying_all_paths_finds():
    rng = np.random.default_rng(0)
    scores, transitions = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))

    def worth(path):
        steps = sum(transitions[a, b] for a, b in itertools.pairwise(path))
        return transitions[-1, path[0]] + steps + sum(scores[i, y] for i, y in enumerate(path))

    paths = list(np.ndindex(3, 3, 3, 3))
    assert tuple(viterbi(scores, transitions).tolist()) == max(paths, key=worth)


def test_average_is_the_mean_over_all_steps():
    one = Averaged.zeros(1, 1)
    cell = np.array([0])
    seen = []
    for step in range(1, 5):
        if step % 2:
            one.add(cell, cell, 1.0, step - 1)
        seen.append(float(one.weights[0, 0]))
    assert np.isclose(one.mean(4)[0, 0], np.mean(seen))


def test_it_learns():
    train, test = towns(40), towns(10, seed=7)
    found, gold = keys(create("perceptron").train(train).predict(test)), keys(test)
    assert len(set(found) & set(gold)) / len(gold) > 0.8


def test_seed_decides():
    one, other = (create("perceptron").train(towns(20), seed=1).predict(towns(5, seed=3)) for _ in range(2))
    assert keys(one) == keys(other)
