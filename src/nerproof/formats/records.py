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
from nerproof.formats.found import Found, Unplaced
from nerproof.formats.jsonrecords import Record, clean, identity, label, listed, number_or_text, score, whole
from nerproof.formats.tagged import Sentence, corpus_of_sentences
from nerproof.formats.views import TextSpan, View, found_in

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
    names: dict[str, list[str]] = {"of": list(options.extra["labels"])} if options.extra.get("labels") else {}
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
    items = None if found is None else listed(source, line, found, "'spans'")
    unplaced = [u for s in items or () if (u := _unplaced(source, line, s)) is not None]
    spans = None if items is None else [_whole_span(source, line, s) for s in items if not _unplaced(source, line, s)]
    known = {*_TOKENS[:1], *_TEXT, *_SPANS, *_DOCUMENT, "id", "sentences"}
    return Document(
        text,
        spans,
        line,
        identity(source, line, record, "id", *_DOCUMENT),
        tokens=_pairs(source, line, record.get("tokens"), "'tokens'"),
        sentences=_starts(source, line, record.get("sentences")),
        fields={k: v for k, v in record.items() if k not in known},
        unplaced=unplaced,
    )


def _whole_span(source: Source, line: int, span: Any) -> Span:
    """A span with its parts, where it has gaps."""
    found = _span(source, line, span)
    said, parts = (span.get("text"), span.get("parts")) if isinstance(span, dict) else (None, None)
    if isinstance(said, str):
        found = found._replace(text=said)
    if parts is None:
        return found
    pairs = _pairs(source, line, parts, "'parts'") or []
    if not pairs or pairs[0][0] != found.start or pairs[-1][1] != found.end or not _run_forwards(pairs):
        raise InputError.at(source.name, line, "the 'parts' of a span do not run from its start to its end")
    return found._replace(parts=tuple(pairs))


def _run_forwards(pairs: Offsets) -> bool:
    edges = [place for pair in pairs for place in pair]
    return all(a < b for a, b in pairs) and edges == sorted(edges)


def _span(source: Source, line: int, span: Any) -> Span:
    known = score(source, line, span) if isinstance(span, dict) else None
    if isinstance(span, dict):
        span = [_first(span, _STARTS), _first(span, _ENDS), _first(span, _LABELS)]
    if not isinstance(span, list) or len(span) != 3:
        fix = 'Write {"start": 0, "end": 2, "label": "ORG"} or [0, 2, "ORG"]; strings without offsets: --format llm.'
        raise InputError.at(source.name, line, "a span has no start, end and label", fix=fix)
    start, end = (whole(source, line, n, "the offset") for n in span[:2])
    return Span(start, end, label(source, line, span[2]), score=known)


def _unplaced(source: Source, line: int, span: Any) -> Unplaced | None:
    """An empty span with its text: a string that stands nowhere."""
    if not isinstance(span, dict) or not isinstance(span.get("text"), str):
        return None
    if _first(span, _STARTS) is None or _first(span, _STARTS) != _first(span, _ENDS):
        return None
    string = clean(source, line, span["text"], "'text'")
    return Unplaced(label(source, line, _first(span, _LABELS)), string, score(source, line, span))


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
    return [tag_name(source, line, tag, names) for tag in tags]


def tag_name(source: Source, line: int, tag: Any, names: list[str] | None) -> str:
    """A tag, or the name of the one with this number."""
    if isinstance(tag, str):
        return clean(source, line, tag, "a tag")
    number = whole(source, line, tag, "a tag")
    if names is None:
        fix = "Name them in their order: --labels O,B-PER,I-PER,… or a file with one per line."
        raise InputError.at(source.name, line, f"tag {number} is a number", fix=fix)
    if not 0 <= number < len(names):
        raise InputError.at(source.name, line, f"tag {number} has no name: there are {len(names)} label names")
    return names[number]


def _mentions(source: Source, line: int, record: Record) -> list[Found] | None:
    found = _first(record, _MENTIONS)
    if found is None:
        return None
    return [_mention(source, line, m) for m in listed(source, line, found, "'mentions'")]


