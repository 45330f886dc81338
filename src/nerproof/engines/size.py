"""Whether inputs are better read piece by piece; imports nothing, because every command asks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGE = 8 << 20  # bytes of a column file
TRAINING = 16  # times as large: up to there an index of all of a training set takes less than 500 MB


def wants_pieces(gold: str | Path, how: Mapping[str, Any], train: Any = None) -> bool:
    """By the options ``engine``, ``stream`` (None: as it pays) and ``jobs``, and by the sizes of gold and training."""
    if how.get("engine", "local") != "local" or how["stream"] is not None:
        return how.get("engine", "local") != "local" or bool(how["stream"])
    return how["jobs"] > 1 or is_large(Path(str(gold))) or large(train)


def is_large(path: Path) -> bool:
    return text_size(path) > LARGE


def large(train: Any) -> bool:
    """Whether training files are better read in pieces; a corpus is in memory already."""
    given = [train] if isinstance(train, str | Path) else list(train or [])
    return sum(text_size(Path(str(f))) for f in given if isinstance(f, str | Path)) > TRAINING * LARGE


def text_size(path: Path) -> int:
    """About the bytes of a column file with the same tokens; Parquet is compressed."""
    if path.is_dir():
        return 8 * sum(p.stat().st_size for p in path.rglob("*.parquet"))
    return path.stat().st_size * (8 if path.suffix == ".parquet" else 1) if path.is_file() else 0
