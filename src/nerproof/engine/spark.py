"""The same fold on Spark: every task reads its chunks by itself, mapInArrow gives back their sums.

Inputs are Parquet on storage that all workers see under the same path. A task that is lost is run again and gives the
same answer, so nothing is counted twice. Spark sends the work to its tasks, as it does with every function; answers
come back as JSON and arrays.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError, MissingExtra, NerproofError, UsageError
from nerproof.base.results import Result
from nerproof.engine.context import Context, Training
from nerproof.engine.inputs import FileInputs, open_files, why_whole
from nerproof.engine.load import load_training
from nerproof.engine.run import ChunkWork, Inputs, Work
from nerproof.engine.study import Input, Options
from nerproof.engine.wire import decoded, encoded
from nerproof.formats.ranges import format_of
from nerproof.formats.source import Source
from nerproof.measures.userattributes import Gold, own_attributes

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

ANSWER = "chunk long, error string, data binary"


def evaluate_spark(
    gold: str | Path,
    predictions: Mapping[str, str | Path],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options | None = None,
    session: SparkSession | None = None,
    master: str | None = None,
    attributes: Sequence[str] = (),
    errors: Path | None = None,
    **changes: Any,
) -> Result:
    """evaluate() on a cluster; ``session`` is used as it is and left open, otherwise one is started and stopped."""
    from nerproof.engine.evaluate import fold

    chosen = options or Options(**changes)
    inputs = _opened(gold, predictions, chosen)
    training = load_training(train, dev, chosen, stream=True)
    spark = session or start(master)
    try:
        with own_attributes(attributes, lambda: Gold(inputs.gold.n_sentences, inputs.fields)):
            return fold(inputs, training, chosen, mapper=SparkMap(spark), errors=errors)
    except NerproofError:
        raise
    except Exception as error:
        raise _named(error) from error
    finally:
        if session is None:
            spark.stop()


def _opened(gold: str | Path, predictions: Mapping[str, str | Path], options: Options) -> FileInputs:
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    for path in (gold, *predictions.values()):
        source = Source(str(path))
        if not source.path.exists():
            raise InputError.at(path, None, "does not exist", fix="Check the path; all workers must see it.")
        if format_of(source) != "parquet":
            fix = f"Convert it: nerproof convert {path} {Path(path).with_suffix('.parquet')}"
            raise InputError.at(path, None, "is not Parquet, which --engine spark needs", fix=fix)
    whole = why_whole(gold, predictions, options)
    if whole is not None:
        raise UsageError(f"{whole}; --engine spark reads them part by part")
    gold_file, files = open_files(str(gold), {name: str(p) for name, p in predictions.items()}, options)
    for f in files.values():
        if f.n_sentences != gold_file.n_sentences:
            what = f"has {f.n_sentences} rows where {gold_file.name} has {gold_file.n_sentences}"
            raise InputError.at(f.name, None, what)
    return FileInputs.of(gold_file, files, options)


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


class SparkMap:
    """Maps chunks on a cluster; neighbours go to one task, in their order."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark

    def __call__(self, work: Work, inputs: Inputs, numbers: Sequence[int], context: Context) -> Iterator[Any]:
        own, wanted = context.for_workers(), list(numbers)
        _send_by_value(own)
        large = self.spark.sparkContext.broadcast((inputs, own.training, own.index))
        small = replace(own, training=Training(), index=None)

        def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            known, training, index = large.value
            return answers(batches, wanted, ChunkWork(work, known, replace(small, training=training, index=index)))

        partitions = max(1, min(len(wanted), 2 * self.spark.sparkContext.defaultParallelism))
        for row in self.spark.range(0, len(wanted), 1, partitions).mapInArrow(task, ANSWER).toLocalIterator():
            if row.error:
                raise InputError(row.error)
            yield decoded(row.data)
        large.unpersist()


def _send_by_value(context: Context) -> None:
    """Spark sends functions that workers cannot import (suites and attributes from a notebook) as they are."""
    from pyspark import cloudpickle

    functions = [f for s in context.suites for f in vars(s).values() if callable(f)]
    functions += [a.compute for a in context.attributes]
    for name in {f.__module__ for f in functions}:
        if not name.startswith("nerproof.") and name in sys.modules:
            cloudpickle.register_pickle_by_value(sys.modules[name])


def _named(error: Exception) -> InputError:
    """An error of Spark's as one line; the file it names comes first."""
    text = str(error)
    found = re.search(r"(?:file:)?/*(/[^\s'\",]+\.parquet)", text)
    first = next((line for line in text.split("\n") if line.strip()), type(error).__name__)
    if found:
        return InputError.at(found[1], None, "could not be read by Spark", fix="Write this part again.")
    return InputError.at("spark", None, first.strip().rstrip("."))


# --- in the tasks ----------------------------------------------------------------------------------------------------


def answers(batches: Iterator[pa.RecordBatch], numbers: Sequence[int], work: ChunkWork) -> Iterator[pa.RecordBatch]:
    """One answer per chunk: its sums, or what is wrong with the input in one line."""
    import pyarrow as pa

    schema = pa.schema([("chunk", pa.int64()), ("error", pa.string()), ("data", pa.binary())])
    for batch in batches:
        for place in batch.column(0).to_pylist():
            error, data = None, None
            try:
                data = encoded(work(numbers[place]))
            except NerproofError as found:
                error = str(found)
            yield pa.RecordBatch.from_pylist([{"chunk": place, "error": error, "data": data}], schema=schema)
