"""Language-model output: types and strings without offsets, placed in the text by a stated policy.

See nerproof.corpus.strings for the policy. The text is the record's own, or that of the corpus the output is read
against (``ReadOptions.text``), found by id or by position. A string that does not occur is kept as an empty span: a
hallucinated mention is a false positive, not a nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from nerproof.corpus import Corpus
from nerproof.corpus.checks import ENOUGH_MENTIONS, WARNING
from nerproof.corpus.strings import align_strings
from nerproof.formats import ReadOptions, define, keys
from nerproof.formats import losses as lost
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span, Unplaced
from nerproof.formats.given import Texts
from nerproof.formats.jsonrecords import Place, number_or_text, records, some_records
from nerproof.formats.recordwriting import per_document
from nerproof.formats.views import View, views

if TYPE_CHECKING:
    from nerproof.formats.shapes import Record
    from nerproof.formats.source import Source

_FILLED = re.compile(r"\[\s*[\[{\"]")  # a list with something in it
_LISTS = ("entities", "mentions", "output", "prediction", "predictions", "response")
_IDS = ("id", "doc_id")
MAX_STARTS = 100  # brackets of an answer that are tried as the beginning of its JSON
TYPES = ("type", "label", "entity_type", "category")
STRINGS = ("text", "string", "mention", "name", "span", "entity", "value")


def looks_like_llm(source: Source, head: bytes) -> float:
    return 0.94 if not source.is_folder and any(map(_has_strings, some_records(head))) else 0.0


def _has_strings(record: Record) -> bool:
    """Whether the record lists types and strings, and no offsets."""
    found = next((record[k] for k in _LISTS if record.get(k)), None)
    if isinstance(found, str):
        return bool(read_answer(found))
    if not isinstance(found, list) or not isinstance(found[0], dict):
        return False
    known = set(found[0])
    placed = known & {*keys.STARTS, *keys.ENDS} or any(k.startswith(("start", "begin")) for k in known)
    return bool(known & set(TYPES) and known & set(STRINGS)) and not placed


def read_llm(source: Source, options: ReadOptions) -> Corpus:
    """Language-model output: {"text" or "id", "entities": [{"type": …, "text": …}]} per line, no offsets."""
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    found = list(records(source, options.encoding))
    texts = Texts(options.text, [at.identity(r, *_IDS) for at, r in found if _has_text(r)])
    repeats = options.extra.get("repeats", "listed")
    documents: list[Document] = []
    for at, record in found:
        document, items = _items(at, record, texts)
        if items is not None:
            _refuse_turned(at, document.text, items)
            placed = align_strings(document.text, [item[:2] for item in items], repeats=repeats)
            scores = _Scores(items)
            document.spans = [
                Span(start, end, type_, at.line, scores.of(type_, document.text[start:end]))
                for start, end, type_ in placed.spans
            ]
            document.unplaced = [Unplaced(*item, scores.of(*item)) for item in placed.missing]
            counts["strings"] += len(items)
            _count(counts, examples, placed.missing, "missing", at)
            _count(counts, examples, placed.surplus, "surplus", at)
        documents.append(document)
    return corpus_of(source, options, documents, _notes(counts, examples))


def _refuse_turned(at: Place, text: str, items: list[Unplaced]) -> None:
    """Pairs of string and type would be read as so many hallucinations."""
    if items and all(item.type in text and item.string not in text for item in items):
        raise at.error(f"the type {items[0].type!r:.40} occurs in the text", "Write the type first: [type, string].")


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


def _items(at: Place, record: Record, texts: Texts) -> tuple[Document, list[Unplaced] | None]:
    known = at.identity(record, *_IDS)
    text = texts.next(known) if _has_text(record) else None
    own = record.get("text", record.get("sentence"))
    if text is None and own is None:
        fix = "Give each record its text, or the corpus it belongs to (--gold, or --against in convert)."
        raise at.error("the record has no text", fix)
    said = None if own is None else at.string(own, "'text'")
    if text is not None and said is not None and text.split() != said.split() and _bare(text) != _bare(said):
        what = f"the text is not that of the corpus it is read against: {said[:40]!r} …"
        raise at.error(what, "Predict on the same texts, in the same order.")
    return Document(said or "" if text is None else text, None, at.line, known), _listed(at, record)


def _listed(at: Place, record: Record) -> list[Unplaced] | None:
    """The types and strings of a record, or of the answer that it holds as text."""
    found = next((record[k] for k in _LISTS if record.get(k) is not None), None)
    if isinstance(found, str):
        answer = read_answer(found)
        if answer is None or (not answer and _FILLED.search(found)):
            fix = 'Remove the record\'s answer, or write {"entities": []}: no mention is found there.'
            raise at.error(f"the answer {found[:40]!r} holds no types and strings as JSON", fix)
        return [Unplaced(*item) for item in answer]
    return None if found is None else [_item(at, item) for item in at.items(found, "'entities'")]


def _bare(text: str) -> str:
    return "".join(text.split())


def _item(at: Place, item: Any) -> Unplaced:
    pair = item
    if isinstance(item, dict):
        pair = [next((item[k] for k in names if k in item), None) for names in (TYPES, STRINGS)]
    if not isinstance(pair, list) or len(pair) != 2:
        raise at.error('an entity is not {"type": …, "text": …}')
    type_, string = pair
    return Unplaced(at.label(type_), at.string(string, "the entity's text"), at.score(item))


def _count(counts: Counter[str], examples: dict[str, str], items: list[tuple[str, str]], kind: str, at: Place) -> None:
    counts[kind] += len(items)
    if items and kind not in examples:
        examples[kind] = f"{items[0][1]!r:.60} at {at.name}:{at.line}"


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
    notes = [f"{counts[k]} {text[counts[k] > 1]} (first {examples[k]})" for k, text in said.items() if counts[k]]
    if counts["missing"] >= ENOUGH_MENTIONS and counts["missing"] * 2 > counts["strings"]:
        notes[0] = f"{WARNING}{notes[0]}. Are the records in the order of their texts?"
    return notes


# --- answers as text ------------------------------------------------------------------------------------------------


def read_answer(text: str) -> list[tuple[str, str]] | None:
    """(type, string) pairs of an answer, None when it holds no such JSON.

    >>> read_answer('Sure: ```json {"entities": [{"type": "LOC", "text": "Rome"}]}```')
    [('LOC', 'Rome')]
    >>> read_answer('{"LOC": ["Rome", "Paris"]}')
    [('LOC', 'Rome'), ('LOC', 'Paris')]
    """
    for start in (m.start() for m in islice(re.finditer(r"[\[{]", text), MAX_STARTS)):
        try:
            found, _ = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        return _pairs(found)
    return None


def _pairs(found: Any) -> list[tuple[str, str]] | None:
    if isinstance(found, dict) and isinstance(found.get("entities"), list | dict):
        found = found["entities"]
    if isinstance(found, dict):
        found = [[type_, s] for type_, names in found.items() if isinstance(names, list) for s in names]
    items = [_pair(item) for item in found]
    return [item for item in items if item is not None]


def _pair(item: Any) -> tuple[str, str] | None:
    if isinstance(item, dict):
        item = [next((item[k] for k in keys if k in item), None) for keys in (TYPES, STRINGS)]
    if isinstance(item, list) and len(item) == 2 and all(isinstance(x, str) and x.strip() for x in item):
        return _written(item[0]), _written(item[1])
    return None


def _written(text: str) -> str:
    """Text that can stand in a file: halves of surrogate pairs cannot."""
    return text.strip().encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# --- writing ---------------------------------------------------------------------------------------------------------


def moved(corpus: Corpus) -> list[str]:
    """Mentions that their string alone would place elsewhere: an earlier occurrence is no mention."""
    n = 0
    for view in views(corpus):
        again = align_strings(view.text, _strings_of(view)).spans
        n += len({s[:3] for s in view.spans or ()}.difference(again))
    return [f"the places of {n} mentions are left out: their strings are found elsewhere"] if n else []


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


define(
    "llm",
    sniff=looks_like_llm,
    read=read_llm,
    write=per_document(_record),
    suffix=".jsonl",
    losses=lost.these(lost.misplaced, lost.gaps, moved, lost.tokens, lost.columns, lost.fields, lost.partly_annotated),
    spans="any",
)
