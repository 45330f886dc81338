"""Our own models on held-out folds: each sentence is judged by models that were not trained on it.

Their answers are votes like any other. The CRFs also say how much likelier an alternative is than gold's answer, which
tells more than a vote. Trained models are kept in a folder, so that a broken run goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.auditing.alternatives import Alternatives
from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Floats, Ints, join
from nerproof.formats.found import Found, packed
from nerproof.measures.votes import Answer
from nerproof.models import Model, Progress, create, load
from nerproof.models.store import CARD
from nerproof.models.tagging import label_names, labels

MODELS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "crf": ("crf", {}),
    "crf-context": ("crf", {"words": False}),  # sees no word of a name: it cannot repeat what it learned by heart
    "perceptron": ("perceptron", {}),
}
LIMIT = 30.0  # log-odds beyond this are only certain


@dataclass(frozen=True, eq=False)
class Folds:
    """Models by name, one per fold, and the fold of each sentence."""

    models: Mapping[str, Sequence[Model]]
    fold: Ints

    @classmethod
    def trained(
        cls,
        corpus: Corpus,
        n: int,
        *,
        also: Corpus | None = None,
        seed: int = 0,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> Folds:
        """Trains every model on all folds but one (and on ``also``), n times; a model that the folder has is loaded."""
        if corpus.n_documents < n:
            raise UsageError(f"{corpus.n_documents} documents or sentences cannot be cut into {n} folds")
        fold, key = _assign(corpus, n, seed), _key(corpus, also, n, seed)
        models: dict[str, list[Model]] = {}
        for done, (name, k) in enumerate(product(MODELS, range(n))):
            if progress:
                progress("training on folds", done, n * len(MODELS))
            home = folder and folder / f"{name}-{k + 1}-of-{n}-{key}"
            rest = corpus.select(fold != k)
            models.setdefault(name, []).append(
                _model(*MODELS[name], rest if also is None else join([also, rest]), seed, home)
            )
        return cls(models, fold)

    def predictions(self, corpus: Corpus) -> dict[str, Corpus]:
        """What each model finds in the sentences that it was not trained on."""
        return {name: self._predicted(corpus, models) for name, models in self.models.items()}

    def _predicted(self, corpus: Corpus, models: Sequence[Model]) -> Corpus:
        rows: list[Found] = []
        for k, model in enumerate(models):
            part = np.flatnonzero(self.fold == k)
            found = model.predict(corpus.select(part)).mentions_by_sentence()
            for sentence, mentions in zip(part.tolist(), found, strict=True):
                first = int(corpus.sentences[sentence])
                rows += [Found(a, b, t).moved(first) for a, b, t in mentions]
        return corpus.with_mentions(*packed(rows))

    def log_odds(self, corpus: Corpus, alternatives: Alternatives) -> Floats:
        """How much likelier the CRFs find each alternative than gold's answer, the rest of the sentence as in gold.

        Over the square root of the changed tokens: long mentions differ more by chance.
        """
        sums, n = np.zeros(len(alternatives)), np.zeros(len(alternatives))
        asked = _Labellings(corpus, alternatives)
        for models in self.models.values():
            for k, model in enumerate(models):
                if hasattr(model, "weigh"):
                    asked.ask(model, np.flatnonzero(self.fold == k), sums, n)
        return sums / np.maximum(n, 1) / np.sqrt(asked.changed)


class _Labellings:
    """Gold's labels of every sentence with alternatives, and those labels with one alternative put in."""

    def __init__(self, corpus: Corpus, alternatives: Alternatives) -> None:
        self.corpus, self.alternatives = corpus, alternatives
        names = label_names(corpus.types)
        self.gold = [names[i] for i in labels(corpus).tolist()]
        sentence = alternatives.votes.site_sentence[alternatives.site]
        self.rows = np.searchsorted(sentence, np.arange(corpus.n_sentences + 1))  # alternatives are sorted by site
        self.changed = np.ones(len(alternatives))

    def ask(self, model: Any, sentences: Ints, sums: Floats, n: Floats) -> None:
        """Adds a model's log-odds of the alternatives in some sentences."""
        kept = sentences[np.diff(self.corpus.sentences)[sentences] > 0]
        found = model.weigh(self.corpus.select(kept), [list(self._of_sentence(s)) for s in kept.tolist()])
        for s, (own, *others) in zip(kept.tolist(), (f or [None] for f in found), strict=True):
            for row, other in zip(range(self.rows[s], self.rows[s + 1]), others, strict=True):
                if own is not None:
                    sums[row] += np.clip(-LIMIT if other is None else other - own, -LIMIT, LIMIT)
                    n[row] += 1

    def _of_sentence(self, s: int) -> Iterator[list[str]]:
        first, last = int(self.corpus.sentences[s]), int(self.corpus.sentences[s + 1])
        if self.rows[s] == self.rows[s + 1]:
            return
        gold = self.gold[first:last]
        yield gold
        for row in range(self.rows[s], self.rows[s + 1]):
            other = _with(gold, *self.alternatives.both(row))
            self.changed[row] = max(1, sum(a != b for a, b in zip(gold, other, strict=True)))
            yield other


def _with(gold: list[str], old: Answer, new: Answer) -> list[str]:
    """Labels with the mentions of one answer replaced by another's; of nested ones, the outermost is written."""
    found = list(gold)
    for span in old:
        found[span.start : span.end] = ["O"] * (span.end - span.start)
    for span in sorted(new, key=lambda s: s.end - s.start):
        found[span.start : span.end] = [f"B-{span.type}", *[f"I-{span.type}"] * (span.end - span.start - 1)]
    return found


def _assign(corpus: Corpus, n: int, seed: int) -> Ints:
    """The fold of each sentence; documents stay whole."""
    fold = np.arange(corpus.n_documents, dtype=np.int64) % n
    np.random.default_rng([seed, 5]).shuffle(fold)
    return fold[corpus.document_of_sentence]


def _key(corpus: Corpus, also: Corpus | None, n: int, seed: int) -> str:
    data = [corpus.content_digest, also and also.content_digest]
    facts = json.dumps([data, n, seed, {k: [a, dict(b)] for k, (a, b) in MODELS.items()}])
    return hashlib.sha256(facts.encode()).hexdigest()[:12]


def _model(kind: str, options: Mapping[str, Any], corpus: Corpus, seed: int, home: Path | None) -> Model:
    if home is not None and (home / CARD).exists():
        return load(home)
    fitted = create(kind, options).train(corpus, seed=seed)
    if home is not None:
        fitted.save(home)
    return fitted
