"""Inline markup: ``<ORG>EU</ORG> rejects``, one sentence per line, a blank line after each document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, atomic, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import TextSpan, View, views

_SPECIAL = re.compile(r"[&<>\[]")  # a file without any tag must not be read by its links
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "[": "&#91;"}
_SPECIAL_IN_TYPE = re.compile(r"[&<>/\s]")
_LINE_END = re.compile(r"[\r\n]+")


def losses(corpus: Corpus) -> list[str]:
    kinds = (
        lost.misfits,
        lost.crossings,
        lost.tokens,
        white_space,
        lost.columns,
        lost.fields,
        lost.document_ids,
        lost.unannotated,
    )
    return [line for kind in kinds for line in kind(corpus)]


def white_space(corpus: Corpus) -> list[str]:
    if corpus.text is None:
        return []
    n = sum("\n".join(_slices(view)) != view.text for view in views(corpus))
    return [f"white space around the sentences of {n} documents is left out"] if n else []


@writer("inline", suffix=".txt", losses=losses, spans="nested")
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
