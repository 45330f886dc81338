"""The fast version of the fuzzer: a few thousand inputs, other ones with each seed."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_formats import fuzz


def test_broken_files_are_read_or_refused_with_one_line():
    counts, failures = fuzz(3000, seed=1)
    assert failures == []
    assert counts["read"] > 100  # a fuzzer that only makes garbage finds nothing
    assert counts["refused"] > 1000
