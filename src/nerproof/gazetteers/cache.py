"""Where answers of servers and parts of dumps are kept between runs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from nerproof.base.atomic import atomic
from nerproof.base.cachefolder import cache_folder


def kept_in(chosen: Path | None) -> Path:
    """The named folder, or nerproof's own."""
    return chosen or cache_folder() / "gazetteers"


def digest_of(*parts: Any) -> str:
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def read_json(path: Path) -> Any:
    """What was kept, or None: a kept file that is no JSON any more is as good as none."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, json.JSONDecodeError):
        return None


def write_json(path: Path, value: Any) -> None:
    with atomic(path) as temporary:
        temporary.write_text(json.dumps(value, ensure_ascii=False, sort_keys=True), "utf-8")
