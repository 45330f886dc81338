"""Whether inputs are better read piece by piece; imports nothing, because every command asks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGE = 8 << 20  # bytes of a column file
TRAINING = 16 * LARGE  # up to there an index of all of a training set takes less than 500 MB
HUGE = 64 * LARGE  # from there on it is better not to have one, whatever it costs


def wants_pieces(gold: str | Path, how: Mapping[str, Any], train: Any = None) -> bool:
    """By the options ``engine``, ``stream`` (None: as it pays) and ``jobs``, and by the sizes of gold and training."""
    if how.get("engine", "local") != "local" or how["stream"] is not None:
        return how.get("engine", "local") != "local" or bool(how["stream"])
    return how["jobs"] > 1 or is_large(Path(str(gold))) or pays_in_pieces(train, gold)


def is_large(path: Path) -> bool:
    return text_size(path) > LARGE


def pays_in_pieces(train: Any, gold: str | Path) -> bool:
    """Whether training files are better read in pieces: gold and predictions are read once more for that.

    A corpus is in memory already.
    """
    given = train if isinstance(train, list | tuple) else [train]
    size = sum(text_size(Path(str(f))) for f in given if isinstance(f, str | Path))
    return size > HUGE or (size > TRAINING and 2 * size > text_size(Path(str(gold))))


def text_size(path: Path) -> int:
    """About the bytes of a column file with the same tokens; Parquet is compressed."""
    if path.is_dir():
        return 8 * sum(p.stat().st_size for p in path.rglob("*.parquet"))
    return path.stat().st_size * (8 if path.suffix == ".parquet" else 1) if path.is_file() else 0
