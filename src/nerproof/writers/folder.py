"""Formats that are folders: written beside their place and moved there whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nerproof.errors import UsageError


@contextmanager
def atomic_folder(path: Path) -> Iterator[Path]:
    """A temporary folder that becomes ``path`` when the block ends well, and vanishes otherwise."""
    if path.is_dir() and any(path.iterdir()):
        raise UsageError(f"{path} exists and is not empty. Name another folder, or remove it first.")
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path} is a file; this format is a folder. Name another place.")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        yield temporary
        temporary.chmod(0o755)
        if path.is_dir():
            path.rmdir()
        temporary.replace(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
