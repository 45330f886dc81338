"""Documents on Spark: where they begin, and pieces that do not cut them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.corpus import Ints

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Block(NamedTuple):
    """So many rows as a piece should have: rows from ``cut`` on are in one piece, rows before it in another."""

    block: int
    cut: int
    before: int
    after: int


def blocks(starts: Ints, n: int, rows: int) -> list[Block]:
    """A piece begins with the first document of a block, if any begins there.

    >>> [tuple(b) for b in blocks(np.array([0, 3, 9]), 12, 4)]
    [(0, 0, 0, 0), (1, 9, 0, 1), (2, 9, 0, 1)]
    """
    first = np.arange(0, n, rows)
    cuts = np.append(starts, n)[np.searchsorted(starts, first)]
    pieces = np.unique(cuts)
    before = np.maximum(np.searchsorted(pieces, first, side="right") - 1, 0)
    after = np.searchsorted(pieces, cuts)
    return [Block(*row) for row in zip(range(len(first)), cuts.tolist(), before.tolist(), after.tolist(), strict=True)]


def starts(frame: DataFrame) -> Ints:
    """The rows that begin a document: their name is not that of the row before."""
    from pyspark.sql import functions as F  # noqa: N812

    before = frame.select((F.col("row") + 1).alias("row"), F.col("doc").alias("before"))
    met = frame.select("row", "doc").join(before, "row", "left")
    found = met.where((F.col("row") == 0) | ~F.col("doc").eqNullSafe(F.col("before"))).select("row").toArrow()
    return np.sort(found.column("row").to_numpy())


def with_pieces(frame: DataFrame, bounds: list[Block], rows: int) -> DataFrame:
    """The frame with the number of each row's piece."""
    from pyspark.sql import functions as F  # noqa: N812

    table = F.broadcast(frame.sparkSession.createDataFrame(bounds, "block long, cut long, before long, after long"))
    piece = F.when(F.col("row") >= F.col("cut"), F.col("after")).otherwise(F.col("before"))
    met = frame.withColumn("block", F.floor(F.col("row") / rows)).join(table, "block")
    return met.withColumn("piece", piece).drop(*Block._fields)
