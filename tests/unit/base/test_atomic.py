"""Files appear whole or not at all, and an error names the file that was asked for."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from nerproof.base.atomic import atomic, atomic_folder, note_input, protected_inputs
from nerproof.base.errors import UsageError


def put(path, text="new"):
    with atomic(path) as temporary:
        temporary.write_text(text)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_symlink_is_followed_and_stays(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "real").write_text("old")
    (tmp_path / "link").symlink_to("deep/real")
    (tmp_path / "dangling").symlink_to("deep/fresh")
    put(tmp_path / "link")
    put(tmp_path / "dangling")
    assert (tmp_path / "link").is_symlink()
    assert [(tmp_path / "deep" / n).read_text() for n in ("real", "fresh")] == ["new", "new"]


def test_modes_and_umask_are_kept(tmp_path):
    (tmp_path / "private").write_text("old")
    (tmp_path / "private").chmod(0o600)
    before = os.umask(0o027)
    try:
        put(tmp_path / "private")
        put(tmp_path / "fresh")
        with atomic_folder(tmp_path / "folder") as place:
            put(place / "a")
    finally:
        os.umask(before)
    assert [mode(tmp_path / n) for n in ("private", "fresh", "folder", "folder/a")] == [0o600, 0o640, 0o750, 0o640]


def test_a_pipe_gets_the_content_and_stays_a_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    put(pipe, "through")
    reader.join(10)
    assert got == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to():
    put(Path("/dev/null"))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(OSError) as caught:
        put(Path("/dev/full"))
    assert caught.value.filename == "/dev/full"


def test_an_input_is_not_overwritten(tmp_path):
    (tmp_path / "gold").write_text("gold")
    (tmp_path / "other").symlink_to("gold")
    with protected_inputs():
        note_input(tmp_path / "gold")
        for name in ("gold", "other"):
            with pytest.raises(UsageError, match="is an input of this command"):
                put(tmp_path / name)
        with pytest.raises(UsageError, match="is an input"), atomic_folder(tmp_path, merge=True) as place:
            put(place / "gold")
    put(tmp_path / "gold")  # a program that knows what it does may
    assert (tmp_path / "gold").read_text() == "new"


def test_a_folder_appears_whole_and_keeps_what_is_not_ours(tmp_path):
    out = tmp_path / "out"
    with atomic_folder(out, merge=True) as place:
        put(place / "train"), put(place / "manifest.json")
        assert not out.exists()
    with atomic_folder(out, merge=True) as place:
        put(place / "train", "again"), put(place / "manifest.json"), put(place / "dev")
        assert (out / "train").read_text() == "new"
    assert {p.name: p.read_text() for p in out.iterdir()} == {"train": "again", "manifest.json": "new", "dev": "new"}
    put(out / "notes.txt", "mine")
    with atomic_folder(out, merge=True) as place:
        put(place / "train", "third")
    assert {p.name: p.read_text() for p in out.iterdir()} == {
        "train": "third",
        "manifest.json": "new",
        "dev": "new",
        "notes.txt": "mine",
    }
    with pytest.raises(UsageError, match="not empty"), atomic_folder(out):
        pass
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_failed_is_not_there(tmp_path):
    with pytest.raises(KeyError), atomic_folder(tmp_path / "out", merge=True) as place:
        put(place / "train")
        raise KeyError
    assert list(tmp_path.iterdir()) == []


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
    def refuse(name, *_):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(name))

    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(OSError, match="Read-only") as caught, atomic(tmp_path / "a.txt"):
        pass
    assert caught.value.filename == str(tmp_path / "a.txt")


def test_other_errors_keep_their_own_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, atomic(tmp_path / "a.txt"):
        (tmp_path / "gone").read_text()
    assert caught.value.filename == str(tmp_path / "gone")
