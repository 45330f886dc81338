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


Scored = tuple[float | None, float | None, float | None]  # value, low, high
SCORES = {
    "f1": {"suite": "standard", "slice": "ALL", "metric": "f1"},
    "unseen": {"suite": "tmr", "slice": "UNSEEN-ANY", "metric": "recall"},
    "retention": {"suite": "tmr", "slice": "ALL", "metric": "retention"},
    "f1_clean": {"suite": "contamination", "slice": "ALL", "metric": "f1_clean"},
}


@dataclass(frozen=True)
class Standing:
    """The main scores of one system, and its verdict."""

    scores: dict[str, Scored]
    verdict: str = ""


@dataclass(frozen=True)
class Entry:
    """One result file in short: when it changed, what it scores."""

    name: str
    changed: float
    gold: str
    standings: dict[str, Standing]  # by system

    @property
    def dataset(self) -> str:
        """The name of the test data."""
        return self.gold.rpartition("@")[0] or self.gold


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
        except NerproofError:
            return None
        standings = {system: _standing(result, system) for system in result.systems}
        return Entry(name, changed, str(result.signature.get("gold", "")), standings)


def _standing(result: Result, system: str) -> Standing:
    scores = {}
    for key, wanted in SCORES.items():
        row = next((r for r in result.where(system=system, label="ALL", **wanted) if "other" not in r.more), None)
        if row is not None:
            scores[key] = (row.value, row.low, row.high)
    told = (f.verdict for f in result.findings if f.rule == "memory" and f.system == system and f.verdict)
    return Standing(scores, next(told, "").replace("-", " "))
