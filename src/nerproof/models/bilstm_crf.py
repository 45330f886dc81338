"""bilstm-crf: character CNN, word vectors, BiLSTM and CRF (torch), trained on CPU."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.models import MODELS, Progress
from nerproof.models.alphabet import Alphabet, read_vectors
from nerproof.models.early_stopping import Snapshots, best_epoch, mention_f1
from nerproof.models.extras import Libraries, need
from nerproof.models.options import options_of
from nerproof.models.spanmarginals import with_marginals
from nerproof.models.store import read_card, save_files
from nerproof.models.tagging import label_names, labels, sentence_slices, with_labels
from nerproof.models.weights import from_npz, to_npz

if TYPE_CHECKING:
    import torch

    from nerproof.models.nets.bilstm import Batch, BiLstmCrf

WEIGHTS, ALPHABET = "weights.npz", "alphabet.json"


@dataclass
class Fitted:
    network: BiLstmCrf
    alphabet: Alphabet
    types: tuple[str, ...]
    facts: dict[str, Any]


@MODELS.register("bilstm-crf")
@dataclass
class BiLstm:
    """``vectors``: a text file of word vectors (GloVe, fastText) to start from."""

    libraries: ClassVar[Libraries] = (("torch", "torch", "torch"),)

    word_dim: int = 100
    char_dim: int = 30
    char_filters: int = 30
    hidden: int = 100
    dropout: float = 0.4
    epochs: int = 20
    patience: int = 5
    batch: int = 16
    learning_rate: float = 0.002
    vectors: str | None = None
    fitted: Fitted | None = field(default=None, init=False, repr=False)

    def train(
        self, corpus: Corpus, dev: Corpus | None = None, *, seed: int = 0, progress: Progress | None = None
    ) -> Self:
        if not corpus.n_tokens:
            raise UsageError("the training corpus has no tokens. Give a corpus with at least one sentence.")
        torch = need("torch", package="torch", extra="torch")
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            fitted = self._start(corpus)
            training = Training.of(self, fitted, corpus, seed, progress)
            score = None if dev is None else lambda: mention_f1(dev, self._with(fitted).predict(dev))
            snapshots = Snapshots.of_network(fitted.network)
            chosen = best_epoch(training.epoch, score, snapshots, epochs=self.epochs, patience=self.patience)
        fitted.facts = {"trained_on": corpus.digest, "seed": seed, "losses": training.losses, **chosen}
        return self._with(fitted)

    def _with(self, fitted: Fitted) -> Self:
        model = replace(self)
        model.fitted = fitted
        return model

    def _start(self, corpus: Corpus) -> Fitted:
        alphabet = Alphabet.of(corpus)
        given = read_vectors(Path(self.vectors), self.word_dim) if self.vectors else {}
        alphabet = alphabet.with_words(given)
        network = self._network(alphabet, corpus.types)
        alphabet.fill(network.words.weight.detach().numpy(), given)
        return Fitted(network, alphabet, corpus.types, {})

    def _network(self, alphabet: Alphabet, types: tuple[str, ...]) -> BiLstmCrf:
        from nerproof.models.nets.bilstm import BiLstmCrf, Sizes

        parts = (self.word_dim, self.char_dim, self.char_filters, self.hidden, self.dropout)
        return BiLstmCrf(Sizes(len(alphabet.words) + 2, len(alphabet.characters) + 2, len(label_names(types)), *parts))

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        if self.fitted is None:
            raise UsageError("the bilstm-crf is not trained. Call train first.")
        if not corpus.n_tokens:
            return corpus.with_mentions(Mentions.of([], [], []), self.fitted.types)
        network = self.fitted.network.eval()
        words, characters = self.fitted.alphabet.numbers(corpus)
        sentences = sorted(sentence_slices(corpus), key=lambda s: s[1] - s[0])  # like lengths, little padding
        found, names = np.zeros(corpus.n_tokens, dtype=np.int64), label_names(self.fitted.types)
        state = np.zeros((corpus.n_tokens, len(names)))
        for first in range(0, len(sentences), 64):
            chosen = sentences[first : first + 64]
            batch = make_batch(chosen, words, characters, found)
            paths, scores = network.best(batch)
            for (start, end), path, row in zip(chosen, paths, scores.double().numpy(), strict=True):
                found[start:end], state[start:end] = path, row[: end - start]
            if progress:
                progress("predicting", min(first + 64, len(sentences)), len(sentences))
        predicted = with_labels(corpus, found, names)
        return with_marginals(predicted, self.fitted.types, network.crf.chain(), state)

    def save(self, folder: Path) -> None:
        if self.fitted is None:
            raise UsageError("the bilstm-crf is not trained. Call train first.")
        files = {
            WEIGHTS: to_npz(self.fitted.network),
            ALPHABET: json.dumps(self.fitted.alphabet.to_dict(), ensure_ascii=False).encode(),
        }
        facts = {"types": list(self.fitted.types), **self.fitted.facts}
        save_files(folder, "bilstm-crf", options_of(self), files, facts)

    @classmethod
    def load(cls, folder: Path) -> Self:
        need("torch", package="torch", extra="torch")
        card = read_card(folder)
        model = cls(**card.options)
        alphabet = Alphabet.from_dict(json.loads((folder / ALPHABET).read_bytes()))
        types = tuple(card.facts["types"])
        network = model._network(alphabet, types)
        from_npz(network, folder / WEIGHTS)
        facts = {k: v for k, v in card.facts.items() if k != "types"}
        return model._with(Fitted(network, alphabet, types, facts))


@dataclass
class Training:
    """What one pass over the training data needs."""

    options: BiLstm
    fitted: Fitted
    corpus: Corpus
    rng: np.random.Generator
    optimizer: torch.optim.Optimizer
    progress: Progress | None
    losses: list[float] = field(default_factory=list)  # mean per sentence, by epoch

    @classmethod
    def of(cls, options: BiLstm, fitted: Fitted, corpus: Corpus, seed: int, progress: Progress | None) -> Training:
        from torch.optim import Adam

        optimizer = Adam(fitted.network.parameters(), lr=options.learning_rate)
        return cls(options, fitted, corpus, np.random.default_rng(seed), optimizer, progress)

    def epoch(self, number: int) -> None:
        """One pass over the sentences in random order."""
        self.fitted.network.train()
        sentences = list(sentence_slices(self.corpus))
        order, size = self.rng.permutation(len(sentences)), self.options.batch
        gold, (words, characters) = labels(self.corpus), self.fitted.alphabet.numbers(self.corpus, self.rng)
        steps, total = range(0, len(order), size), 0.0
        for done, first in enumerate(steps, 1):
            chosen = [sentences[i] for i in order[first : first + size]]
            total += self._step(make_batch(chosen, words, characters, gold)) * len(chosen)
            if self.progress:
                self.progress("training", number * len(steps) + done, self.options.epochs * len(steps))
        self.losses.append(total / len(sentences))

    def _step(self, batch: Batch) -> float:
        from torch.nn.utils import clip_grad_norm_

        loss = self.fitted.network.loss(batch)
        self.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.fitted.network.parameters(), 5.0)
        self.optimizer.step()
        return float(loss.detach())


def make_batch(
    sentences: list[tuple[int, int]], words: np.ndarray[Any, Any], characters: np.ndarray[Any, Any], gold: Any
) -> Batch:
    """Sentences (token ranges) as padded tensors."""
    import torch

    from nerproof.models.nets.bilstm import Batch

    longest = max(end - start for start, end in sentences)
    shape = (len(sentences), longest)
    w, y, mask = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    c = np.zeros((*shape, characters.shape[1]), dtype=np.int64)
    for row, (start, end) in enumerate(sentences):
        n = end - start
        w[row, :n], c[row, :n], y[row, :n], mask[row, :n] = (
            words[start:end],
            characters[start:end],
            gold[start:end],
            1,
        )
    widest = max(1, int((c > 0).sum(axis=2).max()))
    return Batch(*(torch.from_numpy(a) for a in (w, np.ascontiguousarray(c[:, :, :widest]), y, mask)))
