"""The same counts on Spark: rows of gold and predictions meet by a shuffle, mapInArrow counts pieces, sums are added.

Inputs are Parquet on any storage that Spark reads. A row's number in its file and the order of the files' paths say
which rows belong together. A task that is lost is run again and gives the same partial, so nothing is counted twice.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError, MissingExtra, NerproofError
from nerproof.base.results import Result
from nerproof.corpus import Corpus
from nerproof.engines import packing
from nerproof.engines.cutting import GOLD, Piece
from nerproof.engines.partials import Context, count, look
from nerproof.engines.parts import TablePart
from nerproof.engines.plan import check, context_of, informed, suites_of
from nerproof.engines.sparkdocuments import blocks, starts, with_pieces
from nerproof.engines.sums import Survey
from nerproof.engines.totals import Inputs, Totals, finish
from nerproof.evaluate import Input, Options
from nerproof.formats.arrowtable import corpus_of_table
from nerproof.formats.source import Source

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

ROWS = 1 << 14  # rows of a piece
ANSWER = "piece long, error string, data binary"
Work = Callable[[Piece, Context], bytes]


def evaluate_spark(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    session: SparkSession | None = None,
    master: str | None = None,
    **changes: Any,
) -> Result:
    """evaluate() on a cluster; ``session`` is used as it is and left open, otherwise one is started and stopped."""
    chosen = options or Options(**changes)
    check(chosen, predictions)
    spark = session or start(master)
    try:
        paths = {GOLD: str(gold), **{name: str(p) for name, p in predictions.items()}}
        context = context_of(chosen, _loaded(spark, train), _loaded(spark, dev))
        return _Job(spark, paths, chosen).run(context)
    except NerproofError:
        raise
    except Exception as error:
        raise _named(error) from error
    finally:
        if session is None:
            spark.stop()


def start(master: str | None = None) -> SparkSession:
    """A session of our own; without a master that of spark-submit, or this machine."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtra.of("pyspark", "spark") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("nerproof").config("spark.ui.showConsoleProgress", "false")
    if master:
        builder = builder.master(master)
    session: SparkSession = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


@dataclass(frozen=True)
class Rows:
    """One input: its rows numbered through, and how many there are."""

    frame: DataFrame
    n: int
    digest: str
    documents: bool  # whether the rows name documents


