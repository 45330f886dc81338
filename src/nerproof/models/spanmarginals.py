"""The probability of a span in a linear-chain model: exact, by the forward-backward algorithm.

A mention is read from labels as ``with_labels`` reads it: it begins with B-T, or with an I-T that continues no mention
of T; it goes on with I-T; the label after it is not I-T. Its score is the sum of the probabilities of all labellings of
the sentence from which exactly this mention (start, end, type) is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nerproof.corpus import Corpus, Floats, Ints, Mentions

BATCH = 64  # sentences of about the same length that are computed together


@dataclass(frozen=True, eq=False)
class Chain:
    """Log-potentials between labels; labels are O, then B- and I- of each type, as ``label_names`` has them."""

    step: Floats  # (labels, labels): from row to column
    begin: Floats
    end: Floats

    @classmethod
    def without_steps(cls, labels: int) -> Chain:
        """Labels that do not depend on each other."""
        return cls(np.zeros((labels, labels)), np.zeros(labels), np.zeros(labels))


@dataclass(frozen=True, eq=False)
class Passed:
    """What both passes leave: by token the scaled forward and backward values, the potentials and the scale."""

    forward: Floats
    backward: Floats
    state: Floats
    scale: Floats


def with_marginals(predicted: Corpus, types: Sequence[str], chain: Chain, state: Floats) -> Corpus:
    """Predictions with the probability of each; the labels are those of the types."""
    own = predicted.with_types(tuple(types)).mentions
    cuts = np.searchsorted(own.start, predicted.sentences)
    busy = np.flatnonzero(np.diff(cuts))
    sentences = list(zip(predicted.sentences[busy].tolist(), predicted.sentences[busy + 1].tolist(), strict=True))
    score = span_marginals(chain, state, sentences, own)
    return predicted.with_mentions(replace(predicted.mentions, score=score))


def span_marginals(chain: Chain, state: Floats, sentences: Sequence[tuple[int, int]], found: Mentions) -> Floats:
    """The probability of each mention; ``state`` has a row of log-potentials per token, -inf for no such label."""
    step = np.exp(chain.step - chain.step.max())
    passed = _passes(chain, step, state, sentences)
    first, last = (np.zeros(len(state), dtype=np.int64) for _ in range(2))
    for a, b in sentences:
        first[a:b], last[a:b] = a, b
    return _spans(step, passed, found, first[found.start], last[found.start])


def _passes(chain: Chain, step: Floats, state: Floats, sentences: Sequence[tuple[int, int]]) -> Passed:
    """Forward and backward over all sentences, in batches of like lengths."""
    potential = state.copy()
    edges = np.array(sentences, dtype=np.int64).reshape(-1, 2)
    potential[edges[:, 0]] += chain.begin
    potential[edges[:, 1] - 1] += chain.end
    potential = np.exp(potential - potential.max(axis=1, keepdims=True))
    forward, backward, scale = np.zeros_like(potential), np.ones_like(potential), np.ones(len(potential))
    order = edges[np.argsort(edges[:, 1] - edges[:, 0], kind="stable")]
    for i in range(0, len(order), BATCH):
        _pass(step, potential, order[i : i + BATCH], forward, backward, scale)
    return Passed(forward, backward, potential, scale)


def _pass(step: Floats, potential: Floats, batch: Ints, forward: Floats, backward: Floats, scale: Floats) -> None:
    """Sentences are sorted by length, so those that are longer than t are the last ones."""
    start, length = batch[:, 0], batch[:, 1] - batch[:, 0]
    for t in range(int(length[-1])):
        at = start[np.searchsorted(length, t, side="right") :] + t
        reached = potential[at] if t == 0 else (forward[at - 1] @ step) * potential[at]
        scale[at] = reached.sum(axis=1)
        forward[at] = reached / scale[at][:, None]
    for t in range(int(length[-1]) - 2, -1, -1):
        at = start[np.searchsorted(length, t + 1, side="right") :] + t
        backward[at] = (potential[at + 1] * backward[at + 1] / scale[at + 1][:, None]) @ step.T


def _spans(step: Floats, p: Passed, found: Mentions, first: Ints, last: Ints) -> Floats:
    """From the mass that begins each mention, on along its I- labels, to the mass that does not go on."""
    start, end = found.start, found.end
    b, i = 2 * found.type + 1, 2 * found.type + 2
    mass = np.stack([p.forward[start, b], _fresh(step, p, start, b, i, first)], axis=1)  # on B-T, on I-T
    at = start.copy()
    for _ in range(int((end - start).max(initial=1)) - 1):
        on = np.flatnonzero(at + 1 < end)
        at[on] += 1
        moved = mass[on, 0] * step[b[on], i[on]] + mass[on, 1] * step[i[on], i[on]]
        mass[on] = 0
        mass[on, 1] = moved * p.state[at[on], i[on]] / p.scale[at[on]]
    return np.clip(mass[:, 0] * _ends(step, p, end, b, i, last) + mass[:, 1] * _ends(step, p, end, i, i, last), 0, 1)


def _fresh(step: Floats, p: Passed, start: Ints, b: Ints, i: Ints, first: Ints) -> Floats:
    """The mass of I-T at the start of mentions where the label before is neither B-T nor I-T."""
    before = np.where(start > first, start - 1, start)
    continued = p.forward[before, b] * step[b, i] + p.forward[before, i] * step[i, i]
    continued = continued * p.state[start, i] / p.scale[start]
    found: Floats = np.maximum(p.forward[start, i] - np.where(start > first, continued, 0.0), 0)
    return found


def _ends(step: Floats, p: Passed, end: Ints, label: Ints, i: Ints, last: Ints) -> Floats:
    """Per unit of mass on a label, what goes on with any label but I-T; all of it at the end of the sentence."""
    inside = end < last
    after = np.where(inside, end, 0)
    rest: Any = p.state[after] * p.backward[after] / p.scale[after][:, None]
    rest[np.arange(len(after)), i] = 0
    return np.where(inside, (step[label] * rest).sum(axis=1), 1.0)
