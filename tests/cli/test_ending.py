"""Asked to end in the middle, a command leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")


def test_sigterm_leaves_no_temporary_file(tmp_path):
    source, out = tmp_path / "large.conll", tmp_path / "out"
    source.write_text("".join(f"word{i} O\nName{i} B-PER\n\n" for i in range(300_000)) * 5)
    out.mkdir()
    words = [sys.executable, "-m", "nerproof", "convert", str(source), str(out / "large.parquet")]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as process:
        until = time.monotonic() + 60
        while not list(out.iterdir()) and time.monotonic() < until:
            time.sleep(0.005)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    assert process.returncode == 128 + signal.SIGTERM
    assert list(out.iterdir()) == []
