"""The demo, run once for all tests that read its files."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def sessions():
    spec = importlib.util.spec_from_file_location("sessions", ROOT / "docs" / "sessions.py")
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["sessions"] = module
    spec.loader.exec_module(module)
    return module
