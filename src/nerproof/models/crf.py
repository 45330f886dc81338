"""crf: a linear-chain CRF with ordinary features (python-crfsuite); needs nothing but a CPU."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from nerproof.corpus import Corpus, Floats
from nerproof.models import MODELS, Progress
from nerproof.models.extras import Libraries, need
from nerproof.models.features import WINDOW, by_sentence
from nerproof.models.spanmarginals import Chain, with_marginals
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.tagging import label_names, labels, sentence_slices, with_labels
from nerproof.models.trainable import Run, Trainable

_PRINTED = ("start", "featgen_progress", "featgen_end", "prepared", "optimization_end", "end")
WEIGHTS, ATTRIBUTES = "weights.crfsuite", "attributes.json"
NOTHING = b"\0"  # stands for a token without known features


@dataclass(frozen=True)
class Fitted:
    """What training leaves behind."""

    weights: bytes  # crfsuite's own file; its tagger points into these bytes, so they must outlive it
    attributes: frozenset[str]
    types: tuple[str, ...]


@MODELS.register("crf")
@dataclass
class Crf(Trainable[Fitted]):
    """L-BFGS with both penalties; it draws nothing at random, so every seed gives the same model."""

    name: ClassVar[str] = "crf"
    window: ClassVar[int] = max(WINDOW)  # words beside a token that it looks at
    libraries: ClassVar[Libraries] = (("pycrfsuite", "python-crfsuite", "models"),)

    c1: float = 0.1
    c2: float = 0.1
    iterations: int = 60
    min_count: int = 0  # features seen less often are left out
    words: bool = True  # False: a token's own word and affixes are hidden, so no name can be learned by heart

    def learn(self, corpus: Corpus, run: Run) -> tuple[Fitted, dict[str, Any]]:
        trainer = _trainer(self, run.progress)
        _feed(trainer, corpus, identity=self.words)
        with tempfile.TemporaryDirectory(prefix="nerproof-crf-") as folder:
            path = Path(folder) / WEIGHTS
            trainer.train(str(path))
            weights = path.read_bytes()
        return Fitted(weights, _attributes(weights), corpus.types), {"types": list(corpus.types)}

    def label(self, fitted: Fitted, corpus: Corpus, progress: Progress | None) -> Corpus:
        names = label_names(fitted.types)
        number = {name: i for i, name in enumerate(names)}
        tagger, potentials = _tagger(fitted.weights), _potentials(fitted.weights, fitted.types)
        state = np.zeros((corpus.n_tokens, len(names)))
        found: list[int] = []
        for features in by_sentence(corpus, fitted.attributes, identity=self.words, encoded=True):
            labels_ = [number[label] for label in tagger.tag(features)]
            if any(labels_):  # only where something is predicted
                state[len(found) : len(found) + len(labels_)] = potentials.of(features)
            found.extend(labels_)
            if progress and len(found) % 64 < len(features):
                progress("predicting", len(found), corpus.n_tokens)
        predicted = with_labels(corpus, np.array(found), names)
        return with_marginals(predicted, fitted.types, potentials.chain, state)

    def weigh(self, corpus: Corpus, labellings: Sequence[Sequence[Sequence[str]]]) -> list[list[float | None]]:
        """Log-probability of several labellings (IOB2) of each sentence that has tokens.

        None where a label never occurred in training.
        """
        fitted = self.untrained() if self.fitted is None else self.fitted
        tagger = _tagger(fitted.weights)
        known, found = frozenset(tagger.labels()), []
        rows = by_sentence(corpus, fitted.attributes, identity=self.words, encoded=True)
        for features, several in zip(rows, labellings, strict=True):
            if several:
                tagger.set(features)
            found.append([_log(tagger.probability(one)) if known.issuperset(one) else None for one in several])
        return found

    def files(self, fitted: Fitted) -> dict[str, Content]:
        return {WEIGHTS: fitted.weights, ATTRIBUTES: to_json(sorted(fitted.attributes))}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Fitted:
        attributes = frozenset(from_json(folder / ATTRIBUTES))
        return Fitted((folder / WEIGHTS).read_bytes(), attributes, tuple(facts["types"]))


@dataclass(frozen=True, eq=False)
class Potentials:
    """The weights of a model's file: of each feature for each label, and between labels."""

    place: dict[bytes, int]
    weights: Floats
    missing: list[int]  # labels that training never had
    chain: Chain

    def of(self, features: list[list[bytes]]) -> Floats:
        """The log-potentials of the labels of every token of a sentence."""
        full = [own or [NOTHING] for own in features]  # reduceat would give a token without features its neighbour's
        rows = list(map(self.place.__getitem__, chain.from_iterable(full)))
        starts = [0, *accumulate(map(len, full[:-1]))]
        found: Floats = np.add.reduceat(self.weights.take(rows, axis=0), starts, axis=0)
        found[:, self.missing] = -np.inf
        return found


@lru_cache(maxsize=2)
def _potentials(weights: bytes, types: tuple[str, ...]) -> Potentials:
    """Reading the file takes half a second: once per model."""
    info, names = _tagger(weights).info(), label_names(types)
    number = {name: i for i, name in enumerate(names)}
    known = [a.encode("utf-8", "surrogatepass") for a in info.attributes]
    place = {a: i for i, a in enumerate([*known, NOTHING])}
    own = np.zeros((len(place), len(names)))
    for (attribute, label), weight in info.state_features.items():
        own[place[attribute.encode("utf-8", "surrogatepass")], number[label]] = weight
    step = np.zeros((len(names), len(names)))
    for (a, b), weight in info.transitions.items():
        step[number[a], number[b]] = weight
    missing = [i for name, i in number.items() if name not in info.labels]
    return Potentials(place, own, missing, Chain(step, np.zeros(len(names)), np.zeros(len(names))))


def _library() -> Any:
    return need("pycrfsuite", package="python-crfsuite", extra="models")


def _trainer(options: Crf, progress: Progress | None) -> Any:
    """Crfsuite's trainer; it reports each pass over the data where someone listens."""
    library = _library()

    class Listening(library.Trainer):  # type: ignore[misc, name-defined]
        def on_iteration(self, _log: Any, info: dict[str, Any]) -> None:
            if progress:
                progress("training", min(int(info["num"]), options.iterations), options.iterations)

    for event in _PRINTED:  # crfsuite would print these among the caller's own output
        setattr(Listening, f"on_{event}", lambda *_: None)
    trainer = Listening(verbose=progress is not None)
    trainer.set_params(
        {
            "c1": options.c1,
            "c2": options.c2,
            "max_iterations": options.iterations,
            "feature.minfreq": options.min_count,
            "feature.possible_transitions": True,
        }
    )
    return trainer


def _feed(trainer: Any, corpus: Corpus, *, identity: bool) -> None:
    names, numbers = label_names(corpus.types), labels(corpus).tolist()
    rows = by_sentence(corpus, identity=identity, encoded=True)
    for (start, end), features in zip(sentence_slices(corpus), rows, strict=True):
        trainer.append(features, [names[i] for i in numbers[start:end]])


def _tagger(weights: bytes) -> Any:
    tagger = _library().Tagger()
    tagger.open_inmemory(weights)
    return tagger


def _log(probability: float) -> float:
    return math.log(max(probability, 1e-300))


def _attributes(weights: bytes) -> frozenset[str]:
    """The features that have a weight: with an L1 penalty, far fewer than the data has."""
    return frozenset(_tagger(weights).info().attributes)
