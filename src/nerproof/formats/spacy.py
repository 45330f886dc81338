"""spaCy DocBin (.spacy): read from its arrays, without building Doc objects.

A hostile file must not reach spaCy's C code, so only the columns needed are decoded: words, spaces, entities, sentence
starts and span groups. Entities come from the span group ``sc`` where there is one (nested mentions), else from
``ents``. A Doc whose entities were never set is not annotated.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError, MissingExtra, NerproofError, UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import UNTYPED, flat
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span
from nerproof.formats.source import unpacked_limit
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus.tokenize import Offsets
    from nerproof.formats.source import Source

_SPAN = struct.Struct(">QQQllll")  # id, knowledge-base id, label, first token, end token, first and end character
_WANTED = ("ORTH", "ENT_IOB", "ENT_TYPE", "SENT_START")


def looks_like_docbin(source: Source, head: bytes) -> float:
    if source.is_folder or head[:1] != b"\x78":
        return 0.0
    try:
        opening = zlib.decompressobj().decompress(head, 64)
    except zlib.error:
        return 0.3 if source.suffix == ".spacy" else 0.0
    return 0.98 if b"version" in opening else 0.0


def read_docbin(source: Source, options: ReadOptions) -> Corpus:
    """DocBin of spaCy (.spacy)."""
    message = _unpacked(source)
    try:
        documents = list(_documents(source, message, options))
    except NerproofError:
        raise
    except Exception as error:  # whatever a hostile file makes numpy, struct or msgpack say
        raise _broken(source, error) from None
    notes = []
    if any("_grouped" in d.fields for d in documents):
        notes = [f"{source.name}: mentions are those of the span group 'sc'"]
    for document in documents:
        document.fields.clear()
    return corpus_of(source, options, documents, notes)


def _broken(source: Source, error: Exception) -> InputError:
    return InputError.at(
        source.name, None, f"is not a DocBin ({type(error).__name__}: {error!s:.60})", fix="Is it whole?"
    )


def _unpacked(source: Source) -> dict[str, Any]:
    try:
        packed = zlib.decompressobj()
        limit = unpacked_limit(len(source.data), 16, 16 << 20)
        data = packed.decompress(source.data, limit)
    except zlib.error as error:
        raise _broken(source, error) from None
    if packed.unconsumed_tail or not packed.eof:
        what = f"unpacks to more than {limit >> 20} MB" if packed.unconsumed_tail else "has no end"
        raise InputError.at(source.name, None, what, fix="Is it whole?")
    try:
        message = _message(data)
    except MissingExtra:
        raise
    except Exception as error:  # msgpack has a dozen kinds, and each means the same
        raise _broken(source, error) from None
    if not isinstance(message, dict):
        raise InputError.at(source.name, None, "is not a DocBin")
    return message


def _message(packed: bytes) -> Any:
    """One msgpack value; the hook keeps srsly from making arrays, and from asking for plug-ins at every call."""
    try:
        from srsly import msgpack
    except ImportError:
        raise MissingExtra.of("spacy", "spacy") from None
    return msgpack.unpackb(packed, raw=False, use_list=False, strict_map_key=False, object_pairs_hook=dict)


def _documents(source: Source, message: dict[str, Any], options: ReadOptions) -> Iterator[Document]:
    try:
        from spacy.attrs import IDS
        from spacy.strings import StringStore
    except ImportError:
        raise MissingExtra.of("spacy", "spacy") from None

    attrs = [int(a) for a in message["attrs"]]
    hashes = StringStore()
    store = {int(hashes.add(string)): string for string in map(str, message["strings"])}
    lengths = np.frombuffer(message["lengths"], dtype=np.int32).astype(np.int64)
    table = np.frombuffer(message["tokens"], dtype=np.uint64).reshape(-1, len(attrs))
    spaces = np.frombuffer(message["spaces"], dtype=np.bool_)
    if (lengths < 0).any() or lengths.sum() != len(table) or len(spaces) != len(table):
        raise InputError.at(source.name, None, "is not a DocBin: its columns have different lengths")
    column = {name: table[:, attrs.index(int(IDS[name]))] for name in _WANTED if int(IDS[name]) in attrs}
    ends = np.cumsum(lengths)
    for i, (start, end) in enumerate(zip((ends - lengths).tolist(), ends.tolist(), strict=True)):
        rows = {name: values[start:end].tolist() for name, values in column.items()}
        yield _document(message, i, rows, spaces[start:end].tolist(), store, options)


def _document(
    message: dict[str, Any],
    i: int,
    rows: dict[str, list[int]],
    spaces: list[bool],
    store: dict[int, str],
    options: ReadOptions,
) -> Document:
    words = [_string(store, h) for h in rows["ORTH"]]
    flags = _item(message, "flags", i) or {}
    if flags.get("has_unknown_spaces"):
        spaces = [True] * len(words)
    text, places = _joined(words, spaces)
    grouped = _grouped(_item(message, "span_groups", i), store, options.extra.get("spans_key", "sc"))
    found = _entities(rows, store) if grouped is None else grouped
    spans = None if found is None else [_span(places, *mention) for mention in found]
    starts = [s for (s, _), mark in zip(places, rows.get("SENT_START", ()), strict=False) if mark == 1]
    kept = [(s, e) for s, e in places if text[s:e].strip()]  # white space is text, not a token
    known = _user_id(_item(message, "user_data", i))
    marks = {} if grouped is None else {"_grouped": True}
    return Document(text, spans, i + 1, known, kept, starts if len(starts) > 0 else None, fields=marks)


def _string(store: dict[int, str], key: int) -> str:
    return store[key] if key else ""


def _item(message: dict[str, Any], key: str, i: int) -> Any:
    values = message.get(key) or []
    return values[i] if i < len(values) else None


def _joined(words: list[str], spaces: list[bool]) -> tuple[str, Offsets]:
    parts, places, at = [], [], 0
    for word, space in zip(words, spaces, strict=True):
        places.append((at, at + len(word)))
        parts.append(word + " " if space else word)
        at += len(parts[-1])
    return "".join(parts), places


def _span(places: Offsets, start: int, end: int, type_: str) -> Span:
    if not 0 <= start < end <= len(places):
        raise ValueError(f"a span of {type_!r} lies outside its document")
    return Span(places[start][0], places[end - 1][1], type_)


def _entities(rows: dict[str, list[int]], store: dict[int, str]) -> list[tuple[int, int, str]] | None:
    """Mentions of the B (3), I (1) and O (2) marks; None where every mark is missing (0)."""
    marks = rows.get("ENT_IOB", [])
    if not any(marks):
        return None
    found: list[tuple[int, int, str]] = []
    types = [_string(store, h) or UNTYPED for h in rows["ENT_TYPE"]]
    for i, mark in enumerate(marks):
        goes_on = bool(found) and found[-1][1] == i and found[-1][2] == types[i]
        if mark == 1 and goes_on:
            found[-1] = (found[-1][0], i + 1, types[i])
        elif mark in {1, 3}:
            found.append((i, i + 1, types[i]))
    return found


def _grouped(packed: Any, store: dict[int, str], key: str) -> list[tuple[int, int, str]] | None:
    """Mentions of one span group; None where the document has no such group."""
    groups = _message(packed) if packed else {}
    if not isinstance(groups, dict):  # spaCy up to 3.2 wrote a list of named groups
        groups = {value: [_message(value)["name"]] for value in groups}
    for value, keys in groups.items():
        if key in keys:
            rows = [_SPAN.unpack(span) for span in _message(value)["spans"]]
            return [(r[3], r[4], _string(store, r[2]) or UNTYPED) for r in rows]
    return None


def _user_id(packed: Any) -> str | None:
    data = _message(packed) if packed else {}
    known = data.get("id") if isinstance(data, dict) else None
    return str(known) if isinstance(known, str | int) else None


# --- writing ---------------------------------------------------------------------------------------------------------


_ATTRIBUTES = ("ENT_IOB", "ENT_TYPE", "SENT_START")


def uncovered(corpus: Corpus) -> list[str]:
    pieces = (piece for view in views(corpus) for piece in _pieces(view))
    n = sum(piece.token is None and bool(piece.word.strip()) for piece in pieces)
    return [f"{n} stretches of text outside all tokens become tokens"] if n else []


def write_docbin(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """DocBin of spaCy, one Doc per document."""
    del options
    try:
        from spacy.tokens import DocBin
        from spacy.vocab import Vocab
    except ImportError:
        raise MissingExtra.of("spacy", "spacy") from None
    m = corpus.mentions
    grouped = not bool(flat(corpus)[m.end > m.start].all())
    vocab = Vocab()
    docs = DocBin(attrs=_ATTRIBUTES)
    found = list(views(corpus))
    for view in found:
        docs.add(_doc(vocab, view, grouped=grouped))
    if corpus.document_ids is not None:
        _add_ids(docs, [view.id or "" for view in found])
    with atomic(path) as temporary:
        temporary.write_bytes(docs.to_bytes())


@dataclass
class _Piece:
    """A word of the Doc: a token of ours, or white space that spaCy keeps as a word."""

    word: str
    token: int | None
    space: bool = False


def _pieces(view: View) -> list[_Piece]:
    pieces: list[_Piece] = []
    at = 0
    for i, (start, end) in enumerate([*view.tokens, (len(view.text), len(view.text))]):
        gap = view.text[at:start]
        if pieces and gap.startswith(" "):
            pieces[-1].space, gap = True, gap[1:]
        if gap:
            pieces.append(_Piece(gap, None))
        if i < len(view.tokens):
            pieces.append(_Piece(view.text[start:end], i))
        at = end
    return pieces


def _add_ids(docs: Any, ids: list[str]) -> None:
    """Ids as user data, packed by one packer: DocBin would look for plug-ins once per document."""
    from srsly import msgpack

    packer = msgpack.Packer(use_bin_type=True)
    docs.user_data = [packer.pack({"id": name}) for name in ids]
    docs.store_user_data = True


def _doc(vocab: Any, view: View, *, grouped: bool) -> Any:
    from spacy.tokens import Doc, Span

    pieces = _pieces(view)
    if not all(piece.word for piece in pieces):
        raise UsageError(f"document {view.id or view.text[:40]!r} has an empty token; a spaCy Doc cannot hold it.")
    words, spaces = [piece.word for piece in pieces], [piece.space for piece in pieces]
    place = {piece.token: k for k, piece in enumerate(pieces) if piece.token is not None}
    starts = {place[i] for i in view.sentences}
    doc = Doc(vocab, words=words, spaces=spaces, sent_starts=[k in starts for k in range(len(words))])
    if view.spans is not None:
        spans = [Span(doc, place[s.first], place[s.last - 1] + 1, label=s.type) for s in view.spans]
        doc.set_ents([spans[i] for i in _outermost(view.spans)], default="outside")
        if grouped:
            doc.spans["sc"] = spans
    return doc


def _outermost(spans: list[TextSpan]) -> list[int]:
    until, kept = -1, []
    for i in sorted(range(len(spans)), key=lambda i: (spans[i].start, -spans[i].end)):
        if spans[i].start >= until:
            kept.append(i)
            until = spans[i].end
    return kept


define(
    "spacy",
    sniff=looks_like_docbin,
    read=read_docbin,
    write=write_docbin,
    suffix=".spacy",
    losses=lost.these(*lost.SPANS, uncovered, lost.columns, lost.fields, lost.partly_annotated),
    spans="any",
)
