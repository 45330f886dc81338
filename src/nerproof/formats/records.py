"""What a record of a corpus says, whoever wrote it: tokens with tags, tag ids or token spans; or text with spans.

Tags beside a text, or written as one string, belong to the words between blanks.
``nerproof.formats.keys`` names the keys. A record of spans alone belongs to a text of the corpus it is read against.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from nerproof.formats import keys
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Found, Span, Unplaced
from nerproof.formats.given import Texts
from nerproof.formats.jsonrecords import Place
from nerproof.formats.tagged import Sentence, corpus_of_sentences

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.corpus.tokenize import Offsets
    from nerproof.formats import ReadOptions
    from nerproof.formats.shapes import Record
    from nerproof.formats.source import Source

Rows = Sequence[tuple[Place, "Record"]]
_TAG = re.compile(r"O|[BILMEUS][-_].+")


def has_corpus_keys(record: Record) -> bool:
    return bool({*keys.TOKENS, *keys.TEXT} & set(record)) or _has_spans_only(record)


def _has_spans_only(record: Record) -> bool:
    """Whether a record holds spans with offsets and no text: what services return."""
    found = _first(record, keys.SPANS)
    if not isinstance(found, list) or {*keys.TOKENS, *keys.TEXT} & set(record):
        return False
    return all(isinstance(s, dict) and _first(s, keys.STARTS) is not None for s in found)


def corpus_of_records(
    source: Source, options: ReadOptions, found: Rows, ignored: frozenset[str] = frozenset()
) -> Corpus:
    """The corpus of records; the first one says whether they are tokens or texts."""
    found = [(at, _with_words(at, record)) for at, record in found]
    _refuse_unread(found)
    if found and _has_spans_only(found[0][1]):
        found = list(_with_texts(options, found))
    if found and _has_text(found[0][1]):
        return corpus_of(source, options, [document_of(at, record, ignored) for at, record in found])
    names: dict[str, list[str]] = {"of": list(options.extra["labels"])} if options.extra.get("labels") else {}
    return corpus_of_sentences(source, options, [_sentence(at, record, names) for at, record in found])


def _with_words(at: Place, record: Record) -> Record:
    """The record with words for tokens, where tags stand beside tokens or a text that are one string."""
    whole, tags = _first(record, (*keys.TOKENS, *keys.TEXT)), _first(record, keys.TAGS)
    tags = tags.split() if isinstance(tags, str) else tags
    if not isinstance(whole, str) or not isinstance(tags, list) or not tags:
        return record
    if not all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in tags):
        return record
    words = whole.split()
    if len(words) != len(tags):
        raise at.error(f"{len(words)} words between blanks have {len(tags)} tags", 'Give "tokens" as a list.')
    rest = {k: v for k, v in record.items() if k not in {*keys.TOKENS, *keys.TEXT, *keys.TAGS}}
    return {**rest, "tokens": words, "tags": tags}


def _refuse_unread(found: Rows) -> None:
    """Refuses records none of which is annotated under a known key, where another key holds what may be annotations."""
    if any(_first(record, (*keys.SPANS, *keys.TAGS, *keys.MENTIONS)) is not None for _, record in found):
        return
    for at, record in found:
        odd = next(
            (k for k, v in record.items() if k not in keys.RESERVED and isinstance(v, list) and _may_be_spans(v)), None
        )
        if odd is not None:
            fix = f'Rename {odd!r} to "spans" (characters) or "mentions" (tokens), or to "tags"; see docs/formats.md.'
            raise at.error(f"no record has spans or tags, and {odd!r} is no known key", fix)


def _may_be_spans(value: Any) -> bool:
    """Whether a list begins with an object that has a start or a label, or with a list of numbers and strings."""
    while isinstance(value, list) and value and isinstance(value[0], dict | list):
        value = value[0]
    if isinstance(value, dict):
        return bool({*keys.STARTS, "label", "tag", "entity", "entity_group", "entity_type"} & set(value))
    return isinstance(value, list) and {int, str} <= {type(item) for item in value}


def _with_texts(options: ReadOptions, found: Rows) -> Iterator[tuple[Place, Record]]:
    """Records of spans alone with the texts that they belong to, by id or by position."""
    if options.text is None:
        fix = "Give the corpus that was predicted: --gold, or --against in convert."
        raise found[0][0].error("holds spans and no texts", fix)
    ids = [at.identity(record, "id", *keys.DOCUMENT) for at, record in found]
    texts = Texts(options.text, ids)
    for (at, record), known in zip(found, ids, strict=True):
        text = texts.next(known)
        if text is None:
            raise at.error(f"belongs to no text of {options.text.sources[0] if options.text.sources else 'the corpus'}")
        yield at, {**record, "text": text}


def _has_text(record: Record) -> bool:
    """Text counts unless the record has tokens as strings: then the text is only there to be read."""
    tokens = _first(record, keys.TOKENS)
    strings = isinstance(tokens, list) and all(isinstance(t, str) for t in tokens) and bool(tokens)
    return _first(record, keys.TEXT) is not None and not strings


def _first(record: Record, keys: tuple[str, ...]) -> Any:
    return next((record[k] for k in keys if record.get(k) is not None), None)


# --- text and character spans ----------------------------------------------------------------------------------------


def document_of(at: Place, record: Record, ignored: frozenset[str] = frozenset()) -> Document:
    """A text with its spans; keys that mean nothing here become fields, unless they are to be ignored."""
    found = _first(record, keys.SPANS)
    items = None if found is None else at.items(found, "'spans'")
    known = {"tokens", *keys.TEXT, *keys.SPANS, *keys.DOCUMENT, "id", *keys.SENTENCES, *ignored}
    tokens, starts = _tokens(at, record)
    return Document(
        at.string(_first(record, keys.TEXT), "'text'"),
        None if items is None else [_span(at, s) for s in items if not _unplaced(at, s)],
        at.line,
        at.identity(record, "id", *keys.DOCUMENT),
        tokens=tokens,
        sentences=starts or _starts(at, _first(record, keys.SENTENCES)),
        fields={k: v for k, v in record.items() if k not in known},
        unplaced=[u for s in items or () if (u := _unplaced(at, s)) is not None],
    )


def _tokens(at: Place, record: Record) -> tuple[Offsets | None, list[int]]:
    """The record's own tokens, and where they say that sentences begin (``sent_start``)."""
    found = record.get("tokens") or []
    pairs = _pairs(at, record.get("tokens"), "'tokens'")
    if not pairs or not isinstance(found[0], dict):
        return pairs, []
    text = at.string(_first(record, keys.TEXT), "'text'")
    starts = [s for t, (s, _) in zip(found, pairs, strict=True) if t.get("sent_start")]
    return [(s, e) for s, e in pairs if text[s:e].strip()], starts  # spaCy makes tokens of double blanks


