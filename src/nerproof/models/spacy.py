"""spacy: an entity recogniser trained from a blank pipeline or from a base, or a ready pipeline."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import flat
from nerproof.formats.found import Found, packed
from nerproof.models import MODELS, Progress
from nerproof.models.early_stopping import Snapshots, best_epoch
from nerproof.models.extras import Libraries, loaded_by, need
from nerproof.models.seeding import global_generators_kept
from nerproof.models.store import Content
from nerproof.models.trainable import Run, Trainable, refuse_no_mentions

PIPELINE = "pipeline"


@MODELS.register("spacy")
@dataclass
class Spacy(Trainable[Any]):
    """``base``: a pipeline's folder or package; without training it predicts as it is."""

    name: ClassVar[str] = "spacy"
    libraries: ClassVar[Libraries] = (("spacy", "spacy", "spacy"),)

    base: str = ""
    language: str = "xx"
    epochs: int = 15
    patience: int = 4
    batch: int = 64
    dropout: float = 0.2

    def learn(self, corpus: Corpus, run: Run) -> tuple[Any, dict[str, Any]]:
        refuse_no_mentions(corpus)
        with _seeded(run.seed):
            nlp = self._start()
            examples = _examples(nlp, corpus)
            optimizer = _prepare(nlp, examples, from_base=bool(self.base))
            step = lambda number: self._epoch(nlp, examples, optimizer, number, run.progress)
            chosen = best_epoch(self, nlp, step, Snapshots(nlp.to_bytes, nlp.from_bytes), run)
        return nlp, chosen

    def _start(self) -> Any:
        nlp = _open(self.base) if self.base else _blank(_library(), self.language)
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

    def untrained(self) -> Any:
        if not self.base:
            raise UsageError("the spacy model is not trained. Train it, or name a pipeline: --option base=…")
        return _open(self.base)

    def label(self, fitted: Any, corpus: Corpus, progress: Progress | None) -> Corpus:
        rows: list[Found] = []
        for i, doc in enumerate(fitted.pipe(_docs(fitted, corpus))):
            first = int(corpus.sentences[i])
            rows.extend(Found(first + e.start, first + e.end, e.label_) for e in doc.ents)
            if progress and i % 64 == 0:
                progress("predicting", i, corpus.n_sentences)
        return corpus.with_mentions(*packed(rows))

    def files(self, fitted: Any) -> dict[str, Content]:
        return {PIPELINE: fitted.to_disk}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Any:  # noqa: ARG002
        return _open(str(folder / PIPELINE))


def _library() -> Any:
    return need("spacy", package="spacy", extra="spacy")


def _blank(spacy: Any, language: str) -> Any:
    try:
        return spacy.blank(language)
    except ImportError:
        raise UsageError(f"spaCy knows no language {language!r}. Use its code, such as en, or xx.") from None


def _open(place: str) -> Any:
    spacy = _library()
    with loaded_by("spacy", place, fix="Give the folder of a saved pipeline, or install the package of that name."):
        return spacy.load(place)


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
    with global_generators_kept():
        _library().util.fix_random_seed(seed)
        yield
