"""Early stopping: keep the epoch that was best on dev, stop when it has not improved for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus, Ints
    from nerproof.models.trainable import Run


def mention_f1(gold: Corpus, pred: Corpus) -> float:
    """Strict micro F1; 0 when neither side has mentions, since it only ranks epochs."""
    types = tuple(sorted({*gold.types, *pred.types}))
    g, p = (_keys(c.with_types(types), len(types)) for c in (gold, pred))
    total = len(g) + len(p)
    return 2 * len(np.intersect1d(g, p)) / total if total else 0.0


def _keys(corpus: Corpus, types: int) -> Ints:
    m = corpus.mentions
    return (m.start * (corpus.n_tokens + 1) + m.end) * max(types, 1) + m.type


@dataclass(frozen=True)
class Snapshots:
    """How the state of what is being trained is kept and put back."""

    take: Callable[[], Any]
    put_back: Callable[[Any], object]

    @classmethod
    def of_network(cls, network: Any) -> Snapshots:
        """Of a torch module."""
        copy = lambda: {name: tensor.clone() for name, tensor in network.state_dict().items()}
        return cls(copy, network.load_state_dict)


def best_epoch(model: Any, fitted: Any, step: Callable[[int], float], snapshots: Snapshots, run: Run) -> dict[str, Any]:
    """Runs a model's epochs, each of which returns its loss, and puts back the one that predicts dev best.

    Without dev that is the last one. Returns facts about the training.
    """
    best, best_at, kept, losses, scores = -1.0, 0, None, [], []
    for epoch in range(model.epochs):
        losses.append(step(epoch))
        if run.dev is None:
            continue
        scores.append(mention_f1(run.dev, model.with_fitted(fitted).predict(run.dev)))
        if scores[-1] > best:
            best, best_at, kept = scores[-1], epoch, snapshots.take()
        if epoch - best_at >= model.patience:
            break
    facts = {"seed": run.seed, "losses": losses}
    if kept is None:
        return {**facts, "epochs": model.epochs, "dev_f1": None}
    snapshots.put_back(kept)
    return {**facts, "epochs": best_at + 1, "dev_f1": scores}
