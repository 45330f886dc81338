"""Where bytes come from: a path, a compressed file, a folder or standard input; bounded and digested."""

from __future__ import annotations

import hashlib
import importlib
import io
import stat
import sys
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, ClassVar, NoReturn, cast

from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError, UsageError

MAX_BYTES = 8 << 30  # a file larger than this is for the streaming readers
MAX_PIPE = 2 << 30  # from standard input or a pipe, which do not say how much is to come
MAX_LINE = 64 << 20  # a line this long is no corpus line
RATIO = 25  # a packed file may grow by this much: corpora grow by 3 to 15
SMALL = 48 << 20  # and any of them to this

_OPENERS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}  # modules, loaded when a file needs one


def unpacked_limit(size: int, ratio: int = RATIO, small: int = SMALL) -> int:
    """How many bytes may come out of a packed file of so many."""
    return min(MAX_BYTES, max(small, ratio * size))


def digest_of_files(paths: Iterable[Path]) -> str:
    """SHA-256 over the bytes of files, one after the other, without holding them; 16 hex digits."""
    found = hashlib.sha256()
    for path in paths:
        note_input(path)
        with path.open("rb") as stream:
            while block := stream.read(1 << 18):
                found.update(block)
    return found.hexdigest()[:16]


def damages() -> tuple[type[Exception], ...]:
    """What reading a damaged file may raise."""
    lzma = sys.modules.get("lzma")
    return (EOFError, zlib.error, OSError, *([] if lzma is None else [lzma.LZMAError]))


@dataclass(frozen=True)
class Source:
    """One input by name; ``-`` is standard input."""

    name: str
    whole: ClassVar[bool] = True  # not a span of a file

    @property
    def path(self) -> Path:
        return Path(self.name)

    @property
    def is_folder(self) -> bool:
        return self.name != "-" and self.path.is_dir()

    @property
    def suffix(self) -> str:
        """The suffix under any compression: ``.conll`` of ``a.conll.gz``."""
        suffixes = self.path.suffixes
        if suffixes and suffixes[-1] in _OPENERS:
            suffixes = suffixes[:-1]
        return suffixes[-1].lower() if suffixes else ""

    def open(self) -> IO[bytes]:
        if self.name == "-":
            if sys.stdin is None or sys.stdin.closed or sys.stdin.buffer.closed:
                raise UsageError("standard input (-) can be read only once. Give a file for the other inputs.")
            return sys.stdin.buffer
        self._refuse_device()
        note_input(self.path)
        opener: Any = importlib.import_module(_OPENERS.get(self.path.suffix, "io")).open
        try:
            return cast("IO[bytes]", opener(self.path, "rb"))
        except (OSError, ValueError) as error:  # a name with a NUL or half a character is a ValueError
            reason = getattr(error, "strerror", None) or "its name is no file name"
            raise InputError.at(ascii(self.name)[1:-1], None, f"cannot be read ({reason})") from None

    @cached_property
    def data(self) -> bytes:
        """All bytes, decompressed."""
        try:
            with self.open() as stream:
                data = self._bounded(stream)
        except damages() as error:
            raise self._damaged(error) from None
        if len(data) > self._limit:
            raise self._too_large()
        return data

    @cached_property
    def _limit(self) -> int:
        """How many bytes may come out: as many as there are, and of a packed file not too many times its size."""
        try:
            found = self.path.stat() if self.name != "-" else None
        except (OSError, ValueError):
            found = None
        if found is None or not stat.S_ISREG(found.st_mode):
            return MAX_PIPE
        return unpacked_limit(found.st_size) if self.path.suffix in _OPENERS else MAX_BYTES

    def _too_large(self) -> InputError:
        if self._limit < MAX_BYTES and self.path.suffix in _OPENERS:
            what = f"unpacks to more than {self._limit >> 20} MB"
            return InputError.at(self.name, None, what, fix="Unpack it first, if that is meant.")
        fix = "Convert it to Parquet and evaluate it by --stream."
        return InputError.at(self.name, None, f"has more than {self._limit >> 30} GB", fix=fix)

    def _refuse_device(self) -> None:
        try:
            mode = self.path.stat().st_mode
        except (OSError, ValueError):
            return
        if stat.S_ISCHR(mode) and self.name not in {"/dev/stdin", "/dev/tty"}:
            raise InputError.at(self.name, None, "is a device, not a file", fix="Give a file, or - for standard input.")

    def head(self, size: int) -> bytes:
        """The first bytes, decompressed; the rest is not read. Not for standard input."""
        try:
            with self.open() as stream:
                return stream.read(size)
        except damages() as error:
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> InputError:
        what, fix = f"cannot be read to its end ({error})", "It is damaged or cut off: copy or make it again."
        return InputError.at(self.name, None, what.replace("\n", " "), fix=fix)

    def _bounded(self, stream: IO[bytes]) -> bytes:
        """The stream up to the size limit; a line that passes the line limit is refused where it does."""
        head = stream.read(min(MAX_LINE, self._limit) + 1)
        if len(head) <= MAX_LINE:
            return head
        whole, block = io.BytesIO(), head  # its value is handed over without a copy
        while block and whole.tell() <= self._limit:
            if len(block) > MAX_LINE and b"\n" not in block and not _is_one_line(head):
                self._refuse_line(whole.getvalue())
            whole.write(block)
            block = stream.read(MAX_LINE + 1)
        return whole.getvalue()

    def _refuse_line(self, before: bytes) -> NoReturn:
        fix = "Is it a corpus? One token, sentence or record per line."
        raise InputError.at(self.name, before.count(b"\n") + 1, f"the line has more than {MAX_LINE >> 20} MB", fix=fix)

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()[:16]

    def text(self, encoding: str = "utf-8") -> str:
        """The bytes as text without a BOM; a wrong encoding names the line."""
        try:
            return self.data.decode("utf-8-sig" if encoding.lower() in {"utf-8", "utf8"} else encoding)
        except UnicodeDecodeError as error:
            raise self.not_text(error.start, encoding) from None
        except LookupError:
            raise UsageError(f"no encoding is named {encoding!r}. Try utf-8, latin-1, cp1252 or utf-16.") from None
        except UnicodeError as error:  # codecs that do not say where
            raise InputError.at(self.name, None, f"is not {encoding} ({' '.join(str(error).split())})") from None

    def not_text(self, offset: int, encoding: str) -> InputError:
        line = self.data.count(b"\n", 0, offset) + 1
        if b"\0" in self.data[:4096]:
            return InputError.at(self.name, line, "is not a text file")
        byte = self.data[offset]
        fix = f"Convert the file to {encoding} or pass --encoding (for example --encoding latin-1)."
        return InputError.at(self.name, line, f"byte 0x{byte:02x} is not {encoding}", fix=fix)


def _is_one_line(head: bytes) -> bool:
    """Whether a format may do without line ends: packed bytes, or a JSON array."""
    return b"\0" in head[:4096] or head[:1] == b"\x78" or head.lstrip()[:1] == b"["
