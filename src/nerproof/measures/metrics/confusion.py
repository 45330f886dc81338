"""Entity-level confusion: what became of every gold mention, and where every prediction came from.

Columns of a gold type: the predicted type where the span is right; ``boundary``: right type on another span; ``both``:
wrong type on another span; ``missed``. The row ``spurious`` holds predictions that touch no free gold mention. Mentions
are paired as in matching.py, so a row sums to the type's gold mentions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.measures.metrics.matching import assignment_of
from nerproof.record import record

if TYPE_CHECKING:
    from nerproof.corpus import Ints
    from nerproof.measures.pairing import Pair

EXTRA = ("boundary", "both", "missed")


@record()
class Confusion:
    """Counts by gold type (rows) and predicted type (columns), and what is no confusion of types."""

    types: tuple[str, ...]
    matrix: Ints  # right spans: gold type x predicted type
    boundary: Ints  # by gold type
    both: Ints  # gold type x predicted type
    missed: Ints  # by gold type
    spurious: Ints  # by predicted type

    def table(self) -> list[list[Any]]:
        """Header and rows for CSV or the terminal."""
        header = ["gold \\ predicted", *self.types, *EXTRA, "total"]
        rows = [
            [
                name,
                *self.matrix[i].tolist(),
                int(self.boundary[i]),
                int(self.both[i].sum()),
                int(self.missed[i]),
            ]
            for i, name in enumerate(self.types)
        ]
        rows = [[*row, sum(row[1:])] for row in rows]
        return [header, *rows, ["spurious", *self.spurious.tolist(), "", "", "", int(self.spurious.sum())]]

    def to_dict(self) -> dict[str, Any]:
        """Plain lists for JSON."""
        names = ("matrix", "boundary", "both", "missed", "spurious")
        return {"types": list(self.types), **{name: getattr(self, name).tolist() for name in names}}


def confusion(pair: Pair) -> Confusion:
    """The confusion matrix of one system."""
    gold, pred = pair.gold.mentions, pair.pred.mentions
    found = assignment_of(pair)
    g, p, span, same = found.edges.gold, found.edges.pred, found.edges.span, found.edges.type
    n = len(pair.types)
    cross = [np.bincount(gold.type[g[m]] * n + pred.type[p[m]], minlength=n * n) for m in (span, ~span & ~same)]
    return Confusion(
        pair.types,
        cross[0].reshape(n, n),
        np.bincount(gold.type[g[~span & same]], minlength=n),
        cross[1].reshape(n, n),
        np.bincount(gold.type[found.gold < 0], minlength=n),
        np.bincount(pred.type[found.pred < 0], minlength=n),
    )
