"""Where nerproof keeps what it can make again."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Its own folder in the user's cache folder, on Linux, macOS and Windows."""
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    usual = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return (Path(given) if given else usual) / "nerproof"
