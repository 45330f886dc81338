"""Early stopping: keep the epoch that was best on dev, stop when it has not improved for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus, Ints


def mention_f1(gold: Corpus, pred: Corpus) -> float:
    """Strict micro F1; 0 when neither side has mentions, since it only ranks epochs."""
    types = tuple(sorted({*gold.types, *pred.types}))
    g, p = (_keys(c.with_types(types), len(types)) for c in (gold, pred))
    total = len(g) + len(p)
    return 2 * len(np.intersect1d(g, p)) / total if total else 0.0


def _keys(corpus: Corpus, types: int) -> Ints:
    m = corpus.mentions
    return (m.start * (corpus.n_tokens + 1) + m.end) * max(types, 1) + m.type


def best_epoch(
    step: Callable[[int], object],
    score: Callable[[], float] | None,
    network: Any,
    *,
    epochs: int,
    patience: int,
) -> dict[str, Any]:
    """Runs epochs and leaves ``network`` with its best weights; without a score, with the last ones."""
    best, best_at, kept, scores = -1.0, 0, None, []
    for epoch in range(epochs):
        step(epoch)
        if score is None:
            continue
        scores.append(score())
        if scores[-1] > best:
            best, best_at = scores[-1], epoch
            kept = {name: tensor.clone() for name, tensor in network.state_dict().items()}
        if epoch - best_at >= patience:
            break
    if kept is None:
        return {"epochs": epochs, "dev_f1": None}
    network.load_state_dict(kept)
    return {"epochs": best_at + 1, "dev_f1": scores}
