"""spaCy DocBin (.spacy): words, white space, sentences and entities.

Entities are set as ``doc.ents``; where mentions overlap, all of them are in the span group ``sc`` as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.corpus.schemes import flat
from nerproof.errors import MissingExtra, UsageError
from nerproof.writers import WriteOptions, atomic, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import TextSpan, View, views

_ATTRIBUTES = ("ENT_IOB", "ENT_TYPE", "SENT_START")


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, uncovered, lost.columns, lost.fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


def uncovered(corpus: Corpus) -> list[str]:
    pieces = (piece for view in views(corpus) for piece in _pieces(view))
    n = sum(piece.token is None and bool(piece.word.strip()) for piece in pieces)
    return [f"{n} stretches of text outside all tokens become tokens"] if n else []


@writer("spacy", suffix=".spacy", losses=losses, spans="any")
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
