"""Files appear whole or not at all, and an error names the file that was asked for."""

import errno
import os

import pytest

from nerproof.base.atomic import atomic


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(KeyError), atomic(tmp_path / "a.txt") as temporary:
        temporary.write_text("new")
        raise KeyError
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EFBIG])
def test_a_full_disk_names_the_file(tmp_path, code):
    """A write that finds no room knows no name."""
    with pytest.raises(OSError) as caught, atomic(tmp_path / "a.txt"):
        raise OSError(code, os.strerror(code))
    assert caught.value.filename == str(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_to_is_named_as_it_was_given(tmp_path, monkeypatch):
    def refuse(*, dir, prefix):
        name = str(dir / f"{prefix}x1y2")
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), name)

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(OSError, match="Read-only") as caught, atomic(tmp_path / "a.txt"):
        pass
    assert caught.value.filename == str(tmp_path / "a.txt")


def test_other_errors_keep_their_own_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, atomic(tmp_path / "a.txt"):
        (tmp_path / "gone").read_text()
    assert caught.value.filename == str(tmp_path / "gone")
