"""Passes over training data with torch: batches in random order, clipped gradients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from torch.nn.utils import clip_grad_norm_

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from torch import Tensor, nn

    from nerproof.models import Progress


@dataclass
class Passes:
    """``losses`` gives the mean loss of some items; it is asked anew before every pass: data may change at random."""

    network: nn.Module
    items: Sequence[Any]
    losses: Callable[[], Callable[[list[Any]], Tensor]]
    optimizer: Any
    rng: np.random.Generator
    batch: int
    epochs: int
    clip: float
    schedule: Any = None
    progress: Progress | None = None

    def epoch(self, number: int) -> float:
        """One pass; returns the mean loss."""
        self.network.train()
        order, loss = self.rng.permutation(len(self.items)), self.losses()
        steps, total = range(0, len(order), self.batch), 0.0
        for done, first in enumerate(steps, 1):
            chosen = [self.items[i] for i in order[first : first + self.batch]]
            total += self._step(loss(chosen)) * len(chosen)
            if self.progress:
                self.progress("training", number * len(steps) + done, self.epochs * len(steps))
        return total / len(self.items)

    def _step(self, loss: Tensor) -> float:
        self.optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(self.network.parameters(), self.clip)
        self.optimizer.step()
        if self.schedule is not None:
            self.schedule.step()
        return float(loss.detach())
