"""What a record of a corpus says, whoever wrote it: tokens with tags, tag ids or token spans; or text with spans.

Keys (any one of each row): ``tokens words`` · ``tags ner_tags labels ner`` · ``mentions entities`` (token spans) ·
``text sentence content`` · ``spans entities ents labels label`` (character spans) · ``label_names tag_names names``
(for ids) · ``id`` · ``doc_id document_id document``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import encode, flat
from nerproof.formats import losses as lost
from nerproof.formats.documents import Document, Span, corpus_of
from nerproof.formats.jsonrecords import Record, clean, identity, label, listed, number_or_text, whole
from nerproof.formats.tagged import Sentence, corpus_of_sentences
from nerproof.formats.views import View

if TYPE_CHECKING:
    from nerproof.corpus.tokenize import Offsets
    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source

_TOKENS = ("tokens", "words")
_TAGS = ("tags", "ner_tags", "labels", "ner")
_MENTIONS = ("mentions", "entities")
_TEXT = ("text", "sentence", "content")
_SPANS = ("spans", "entities", "ents", "labels", "label")
_NAMES = ("label_names", "tag_names", "names")
_DOCUMENT = ("doc_id", "document_id", "document")
_STARTS = ("start", "start_offset", "start_char", "begin")
_ENDS = ("end", "end_offset", "end_char", "stop")
_LABELS = ("label", "type", "entity", "entity_group", "tag")


def has_corpus_keys(record: Record) -> bool:
    return bool({*_TOKENS, *_TEXT} & set(record))


def corpus_of_records(source: Source, options: ReadOptions, found: list[tuple[int, Record]]) -> Corpus:
    """The corpus of (line, record) pairs; the first record says whether they are tokens or texts."""
    if found and _has_text(found[0][1]):
        return corpus_of(source, options, [_document(source, n, r) for n, r in found])
    names: dict[str, list[str]] = {}
    return corpus_of_sentences(source, options, [_sentence(source, n, r, names) for n, r in found])


def _has_text(record: Record) -> bool:
    """Text counts unless the record has tokens as strings: then the text is only there to be read."""
    tokens = _first(record, _TOKENS)
    strings = isinstance(tokens, list) and all(isinstance(t, str) for t in tokens) and bool(tokens)
    return _first(record, _TEXT) is not None and not strings


def _first(record: Record, keys: tuple[str, ...]) -> Any:
    return next((record[k] for k in keys if record.get(k) is not None), None)


# --- text and character spans ----------------------------------------------------------------------------------------


def _document(source: Source, line: int, record: Record) -> Document:
    text = clean(source, line, _first(record, _TEXT), "'text'")
    found = _first(record, _SPANS)
    spans = None if found is None else [_span(source, line, s) for s in listed(source, line, found, "'spans'")]
    known = {*_TOKENS[:1], *_TEXT, *_SPANS, *_DOCUMENT, "id", "sentences"}
    return Document(
        text,
        spans,
        line,
        identity(source, line, record, "id", *_DOCUMENT),
        tokens=_pairs(source, line, record.get("tokens"), "'tokens'"),
        sentences=_starts(source, line, record.get("sentences")),
        fields={k: v for k, v in record.items() if k not in known},
    )


def _span(source: Source, line: int, span: Any) -> Span:
    if isinstance(span, dict):
        span = [_first(span, _STARTS), _first(span, _ENDS), _first(span, _LABELS)]
    if not isinstance(span, list) or len(span) != 3:
        fix = 'Write {"start": 0, "end": 2, "label": "ORG"} or [0, 2, "ORG"]; strings without offsets: --format llm.'
        raise InputError.at(source.name, line, "a span has no start, end and label", fix=fix)
    start, end = (whole(source, line, n, "the offset") for n in span[:2])
    return Span(start, end, label(source, line, span[2]))


def _pairs(source: Source, line: int, value: Any, what: str) -> Offsets | None:
    if value is None:
        return None
    rows = [listed(source, line, pair, what) for pair in listed(source, line, value, what)]
    if any(len(row) != 2 for row in rows):
        raise InputError.at(source.name, line, f"{what} beside a text are pairs [start, end] of characters")
    return [(whole(source, line, a, what), whole(source, line, b, what)) for a, b in rows]


def _starts(source: Source, line: int, value: Any) -> list[int] | None:
    pairs = _pairs(source, line, value, "'sentences'")
    return None if pairs is None else sorted(start for start, _ in pairs)


# --- tokens and tags -------------------------------------------------------------------------------------------------


def _sentence(source: Source, line: int, record: Record, names: dict[str, list[str]]) -> Sentence:
    tokens = _strings(source, line, _first(record, _TOKENS), "'tokens'")
    given = _first(record, _NAMES)
    if given is not None:  # the names stand in the first record, or in each
        names["of"] = _strings(source, line, given, "the label names")
    tags = _first(record, _TAGS)
    columns, fields = _others(tokens, record)
    return Sentence(
        tokens,
        line,
        tags=None if tags is None else _tags(source, line, tags, len(tokens), names.get("of")),
        mentions=_mentions(source, line, record),
        document=identity(source, line, record, *_DOCUMENT),
        columns=columns,
        fields=fields,
    )


def _strings(source: Source, line: int, value: Any, what: str) -> list[str]:
    if value is None:
        raise InputError.at(source.name, line, "the record has neither tokens nor text")
    return [clean(source, line, item, f"an item of {what}") for item in listed(source, line, value, what)]


def _tags(source: Source, line: int, value: Any, n: int, names: list[str] | None) -> list[str]:
    tags = listed(source, line, value, "'tags'")
    if len(tags) != n:
        raise InputError.at(source.name, line, f"{n} tokens have {len(tags)} tags")
    return [_tag(source, line, tag, names) for tag in tags]


def _tag(source: Source, line: int, tag: Any, names: list[str] | None) -> str:
    if isinstance(tag, str):
        return clean(source, line, tag, "a tag")
    number = whole(source, line, tag, "a tag")
    if names is None:
        fix = 'Give their names: "label_names": ["O", "B-PER", …] in the first record.'
        raise InputError.at(source.name, line, f"tag {number} is a number", fix=fix)
    if not 0 <= number < len(names):
        raise InputError.at(source.name, line, f"tag {number} has no name: there are {len(names)} label names")
    return names[number]


def _mentions(source: Source, line: int, record: Record) -> list[tuple[int, int, str]] | None:
    found = _first(record, _MENTIONS)
    if found is None:
        return None
    return [_span(source, line, m)[:3] for m in listed(source, line, found, "'mentions'")]


def _others(tokens: list[str], record: Record) -> tuple[dict[str, list[str]], dict[str, Any]]:
    known = {*_TOKENS, *_TAGS, *_MENTIONS, *_NAMES, *_DOCUMENT}
    rest = {k: v for k, v in record.items() if k not in known}
    columns = {k: v for k, v in rest.items() if _is_column(v, len(tokens))}
    return columns, {k: v for k, v in rest.items() if k not in columns}


def _is_column(value: Any, n: int) -> bool:
    return isinstance(value, list) and len(value) == n and n > 0 and all(isinstance(v, str) for v in value)


# --- writing ---------------------------------------------------------------------------------------------------------


def record_losses(corpus: Corpus) -> list[str]:
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
            record["doc_id"] = _document_of(corpus, i)
        yield record


def _document_of(corpus: Corpus, sentence: int) -> int | str:
    i = int(corpus.document_of_sentence[sentence])
    return number_or_text(corpus.document_ids[i]) if corpus.document_ids is not None else i + 1
