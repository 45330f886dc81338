"""Standoff of brat: the lines of changed mentions; relations, attributes and comments stay."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from nerproof.auditing.edits import CannotEditError, Edit, Edits


def edit_standoff(edits: Edits, target: Path) -> None:
    """A copy of the folder with the .ann files of changed documents edited."""
    text, names = edits.old.text, edits.old.document_ids
    if not edits.path.is_dir() or text is None or names is None:
        raise CannotEditError
    shutil.copytree(edits.path, target)
    for edit in edits:
        path = target / f"{names[edit.number]}.ann"
        with path.open(encoding=edits.reading.encoding, newline="") as file:
            lines = file.read().splitlines(keepends=True)
        with path.open("w", encoding=edits.reading.encoding, newline="") as file:
            file.writelines(_edited(lines, edit, text.documents[edit.number]))


def _edited(lines: list[str], edit: Edit, text: str) -> list[str]:
    places = [_place_of(lines, f"{type_} {start} {end}") for start, end, type_ in edit.old]
    ids = [lines[at].split("\t")[0] for at in places]
    used = [int(m[1]) for line in lines if (m := re.match(r"T(\d+)\t", line))]
    new = [f"T{n}" for n in range(max(used, default=0) + 1, max(used, default=0) + 1 + len(edit.new))]
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    made = [
        f"{name}\t{type_} {start} {last}\t{' '.join(text[start:last].split())}{end}"
        for name, (start, last, type_) in zip([*ids, *new], edit.new, strict=False)
    ]
    gone = [re.compile(rf"\b{name}\b") for name in ids[len(made) :]]  # what speaks of them goes, too
    kept = dict(zip(places, made, strict=False))
    found = [kept.get(at, "" if any(p.search(line) for p in gone) else line) for at, line in enumerate(lines)]
    if found and not found[-1].endswith("\n") and len(made) > len(places):
        found[-1] += end
    return [*found, *made[len(places) :]]


def _place_of(lines: list[str], mention: str) -> int:
    found = [at for at, line in enumerate(lines) if line[:1] == "T" and line.split("\t")[1:2] == [mention]]
    if not found:
        raise CannotEditError
    return found[0]
