"""Nothing half-written and nothing destroyed: files and folders appear whole or not at all.

What stands at the path decides how it is written. A file is replaced by a finished one beside it, which gets its
mode; a symlink is followed; a new file gets the mode that the umask says. A device or a pipe is written to once all is
ready. In the command line, a file that was read as an input is never an output.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nerproof.base.errors import UsageError

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})  # writing fails with these and names no file
MARKS = frozenset({"manifest.json", "model.json"})  # say that a folder is complete, so they come last

_inputs: set[tuple[int, int]] | None = None  # files that were read; None: nobody asked for their protection


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """A temporary path whose content becomes that of ``path`` when the block ends well, and vanishes otherwise."""
    target = Path(os.path.realpath(path))
    found = _mode(target)
    refuse_input(path)
    with _named_as_given(path, target):
        if found is None or stat.S_ISREG(found) or stat.S_ISDIR(found):
            with _replacing(target, found) as temporary:
                yield temporary
        else:
            with _written_through(target) as temporary:
                yield temporary


def _mode(path: Path) -> int | None:
    """What stands at a path; None: nothing."""
    try:
        return path.stat().st_mode
    except OSError:
        return None


@contextmanager
def _replacing(target: Path, found: int | None) -> Iterator[Path]:
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = _beside(target)
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))  # the umask takes off what it must
    try:
        yield temporary
        if found is not None:
            temporary.chmod(stat.S_IMODE(found))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _written_through(target: Path) -> Iterator[Path]:
    """For what is no file: it cannot be replaced, and it must not be."""
    with tempfile.TemporaryDirectory(prefix="nerproof-") as folder:
        temporary = Path(folder) / "output"
        temporary.touch()
        yield temporary
        with temporary.open("rb") as source, target.open("wb") as out:
            shutil.copyfileobj(source, out)


@contextmanager
def _named_as_given(path: Path, target: Path) -> Iterator[None]:
    """People know the name they gave, not the temporary one."""
    try:
        yield
    except OSError as error:
        named = Path(str(error.filename))
        if isinstance(error, FileExistsError) and named in target.parents:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None
        own = named.name.startswith(_prefix(target)) or named == target or named in target.parents
        if error.errno in NO_ROOM or own:
            error.filename, error.filename2 = str(path), None
        raise


def _prefix(target: Path) -> str:
    return f".{target.name[:80]}."


def _beside(target: Path) -> Path:
    return target.parent / f"{_prefix(target)}{os.urandom(6).hex()}"


# --- folders ---------------------------------------------------------------------------------------------------------


@contextmanager
def atomic_folder(path: Path, *, merge: bool = False) -> Iterator[Path]:
    """A temporary folder that becomes ``path`` when the block ends well, and vanishes otherwise.

    A folder that is there and not empty is refused. With ``merge``, one that holds nothing but files of the same names
    is replaced, and into any other the new files are moved, what says that they are complete at last.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_dir():
        raise UsageError(f"{path} is a file; this output is a folder. Name another place.")
    if not merge and target.is_dir() and any(target.iterdir()):
        raise UsageError(f"{path} exists and is not empty. Name another folder, or remove it first.")
    with _named_as_given(path, target):
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _beside(target)
        temporary.mkdir()
        try:
            yield temporary
            _settle(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _settle(made: Path, target: Path) -> None:
    if not target.exists():
        made.replace(target)
        return
    made.chmod(stat.S_IMODE(target.stat().st_mode))
    new = {p.relative_to(made) for p in made.rglob("*") if not p.is_dir()}
    old = {p.relative_to(target) for p in target.rglob("*") if not p.is_dir()}
    for name in sorted(new & old):
        refuse_input(target / name)
    if old <= new and not Path.cwd().is_relative_to(target):
        _swap(made, target)
    else:
        _move_in(made, target, new)


def _swap(made: Path, target: Path) -> None:
    aside = _beside(target)
    target.replace(aside)
    made.replace(target)
    shutil.rmtree(aside, ignore_errors=True)


def _move_in(made: Path, target: Path, names: set[Path]) -> None:
    marks = sorted(n for n in names if n.name in MARKS)
    for name in marks:
        (target / name).unlink(missing_ok=True)
    for name in [*sorted(names - set(marks)), *marks]:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).replace(target / name)


# --- inputs ----------------------------------------------------------------------------------------------------------


@contextmanager
def protected_inputs() -> Iterator[None]:
    """Until the block ends, no file that was read as an input can be written."""
    global _inputs  # noqa: PLW0603
    before, _inputs = _inputs, set()
    try:
        yield
    finally:
        _inputs = before


def note_input(path: str | Path) -> None:
    """Says that a file is an input; of a folder, all its files are."""
    if _inputs is None:
        return
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return
    if stat.S_ISREG(found.st_mode):
        _inputs.add((found.st_dev, found.st_ino))
    elif stat.S_ISDIR(found.st_mode):
        for inner in Path(path).iterdir():
            note_input(inner)


def refuse_input(path: Path) -> None:
    """Refuses an output that is an input."""
    if not _inputs:
        return
    try:
        found = path.stat()
    except OSError:
        return
    if (found.st_dev, found.st_ino) in _inputs:
        raise UsageError(f"{path} is an input of this command and would be overwritten. Name another output.")
