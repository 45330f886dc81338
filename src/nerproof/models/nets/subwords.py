"""Token classification over subwords: each token is read at its first piece; long sentences go in windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from nerproof.models.nets.crf_layer import CrfLayer

if TYPE_CHECKING:
    from collections.abc import Sequence

IGNORED = -100


@dataclass(frozen=True)
class Window:
    """A stretch of a sentence that fits the encoder; ``start`` is its first token in the corpus."""

    start: int
    pieces: list[list[int]]  # subword numbers per token
    kept: slice  # the tokens whose labels are taken from this window


def windows(pieces: Sequence[list[int]], start: int, room: int) -> list[Window]:
    """Cuts a sentence into windows that overlap by about a quarter; every token is kept in exactly one.

    A token of which even the pieces alone do not fit keeps its first ones: only its label matters.
    """
    fitting = [p[:room] for p in pieces]
    cuts = _cuts([len(p) for p in fitting], room)
    found = []
    for number, (first, last) in enumerate(cuts):
        low = first if number == 0 else _middle(cuts[number - 1][1], first)
        high = last if number == len(cuts) - 1 else _middle(last, cuts[number + 1][0])
        found.append(Window(start + first, fitting[first:last], slice(low - first, high - first)))
    return found


def _middle(earlier_end: int, later_start: int) -> int:
    return (earlier_end + later_start) // 2


def _cuts(lengths: list[int], room: int) -> list[tuple[int, int]]:
    cuts: list[tuple[int, int]] = []
    first = 0
    while True:
        last, used = first, 0
        while last < len(lengths) and used + lengths[last] <= room:
            used += lengths[last]
            last += 1
        cuts.append((first, last))
        if last == len(lengths):
            return cuts
        back, shared = last, 0
        while back - 1 > first and shared + lengths[back - 1] <= room // 4:
            back -= 1
            shared += lengths[back]
        first = back


@dataclass(frozen=True)
class Padded:
    """Windows as tensors; ``firsts``: where a token's first piece stands; ``mask``: which tokens are real."""

    ids: Tensor
    attention: Tensor
    firsts: Tensor
    mask: Tensor
    labels: Tensor

    def to(self, device: str) -> Padded:
        tensors = (self.ids, self.attention, self.firsts, self.mask, self.labels)
        return Padded(*(tensor.to(device) for tensor in tensors))


def pad(chosen: Sequence[Window], gold: Any, wrap: tuple[list[int], list[int]], padding: int) -> Padded:
    """``wrap``: the numbers that the encoder wants before and after the pieces ([CLS] and [SEP])."""
    before, after = wrap
    rows = [[*before, *(i for piece in w.pieces for i in piece), *after] for w in chosen]
    widest, longest = max(map(len, rows)), max(len(w.pieces) for w in chosen)
    ids = torch.full((len(rows), widest), padding)
    attention = torch.zeros((len(rows), widest), dtype=torch.long)
    firsts, mask, labels = (torch.zeros((len(rows), longest), dtype=torch.long) for _ in range(3))
    for i, (row, window) in enumerate(zip(rows, chosen, strict=True)):
        n = len(window.pieces)
        ids[i, : len(row)], attention[i, : len(row)] = torch.tensor(row), 1
        starts = torch.tensor([0, *(len(p) for p in window.pieces[:-1])]).cumsum(0) + len(before)
        firsts[i, :n], mask[i, :n] = starts, 1
        labels[i, :n] = torch.as_tensor(gold[window.start : window.start + n], dtype=torch.long)
    return Padded(ids, attention, firsts, mask, labels)


class SubwordTagger(nn.Module):  # type: ignore[misc]
    """A token-classification network of transformers, read at first pieces, with or without a CRF on top."""

    def __init__(self, network: nn.Module, labels: int, *, crf: bool) -> None:
        super().__init__()
        self.network = network
        self.crf = CrfLayer(labels) if crf else None

    def scores(self, batch: Padded) -> Tensor:
        found: Tensor = self.network(input_ids=batch.ids, attention_mask=batch.attention).logits
        return found.gather(1, batch.firsts.unsqueeze(2).expand(-1, -1, found.shape[2]))

    def loss(self, batch: Padded) -> Tensor:
        scores = self.scores(batch)
        if self.crf is not None:
            return self.crf.loss(scores, batch.labels, batch.mask)
        gold = batch.labels.masked_fill(batch.mask == 0, IGNORED)
        return nn.functional.cross_entropy(scores.transpose(1, 2), gold, ignore_index=IGNORED)

    def best(self, batch: Padded) -> tuple[list[list[int]], Tensor]:
        """The labels of each window, and the scores of all labels."""
        with torch.no_grad():
            scores = self.scores(batch)
        if self.crf is not None:
            return self.crf.best(scores, batch.mask), scores
        lengths = batch.mask.sum(1).tolist()
        return [row[:n] for row, n in zip(scores.argmax(2).tolist(), lengths, strict=True)], scores
