"""Inline markup: ``<ORG>EU</ORG> rejects``, nested as one likes; or ``[EU](ORG) rejects``, flat.

A line is a sentence. Where the file has blank lines each of them ends a document; without any, a line stands alone.
Tags are the main form: a file with one closing tag is read so, any other by its links. ``&lt; &gt; &amp; &#32;`` stand
for the characters that would be markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span
from nerproof.formats.jsonrecords import looks_like_json
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_TAG = re.compile(
    r"<(/?)([^\s<>/](?:[^\s<>]*[^\s<>/])?)(?:\s+(?i:type)=\"([^\"<>\s]+)\")?>"
)  # with <ENAMEX TYPE="ORG">
_CLOSING = re.compile(r"</[^\s<>/][^\s<>]*>")
_LINK = re.compile(r"\[([^\[\]\n]+)\]\(([^()\s]+)\)")
_ENTITY = re.compile(r"&(amp|lt|gt|#\d{1,7});")
_OTHERS = (  # what has tags or links and is something else
    (
        re.compile(r"^\ufeff?\s*<(\?xml|!DOCTYPE)"),
        "is XML, of which only tags around mentions can be read",
        "Convert it to brat, JSONL or BioC JSON.",
    ),
    (
        re.compile(r"^(## intent:|\s*- intent:)", re.MULTILINE),
        "is training data of Rasa",
        "Convert it to JSON, which is read: rasa data convert nlu -f json --data FILE --out FILE.json",
    ),
)
_NAMED = {"amp": "&", "lt": "<", "gt": ">"}


def looks_like_inline(source: Source, head: bytes) -> float:
    text = "" if source.is_folder or b"\0" in head or looks_like_json(head) else head.decode("utf-8", "ignore")
    return 0.6 if _CLOSING.search(text) else 0.5 if _LINK.search(text) else 0.0


def read_inline(source: Source, options: ReadOptions) -> Corpus:
    """Inline markup: <ORG>EU</ORG> rejects (nested allowed), or [EU](ORG) rejects."""
    text = source.text(options.encoding).replace("\r\n", "\n")
    for look, what, fix in _OTHERS:
        if look.search(text):
            raise InputError.at(source.name, 1, what, fix=fix)
    if not _CLOSING.search(text):
        text = _LINK.sub(lambda m: f"<{_name(m[2])}>{m[1]}</{_name(m[2])}>", text.replace("<", "&lt;"))
    documents = [_parsed(source, line, block) for line, block in _blocks(text)]
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


def _parsed(source: Source, line: int, block: str) -> Document:
    plain, spans = _Plain(), []
    opened: list[tuple[str, str, int, int]] = []  # name, type, place, line
    at, here, counted = 0, line, 0
    for match in _TAG.finditer(block):
        plain.add(block[at : match.start()])
        at = match.end()
        here, counted = here + block.count("\n", counted, match.start()), match.start()
        if not match[1]:
            opened.append((match[2], match[3] or match[2], plain.length, here))
            continue
        if not opened or opened[-1][0] != match[2]:
            what = f"{match[0]} closes nothing" if not opened else f"{match[0]} closes <{opened[-1][0]}>"
            raise InputError.at(
                source.name, here, what, fix="Close tags in the order <A><B>…</B></A>; write &lt; for <."
            )
        _, name, start, began = opened.pop()
        spans.append(Span(start, plain.length, _ENTITY.sub(_character, name), began))
    if opened:
        raise InputError.at(
            source.name, opened[-1][3], f"<{opened[-1][0]}> is not closed", fix="Write &lt; for a plain <."
        )
    plain.add(block[at:])
    return Document("".join(plain.parts), spans, line)


# --- writing ---------------------------------------------------------------------------------------------------------


_SPECIAL = re.compile(r"[&<>\[]")  # a file without any tag must not be read by its links
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "[": "&#91;"}
_SPECIAL_IN_TYPE = re.compile(r"[&<>/\s]")
_LINE_END = re.compile(r"[\r\n]+")


def white_space(corpus: Corpus) -> list[str]:
    if corpus.text is None:
        return []
    n = sum("\n".join(_slices(view)) != view.text for view in views(corpus))
    return [f"white space around the sentences of {n} documents is left out"] if n else []


def write_inline(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Inline tags, nested where mentions are."""
    del options
    kept = corpus.with_mentions(corpus.mentions.take(lost.nested(corpus)))
    end = "\n\n" if corpus.marked_documents else "\n"
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines("\n".join(_lines(view)) + end for view in views(kept))


def _slices(view: View) -> list[str]:
    return [_LINE_END.sub(" ", view.text[a:b]) for a, b in view.sentence_bounds()]


def _lines(view: View) -> Iterator[str]:
    spans = sorted(view.spans or (), key=lambda s: (s.start, -s.end, s.type))
    edges = [*view.sentences, len(view.tokens)]
    for (start, end), first, last in zip(view.sentence_bounds(), edges[:-1], edges[1:], strict=True):
        yield _marked(view.text, start, end, [s for s in spans if first <= s.first < last])


def _marked(text: str, start: int, end: int, spans: list[TextSpan]) -> str:
    out, at, opened = [], start, list[TextSpan]()
    for span in [*spans, None]:
        while opened and (span is None or opened[-1].end <= span.start):
            done = opened.pop()
            out += [_escaped(text[at : done.end]), f"</{_name(done.type)}>"]
            at = done.end
        if span is not None:
            out += [_escaped(text[at : span.start]), f"<{_name(span.type)}>"]
            at = span.start
            opened.append(span)
    return "".join([*out, _escaped(text[at:end])])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda m: _ESCAPES[m[0]], _LINE_END.sub(" ", text))


def _name(type_: str) -> str:
    return _SPECIAL_IN_TYPE.sub(lambda m: f"&#{ord(m[0])};", type_)


define(
    "inline",
    sniff=looks_like_inline,
    read=read_inline,
    write=write_inline,
    suffix=".txt",
    losses=lost.these(
        *lost.SPANS,
        lost.crossings,
        lost.tokens,
        white_space,
        lost.columns,
        lost.fields,
        lost.document_ids,
        lost.unannotated,
    ),
    spans="nested",
)
