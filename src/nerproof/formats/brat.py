"""brat standoff: a folder of .txt and .ann files, or one pair named by either file.

A discontinuous annotation keeps its parts; it is scored by its outer span. A text without .ann is not annotated; with
an empty one it has no mention.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from nerproof.base.atomic import atomic_folder
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span
from nerproof.formats.source import Source
from nerproof.formats.views import View, views

_MENTION = re.compile(r"(T\S*)\t(\S+) (\d{1,12} \d{1,12}(?:;\d{1,12} \d{1,12})*)(?:\t(.*))?")


def looks_like_brat(source: Source, head: bytes) -> float:
    del head
    if source.suffix == ".ann":
        return 0.98
    if not source.is_folder:
        return 0.0
    return 0.9 if any(source.path.rglob("*.ann")) else 0.2 if any(source.path.rglob("*.txt")) else 0.0


def read_brat(source: Source, options: ReadOptions) -> Corpus:
    """Standoff of brat: a folder of .txt and .ann files."""
    texts = _texts(source)
    if not texts:
        raise InputError.at(source.name, None, "has no .txt file", fix="brat keeps a .txt beside every .ann.")
    root = source.path if source.is_folder else source.path.parent
    counts: Counter[str] = Counter()
    found = [_document(path, root, options.encoding, counts) for path in texts]
    said = {
        "parts": "{} discontinuous mentions keep their parts",
        "other": "{} relations, events, attributes and comments are left out",
        "bare": "{} texts have no .ann file and count as not annotated",
    }
    notes = [f"{source.name}: {saying.format(counts[k])}" for k, saying in said.items() if counts[k]]
    return corpus_of(source, options, found, notes)


def _texts(source: Source) -> list[Path]:
    if source.is_folder:
        texts = sorted(source.path.rglob("*.txt"))
        alone = [a for a in sorted(source.path.rglob("*.ann")) if not a.with_suffix(".txt").exists()]
    else:
        texts, alone = [source.path.with_suffix(".txt")], []
        alone = [] if texts[0].exists() else [source.path]
    if alone:
        raise InputError.at(alone[0], None, "has no .txt file beside it")
    return texts


def _document(path: Path, root: Path, encoding: str, counts: Counter[str]) -> Document:
    text = Source(str(path)).text(encoding)
    name = path.relative_to(root).with_suffix("").as_posix()
    notes = path.with_suffix(".ann")
    if not notes.exists():
        counts["bare"] += 1
        return Document(text, None, 1, name, file=str(path))
    spans = []
    for number, line in enumerate(Source(str(notes)).text(encoding).split("\n"), 1):
        line = line.rstrip("\r")
        if line.startswith("T"):
            spans.append(_span(notes, number, line, counts))
        elif line.strip():
            counts["other"] += 1
    return Document(text, spans, 1, name, file=str(notes))


def _span(path: Path, number: int, line: str, counts: Counter[str]) -> Span:
    match = _MENTION.fullmatch(line)
    if not match:
        raise InputError.at(path, number, f"{line[:60]!r} is no mention", fix="Write: T1<tab>ORG 0 2<tab>EU")
    places = [int(n) for pair in match[3].split(";") for n in pair.split()]
    start, end = min(places[::2]), max(places[1::2])
    parts = sorted(zip(places[::2], places[1::2], strict=True))
    if len(parts) > 1:
        return _with_parts(path, number, match[2], parts, counts)._replace(text=match[4])
    return Span(start, end, match[2], number, text=match[4])


def _with_parts(path: Path, number: int, type_: str, parts: list[tuple[int, int]], counts: Counter[str]) -> Span:
    edges = [place for part in parts for place in part]
    if edges != sorted(edges) or any(a == b for a, b in parts):
        raise InputError.at(path, number, "the parts of the mention overlap or are empty", fix="Write: 0 2;5 9")
    gaps = [i for i in range(1, len(parts)) if parts[i - 1][1] < parts[i][0]]
    counts["parts"] += 1
    return Span(edges[0], edges[-1], type_, number, parts=tuple(parts) if gaps else ())


# --- writing ---------------------------------------------------------------------------------------------------------


_UNSAFE = re.compile(r'[<>:"\\|?*\x00-\x1f]')


def renamed(corpus: Corpus) -> list[str]:
    ids = corpus.document_ids or ()
    names = _names(list(ids))
    n = sum(a != b for a, b in zip(ids, names, strict=True))
    said = [f"{n} document ids are changed to be file names"] if n else []
    order = sorted(Path(f"{name}.txt") for name in names)
    if order != [Path(f"{name}.txt") for name in names]:
        said.append("the order of the documents is left out: a folder is read by file name")
    return said


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
        parts = span.parts or ((span.start, span.end),)
        surface = " ".join(" ".join(view.text[a:b] for a, b in parts).split())
        places = ";".join(f"{a} {b}" for a, b in parts)
        rows.append(f"T{i}\t{lost.without_blanks(span.type)} {places}\t{surface}\n")
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


define(
    "brat",
    sniff=looks_like_brat,
    read=read_brat,
    write=write_brat,
    suffix="",
    losses=lost.these(
        lost.misfits,
        lost.scores,
        lost.tokens,
        lost.columns,
        lost.fields,
        lost.blank_types,
        lost.partly_annotated,
        renamed,
    ),
    spans="any",
)
