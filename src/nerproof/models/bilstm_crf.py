"""bilstm-crf: character CNN, word vectors, BiLSTM and CRF (torch), trained on CPU."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from nerproof.corpus import Corpus
from nerproof.models import MODELS, Progress
from nerproof.models.alphabet import Alphabet, read_vectors
from nerproof.models.early_stopping import Snapshots, best_epoch
from nerproof.models.extras import Libraries, need
from nerproof.models.spanmarginals import with_marginals
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.tagging import label_names, labels, sentence_slices, with_labels
from nerproof.models.trainable import Run, Trainable
from nerproof.models.weights import from_npz, to_npz

if TYPE_CHECKING:
    from collections.abc import Callable

    import torch

    from nerproof.models.nets.bilstm import Batch, BiLstmCrf
    from nerproof.models.nets.training import Passes

WEIGHTS, ALPHABET = "weights.npz", "alphabet.json"


@dataclass
class Fitted:
    network: BiLstmCrf
    alphabet: Alphabet
    types: tuple[str, ...]


@MODELS.register("bilstm-crf")
@dataclass
class BiLstm(Trainable[Fitted]):
    """``vectors``: a text file of word vectors (GloVe, fastText) to start from."""

    name: ClassVar[str] = "bilstm-crf"
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

    def learn(self, corpus: Corpus, run: Run) -> tuple[Fitted, dict[str, Any]]:
        torch = need("torch", package="torch", extra="torch")
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(run.seed)
            fitted = self._start(corpus)
            passes = self._passes(fitted, corpus, run)
            chosen = best_epoch(self, fitted, passes.epoch, Snapshots.of_network(fitted.network), run)
        return fitted, {"types": list(corpus.types), **chosen}

    def _start(self, corpus: Corpus) -> Fitted:
        alphabet = Alphabet.of(corpus)
        given = read_vectors(Path(self.vectors), self.word_dim) if self.vectors else {}
        alphabet = alphabet.with_words(given)
        network = self._network(alphabet, corpus.types)
        alphabet.fill(network.words.weight.detach().numpy(), given)
        return Fitted(network, alphabet, corpus.types)

    def _network(self, alphabet: Alphabet, types: tuple[str, ...]) -> BiLstmCrf:
        from nerproof.models.nets.bilstm import BiLstmCrf, Sizes

        parts = (self.word_dim, self.char_dim, self.char_filters, self.hidden, self.dropout)
        return BiLstmCrf(Sizes(len(alphabet.words) + 2, len(alphabet.characters) + 2, len(label_names(types)), *parts))

    def _passes(self, fitted: Fitted, corpus: Corpus, run: Run) -> Passes:
        from torch.optim import Adam

        from nerproof.models.nets.training import Passes

        rng, gold = np.random.default_rng(run.seed), labels(corpus)

        def losses() -> Callable[[list[Any]], torch.Tensor]:
            words, characters = fitted.alphabet.numbers(corpus, rng)
            return lambda chosen: fitted.network.loss(make_batch(chosen, words, characters, gold))

        optimizer = Adam(fitted.network.parameters(), lr=self.learning_rate)
        sentences = list(sentence_slices(corpus))
        how = (optimizer, rng, self.batch, self.epochs, 5.0)
        return Passes(fitted.network, sentences, losses, *how, progress=run.progress)

    def label(self, fitted: Fitted, corpus: Corpus, progress: Progress | None) -> Corpus:
        network = fitted.network.eval()
        words, characters = fitted.alphabet.numbers(corpus)
        sentences = sorted(sentence_slices(corpus), key=lambda s: s[1] - s[0])  # like lengths, little padding
        found, names = np.zeros(corpus.n_tokens, dtype=np.int64), label_names(fitted.types)
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
        return with_marginals(predicted, fitted.types, network.crf.chain(), state)

    def files(self, fitted: Fitted) -> dict[str, Content]:
        return {WEIGHTS: to_npz(fitted.network), ALPHABET: to_json(fitted.alphabet.to_dict())}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Fitted:
        need("torch", package="torch", extra="torch")
        alphabet, types = Alphabet.from_dict(from_json(folder / ALPHABET)), tuple(facts["types"])
        network = self._network(alphabet, types)
        from_npz(network, folder / WEIGHTS)
        return Fitted(network, alphabet, types)


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