def _mention(source: Source, line: int, item: Any) -> Found:
    unplaced = _unplaced(source, line, item)
    if unplaced is not None:
        at = whole(source, line, _first(item, _STARTS), "the offset")
        return Found(at, at, unplaced.type, unplaced.score, unplaced.string)
    span = _whole_span(source, line, item)
    parts = tuple((a - span.start, b - span.start) for a, b in span.parts) or None
    return Found(span.start, span.end, span.type, span.score, parts)


def _others(tokens: list[str], record: Record) -> tuple[dict[str, list[str]], dict[str, Any]]:
    known = {*_TOKENS, *_TAGS, *_MENTIONS, *_NAMES, *_DOCUMENT}
    rest = {k: v for k, v in record.items() if k not in known}
    columns = {k: v for k, v in rest.items() if _is_column(v, len(tokens))}
    return columns, {k: v for k, v in rest.items() if k not in columns}


def _is_column(value: Any, n: int) -> bool:
    return isinstance(value, list) and len(value) == n and n > 0 and all(isinstance(v, str) for v in value)


# --- writing ---------------------------------------------------------------------------------------------------------


def record_losses(corpus: Corpus) -> list[str]:
    kinds = [lost.misplaced]
    if corpus.text is not None:
        kinds += [lost.columns, lost.document_fields, lost.partly_annotated]
    return [line for kind in kinds for line in kind(corpus)]


def document_record(view: View) -> dict[str, Any]:
    """A text with its tokens and sentences as pairs of characters."""
    record: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    record |= {**lost.kept_fields(view), "text": view.text, "tokens": [list(pair) for pair in view.tokens]}
    record["sentences"] = [list(pair) for pair in view.sentence_bounds()]
    if view.spans is not None:
        record["spans"] = [*map(span_record, view.spans), *map(_unplaced_record, view.unplaced)]
    return record


def span_record(span: TextSpan) -> dict[str, Any]:
    """A span in characters, with its score and its parts where it has them."""
    record: dict[str, Any] = {"start": span.start, "end": span.end, "label": span.type}
    if span.score is not None:
        record["score"] = span.score
    return record | ({"parts": [list(part) for part in span.parts]} if span.parts else {})


def _unplaced_record(found: Unplaced) -> dict[str, Any]:
    record: dict[str, Any] = {"start": 0, "end": 0, "label": found.type, "text": found.string}
    return record if found.score is None else {**record, "score": found.score}


def sentence_records(corpus: Corpus, scheme: str) -> Iterator[dict[str, Any]]:
    """Tokens with tags; with mentions as token spans where tags could not hold all that is known of them."""
    m = corpus.mentions
    plain = m.score is None and m.form is None
    tagged = plain and bool(flat(corpus)[m.end > m.start].all())
    tags = encode(corpus, scheme).strings() if tagged else []
    columns = {name: column.strings() for name, column in corpus.columns.items()}
    mentions = _by_sentence(corpus)
    for i in range(corpus.n_sentences):
        a, b = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
        record: dict[str, Any] = {k: v[i] for k, v in corpus.fields.items() if v[i] is not None}
        record["tokens"] = corpus.sentence(i)
        record |= {name: values[a:b] for name, values in columns.items()}
        if corpus.annotated is None or corpus.annotated[i]:
            spans = [_mention_record(found.moved(-a)) for found in mentions[i]]
            record |= {"tags": tags[a:b]} if tagged else {"mentions": [s for s in spans if s is not None]}
        if corpus.marked_documents:
            record["doc_id"] = _document_of(corpus, i)
        yield record


def _by_sentence(corpus: Corpus) -> list[list[Found]]:
    found: list[list[Found]] = [[] for _ in range(corpus.n_sentences)]
    for sentence, row in zip(corpus.sentence_of_mention.tolist(), found_in(corpus), strict=True):
        found[sentence].append(row)
    return found


def _mention_record(found: Found) -> dict[str, Any] | None:
    record: dict[str, Any] = {"start": found.start, "end": found.end, "label": found.type}
    if found.score is not None:
        record["score"] = found.score
    if isinstance(found.form, tuple):
        record["parts"] = [[found.start + a, found.start + b] for a, b in found.form]
    if found.start == found.end:
        return {**record, "text": found.form} if isinstance(found.form, str) else None
    return record


def _document_of(corpus: Corpus, sentence: int) -> int | str:
    i = int(corpus.document_of_sentence[sentence])
    return number_or_text(corpus.document_ids[i]) if corpus.document_ids is not None else i + 1
