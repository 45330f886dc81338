"""brat standoff: a folder with a .txt and an .ann file per document."""

from __future__ import annotations

import re
from pathlib import Path

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import View, views
from nerproof.writers.folder import atomic_folder

_UNSAFE = re.compile(r'[<>:"\\|?*\x00-\x1f]')


def losses(corpus: Corpus) -> list[str]:
    kinds = (
        lost.misfits,
        lost.tokens,
        lost.columns,
        lost.fields,
        lost.blank_types,
        lost.partly_annotated,
        renamed,
    )
    return [line for kind in kinds for line in kind(corpus)]


def renamed(corpus: Corpus) -> list[str]:
    ids = corpus.document_ids or ()
    names = _names(list(ids))
    n = sum(a != b for a, b in zip(ids, names, strict=True))
    said = [f"{n} document ids are changed to be file names"] if n else []
    order = sorted(Path(f"{name}.txt") for name in names)
    if order != [Path(f"{name}.txt") for name in names]:
        said.append("the order of the documents is left out: a folder is read by file name")
    return said


@writer("brat", suffix="", losses=losses, spans="any")
def write_brat(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Standoff of brat, one pair of files per document."""
    del options
    found = list(views(corpus))
    width = len(str(len(found)))
    names = _names([view.id or f"{i:0{width}d}" for i, view in enumerate(found, 1)])
    with atomic_folder(path) as folder:
        for view, name in zip(found, names, strict=True):
            _write_pair(folder, name, view)


def _write_pair(folder: Path, name: str, view: View) -> None:
    place = folder / f"{name}.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(view.text, encoding="utf-8", newline="")
    if view.spans is not None:
        (folder / f"{name}.ann").write_text(_annotations(view), encoding="utf-8", newline="")


def _annotations(view: View) -> str:
    rows = []
    for i, span in enumerate(view.spans or (), 1):
        surface = " ".join(view.text[span.start : span.end].split())
        rows.append(f"T{i}\t{lost.without_blanks(span.type)} {span.start} {span.end}\t{surface}\n")
    return "".join(rows)


def _names(ids: list[str]) -> list[str]:
    """File names of ids: inside the folder, valid everywhere, each once."""
    used: set[str] = set()
    names = []
    for name in ids:
        parts = [_UNSAFE.sub("_", p)[:120].strip(" ") for p in name.split("/")]
        base = "/".join(p if p.strip(".") else "_" for p in parts)
        unique, n = base, 2
        while unique.lower() in used:
            unique, n = f"{base}-{n}", n + 1
        used.add(unique.lower())
        names.append(unique)
    return names
