"""flair: a sequence tagger of the flair library, trained on characters and words, or a ready one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import flat
from nerproof.formats.found import Found, packed
from nerproof.models import MODELS, Progress
from nerproof.models.early_stopping import Snapshots, best_epoch
from nerproof.models.extras import Libraries, loaded_by, need
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.trainable import Run, Trainable, refuse_no_mentions
from nerproof.models.weights import from_npz, to_npz

if TYPE_CHECKING:
    from nerproof.models.nets.training import Passes

WEIGHTS, DICTIONARIES = "weights.npz", "dictionaries.json"
LABEL = "ner"


@dataclass
class Fitted:
    tagger: Any
    dictionaries: dict[str, list[str]]  # characters, words, types


@MODELS.register("flair")
@dataclass
class Flair(Trainable[Fitted]):
    """``base``: a tagger's name or file, used as it is. Its file is a pickle: load only what you trust.

    Without a base, a tagger over characters and words is trained; it is saved without pickle.
    """

    name: ClassVar[str] = "flair"
    libraries: ClassVar[Libraries] = (("flair", "flair", "flair"),)

    base: str = ""
    hidden: int = 128
    char_dim: int = 25
    word_dim: int = 50
    epochs: int = 20
    patience: int = 4
    batch: int = 16
    learning_rate: float = 0.005

    def learn(self, corpus: Corpus, run: Run) -> tuple[Fitted, dict[str, Any]]:
        refuse_no_mentions(corpus)
        need("flair", package="flair", extra="flair")
        torch = need("torch", package="torch", extra="flair")
        with torch.random.fork_rng():
            torch.manual_seed(run.seed)
            dictionaries = _dictionaries(corpus)
            fitted = Fitted(self._tagger(dictionaries), dictionaries)
            passes = self._passes(fitted.tagger, corpus, run)
            chosen = best_epoch(self, fitted, passes.epoch, Snapshots.of_network(fitted.tagger), run)
        return fitted, chosen

    def _passes(self, tagger: Any, corpus: Corpus, run: Run) -> Passes:
        from torch.optim import Adam

        from nerproof.models.nets.training import Passes

        def loss(chosen: list[Any]) -> Any:
            total, n = tagger.forward_loss(chosen)
            for sentence in chosen:  # flair keeps embeddings on tokens; they belong to this step
                sentence.clear_embeddings()
            return total / max(1, n)

        optimizer, rng = Adam(tagger.parameters(), lr=self.learning_rate), np.random.default_rng(run.seed)
        how = (optimizer, rng, self.batch, self.epochs, math.inf)
        return Passes(tagger, _sentences(corpus, labelled=True), lambda: loss, *how, progress=run.progress)

    def _tagger(self, dictionaries: dict[str, list[str]]) -> Any:
        embeddings = need("flair.embeddings", package="flair", extra="flair")
        models = need("flair.models", package="flair", extra="flair")
        characters = embeddings.CharacterEmbeddings(
            _dictionary(dictionaries["characters"], unknown=True), self.char_dim, self.char_dim
        )
        words = embeddings.OneHotEmbeddings(
            _dictionary(dictionaries["words"], unknown=True), embedding_length=self.word_dim
        )
        return models.SequenceTagger(
            embeddings.StackedEmbeddings([characters, words]),
            _type_dictionary(dictionaries["types"]),
            LABEL,
            hidden_size=self.hidden,
            word_dropout=0.0,
        )

    def untrained(self) -> Fitted:
        if not self.base:
            raise UsageError("the flair model is not trained. Train it, or name a tagger: --option base=…")
        models = need("flair.models", package="flair", extra="flair")
        with loaded_by("flair", self.base):
            return Fitted(models.SequenceTagger.load(self.base), {})

    def label(self, fitted: Fitted, corpus: Corpus, progress: Progress | None) -> Corpus:
        fitted.tagger.eval()
        rows: list[Found] = []
        sentences, firsts = _sentences(corpus), _first_tokens(corpus)
        for at in range(0, len(sentences), 32):
            chosen = sentences[at : at + 32]
            fitted.tagger.predict(chosen, label_name="predicted", mini_batch_size=32)
            for sentence, first in zip(chosen, firsts[at : at + 32], strict=True):
                for span in sentence.get_spans("predicted"):
                    label = span.get_label("predicted")
                    ends = span.tokens[0].idx - 1, span.tokens[-1].idx
                    rows.append(Found(first + ends[0], first + ends[1], label.value, float(label.score)))
            if progress:
                progress("predicting", at + len(chosen), len(sentences))
        return corpus.with_mentions(*packed(rows))

    def files(self, fitted: Fitted) -> dict[str, Content]:
        return {WEIGHTS: to_npz(fitted.tagger), DICTIONARIES: to_json(fitted.dictionaries)}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Fitted:  # noqa: ARG002
        dictionaries = from_json(folder / DICTIONARIES)
        fitted = Fitted(self._tagger(dictionaries), dictionaries)
        from_npz(fitted.tagger, folder / WEIGHTS)
        return fitted


def _dictionaries(corpus: Corpus) -> dict[str, list[str]]:
    words = [corpus.tokens.vocabulary[int(i)] for i in np.unique(corpus.tokens.ids)]
    kept = sorted({_visible(w) for w in words})
    return {"characters": sorted({c for w in kept for c in w}), "words": kept, "types": list(corpus.types)}


def _dictionary(items: list[str], *, unknown: bool) -> Any:
    made = need("flair.data", package="flair", extra="flair").Dictionary(add_unk=unknown)
    for item in items:
        made.add_item(item)
    return made


def _type_dictionary(types: list[str]) -> Any:
    made = _dictionary(types, unknown=False)
    made.span_labels = True  # flair adds the prefixes of its scheme to types of spans
    return made


def _visible(word: str) -> str:
    """Flair drops tokens without visible characters, which would shift all that follow."""
    return word if word.strip() and word.isprintable() else "_"


def _first_tokens(corpus: Corpus) -> list[int]:
    lengths = np.diff(corpus.sentences)
    return [int(s) for s in corpus.sentences[:-1][lengths > 0]]


def _sentences(corpus: Corpus, *, labelled: bool = False) -> list[Any]:
    data = need("flair.data", package="flair", extra="flair")
    outer = corpus.with_mentions(corpus.mentions.take(flat(corpus)))
    made = []
    for i, found in enumerate(outer.mentions_by_sentence()):
        words = [_visible(w) for w in corpus.sentence(i)]
        if not words:
            continue
        sentence = data.Sentence(words)
        if len(sentence) != len(words):
            raise InputError.at(corpus.place(i), None, "flair cannot keep the tokens of this sentence")
        for start, end, type_ in found if labelled else ():
            sentence[start:end].add_label(LABEL, type_)
        made.append(sentence)
    return made
