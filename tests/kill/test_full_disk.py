"""Every verb on a disk without room and on one that cannot be written to: one line, exit code 2, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from kill_writes import VERBS, prepare

from nerproof import cli


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    prepare(folder)
    return folder


@pytest.fixture
def disk(inputs, request):
    """A disk of one page, which is taken or cannot be written to."""
    place = inputs / "disk"
    place.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=64", "tmpfs", place]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    if request.param == "full":
        (place / "taken").write_bytes(bytes(4096))
    else:
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
    yield place
    subprocess.run(["umount", place], check=True)


def run(arguments: list[str], folder: Path, said: Path) -> int:
    """Runs a verb in a forked process as the command line does; the code it ended with."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code: object = 1
    try:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        sys.argv = ["nerproof", *arguments]
        sys.stderr = os.fdopen(2, "w", closefd=False)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        cli.main()
    except SystemExit as error:
        code = error.code or 0
    finally:
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("disk", ["full", "read-only"], indirect=True)
@pytest.mark.parametrize("verb", VERBS)
def test_one_line_and_nothing_left(verb, disk, inputs, tmp_path):
    before = sorted(p.name for p in disk.rglob("*"))
    arguments, outputs = VERBS[verb]
    moved = [f"disk/{a}" if a in outputs else a for a in arguments]
    assert run(moved, inputs, tmp_path / "said") == 2
    said = [line for line in (tmp_path / "said").read_text().splitlines() if line.startswith("nerproof: ")]
    assert len(said) == 1
    assert said[0].startswith("nerproof: disk")
    assert "Traceback" not in (tmp_path / "said").read_text()
    assert sorted(p.name for p in disk.rglob("*")) == before
