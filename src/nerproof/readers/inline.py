"""Inline markup: ``<ORG>EU</ORG> rejects``, nested as one likes; or ``[EU](ORG) rejects``, flat.

A line is a sentence. Where the file has blank lines each of them ends a document; without any, a line stands alone.
Tags are the main form: a file with one closing tag is read so, any other by its links. ``&lt; &gt; &amp; &#32;`` stand
for the characters that would be markup.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nerproof.errors import InputError
from nerproof.readers import ReadOptions, reader
from nerproof.readers.documents import Document, Span, corpus_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus import Corpus
    from nerproof.readers.source import Source

_TAG = re.compile(r"<(/?)([^\s<>/](?:[^\s<>]*[^\s<>/])?)>")
_CLOSING = re.compile(r"</[^\s<>/][^\s<>]*>")
_LINK = re.compile(r"\[([^\[\]\n]+)\]\(([^()\s]+)\)")
_ENTITY = re.compile(r"&(amp|lt|gt|#\d{1,7});")
_NAMED = {"amp": "&", "lt": "<", "gt": ">"}


def looks_like_inline(source: Source, head: bytes) -> float:
    text = "" if source.is_folder or b"\0" in head else head.decode("utf-8", "ignore")
    if text.lstrip("\ufeff \r\n\t")[:1] in {"{", "["} and text.lstrip("\ufeff \r\n\t")[1:2] in {
        '"',
        "{",
        "\n",
    }:
        return 0.0
    return 0.6 if _CLOSING.search(text) else 0.5 if _LINK.search(text) else 0.0


@reader("inline", sniff=looks_like_inline)
def read_inline(source: Source, options: ReadOptions) -> Corpus:
    """Inline markup: <ORG>EU</ORG> rejects (nested allowed), or [EU](ORG) rejects."""
    text = source.text(options.encoding).replace("\r\n", "\n")
    tagged = _CLOSING.search(text) is not None
    parse = _parse_tags if tagged else _parse_links
    documents = [parse(source, line, block) for line, block in _blocks(text)]
    return corpus_of(source, options, documents, marked=_has_blank_line(text))


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every document: up to a blank line, or each line where there is none."""
    lines = text.removesuffix("\n").split("\n")
    joined = _has_blank_line(text)
    block: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
        if block and (not joined or not line.strip()):
            yield number - len(block) + (1 if line.strip() else 0), "\n".join(block)
            block = []


def _has_blank_line(text: str) -> bool:
    return any(not line.strip() for line in text.removesuffix("\n").split("\n"))


class _Plain:
    """The text without its markup, as it grows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        text = _ENTITY.sub(_character, text)
        self.parts.append(text)
        self.length += len(text)


def _character(match: re.Match[str]) -> str:
    name = match[1]
    code = int(name[1:]) if name[0] == "#" else ord(_NAMED[name])
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def _parse_tags(source: Source, line: int, block: str) -> Document:
    plain, spans = _Plain(), []
    opened: list[tuple[str, int, int]] = []
    at, here, counted = 0, line, 0
    for match in _TAG.finditer(block):
        plain.add(block[at : match.start()])
        at = match.end()
        here, counted = here + block.count("\n", counted, match.start()), match.start()
        if not match[1]:
            opened.append((match[2], plain.length, here))
            continue
        if not opened or opened[-1][0] != match[2]:
            what = f"{match[0]} closes nothing" if not opened else f"{match[0]} closes <{opened[-1][0]}>"
            raise InputError.at(
                source.name, here, what, fix="Close tags in the order <A><B>…</B></A>; write &lt; for <."
            )
        name, start, began = opened.pop()
        spans.append(Span(start, plain.length, _ENTITY.sub(_character, name), began))
    if opened:
        raise InputError.at(
            source.name, opened[-1][2], f"<{opened[-1][0]}> is not closed", fix="Write &lt; for a plain <."
        )
    plain.add(block[at:])
    return Document("".join(plain.parts), spans, line)


def _parse_links(source: Source, line: int, block: str) -> Document:
    del source  # nothing of a link can be wrong: what does not match is text
    plain, spans, at = _Plain(), [], 0
    for match in _LINK.finditer(block):
        plain.add(block[at : match.start()])
        start = plain.length
        plain.add(match[1])
        spans.append(Span(start, plain.length, match[2], line))
        at = match.end()
    plain.add(block[at:])
    return Document("".join(plain.parts), spans, line)
