"""perceptron: an averaged structured perceptron with the crf's features; needs nothing but numpy."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from nerproof.corpus import Floats
from nerproof.models import MODELS, Progress
from nerproof.models.features import WINDOW, by_sentence
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.tagging import label_names, labels, sentence_slices, with_labels
from nerproof.models.trainable import Run, Trainable

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.corpus import Corpus, Ints

FEATURES, WEIGHTS = "features.json", "weights.npz"


@dataclass(frozen=True)
class Fitted:
    """What training leaves behind: a number per feature and label, and per pair of neighbouring labels."""

    features: dict[str, int]
    emissions: Floats
    transitions: Floats  # the last row is for the first token of a sentence
    types: tuple[str, ...]


@dataclass
class Coded:
    """A sentence as numbers: its features one after the other, where each token's begin, and its labels."""

    ids: Ints
    starts: Ints
    gold: Ints


@dataclass
class Averaged:
    """Weights and what has to be taken off them for their average over all steps (Daumé's trick)."""

    weights: Floats
    late: Floats

    @classmethod
    def zeros(cls, rows: int, columns: int) -> Averaged:
        return cls(np.zeros((rows, columns)), np.zeros((rows, columns)))

    def add(self, rows: Ints, columns: Ints, amount: float, step: int) -> None:
        np.add.at(self.weights, (rows, columns), amount)
        np.add.at(self.late, (rows, columns), amount * step)

    def mean(self, steps: int) -> Floats:
        found: Floats = self.weights - self.late / max(steps, 1)
        return found


@MODELS.register("perceptron")
@dataclass
class Perceptron(Trainable[Fitted]):
    """Collins' structured perceptron, averaged over all steps; the seed decides the order of the sentences."""

    name: ClassVar[str] = "perceptron"
    window: ClassVar[int] = max(WINDOW)  # words beside a token that it looks at
    epochs: int = 6
    words: bool = True  # False: a token's own word and affixes are hidden, so no name can be learned by heart

    def learn(self, corpus: Corpus, run: Run) -> tuple[Fitted, dict[str, Any]]:
        features: dict[str, int] = {}
        sentences = _coded(corpus, features, identity=self.words)
        n = len(label_names(corpus.types))
        emissions, transitions = Averaged.zeros(len(features), n), Averaged.zeros(n + 1, n)
        rng, step = np.random.default_rng(run.seed), 0
        for epoch in range(self.epochs):
            for i in rng.permutation(len(sentences)).tolist():
                step += 1
                _learn(sentences[i], emissions, transitions, step)
            if run.progress:
                run.progress("training", epoch + 1, self.epochs)
        fitted = Fitted(features, emissions.mean(step), transitions.mean(step), corpus.types)
        return fitted, {"types": list(corpus.types)}

    def label(self, fitted: Fitted, corpus: Corpus, progress: Progress | None) -> Corpus:
        found = []
        for i, rows in enumerate(by_sentence(corpus, set(fitted.features), identity=self.words)):
            scores = np.stack([fitted.emissions[_known(row, fitted.features)].sum(axis=0) for row in rows])
            found.append(viterbi(scores, fitted.transitions))
            if progress and i % 64 == 0:
                progress("predicting", i, corpus.n_sentences)
        return with_labels(corpus, np.concatenate(found), label_names(fitted.types))

    def files(self, fitted: Fitted) -> dict[str, Content]:
        buffer = io.BytesIO()
        np.savez(buffer, emissions=fitted.emissions, transitions=fitted.transitions)
        return {FEATURES: to_json(list(fitted.features)), WEIGHTS: buffer.getvalue()}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Fitted:
        numbers = {name: i for i, name in enumerate(from_json(folder / FEATURES))}
        with np.load(folder / WEIGHTS, allow_pickle=False) as arrays:
            return Fitted(numbers, arrays["emissions"], arrays["transitions"], tuple(facts["types"]))


def viterbi(scores: Floats, transitions: Floats) -> Ints:
    """The best sequence of labels.

    >>> viterbi(np.array([[0.0, 1.0], [0.4, 0.0]]), np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 0.0]])).tolist()
    [1, 1]
    """
    best = scores[0] + transitions[-1]
    back = np.zeros(scores.shape, dtype=np.int64)
    for i in range(1, len(scores)):
        reached = best[:, None] + transitions[:-1]
        back[i] = reached.argmax(axis=0)
        best = reached.max(axis=0) + scores[i]
    path = np.zeros(len(scores), dtype=np.int64)
    path[-1] = best.argmax()
    for i in range(len(scores) - 1, 0, -1):
        path[i - 1] = back[i, path[i]]
    return path


def _known(row: list[str], features: dict[str, int]) -> Ints:
    return np.array([features[x] for x in row if x in features], dtype=np.int64)


def _coded(corpus: Corpus, features: dict[str, int], *, identity: bool) -> list[Coded]:
    gold = labels(corpus)
    found = []
    for (start, end), rows in zip(sentence_slices(corpus), by_sentence(corpus, identity=identity), strict=True):
        ids = np.array([features.setdefault(x, len(features)) for row in rows for x in row], dtype=np.int64)
        starts = np.cumsum([0, *(len(row) for row in rows[:-1])])
        found.append(Coded(ids, starts, gold[start:end].astype(np.int64)))
    return found


def _learn(sentence: Coded, emissions: Averaged, transitions: Averaged, step: int) -> None:
    """One step: where the guess is wrong, the right labels gain and the guessed ones lose."""
    scores = np.add.reduceat(emissions.weights[sentence.ids], sentence.starts, axis=0)
    guess = viterbi(scores, transitions.weights)
    if (guess == sentence.gold).all():
        return
    token = np.repeat(np.arange(len(guess)), np.diff(sentence.starts, append=len(sentence.ids)))
    wrong = (guess != sentence.gold)[token]
    first = len(transitions.weights) - 1
    for path, amount in ((sentence.gold, 1.0), (guess, -1.0)):
        emissions.add(sentence.ids[wrong], path[token[wrong]], amount, step)
        transitions.add(np.concatenate([[first], path[:-1]]), path, amount, step)
