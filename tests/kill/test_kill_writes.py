"""A few kills of the verbs that write one file, several and a folder; the script beside this does it for all verbs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from kill_writes import trials


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_killed_verb_leaves_complete_output_or_none():
    counts, failures = trials(30, seed=1, verbs=["convert", "convert-folder", "split"])
    assert failures == []
    assert counts["killed"] >= 5
