"""The result files of a folder: listed by their relative names, and nothing else is ever opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nerproof.base.errors import InputError, NerproofError
from nerproof.base.results import Result

DEEPEST = 6
MOST_FILES = 2000


@dataclass(frozen=True)
class Entry:
    """One result file in short: when it changed, what it scores."""

    name: str
    changed: float
    gold: str
    scores: dict[str, dict[str, float | None]]  # system -> metric -> value


@dataclass
class Catalogue:
    """Files are read again only when they changed."""

    folder: Path
    _known: dict[str, tuple[tuple[int, int], Entry | None]] = field(default_factory=dict)

    def entries(self) -> list[Entry]:
        """All results, oldest first."""
        found = [entry for name in self.names() if (entry := self._entry(name)) is not None]
        return sorted(found, key=lambda entry: (entry.changed, entry.name))

    def names(self) -> list[str]:
        """JSON files below the folder, no hidden ones, no links that lead out of it."""
        return sorted(path.relative_to(self.folder).as_posix() for path in self._files())

    def load(self, name: str) -> Result:
        """The result of that name; only names of the list are ever opened."""
        if name not in self.names():
            raise InputError(f"no result file named {name[:200]!r} is in this folder")
        return Result.load(self.folder / name)

    def _files(self) -> Iterator[Path]:
        count = 0
        for place, folders, files in os.walk(self.folder):
            here = Path(place)
            depth = len(here.relative_to(self.folder).parts)
            folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < DEEPEST else []
            for name in sorted(files):
                if name.endswith(".json") and not name.startswith(".") and self._inside(here / name):
                    count += 1
                    if count > MOST_FILES:
                        return
                    yield here / name

    def _inside(self, path: Path) -> bool:
        return path.is_file() and path.resolve().is_relative_to(self.folder)

    def _entry(self, name: str) -> Entry | None:
        try:
            status = (self.folder / name).stat()
        except OSError:
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        if self._known.get(name, (None,))[0] != stamp:
            self._known[name] = (stamp, self._read(name, status.st_mtime))
        return self._known[name][1]

    def _read(self, name: str, changed: float) -> Entry | None:
        try:
            result = Result.load(self.folder / name)
            scores: dict[str, dict[str, float | None]] = {system: {} for system in result.systems}
            for row in result.rows:
                if row.system and row.slice == row.label == "ALL" and row.metric in {"f1", "f1_clean", "delta_f1"}:
                    scores[row.system].setdefault(row.metric, row.value)
        except NerproofError:
            return None
        return Entry(name, changed, str(result.signature.get("gold", "")), scores)
