"""PubTator: the title and abstract of an article, then a line per mention. BC5CDR and NCBI Disease are such files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import UNTYPED
from nerproof.formats import ReadOptions, define
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_TEXT = re.compile(r"([^|\t]+)\|([ta])\|(.*)")


def looks_like_pubtator(source: Source, head: bytes) -> float:
    first = "" if source.is_folder else head.decode("utf-8", "replace").lstrip("\ufeff \r\n").split("\n", 1)[0]
    return 0.98 if _TEXT.fullmatch(first.rstrip("\r")) else 0.0


def read_pubtator(source: Source, options: ReadOptions) -> Corpus:
    """PubTator: ID|t|title, ID|a|abstract, then ID, start, end, text and type with tabs between them."""
    documents: dict[str, Document] = {}
    spans: dict[str, list[Span]] = {}
    others = 0
    for number, line in enumerate(source.text(options.encoding).split("\n"), 1):
        line = line.rstrip("\r")
        cells = line.split("\t")
        if match := _TEXT.fullmatch(line):
            found = documents.setdefault(match[1], Document("", spans.setdefault(match[1], []), number, match[1]))
            found.text += "\n" * (match[2] == "a") + match[3]
        elif len(cells) > 4 and cells[0] in spans and cells[1].isdecimal() and cells[2].isdecimal():
            start, end = (int(cell[:12]) for cell in cells[1:3])
            spans[cells[0]].append(Span(start, end, cells[4] or UNTYPED, number, text=cells[3]))
        elif len(cells) == 4 and cells[0] in spans:
            others += 1
        elif line.strip():
            fix = "Write: 227508<tab>0<tab>8<tab>Naloxone<tab>Chemical"
            raise InputError.at(source.name, number, f"{line[:60]!r} is no mention of a text above it", fix=fix)
    notes = [f"{source.name}: {others} relations are left out"] if others else []
    return corpus_of(source, options, documents.values(), notes)


define("pubtator", sniff=looks_like_pubtator, read=read_pubtator, written_as="jsonl")
