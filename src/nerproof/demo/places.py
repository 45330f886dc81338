"""Where the demo's files are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.corpus import Corpus


@dataclass(frozen=True)
class Places:
    """The folder of a demo; settings of the attack are E (new names) and swap (the control)."""

    out: Path

    def data(self, part: str) -> Path:
        return self.out / "data" / f"{part}.conll"

    def read(self, part: str) -> Corpus:
        """A part as a corpus whose places are told from the demo's folder: the same wherever that folder is."""
        from nerproof.formats import read

        path = self.data(part)
        return replace(read(path), sources=(path.relative_to(self.out).as_posix(),))

    def model(self, system: str) -> Path:
        return self.out / "models" / system

    def predictions(self, system: str, setting: str = "") -> Path:
        return self.out / "predictions" / setting / f"{system}.conll"

    def attacked(self, setting: str) -> Path:
        return self.attack / ("control-swap.conll" if setting == "swap" else "attacked.conll")

    def split(self, method: str) -> Path:
        return self.out / "splits" / method

    @property
    def attack(self) -> Path:
        return self.out / "attack"

    @property
    def names(self) -> Path:
        return self.out / "data" / "names.jsonl"

    @property
    def errors(self) -> Path:
        return self.out / "data" / "annotation-errors.json"

    @property
    def result(self) -> Path:
        return self.out / "result.json"

    @property
    def report(self) -> Path:
        return self.out / "report.html"

    @property
    def summary(self) -> Path:
        return self.out / "summary.txt"