def _span(at: Place, span: Any) -> Span:
    """A span with its score, what it says that it covers and, where it has gaps, its parts."""
    more = span if isinstance(span, dict) else {}
    if more:
        start, end = _first(more, keys.STARTS), _first(more, keys.ENDS)
        if end is None and isinstance(start, int) and isinstance(more.get("length"), int):
            end = start + more["length"]
        span = [start, end, _first(more, keys.LABELS)]
    if not isinstance(span, list) or len(span) != 3 or None in span:
        fix = 'Write {"start": 0, "end": 2, "label": "ORG"} or [0, 2, "ORG"]; strings without offsets: --format llm.'
        raise at.error("a span has no start, end and label", fix)
    start, end = (at.whole(n, "the offset") for n in span[:2])
    said = _first(more, keys.SAID)
    found = Span(start, end, at.label(span[2]), None, at.score(more), text=said if isinstance(said, str) else None)
    return found if more.get("parts") is None else found._replace(parts=_parts(at, more["parts"], found))


def _parts(at: Place, value: Any, span: Span) -> tuple[tuple[int, int], ...]:
    pairs = _pairs(at, value, "'parts'") or []
    edges = [place for pair in pairs for place in pair]
    if edges != sorted(edges) or [span.start, span.end] != [*edges[:1], *edges[-1:]] or any(a == b for a, b in pairs):
        raise at.error("the 'parts' of a span do not run from its start to its end")
    return tuple(pairs)


