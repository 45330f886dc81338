"""Fixtures that every folder of tests shares."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora and golden figures, beside the project on the developers' machines and in CI."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: corpora and golden figures are not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def golden(shared: Path):
    return lambda name: json.loads((shared / "golden" / f"{name}.json").read_text())


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory):
    """Tests use a cache folder of their own."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
