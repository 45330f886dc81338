"""Character spans put on the tokens of another corpus: predictions on gold's tokens.

A span that fits no token boundary, or that no one sentence holds, is kept as an empty span: it can match nothing, so
it counts as a false positive (see Mentions), and it is counted in the notes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus, Text
from nerproof.corpus.align import unicode_hint
from nerproof.corpus.strings import place_tokens
from nerproof.corpus.tokenize import Offsets, token_at
from nerproof.formats.found import Found, annotated_of, edges_of, packed, places_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.formats.found import Document, Span
    from nerproof.formats.source import Source

SHOWN = 3  # misfits that a note shows


def on_given_tokens(source: Source, given: Corpus, documents: Sequence[Document], notes: Sequence[str]) -> Corpus:
    """The given corpus's sentences with the mentions of these documents."""
    documents = [d for d in documents if d.text.strip()]  # no corpus keeps a document without tokens
    if not documents:
        raise InputError.at(source.name, None, "has no text", fix="Give the predictions of at least one sentence.")
    given = in_units(given, [d.id for d in documents])
    pairs = sorted(match(source, given, documents), key=lambda pair: pair[0])
    order = [i for i, _ in pairs]
    spans = [np.arange(given.documents[i], given.documents[i + 1]) for i in order]
    base = given.select(np.concatenate(spans) if spans else np.zeros(0, dtype=np.int64))
    places: Offsets = []
    rows: list[Found] = []
    misfits: list[str] = []
    for k, (_, document) in enumerate(pairs):
        tokens = _places(source, base, k, document)
        found, missed = _mentions(base, int(base.sentences[base.documents[k]]), tokens, document)
        rows += found
        misfits += missed
        places += tokens
    table = np.array(places, dtype=np.int64).reshape(-1, 2)
    text = Text(tuple(document.text for _, document in pairs), table[:, 0], table[:, 1])
    return _packed(source, base, [document for _, document in pairs], rows, text, _notes(source, misfits, notes))


def in_units(given: Corpus, ids: Sequence[str | None]) -> Corpus:
    """The given corpus by sentences, where it has too few documents for so many records and no ids to go by."""
    named = given.document_ids is not None and all(i is not None for i in ids)
    if named or not given.n_documents < len(ids) <= given.n_sentences:
        return given
    units = np.arange(given.n_sentences + 1, dtype=np.int64)
    return replace(given, documents=units, document_ids=None, marked_documents=False, text=None)


class Texts:
    """The texts of the corpus the output is read against, by id and by position."""

    def __init__(self, given: Corpus | None, ids: list[str | None]) -> None:
        self.given = given = None if given is None else in_units(given, ids)
        self.position = -1
        names = given.document_ids if given is not None and given.document_ids else ()
        self.by_id = {name: i for i, name in enumerate(names)}

    def next(self, known: str | None) -> str | None:
        """The text of the next record; asked once for each that has any."""
        self.position += 1
        if self.given is None:
            return None
        i = self.by_id.get(known or "", -1) if self.by_id and known is not None else self.position
        if not 0 <= i < self.given.n_documents:
            return None
        if self.given.text is not None:
            return self.given.text.documents[i]
        sentences = range(int(self.given.documents[i]), int(self.given.documents[i + 1]))
        return "\n".join(" ".join(self.given.sentence(s)) for s in sentences)


def match(source: Source, given: Corpus, documents: Sequence[Document]) -> list[tuple[int, Document]]:
    """Which document of the given corpus each document is: by id where both have ids, else by position."""
    if given.document_ids is not None and all(d.id is not None for d in documents):
        known = {name: i for i, name in enumerate(given.document_ids)}
        for d in documents:
            if d.id not in known:
                raise InputError.at(source.name, d.line, f"document {d.id!r} is not in the corpus it is read against")
        pairs = [(known[d.id or ""], d) for d in documents]
        if len({i for i, _ in pairs}) < len(pairs):
            raise InputError.at(source.name, None, "has two documents with one id")
        return pairs
    if len(documents) > given.n_documents:
        what = f"has {len(documents)} documents; the corpus it is read against has {given.n_documents}"
        raise InputError.at(source.name, documents[given.n_documents].line, what)
    return list(enumerate(documents))


def _places(source: Source, base: Corpus, k: int, document: Document) -> Offsets:
    first, last = (int(base.sentences[base.documents[k + j]]) for j in (0, 1))
    if base.text is not None and base.text.documents[k] == document.text:
        starts, ends = base.text.start[first:last].tolist(), base.text.end[first:last].tolist()
        return list(zip(starts, ends, strict=True))
    found = place_tokens(document.text, base.tokens.strings(first, last))
    if found is None:
        sentence = int(base.documents[k])
        hint = unicode_hint("".join(base.tokens.strings(first, last)), "".join(document.text.split()))
        what = f"the text is not that of {base.place(sentence)}: {document.text[:40]!r} …{hint}"
        raise InputError.at(source.name, document.line, what, fix="Predict on the same texts, in the same order.")
    return found


def _mentions(base: Corpus, first: int, tokens: Offsets, document: Document) -> tuple[list[Found], list[str]]:
    begin, stop = edges_of(tokens)
    rows = [Found(first, first, u.type, u.score, u.string) for u in document.unplaced]
    misfits = []
    for span in document.spans or []:
        start, end = begin.get(span.start, -1), stop.get(span.end, -1)
        if 0 <= start < end and _one_sentence(base, first + start, first + end):
            rows.append(span.on(tokens, start, end).moved(first))
            continue
        misfits.append(_shown(document, span))
        at = first + token_at(tokens, span.start)
        rows.append(Found(at, at, span.type, span.score, document.text[span.start : span.end]))
    return rows, misfits


def _shown(document: Document, span: Span) -> str:
    return f"line {span.line or document.line}: {document.text[span.start : span.end][:40]!r} {span.type}"


def _one_sentence(base: Corpus, start: int, end: int) -> bool:
    owners = base.sentence_of(np.array([start, end - 1]))
    return bool(owners[0] == owners[1])


def _packed(
    source: Source,
    base: Corpus,
    documents: Sequence[Document],
    rows: Sequence[Found],
    text: Text,
    notes: tuple[str, ...],
) -> Corpus:
    mentions, types = packed(rows)
    sizes = np.diff(base.documents).tolist()
    return replace(
        base,
        mentions=mentions,
        types=types,
        **places_of(source, documents, sizes),
        lines=np.repeat(np.array([d.line for d in documents], dtype=np.int64), sizes),
        text=text,
        annotated=annotated_of(documents, sizes),
        scheme=None,
        layout=None,
        repairs=0,
        notes=notes,
        file_digest=None if source.is_folder else source.digest,
    )


def _notes(source: Source, misfits: Sequence[str], notes: Sequence[str]) -> tuple[str, ...]:
    if not misfits:
        return tuple(notes)
    shown = "; ".join(misfits[:SHOWN]) + ("; …" if len(misfits) > SHOWN else "")
    several = len(misfits) > 1
    what = (
        f"{len(misfits)} span{'s fit' if several else ' fits'} no token boundary; {'each' if several else 'it'} counts"
    )
    return (*notes, f"{source.name}: {what} as a false positive ({shown})")
