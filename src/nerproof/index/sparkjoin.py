"""Contamination of a huge corpus by another: a shuffle join on Spark, neither side in memory (Babl et al., 2025)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.index.overlap import Rate

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def contamination(spark: SparkSession, part: str, other: str) -> dict[str, Rate]:
    """How much of one folder is in another, by a shuffle join: neither needs to fit in memory (unit: sentence)."""
    from pyspark.sql import functions as F  # noqa: N812

    rows = spark.read.parquet(part).withColumn("row", F.monotonically_increasing_id())
    known = _entities(spark.read.parquet(other)).distinct().withColumn("dirty", F.lit(1))
    mentions = _entities(rows, "row").join(known, ["surface", "type"], "left")
    sentence = mentions.groupBy("row").agg(F.count("*").alias("every"), F.count("dirty").alias("bad"))
    bad = F.col("bad") > 0
    sums = sentence.agg(
        F.count("*").alias("filled"),
        F.coalesce(F.sum(bad.cast("long")), F.lit(0)).alias("partial"),
        F.coalesce(F.sum((bad & (F.col("bad") == F.col("every"))).cast("long")), F.lit(0)).alias("full"),
        F.coalesce(F.sum("every"), F.lit(0)).alias("mentions"),
        F.coalesce(F.sum("bad"), F.lit(0)).alias("dirty"),
    ).collect()[0]
    distinct = mentions.select("surface", "type", "dirty").distinct()
    entities = distinct.agg(F.count("*").alias("every"), F.count("dirty").alias("bad")).collect()[0]
    n = rows.count()
    return {
        "partial_rate": Rate(sums["partial"], n),
        "full_rate": Rate(sums["full"], n),
        "partial_rate_nonempty": Rate(sums["partial"], sums["filled"]),
        "full_rate_nonempty": Rate(sums["full"], sums["filled"]),
        "mention_rate": Rate(sums["dirty"], sums["mentions"]),
        "entity_rate": Rate(entities["bad"], entities["every"]),
    }


def _entities(frame: DataFrame, *keys: str) -> DataFrame:
    """A row per mention: the tokens of its surface and its type."""
    from pyspark.sql import functions as F  # noqa: N812

    spread = frame.select(*keys, "tokens", F.explode("mentions").alias("m"))
    surface = F.slice("tokens", F.col("m.start") + 1, F.col("m.end") - F.col("m.start"))
    return spread.select(*keys, surface.alias("surface"), F.col("m.type").alias("type"))
