"""The fast version of the fuzzer of result files."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pytest
from fuzz_results import fuzz


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_broken_results_are_shown_or_refused_with_one_line():
    refused, failures = fuzz(60, seed=5)
    assert failures == []
    assert 20 < refused < 60  # some are still whole enough to be shown
