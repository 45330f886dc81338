"""Language-model output: types and strings without offsets, placed in the text by a stated policy.

See nerproof.corpus.strings for the policy. The text is the record's own, or that of the corpus the output is read
against (``ReadOptions.text``), found by id or by position. A string that stands nowhere is kept as an empty span: a
hallucinated mention is a false positive, not a nothing.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.strings import align_strings
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import Document, Span, corpus_of
from nerproof.formats.found import Unplaced
from nerproof.formats.given import Texts
from nerproof.formats.jsonrecords import (
    Record,
    clean,
    identity,
    label,
    listed,
    number_or_text,
    records,
    score,
    some_records,
    write_lines,
)
from nerproof.formats.views import View, views

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_LISTS = ("entities", "mentions", "output", "prediction", "predictions", "response")
_OFFSETS = {"start", "end", "start_offset", "end_offset", "start_char"}
_IDS = ("id", "doc_id")
_TYPES = ("type", "label", "entity_type", "category")
_STRINGS = ("text", "string", "mention", "name", "span", "entity", "value")


def looks_like_llm(source: Source, head: bytes) -> float:
    return 0.94 if not source.is_folder and any(map(_has_strings, some_records(head))) else 0.0


def _has_strings(record: Record) -> bool:
    """Whether the record lists types and strings, and no offsets."""
    found = next((record[k] for k in _LISTS if isinstance(record.get(k), list)), None)
    if not found or not isinstance(found[0], dict):
        return False
    keys = set(found[0])
    return bool(keys & set(_TYPES) and keys & set(_STRINGS)) and not keys & _OFFSETS


def read_llm(source: Source, options: ReadOptions) -> Corpus:
    """Language-model output: {"text" or "id", "entities": [{"type": …, "text": …}]} per line, no offsets."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    found = list(records(source, options.encoding))
    texts = Texts(options.text, [identity(source, line, r, *_IDS) for line, r in found if _has_text(r)])
    repeats = options.extra.get("repeats", "listed")
    documents: list[Document] = []
    for line, record in found:
        document, items = _items(source, line, record, texts)
        if items is not None:
            placed = align_strings(document.text, [item[:2] for item in items], repeats=repeats)
            scores = _Scores(items)
            document.spans = [
                Span(start, end, type_, line, scores.of(type_, document.text[start:end]))
                for start, end, type_ in placed.spans
            ]
            document.unplaced = [Unplaced(*item, scores.of(*item)) for item in placed.missing]
            _count(counts, examples, placed.missing, "missing", f"{source.name}:{line}")
            _count(counts, examples, placed.surplus, "surplus", f"{source.name}:{line}")
        documents.append(document)
    return corpus_of(source, options, documents, _notes(counts, examples))


class _Scores:
    """The scores of listed strings, each used once and the last as often as needed."""

    def __init__(self, items: list[Unplaced]) -> None:
        self.known: dict[tuple[str, str], list[float | None]] = {}
        for type_, string, known in items:
            self.known.setdefault((type_, _bare(string)), []).append(known)

    def of(self, type_: str, string: str) -> float | None:
        left = self.known.get((type_, _bare(string)), [None])
        return left.pop(0) if len(left) > 1 else left[0]


def _has_text(record: Record) -> bool:
    """Whether the record can belong to a document of a corpus: one of white space has no place in any."""
    own = record.get("text", record.get("sentence"))
    return not isinstance(own, str) or bool(own.strip())


def _items(source: Source, line: int, record: Record, texts: Texts) -> tuple[Document, list[Unplaced] | None]:
    known = identity(source, line, record, *_IDS)
    text = texts.next(known) if _has_text(record) else None
    own = record.get("text", record.get("sentence"))
    if text is None and own is None:
        fix = "Give each record its text, or the corpus it belongs to (--gold, or --against in convert)."
        raise InputError.at(source.name, line, "the record has no text", fix=fix)
    said = None if own is None else clean(source, line, own, "'text'")
    if text is not None and said is not None and text.split() != said.split() and _bare(text) != _bare(said):
        what = f"the text is not that of the corpus it is read against: {said[:40]!r} …"
        raise InputError.at(source.name, line, what, fix="Predict on the same texts, in the same order.")
    text = said or "" if text is None else text
    found = next((record[k] for k in _LISTS if record.get(k) is not None), None)
    items = None if found is None else [_item(source, line, i) for i in listed(source, line, found, "'entities'")]
    return Document(text, None, line, known), items


def _bare(text: str) -> str:
    return "".join(text.split())


def _item(source: Source, line: int, item: Any) -> Unplaced:
    known = score(source, line, item) if isinstance(item, dict) else None
    if isinstance(item, dict):
        type_ = next((item[k] for k in _TYPES if k in item), None)
        string = next((item[k] for k in _STRINGS if k in item), None)
    elif isinstance(item, list) and len(item) == 2:
        type_, string = item
    else:
        raise InputError.at(source.name, line, 'an entity is not {"type": …, "text": …}')
    return Unplaced(label(source, line, type_), clean(source, line, string, "the entity's text"), known)


def _count(counts: Counter[str], examples: dict[str, str], items: list[tuple[str, str]], kind: str, place: str) -> None:
    counts[kind] += len(items)
    if items and kind not in examples:
        examples[kind] = f"{items[0][1]!r:.60} at {place}"


def _notes(counts: Counter[str], examples: dict[str, str]) -> list[str]:
    said = {
        "missing": (
            "predicted string does not occur in its text; it counts as a false positive",
            "predicted strings do not occur in their texts; each counts as a false positive",
        ),
        "surplus": (
            "predicted string is listed more often than it occurs and is dropped",
            "predicted strings are listed more often than they occur and are dropped",
        ),
    }
    return [f"{counts[k]} {text[counts[k] > 1]} (first {examples[k]})" for k, text in said.items() if counts[k]]


# --- writing ---------------------------------------------------------------------------------------------------------


def losses(corpus: Corpus) -> list[str]:
    kinds = (
        lost.misplaced,
        lost.gaps,
        moved,
        lost.tokens,
        lost.columns,
        lost.fields,
        lost.partly_annotated,
    )
    return [line for kind in kinds for line in kind(corpus)]


def moved(corpus: Corpus) -> list[str]:
    """Mentions that their string alone would place elsewhere: an earlier occurrence is no mention."""
    n = 0
    for view in views(corpus):
        again = align_strings(view.text, _strings_of(view)).spans
        n += len({s[:3] for s in view.spans or ()}.difference(again))
    return [f"the places of {n} mentions are left out: their strings are found elsewhere"] if n else []


def write_llm(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """JSONL of text and entities as type and string."""
    del options
    write_lines(path, (_record(view) for view in views(corpus)))


def _strings_of(view: View) -> list[tuple[str, str]]:
    return [(s.type, view.text[s.start : s.end]) for s in view.spans or ()]


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    record["text"] = view.text
    if view.spans is not None:
        found = [Unplaced(s.type, view.text[s.start : s.end], s.score) for s in view.spans]
        record["entities"] = [_entity(item) for item in [*found, *view.unplaced]]
    return record


def _entity(item: Unplaced) -> dict[str, Any]:
    record: dict[str, Any] = {"type": item.type, "text": item.string}
    return record if item.score is None else {**record, "score": item.score}


define("llm", sniff=looks_like_llm, read=read_llm, write=write_llm, suffix=".jsonl", losses=losses, spans="any")
