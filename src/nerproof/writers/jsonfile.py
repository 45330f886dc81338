"""Records written as JSON, one per line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nerproof.writers import atomic


def dumped(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def write_lines(path: Path, records: Iterable[Any]) -> None:
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(dumped(record) + "\n" for record in records)


def number_or_text(name: str) -> int | str:
    """An id as the programs that count their records write it: 7, not "7"."""
    return int(name) if name.isascii() and name.isdecimal() and len(name) < 19 and str(int(name)) == name else name