class _Job:
    """One evaluation on one session."""

    def __init__(self, spark: SparkSession, paths: Mapping[str, str], options: Options) -> None:
        self.spark, self.paths, self.options = spark, paths, options
        self.inputs = {name: numbered(spark, path, documents=name == GOLD) for name, path in paths.items()}
        n = self.inputs[GOLD].n
        for name, rows in self.inputs.items():
            if rows.n != n:
                raise InputError.at(paths[name], None, f"has {rows.n} rows where {paths[GOLD]} has {n}")
        if not n:
            raise InputError.at(paths[GOLD], None, "has no row", fix="Give a file with at least one sentence.")
        found = starts(self.inputs[GOLD].frame) if self.inputs[GOLD].documents else np.arange(0, n, ROWS)
        self.blocks = blocks(found, n, ROWS)

    def run(self, context: Context) -> Result:
        suites, skipped = suites_of(context)
        context = replace(context, suites=tuple(s.name for s in suites))
        seen = Survey()
        if context.needs_survey:
            for data in self._map(_look, [GOLD], context):
                seen.add(packing.unpack_survey(data))
        context = informed(context, seen)
        totals = Totals(bool(self.options.resamples))
        for data in self._map(_count, list(self.paths), context):
            totals.add(packing.unpack_partial(data))
        digests = {name: rows.digest for name, rows in self.inputs.items()}
        result = finish(Inputs(self.paths, digests), self.options, context, suites, totals, seen)
        result.notes += [f"skipped {name}: {why}" for name, why in skipped.items()]
        return result

    def _map(self, work: Work, names: Sequence[str], context: Context) -> Iterator[bytes]:
        """The answers of all pieces in their order."""
        documents = self.inputs[GOLD].documents
        shared = self.spark.sparkContext.broadcast((context, list(names), dict(self.paths), documents))

        def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return answers(batches, work, *shared.value)

        partitions = max(1, min(-(-self.inputs[GOLD].n // ROWS), 4 * self.spark.sparkContext.defaultParallelism))
        met = self._together(names).repartition(partitions, "piece").sortWithinPartitions("piece", "side", "row")
        for row in met.mapInArrow(task, ANSWER).orderBy("piece").toLocalIterator():
            if row.error:
                raise InputError(row.error)
            yield bytes(row.data)
        shared.unpersist()

    def _together(self, names: Sequence[str]) -> DataFrame:
        from functools import reduce

        from pyspark.sql import functions as F  # noqa: N812

        sides = [self.inputs[name].frame.withColumn("side", F.lit(i)) for i, name in enumerate(names)]
        every = reduce(lambda a, b: a.unionByName(b, allowMissingColumns=True), sides)
        return with_pieces(every, self.blocks, ROWS)


def numbered(spark: SparkSession, path: str, *, documents: bool = False) -> Rows:
    """The rows of a file or folder with their number in all of it: files by their paths, rows by their place.

    ``documents``: with the names of documents, if there are any.
    """
    from pyspark.sql import functions as F  # noqa: N812

    raw = spark.read.parquet(path)
    wanted = [
        c
        for c in ("tokens", "mentions", "tags")
        if c in raw.columns and not (c == "tags" and "mentions" in raw.columns)
    ]
    named = documents and "doc" in raw.columns and bool(raw.where(F.col("doc").isNotNull()).limit(1).count())
    wanted += ["doc"] * named
    frame = raw.select(*wanted, F.col("_metadata.file_path").alias("file"), F.col("_metadata.row_index").alias("at"))
    counts = sorted((r["file"], r["count"]) for r in frame.groupBy("file").count().collect())
    offsets = np.concatenate([[0], np.cumsum([n for _, n in counts], dtype=np.int64)]).tolist()
    table = spark.createDataFrame(
        [(f, o) for (f, _), o in zip(counts, offsets, strict=False)] or [("", 0)], "file string, first long"
    )
    row = (F.col("first") + F.col("at")).alias("row")
    found = frame.join(F.broadcast(table), "file").select(*wanted, row)
    return Rows(found, int(offsets[-1]), _digest(path, counts), named)


def _digest(path: str, counts: Sequence[tuple[str, int]]) -> str:
    """Of the bytes where the files are here; elsewhere of the files' names and sizes."""
    from nerproof.formats.parquet import digest

    if Path(path).exists():
        return digest(Source(path))
    return hashlib.sha256(json.dumps(counts).encode()).hexdigest()[:16]


def _loaded(spark: SparkSession, items: Input | Sequence[Input] | None) -> Any:
    """Training data that is not on this machine's disks comes through Spark."""
    if items is None:
        return None
    several = [items] if isinstance(items, Corpus | str | Path) else list(items)
    return [_through_spark(spark, i) if isinstance(i, str) and "://" in i else i for i in several]


def _through_spark(spark: SparkSession, path: str) -> Corpus:
    table = spark.read.parquet(path).select("tokens", "mentions").toArrow()
    return corpus_of_table(table, path)


def _named(error: Exception) -> InputError:
    """An error of Spark's as one line; the file it names comes first."""
    text = str(error)
    found = re.search(r"(?:file:)?/*(/[^\s'\",]+\.parquet)", text)
    first = next((line for line in text.split("\n") if line.strip()), type(error).__name__)
    if found:
        return InputError.at(found[1], None, "could not be read by Spark", fix="Write this part again.")
    return InputError.at("spark", None, first.strip().rstrip("."))


# --- in the tasks ----------------------------------------------------------------------------------------------------


def _look(piece: Piece, context: Context) -> bytes:
    return packing.pack_survey(look(piece, context))


def _count(piece: Piece, context: Context) -> bytes:
    return packing.pack_partial(count(piece, context))


def answers(
    batches: Iterator[pa.RecordBatch],
    work: Work,
    context: Context,
    names: Sequence[str],
    paths: Mapping[str, str],
    documents: bool,
) -> Iterator[pa.RecordBatch]:
    """One answer per piece: bytes, or what is wrong with the input in one line."""
    import pyarrow as pa

    schema = pa.schema([("piece", pa.int64()), ("error", pa.string()), ("data", pa.binary())])
    for number, table in grouped(batches):
        error, data = None, None
        try:
            data = work(_piece(table, names, paths, documents=documents), context)
        except NerproofError as found:
            error = str(found)
        yield pa.RecordBatch.from_pylist([{"piece": number, "error": error, "data": data}], schema=schema)


def grouped(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, pa.Table]]:
    """Runs of rows with one piece number, from batches sorted by it."""
    import pyarrow as pa

    held: list[pa.Table] = []
    current = -1
    for batch in batches:
        number = batch.column("piece").to_numpy(zero_copy_only=False)
        cuts = [0, *(np.flatnonzero(np.diff(number)) + 1).tolist(), len(number)]
        for first, last in itertools.pairwise(cuts):
            if first == last:
                continue
            if held and number[first] != current:
                yield current, pa.concat_tables(held)
                held = []
            current = int(number[first])
            held.append(pa.Table.from_batches([batch.slice(first, last - first)]))
    if held:
        yield current, pa.concat_tables(held)


def _piece(table: pa.Table, names: Sequence[str], paths: Mapping[str, str], *, documents: bool) -> Piece:
    side = table.column("side").to_numpy()
    first = int(table.column("row")[0].as_py()) if table.num_rows else 0
    own = table.drop_columns(["side", "row", "piece"])
    marked = {name: documents and name == GOLD for name in names}
    parts = {name: TablePart(paths[name], own.filter(side == i), first, marked[name]) for i, name in enumerate(names)}
    return Piece(parts[GOLD], {name: p for name, p in parts.items() if name != GOLD})
