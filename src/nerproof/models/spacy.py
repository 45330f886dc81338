"""spacy: an entity recogniser trained from a blank pipeline or from a base, or a ready pipeline."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.corpus.schemes import flat
from nerproof.models import MODELS, Progress
from nerproof.models.early_stopping import Snapshots, best_epoch, mention_f1
from nerproof.models.extras import Libraries, need
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files

PIPELINE = "pipeline"


@MODELS.register("spacy")
@dataclass
class Spacy:
    """``base``: a pipeline's folder or package; without training it predicts as it is."""

    libraries: ClassVar[Libraries] = (("spacy", "spacy", "spacy"),)

    base: str = ""
    language: str = "xx"
    epochs: int = 15
    patience: int = 4
    batch: int = 64
    dropout: float = 0.2
    pipeline: Any = field(default=None, init=False, repr=False)
    facts: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def train(
        self, corpus: Corpus, dev: Corpus | None = None, *, seed: int = 0, progress: Progress | None = None
    ) -> Self:
        if not len(corpus.mentions):
            raise UsageError("the training corpus has no mentions. Nothing can be learned from it.")
        fitted = replace(self)
        with _seeded(seed):
            fitted.pipeline = self._start()
            examples = _examples(fitted.pipeline, corpus)
            optimizer = _prepare(fitted.pipeline, examples, from_base=bool(self.base))
            losses: list[float] = []
            epoch = lambda n: losses.append(self._epoch(fitted.pipeline, examples, optimizer, n, progress))
            score = None if dev is None else lambda: mention_f1(dev, fitted.predict(dev))
            snapshots = Snapshots(fitted.pipeline.to_bytes, fitted.pipeline.from_bytes)
            chosen = best_epoch(epoch, score, snapshots, epochs=self.epochs, patience=self.patience)
        fitted.facts = {"trained_on": corpus.digest, "seed": seed, "losses": losses, **chosen}
        return fitted

    def _start(self) -> Any:
        spacy = _library()
        nlp = _open(self.base) if self.base else _blank(spacy, self.language)
        if "ner" not in nlp.pipe_names:
            nlp.add_pipe("ner")
        return nlp

    def _epoch(self, nlp: Any, examples: list[Any], optimizer: Any, number: int, progress: Progress | None) -> float:
        random.shuffle(examples)  # seeded above, as spaCy's own shuffling is
        losses: dict[str, float] = {}
        with nlp.select_pipes(enable=_trained_pipes(nlp)):
            for first in range(0, len(examples), self.batch):
                nlp.update(examples[first : first + self.batch], sgd=optimizer, drop=self.dropout, losses=losses)
                if progress:
                    done = number * len(examples) + min(first + self.batch, len(examples))
                    progress("training", done, self.epochs * len(examples))
        return float(losses["ner"])

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        nlp = self.pipeline
        if nlp is None:
            if not self.base:
                raise UsageError("the spacy model is not trained. Train it, or name a pipeline: --option base=…")
            nlp = _open(self.base)
        rows: list[tuple[int, int, str]] = []
        for i, doc in enumerate(nlp.pipe(_docs(nlp, corpus))):
            first = int(corpus.sentences[i])
            rows.extend((first + e.start, first + e.end, e.label_) for e in doc.ents)
            if progress and i % 64 == 0:
                progress("predicting", i, corpus.n_sentences)
        types = tuple(sorted({t for _, _, t in rows}))
        columns = [[r[0] for r in rows], [r[1] for r in rows], [types.index(r[2]) for r in rows]]
        return corpus.with_mentions(Mentions.of(*columns), types)

    def save(self, folder: Path) -> None:
        if self.pipeline is None:
            raise UsageError("the spacy model is not trained. Call train first.")
        save_files(folder, "spacy", options_of(self), {PIPELINE: self.pipeline.to_disk}, self.facts)

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls(**card.options)
        fitted.pipeline = _open(str(folder / PIPELINE))
        fitted.facts = card.facts
        return fitted


def _library() -> Any:
    return need("spacy", package="spacy", extra="spacy")


def _blank(spacy: Any, language: str) -> Any:
    try:
        return spacy.blank(language)
    except ImportError:
        raise UsageError(f"spaCy knows no language {language!r}. Use its code, such as en, or xx.") from None


def _open(place: str) -> Any:
    try:
        return _library().load(place)
    except (OSError, ValueError) as error:
        fix = "Give the folder of a saved pipeline, or install the package of that name."
        what = str(error).split(". ")[0].split("\n")[0]
        raise InputError.at(place, None, f"cannot be loaded ({what})", fix=fix) from None


def _prepare(nlp: Any, examples: list[Any], *, from_base: bool) -> Any:
    recogniser = nlp.get_pipe("ner")
    for type_ in sorted({e.label_ for x in examples for e in x.reference.ents}):
        recogniser.add_label(type_)
    return nlp.resume_training() if from_base else nlp.initialize(lambda: examples)


def _trained_pipes(nlp: Any) -> list[str]:
    """The recogniser and, in a blank pipeline or a small base, the vectors it listens to."""
    return [name for name in nlp.pipe_names if name in {"tok2vec", "transformer", "ner"}]


def _docs(nlp: Any, corpus: Corpus) -> Iterator[Any]:
    doc = need("spacy.tokens", package="spacy", extra="spacy").Doc
    return (doc(nlp.vocab, words=corpus.sentence(i)) for i in range(corpus.n_sentences))


def _examples(nlp: Any, corpus: Corpus) -> list[Any]:
    tokens = need("spacy.tokens", package="spacy", extra="spacy")
    training = need("spacy.training", package="spacy", extra="spacy")
    outer = corpus.with_mentions(corpus.mentions.take(flat(corpus)))
    examples = []
    pairs = zip(_docs(nlp, corpus), _docs(nlp, corpus), outer.mentions_by_sentence(), strict=True)
    for blank, gold, found in pairs:
        gold.ents = [tokens.Span(gold, s, e, label=t) for s, e, t in found if _visible(gold, s, e)]
        if len(gold):
            examples.append(training.Example(blank, gold))
    return examples


def _visible(doc: Any, start: int, end: int) -> bool:
    """SpaCy refuses mentions that begin or end with white space, such as a zero-width token."""
    return bool(doc[start].text.strip() and doc[end - 1].text.strip())


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """SpaCy draws from the global generators: they are seeded here and put back afterwards."""
    before, numpy_before = random.getstate(), np.random.get_state()  # noqa: NPY002
    _library().util.fix_random_seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)  # noqa: NPY002
