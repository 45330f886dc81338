"""Whether inputs are better read piece by piece; imports nothing, because every command asks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGE = 8 << 20  # bytes of a column file; Parquet is compressed, so an eighth of it
PARQUET = LARGE // 8


def wants_pieces(gold: str | Path, how: Mapping[str, Any]) -> bool:
    """By the options ``engine``, ``stream`` (None: as it pays) and ``jobs``, and by the size of gold."""
    if how.get("engine", "local") != "local" or how["stream"] is not None:
        return how.get("engine", "local") != "local" or bool(how["stream"])
    return how["jobs"] > 1 or is_large(Path(str(gold)))


def is_large(path: Path) -> bool:
    if path.is_dir():
        return sum(p.stat().st_size for p in path.rglob("*.parquet")) > PARQUET
    return path.is_file() and path.stat().st_size > (PARQUET if path.suffix == ".parquet" else LARGE)
