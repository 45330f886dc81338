"""Characters through a CNN, beside word vectors, through a bidirectional LSTM, to label scores and a CRF."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from nerproof.models.nets.crf_layer import CrfLayer


@dataclass(frozen=True)
class Sizes:
    """How large each part is."""

    words: int
    characters: int
    labels: int
    word_dim: int
    char_dim: int
    char_filters: int
    hidden: int
    dropout: float


@dataclass(frozen=True)
class Batch:
    """Padded sentences: words (b, t), characters (b, t, c), labels (b, t), mask (b, t)."""

    words: Tensor
    characters: Tensor
    labels: Tensor
    mask: Tensor


class BiLstmCrf(nn.Module):  # type: ignore[misc]
    """The tagger of Ma and Hovy (2016), which the studied papers use."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.words = nn.Embedding(sizes.words, sizes.word_dim, padding_idx=0)
        self.characters = nn.Embedding(sizes.characters, sizes.char_dim, padding_idx=0)
        self.filters = nn.Conv1d(sizes.char_dim, sizes.char_filters, kernel_size=3, padding=1)
        self.dropout = nn.Dropout(sizes.dropout)
        width = sizes.word_dim + sizes.char_filters
        self.lstm = nn.LSTM(width, sizes.hidden, batch_first=True, bidirectional=True)
        self.to_labels = nn.Linear(2 * sizes.hidden, sizes.labels)
        self.crf = CrfLayer(sizes.labels)

    def scores(self, batch: Batch) -> Tensor:
        inputs = self.dropout(torch.cat([self.words(batch.words), self._spelled(batch.characters)], dim=2))
        lengths = batch.mask.sum(1)
        packed = pack_padded_sequence(inputs, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        scores: Tensor = self.to_labels(self.dropout(states))
        return scores

    def loss(self, batch: Batch) -> Tensor:
        return self.crf.loss(self.scores(batch), batch.labels, batch.mask)

    def best(self, batch: Batch) -> tuple[list[list[int]], Tensor]:
        """The most likely labels of each sentence, and the scores of all labels."""
        with torch.no_grad():
            scores = self.scores(batch)
            return self.crf.best(scores, batch.mask), scores

    def _spelled(self, characters: Tensor) -> Tensor:
        b, t, c = characters.shape
        found = self.filters(self.characters(characters.view(b * t, c)).transpose(1, 2))
        padding = characters.view(b * t, 1, c) == 0
        spelled: Tensor = found.masked_fill(padding, -1e4).amax(dim=2).clamp(min=0.0).view(b, t, -1)
        return spelled
