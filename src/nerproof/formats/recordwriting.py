"""Records that are written: a text with tokens, sentences and spans, or a sentence of tokens with tags or mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.corpus.schemes import encode, flat
from nerproof.formats import losses as lost
from nerproof.formats.jsonrecords import number_or_text, write_lines
from nerproof.formats.views import View, document_name, found_in, views

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.formats import WriteOptions
    from nerproof.formats.found import Found


def per_document(record: Callable[[View], Any]) -> Callable[[Corpus, Path, WriteOptions], None]:
    """A writer of JSONL with one record per document."""

    def write(corpus: Corpus, path: Path, options: WriteOptions) -> None:
        del options
        write_lines(path, map(record, views(corpus)))

    return write


def record_losses(corpus: Corpus) -> list[str]:
    more = (lost.columns, lost.document_fields, lost.partly_annotated) if corpus.text is not None else ()
    return lost.these(lost.misplaced, *more)(corpus)


def corpus_records(corpus: Corpus, scheme: str) -> Iterator[dict[str, Any]]:
    """One record per document (with text) or per sentence (without)."""
    return map(_document_record, views(corpus)) if corpus.text is not None else _sentence_records(corpus, scheme)


def _document_record(view: View) -> dict[str, Any]:
    """A text with its tokens and sentences as pairs of characters."""
    record: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    record |= {**lost.kept_fields(view), "text": view.text, "tokens": [list(pair) for pair in view.tokens]}
    record["sentences"] = [list(pair) for pair in view.sentence_bounds()]
    if view.spans is not None:
        spans = [_span_record(s.start, s.end, s.type, s.score, s.parts) for s in view.spans]
        record["spans"] = [*spans, *(_span_record(0, 0, u.type, u.score, string=u.string) for u in view.unplaced)]
    return record


def _span_record(
    start: int, end: int, type_: str, score: float | None, parts: Any = (), string: str | None = None
) -> dict[str, Any]:
    """A span with its score, its parts and its string, where it has them."""
    more = {"score": score, "parts": [list(part) for part in parts] or None, "text": string}
    return {"start": start, "end": end, "label": type_, **{k: v for k, v in more.items() if v is not None}}


def _sentence_records(corpus: Corpus, scheme: str) -> Iterator[dict[str, Any]]:
    """Tokens with tags; with mentions as token spans where tags could not hold all that is known of them."""
    m = corpus.mentions
    tagged = m.score is None and m.form is None and bool(flat(corpus)[m.end > m.start].all())
    tags = encode(corpus, scheme).strings() if tagged else []
    columns = {name: column.strings() for name, column in corpus.columns.items()}
    mentions = _mention_records(corpus)
    for i in range(corpus.n_sentences):
        a, b = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
        record: dict[str, Any] = {k: v[i] for k, v in corpus.fields.items() if v[i] is not None}
        record["tokens"] = corpus.sentence(i)
        record |= {name: values[a:b] for name, values in columns.items()}
        if corpus.annotated is None or corpus.annotated[i]:
            record |= {"tags": tags[a:b]} if tagged else {"mentions": mentions[i]}
        if corpus.marked_documents:
            record["doc_id"] = number_or_text(document_name(corpus, i))
        yield record


def _mention_records(corpus: Corpus) -> list[list[dict[str, Any]]]:
    """By sentence; a mention without tokens is one of its string."""
    found: list[list[dict[str, Any]]] = [[] for _ in range(corpus.n_sentences)]
    for sentence, row in zip(corpus.sentence_of_mention.tolist(), found_in(corpus), strict=True):
        if row.start < row.end or isinstance(row.form, str):
            found[sentence].append(_mention_record(row.moved(-int(corpus.sentences[sentence]))))
    return found


def _mention_record(row: Found) -> dict[str, Any]:
    parts = [(row.start + a, row.start + b) for a, b in row.form] if isinstance(row.form, tuple) else ()
    string = row.form if isinstance(row.form, str) and row.start == row.end else None
    return _span_record(row.start, row.end, row.type, row.score, parts, string)
