"""A linear-chain CRF over label scores: log-likelihood for training, Viterbi for prediction."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from nerproof.models.spanmarginals import Chain


class CrfLayer(nn.Module):  # type: ignore[misc]
    """Transition scores between labels; sequences are padded at the end and masked."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.begin = nn.Parameter(torch.empty(labels).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.empty(labels).uniform_(-0.1, 0.1))
        self.step = nn.Parameter(torch.empty(labels, labels).uniform_(-0.1, 0.1))  # from row to column

    def loss(self, scores: Tensor, gold: Tensor, mask: Tensor) -> Tensor:
        """Mean negative log-likelihood of the gold labels, per sequence."""
        return (self._all_paths(scores, mask) - self._gold_path(scores, gold, mask)).mean()

    def _gold_path(self, scores: Tensor, gold: Tensor, mask: Tensor) -> Tensor:
        emitted = (scores.gather(2, gold.unsqueeze(2)).squeeze(2) * mask).sum(1)
        moved = (self.step[gold[:, :-1], gold[:, 1:]] * mask[:, 1:]).sum(1)
        last = gold.gather(1, mask.sum(1, keepdim=True) - 1).squeeze(1)
        return emitted + moved + self.begin[gold[:, 0]] + self.end[last]

    def _all_paths(self, scores: Tensor, mask: Tensor) -> Tensor:
        alpha = self.begin + scores[:, 0]
        for t in range(1, scores.shape[1]):
            longer = torch.logsumexp(alpha.unsqueeze(2) + self.step, dim=1) + scores[:, t]
            alpha = torch.where(mask[:, t].unsqueeze(1).bool(), longer, alpha)
        return torch.logsumexp(alpha + self.end, dim=1)

    def chain(self) -> Chain:
        """Its transition scores as numbers."""
        step, begin, end = (p.detach().cpu().double().numpy() for p in (self.step, self.begin, self.end))
        return Chain(step, begin, end)

    def best(self, scores: Tensor, mask: Tensor) -> list[list[int]]:
        """The most likely label sequence of each sequence, without its padding."""
        scores = scores.detach()
        value, pointers = (self.begin + scores[:, 0]).detach(), []
        for t in range(1, scores.shape[1]):
            top, pointer = (value.unsqueeze(2) + self.step.detach()).max(dim=1)
            inside = mask[:, t].unsqueeze(1).bool()
            value = torch.where(inside, top + scores[:, t], value)
            # Padding points to itself, so that following it changes nothing.
            pointers.append(torch.where(inside, pointer, torch.arange(len(self.begin), device=pointer.device)))
        return _follow((value + self.end).argmax(1), pointers, mask.sum(1).tolist())


def _follow(last: Tensor, pointers: list[Tensor], lengths: list[int]) -> list[list[int]]:
    path = [last]
    for pointer in reversed(pointers):
        path.append(pointer.gather(1, path[-1].unsqueeze(1)).squeeze(1))
    whole = torch.stack(path[::-1], dim=1).tolist()
    return [row[:n] for row, n in zip(whole, lengths, strict=True)]
