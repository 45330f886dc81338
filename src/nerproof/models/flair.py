"""flair: a sequence tagger of the flair library, trained on characters and words, or a ready one."""

from __future__ import annotations

import json
from collections.abc import Sequence
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
from nerproof.models.weights import from_npz, to_npz

WEIGHTS, DICTIONARIES = "weights.npz", "dictionaries.json"
LABEL = "ner"


@dataclass
class Fitted:
    tagger: Any
    dictionaries: dict[str, list[str]]  # characters, words, types
    facts: dict[str, Any] = field(default_factory=dict)


@MODELS.register("flair")
@dataclass
class Flair:
    """``base``: a tagger's name or file, used as it is. Its file is a pickle: load only what you trust.

    Without a base, a tagger over characters and words is trained; it is saved without pickle.
    """

    libraries: ClassVar[Libraries] = (("flair", "flair", "flair"),)

    base: str = ""
    hidden: int = 128
    char_dim: int = 25
    word_dim: int = 50
    epochs: int = 20
    patience: int = 4
    batch: int = 16
    learning_rate: float = 0.005
    fitted: Fitted | None = field(default=None, init=False, repr=False)

    def train(
        self, corpus: Corpus, dev: Corpus | None = None, *, seed: int = 0, progress: Progress | None = None
    ) -> Self:
        if not len(corpus.mentions):
            raise UsageError("the training corpus has no mentions. Nothing can be learned from it.")
        need("flair", package="flair", extra="flair")
        torch = need("torch", package="torch", extra="flair")
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            fitted = Fitted(None, _dictionaries(corpus))
            fitted.tagger = self._tagger(fitted.dictionaries)
            model = replace(self)
            model.fitted = fitted
            losses: list[float] = []
            optimizer = torch.optim.Adam(fitted.tagger.parameters(), lr=self.learning_rate)
            rng, sentences = np.random.default_rng(seed), _sentences(corpus, labelled=True)
            step = lambda _: losses.append(self._epoch(fitted.tagger, sentences, optimizer, rng))
            report = _reporting(step, progress, self.epochs)
            score = None if dev is None else lambda: mention_f1(dev, model.predict(dev))
            snapshots = Snapshots.of_network(fitted.tagger)
            chosen = best_epoch(report, score, snapshots, epochs=self.epochs, patience=self.patience)
        fitted.facts = {"trained_on": corpus.digest, "seed": seed, "losses": losses, **chosen}
        return model

    def _epoch(self, tagger: Any, sentences: Sequence[Any], optimizer: Any, rng: np.random.Generator) -> float:
        tagger.train()
        order, total, count = rng.permutation(len(sentences)), 0.0, 0
        for first in range(0, len(order), self.batch):
            chosen = [sentences[i] for i in order[first : first + self.batch]]
            loss, n = tagger.forward_loss(chosen)
            optimizer.zero_grad()
            (loss / max(1, n)).backward()
            optimizer.step()
            total, count = total + float(loss.detach()), count + n
            for sentence in chosen:  # flair keeps embeddings on tokens; they belong to the step that is over
                sentence.clear_embeddings()
        return total / max(1, count)

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

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        tagger = self.fitted.tagger if self.fitted is not None else self._ready()
        tagger.eval()
        rows: list[tuple[int, int, str, float]] = []
        sentences, firsts = _sentences(corpus), _first_tokens(corpus)
        for at in range(0, len(sentences), 32):
            chosen = sentences[at : at + 32]
            tagger.predict(chosen, label_name="predicted", mini_batch_size=32)
            for sentence, first in zip(chosen, firsts[at : at + 32], strict=True):
                for span in sentence.get_spans("predicted"):
                    start, end = span.tokens[0].idx - 1, span.tokens[-1].idx
                    label = span.get_label("predicted")
                    rows.append((first + start, first + end, label.value, float(label.score)))
            if progress:
                progress("predicting", at + len(chosen), len(sentences))
        types = tuple(sorted({r[2] for r in rows}))
        columns = ([r[0] for r in rows], [r[1] for r in rows], [types.index(r[2]) for r in rows])
        return corpus.with_mentions(Mentions.of(*columns, score=[r[3] for r in rows]), types)

    def _ready(self) -> Any:
        if not self.base:
            raise UsageError("the flair model is not trained. Train it, or name a tagger: --option base=…")
        models = need("flair.models", package="flair", extra="flair")
        try:
            return models.SequenceTagger.load(self.base)
        except Exception as error:  # whatever a foreign file makes the library raise
            what = " ".join(str(error).split())[:200]
            raise InputError.at(self.base, None, f"cannot be loaded by flair ({what})") from None

    def save(self, folder: Path) -> None:
        if self.fitted is None:
            raise UsageError("the flair model is not trained. Call train first.")
        dictionaries = json.dumps(self.fitted.dictionaries, ensure_ascii=False).encode("utf-8", "surrogatepass")
        files = {WEIGHTS: to_npz(self.fitted.tagger), DICTIONARIES: dictionaries}
        save_files(folder, "flair", options_of(self), files, self.fitted.facts)

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        model = cls(**card.options)
        dictionaries = json.loads((folder / DICTIONARIES).read_bytes().decode("utf-8", "surrogatepass"))
        model.fitted = Fitted(model._tagger(dictionaries), dictionaries, card.facts)
        from_npz(model.fitted.tagger, folder / WEIGHTS)
        return model


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


def _reporting(step: Any, progress: Progress | None, epochs: int) -> Any:
    def report(number: int) -> None:
        step(number)
        if progress:
            progress("training", number + 1, epochs)

    return report
