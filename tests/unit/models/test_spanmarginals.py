"""The probability of a span: equal to the sum over all labellings that have it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tiny_models import towns

from nerproof.corpus import Corpus, Mentions
from nerproof.models import create
from nerproof.models.spanmarginals import Chain, span_marginals
from nerproof.models.tagging import label_names, with_labels

TYPES = ("LOC", "PER")


def enumerated(weight, n, names):
    """The probability of every mention, from the weights of all labellings of n tokens."""
    found, total = {}, 0.0
    corpus = Corpus.from_sentences([["x"] * n])
    for path in itertools.product(range(len(names)), repeat=n):
        w = weight(path)
        total += w
        predicted = with_labels(corpus, np.array(path), names)
        for mention in map(predicted.mention, range(len(predicted.mentions))):
            found[mention] = found.get(mention, 0.0) + w
    return {m: w / total for m, w in found.items()}


@pytest.mark.parametrize("seed", range(3))
def test_equal_to_enumeration(seed):
    rng = np.random.default_rng(seed)
    names = label_names(TYPES)
    state, step = rng.normal(0, 2, (4, 5)), rng.normal(0, 2, (5, 5))
    begin, end = rng.normal(0, 1, 5), rng.normal(0, 1, 5)

    def weight(path):
        moves = sum(step[a, b] for a, b in itertools.pairwise(path))
        return np.exp(sum(state[i, y] for i, y in enumerate(path)) + moves + begin[path[0]] + end[path[-1]])

    wanted = enumerated(weight, 4, names)
    mentions = Mentions.of(*zip(*[(m.start, m.end, TYPES.index(m.type)) for m in wanted], strict=True))
    got = span_marginals(Chain(step, begin, end), state, [(0, 4)], mentions)
    keys = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type.tolist(), strict=True)
    assert got.tolist() == pytest.approx([wanted[s, e, TYPES[t]] for s, e, t in keys], abs=1e-12)


def test_sentences_of_several_lengths_do_not_touch():
    """A sentence's probabilities are the same alone and beside others."""
    rng = np.random.default_rng(0)
    state, step, zero = rng.normal(0, 1, (9, 5)), rng.normal(0, 1, (5, 5)), np.zeros(5)
    chain, whole = Chain(step, zero, zero), [(0, 2), (2, 7), (7, 8), (8, 9)]
    together = span_marginals(chain, state, whole, Mentions.of([0, 3, 7, 8], [2, 5, 8, 9], [0, 1, 0, 1]))
    alone = [
        span_marginals(chain, state[a:b], [(0, b - a)], Mentions.of([s - a], [e - a], [t]))[0]
        for (a, b), s, e, t in zip(whole, [0, 3, 7, 8], [2, 5, 8, 9], [0, 1, 0, 1], strict=True)
    ]
    assert together.tolist() == pytest.approx(alone, abs=1e-12)


def test_the_crf_gives_what_crfsuite_says():
    """Crfsuite knows the probability of a whole labelling: those of all labellings add up to the score."""
    model = create("crf", {"iterations": 5}).train(towns(12))
    from nerproof.models.crf import _tagger
    from nerproof.models.features import by_sentence

    tagger, corpus = _tagger(model.fitted.weights), towns(12, seed=5)
    names = [n for n in label_names(model.fitted.types) if n in tagger.labels()]
    checked = 0
    for i in range(corpus.n_sentences):
        one = corpus.select(np.array([i]))
        predicted = model.predict(one)
        if one.n_tokens > 5 or not len(predicted.mentions):
            continue
        tagger.set(next(iter(by_sentence(one, model.fitted.attributes, encoded=True))))
        wanted = enumerated(lambda path: tagger.probability([names[y] for y in path]), one.n_tokens, names)
        for k, score in enumerate(predicted.mentions.score.tolist()):
            assert score == pytest.approx(wanted[predicted.mention(k)], abs=1e-6)
            checked += 1
    assert checked
