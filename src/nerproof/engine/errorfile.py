"""The errors of all systems as JSON lines, written chunk by chunk and put in the order of the systems at the end."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from nerproof.base.atomic import atomic


class ErrorFile:
    """One temporary file per system; ``path`` appears when all is well."""

    def __init__(self, path: Path | None, systems: Sequence[str]) -> None:
        self.path, self.n = path, 0
        self._files: dict[str, IO[str]] = {}
        self._systems = systems

    def __enter__(self) -> Self:
        for name in self._systems if self.path is not None else ():
            self._files[name] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")
        return self

    def write(self, lines: Mapping[str, Sequence[str]]) -> None:
        for name, found in lines.items():
            self.n += len(found)
            self._files[name].writelines(f"{line}\n" for line in found)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self.path is not None:
            with atomic(self.path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
                for file in self._files.values():
                    file.seek(0)
                    shutil.copyfileobj(file, out)
        for file in self._files.values():
            file.close()
