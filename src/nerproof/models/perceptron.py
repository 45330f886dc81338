"""perceptron: an averaged structured perceptron with the crf's features; needs nothing but numpy."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UsageError
from nerproof.models import MODELS, Progress
from nerproof.models.features import by_sentence
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files
from nerproof.models.tagging import label_names, labels, sentence_slices, with_labels

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.corpus import Corpus, Ints

Floats = NDArray[np.float64]
FEATURES, WEIGHTS = "features.json", "weights.npz"


@dataclass(frozen=True)
class Fitted:
    """What training leaves behind: a number per feature and label, and per pair of neighbouring labels."""

    features: dict[str, int]
    emissions: Floats
    transitions: Floats  # the last row is for the first token of a sentence
    types: tuple[str, ...]
    trained_on: str


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
class Perceptron:
    """Collins' structured perceptron, averaged over all steps; the seed decides the order of the sentences."""

    epochs: int = 6
    words: bool = True  # False: a token's own word and affixes are hidden, so no name can be learned by heart
    fitted: Fitted | None = field(default=None, init=False, repr=False)

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,  # noqa: ARG002
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Self:
        if not corpus.n_tokens:
            raise UsageError("the training corpus has no tokens. Give a corpus with at least one sentence.")
        features: dict[str, int] = {}
        sentences = _coded(corpus, features, identity=self.words)
        n = len(label_names(corpus.types))
        emissions, transitions = Averaged.zeros(len(features), n), Averaged.zeros(n + 1, n)
        rng, step = np.random.default_rng(seed), 0
        for epoch in range(self.epochs):
            for i in rng.permutation(len(sentences)).tolist():
                step += 1
                _learn(sentences[i], emissions, transitions, step)
            if progress:
                progress("training", epoch + 1, self.epochs)
        fitted = replace(self)
        fitted.fitted = Fitted(features, emissions.mean(step), transitions.mean(step), corpus.types, corpus.digest)
        return fitted

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        if self.fitted is None:
            raise UsageError("the perceptron is not trained. Call train first.")
        f, found = self.fitted, []
        for i, rows in enumerate(by_sentence(corpus, set(f.features), identity=self.words)):
            scores = np.stack([f.emissions[_known(row, f.features)].sum(axis=0) for row in rows])
            found.append(viterbi(scores, f.transitions))
            if progress and i % 64 == 0:
                progress("predicting", i, corpus.n_sentences)
        ids = np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
        return with_labels(corpus, ids, label_names(f.types))

    def save(self, folder: Path) -> None:
        if self.fitted is None:
            raise UsageError("the perceptron is not trained. Call train first.")
        buffer = io.BytesIO()
        np.savez(buffer, emissions=self.fitted.emissions, transitions=self.fitted.transitions)
        names = json.dumps(list(self.fitted.features), ensure_ascii=False)
        files = {FEATURES: names.encode("utf-8", "surrogatepass"), WEIGHTS: buffer.getvalue()}
        facts = {"types": list(self.fitted.types), "trained_on": self.fitted.trained_on}
        save_files(folder, "perceptron", options_of(self), files, facts)

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls(**card.options)
        names = json.loads((folder / FEATURES).read_bytes().decode("utf-8", "surrogatepass"))
        with np.load(folder / WEIGHTS, allow_pickle=False) as arrays:
            weights = arrays["emissions"], arrays["transitions"]
        types = tuple(card.facts["types"])
        numbers = {name: i for i, name in enumerate(names)}
        fitted.fitted = Fitted(numbers, *weights, types, card.facts["trained_on"])
        return fitted


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
