"""Test sets and systems whose truth is known: how often a mention is found depends on what the test plants."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Mentions
from nerproof.engine.evaluate import evaluate

TYPES = ("LOC", "ORG", "PER")
RESAMPLES = 300


def world(rng, *, sentences=900, seen=0.5, ambiguous=0.1, verbatim=0):
    """A training set and a test set of one mention per sentence; ``Double`` is the only name with several types."""
    old = [(_name(f"Old{i}", i // 3 % 2), TYPES[i % 3]) for i in range(60)]
    train = [_sentence(rng, f"Train{i}", *old[i % len(old)]) for i in range(300)]
    test = []
    for i in range(sentences):
        name, kind = old[rng.integers(len(old))]
        if rng.random() >= seen:
            name, kind = _name(f"New{i}", int(rng.integers(2))), TYPES[rng.integers(3)]
        if rng.random() < ambiguous:
            name, kind = ["Double"], TYPES[rng.integers(3)]
        test.append(_sentence(rng, f"Test{i}", name, kind))
    return _corpus(train + test[:verbatim]), _corpus(test)


def _name(word, longer):
    return [word, f"{word}b"] if longer else [word]


def _sentence(rng, first, name, kind):
    return [first, "the", *name, *(f"w{k}" for k in rng.integers(50, size=4))], kind, len(name)


def _corpus(sentences):
    return Corpus.from_sentences([t for t, _, _ in sentences], [[(2, 2 + n, kind)] for _, kind, n in sentences])


def predicted(rng, gold, chance, invented=0.0):
    """Finds mention i with probability ``chance[i]``, and invents a name at the end of a share of the sentences."""
    m, types = gold.mentions, gold.types
    found = rng.random(len(m)) < chance
    false = np.flatnonzero(rng.random(gold.n_sentences) < invented)
    last = gold.sentences[1:][false]
    first = last - rng.integers(1, 3, size=len(false))
    start, end = np.concatenate([m.start[found], first]), np.concatenate([m.end[found], last])
    kind = np.concatenate([m.type[found], rng.integers(len(types), size=len(false))])
    order = np.argsort(start, kind="stable")
    return gold.with_mentions(Mentions.of(start[order], end[order], kind[order]), types)


def seen_mask(train, gold):
    known = {(tuple(train.tokens.strings(s, e)), t) for s, e, t in map(train.mention, range(len(train.mentions)))}
    return np.array(
        [(tuple(gold.tokens.strings(s, e)), t) in known for s, e, t in map(gold.mention, range(len(gold.mentions)))]
    )


def of_type(gold, label):
    return gold.mentions.type == gold.types.index(label)


def findings(train, gold, systems, **options):
    result = evaluate(gold, systems, train=train, **{"resamples": RESAMPLES, **options})
    return result.findings


def rules(found):
    return {f.rule for f in found}
