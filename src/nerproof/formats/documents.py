"""Texts with character spans made into a corpus: what brat, Label Studio, doccano, Prodigy and the like share.

Gold decides: where a span ends inside a token the token is cut there, and a sentence end inside a span is no sentence
end. With the tokens given (``ReadOptions.text``) the spans are predictions: see ``nerproof.formats.given``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Text
from nerproof.corpus.tokenize import Offsets, cut, line_starts, sentence_starts, tokenize
from nerproof.formats.found import Document, Found, Span, annotated_of, edges_of, packed, places_of
from nerproof.formats.given import on_given_tokens
from nerproof.formats.offsets import in_characters

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source


@dataclass
class _Columns:
    """A corpus as it grows."""

    tokens: list[str] = field(default_factory=list)
    places: Offsets = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)
    mentions: list[Found] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    kept: list[Document] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def corpus_of(
    source: Source,
    options: ReadOptions,
    found: Iterable[Document],
    notes: Sequence[str] = (),
    *,
    marked: bool = False,
) -> Corpus:
    """The corpus of a source's documents; ``marked`` where the file itself says where they end."""
    documents = list(found)
    notes = [*notes, *in_characters(source, documents)]
    documents = [_checked(source, document) for document in documents]
    if options.text is not None:
        return on_given_tokens(source, options.text, documents, notes)
    how = options.extra.get("tokenizer", "words")
    columns = _Columns()
    for document in documents:
        _add(source, columns, document, how)
    if not columns.tokens:
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    return _packed(source, columns, notes, marked=marked)


def _checked(source: Source, document: Document) -> Document:
    """Refuses tokens outside the text and takes white space off the edges of spans."""
    edges = _own_edges(source, document)
    if document.spans is not None:
        document.spans = [_trimmed(source, document, span, edges) for span in document.spans]
    return document


def _own_edges(source: Source, document: Document) -> tuple[set[int], set[int]]:
    """Where the format's own tokens begin and end; they must run forwards inside the text."""
    at, n = 0, len(document.text)
    if document.tokens is not None:  # an empty token holds no character that a span could name
        document.tokens = [pair for pair in document.tokens if pair[0] != pair[1]]
    for start, end in document.tokens or ():
        if not at <= start < end <= n:
            what = f"token [{start}, {end}) is not inside its text of {n} characters or not after the one before"
            raise InputError.at(document.file or source.name, document.line, what)
        at = end
    return {start for start, _ in document.tokens or ()}, {end for _, end in document.tokens or ()}


def _trimmed(source: Source, document: Document, span: Span, edges: tuple[set[int], set[int]]) -> Span:
    if span.start in edges[0] and span.end in edges[1]:  # even where a token is a no-break space
        return span
    inner = document.text[span.start : span.end]
    start, end = span.end - len(inner.lstrip()), span.start + len(inner.rstrip())
    if start >= end:
        what = f"span [{span.start}, {span.end}) of {span.type!r} covers only white space"
        raise InputError.at(document.file or source.name, span.line or document.line, what)
    return span._replace(start=start, end=end)


def _add(source: Source, columns: _Columns, document: Document, how: str) -> None:
    text, spans = document.text, document.spans or []
    tokens = tokenize(text, how) if document.tokens is None else document.tokens
    tokens, n_cut = cut(tokens, text, (place for span in spans for place in _edges(span)), how)
    columns.counts["tokens cut"] += n_cut
    if not tokens:
        columns.counts["empty documents"] += 1
        return
    places = line_starts(text) if document.sentences is None else document.sentences
    starts = sentence_starts(tokens, places)
    mentions = _on_tokens(source, document, tokens)
    inside = {i for m in mentions for i in range(m.start + 1, m.end)} if len(starts) > 1 else set()
    columns.counts["sentences joined"] += len(inside.intersection(starts))
    first = len(columns.tokens)
    columns.documents.append(len(columns.sentences))
    columns.sentences += [first + i for i in starts if i not in inside]
    columns.mentions += [m.moved(first) for m in mentions]
    columns.lines += [document.line] * (len(columns.sentences) - columns.documents[-1])
    columns.tokens += [text[s:e] for s, e in tokens]
    columns.places += tokens
    columns.kept.append(document)


def _edges(span: Span) -> list[int]:
    return [span.start, span.end, *(place for part in span.parts for place in part)]


def _on_tokens(source: Source, document: Document, tokens: Offsets) -> list[Found]:
    begin, stop = edges_of(tokens)
    found = [Found(0, 0, u.type, u.score, u.string) for u in document.unplaced]
    for span in document.spans or []:
        if span.start not in begin or span.end not in stop:
            what = f"span [{span.start}, {span.end}) of {span.type!r} begins or ends where the file has no token"
            raise InputError.at(document.file or source.name, span.line or document.line, what)
        found.append(span.on(tokens, begin[span.start], stop[span.end]))
    return found


# --- packing ---------------------------------------------------------------------------------------------------------


def _packed(source: Source, columns: _Columns, notes: Sequence[str], *, marked: bool) -> Corpus:
    mentions, types = packed(columns.mentions)
    n = len(columns.sentences)
    sizes = np.diff([*columns.documents, n])
    return Corpus(
        tokens=Coded.encode(columns.tokens),
        sentences=np.array([*columns.sentences, len(columns.tokens)], dtype=np.int64),
        mentions=mentions,
        types=types,
        documents=np.array([*columns.documents, n], dtype=np.int64),
        # A record with an id or with several sentences is a document; else it is just a sentence.
        marked_documents=marked or bool(sizes.max(initial=0) > 1) or any(d.id is not None for d in columns.kept),
        document_ids=_ids(columns.kept),
        **places_of(source, columns.kept, sizes.tolist()),
        lines=np.array(columns.lines, dtype=np.int64),
        text=_text(columns),
        fields=_fields(columns.kept, sizes.tolist()),
        annotated=annotated_of(columns.kept, sizes.tolist()),
        notes=(*notes, *_notes(source, columns.counts)),
        file_digest=None if source.is_folder else source.digest,
    )


def _text(columns: _Columns) -> Text:
    places = np.array(columns.places, dtype=np.int64)
    return Text(tuple(d.text for d in columns.kept), places[:, 0], places[:, 1])


def _ids(documents: Sequence[Document]) -> tuple[str, ...] | None:
    """Ids of all documents; those without one are named by their line, unless none has one."""
    if all(d.id is None for d in documents):
        return None
    return tuple(f"line {d.line}" if d.id is None else d.id for d in documents)


def _fields(documents: Sequence[Document], sizes: Sequence[int]) -> dict[str, list[Any]]:
    names = dict.fromkeys(name for d in documents for name in d.fields)
    return {
        name: [d.fields.get(name) for d, n in zip(documents, sizes, strict=True) for _ in range(n)] for name in names
    }


_SAYINGS = {
    "tokens cut": "{} tokens are cut where a span begins or ends",
    "sentences joined": "{} sentence ends lie inside a span and are left out",
    "empty documents": "{} documents without any token are left out",
}


def _notes(source: Source, counts: Counter[str]) -> list[str]:
    return [f"{source.name}: {saying.format(counts[k])}" for k, saying in _SAYINGS.items() if counts[k]]
