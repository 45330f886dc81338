"""The wheel: everything is in it."""

from __future__ import annotations

import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".pyc", ".so", ".c", ".pyd"}


def test_every_file_of_the_package_is_in_it(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    there = {
        p.relative_to(ROOT / "src").as_posix()
        for p in (ROOT / "src" / "nerproof").rglob("*")
        if p.is_file() and p.suffix not in LEFT_OUT and "__pycache__" not in p.parts
    }
    assert sorted(there - inside) == []
