"""A full disk, a folder that cannot be written to, Ctrl-C: one line, and nothing half-written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

GOLD = "".join(f"w{i} {'B-PER' if i % 5 == 0 else 'O'}\n" + ("\n" if i % 10 == 9 else "") for i in range(20_000))


def run(*arguments, cwd):
    command = [sys.executable, "-m", "nerproof", *map(str, arguments)]
    return subprocess.run(command, check=False, cwd=cwd, capture_output=True, text=True, timeout=300)


@pytest.fixture
def gold(tmp_path):
    (tmp_path / "gold.conll").write_text(GOLD)
    return tmp_path


@pytest.fixture
def small(tmp_path):
    """A disk of 64 KB."""
    place = tmp_path / "small"
    place.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], check=False, capture_output=True
    ).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", place], check=True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "gold.conll", "small/out.jsonl"),
        ("convert", "gold.conll", "small/out", "--to", "brat"),
        ("split", "gold.conll", "--method", "random", "--out", "small/parts"),
    ],
    ids=["file", "folder", "split"],
)
def test_a_full_disk_is_one_line(gold, small, arguments):
    done = run(*arguments, cwd=gold)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("nerproof: small/")
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(small.iterdir()) == []


def test_a_full_device_is_one_line(gold):
    done = run("convert", "gold.conll", "/dev/full", "--to", "conll", "-q", cwd=gold)
    assert (done.returncode, done.stderr) == (2, "nerproof: /dev/full: No space left on device\n")


def test_a_read_only_folder_is_one_line(gold):
    place = gold / "closed"
    place.mkdir()
    place.chmod(0o555)
    if os.access(place, os.W_OK):  # root may write everywhere: a file that is no folder stops it, too
        place.rmdir()
        place.write_text("")
    for target in ("closed/out.jsonl", "closed/deep/out.jsonl"):
        done = run("convert", "gold.conll", target, cwd=gold)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("nerproof: closed")


def test_ctrl_c_leaves_nothing(gold):
    command = [sys.executable, "-m", "nerproof", "evaluate", "--gold", "gold.conll", "--pred", "a=gold.conll"]
    command += ["--resamples", "200000", "--json", "r.json", "--csv", "r.csv"]
    process = subprocess.Popen(command, cwd=gold, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    if process.returncode == 0:
        pytest.skip("it was done before it could be interrupted")
    assert process.returncode in {130, -signal.SIGINT}
    assert "Traceback" not in said
    assert process.returncode != 130 or said.splitlines()[-1] == "nerproof: interrupted; nothing is half-written"
    assert sorted(p.name for p in gold.iterdir()) == ["gold.conll"]