def _unplaced(at: Place, span: Any) -> Unplaced | None:
    """An empty span with its text: a string that does not occur in it."""
    if not isinstance(span, dict) or not isinstance(span.get("text"), str):
        return None
    if _first(span, keys.STARTS) is None or _first(span, keys.STARTS) != _first(span, keys.ENDS):
        return None
    return Unplaced(at.label(_first(span, keys.LABELS)), at.string(span["text"], "'text'"), at.score(span))


def _pairs(at: Place, value: Any, what: str) -> Offsets | None:
    """Pairs of characters: [start, end], or objects that name them so."""
    if value is None:
        return None
    rows = [[p.get("start"), p.get("end")] if isinstance(p, dict) else at.items(p, what) for p in at.items(value, what)]
    if any(len(row) != 2 for row in rows):
        raise at.error(f"{what} beside a text are pairs [start, end] of characters")
    return [(at.whole(a, what), at.whole(b, what)) for a, b in rows]


def _starts(at: Place, value: Any) -> list[int] | None:
    pairs = _pairs(at, value, "'sentences'")
    return None if pairs is None else sorted(start for start, _ in pairs)


# --- tokens and tags -------------------------------------------------------------------------------------------------


def _sentence(at: Place, record: Record, names: dict[str, list[str]]) -> Sentence:
    tokens = _strings(at, _first(record, keys.TOKENS), "'tokens'")
    given = _first(record, keys.NAMES)
    if given is not None:  # the names stand in the first record, or in each
        names["of"] = _strings(at, given, "the label names")
    tags, mentions = _first(record, keys.TAGS), _first(record, keys.MENTIONS)
    columns, fields = _others(tokens, record)
    return Sentence(
        tokens,
        at.line,
        tags=None if tags is None else _tags(at, tags, len(tokens), names.get("of")),
        mentions=None if mentions is None else [_mention(at, m) for m in at.items(mentions, "'mentions'")],
        document=at.identity(record, *keys.DOCUMENT),
        columns=columns,
        fields=fields,
    )


def _strings(at: Place, value: Any, what: str) -> list[str]:
    if value is None:
        raise at.error("the record has neither tokens nor text")
    return [at.string(item, f"an item of {what}") for item in at.items(value, what)]


def _tags(at: Place, value: Any, n: int, names: list[str] | None) -> list[str]:
    tags = at.items(value, "'tags'")
    if len(tags) != n:
        raise at.error(f"{n} tokens have {len(tags)} tags")
    return [tag_name(at, tag, names) for tag in tags]


def tag_name(at: Place, tag: Any, names: list[str] | None) -> str:
    """A tag, or the name of the one with this number."""
    if isinstance(tag, str):
        return at.string(tag, "a tag")
    number = at.whole(tag, "a tag")
    if names is None:
        raise at.error(
            f"tag {number} is a number",
            "Name them in their order: --labels O,B-PER,… (or a file with one per line); in Python labels=[…].",
        )
    if not 0 <= number < len(names):
        raise at.error(f"tag {number} has no name: there are {len(names)} label names")
    return names[number]


def _mention(at: Place, item: Any) -> Found:
    unplaced = _unplaced(at, item)
    if unplaced is not None:
        start = at.whole(_first(item, keys.STARTS), "the offset")
        return Found(start, start, unplaced.type, unplaced.score, unplaced.string)
    span = _span(at, item)
    parts = tuple((a - span.start, b - span.start) for a, b in span.parts) or None
    return Found(span.start, span.end, span.type, span.score, parts)


def _others(tokens: list[str], record: Record) -> tuple[dict[str, list[str]], dict[str, Any]]:
    known = {*keys.TOKENS, *keys.TAGS, *keys.MENTIONS, *keys.NAMES, *keys.DOCUMENT}
    rest = {k: v for k, v in record.items() if k not in known}
    columns = {k: v for k, v in rest.items() if _is_column(v, len(tokens))}
    return columns, {k: v for k, v in rest.items() if k not in columns}


def _is_column(value: Any, n: int) -> bool:
    return isinstance(value, list) and len(value) == n and n > 0 and all(isinstance(v, str) for v in value)
