"""A corpus as records: what JSONL and Hugging Face share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nerproof.corpus.schemes import encode, flat
from nerproof.writers import losses as lost
from nerproof.writers.documents import View
from nerproof.writers.jsonfile import number_or_text

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


def losses(corpus: Corpus) -> list[str]:
    kinds = [lost.misfits]
    if corpus.text is not None:
        kinds += [lost.columns, lost.document_fields, lost.partly_annotated]
    return [line for kind in kinds for line in kind(corpus)]


def document_record(view: View) -> dict[str, Any]:
    """A text with its tokens and sentences as pairs of characters."""
    record: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    record |= {**lost.kept_fields(view), "text": view.text, "tokens": [list(pair) for pair in view.tokens]}
    record["sentences"] = [list(pair) for pair in view.sentence_bounds()]
    if view.spans is not None:
        record["spans"] = [{"start": s.start, "end": s.end, "label": s.type} for s in view.spans]
    return record


def sentence_records(corpus: Corpus, scheme: str) -> Iterator[dict[str, Any]]:
    """Tokens with tags; with mentions as token spans where tags could not hold them all."""
    m = corpus.mentions
    tagged = bool(flat(corpus)[m.end > m.start].all())
    tags = encode(corpus, scheme).strings() if tagged else []
    columns = {name: column.strings() for name, column in corpus.columns.items()}
    for i, mentions in enumerate(corpus.mentions_by_sentence()):
        a, b = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
        record: dict[str, Any] = {k: v[i] for k, v in corpus.fields.items() if v[i] is not None}
        record["tokens"] = corpus.sentence(i)
        record |= {name: values[a:b] for name, values in columns.items()}
        if corpus.annotated is None or corpus.annotated[i]:
            spans = [{"start": s, "end": e, "label": t} for s, e, t in mentions if e > s]
            record |= {"tags": tags[a:b]} if tagged else {"mentions": spans}
        if corpus.marked_documents:
            record["doc_id"] = _document(corpus, i)
        yield record


def _document(corpus: Corpus, sentence: int) -> int | str:
    i = int(corpus.document_of_sentence[sentence])
    return number_or_text(corpus.document_ids[i]) if corpus.document_ids is not None else i + 1
