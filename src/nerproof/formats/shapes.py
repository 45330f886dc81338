"""The shapes of JSON that people have, made into plain records: an object, a pair, or a list below another object.

Each function knows one shape and returns None for any other. What is wrong inside a record is for its reader to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]

# Lists of records one level down: Rasa, LightTag, the Hugging Face viewer, Azure, BioC, annotators for spaCy.
_LISTS = ("common_examples", "examples", "rows", "documents", "annotations")
_OWN = {"text", "tokens", "words", "sentence", "content", "data"}


def records_of(value: Any) -> list[Record] | None:
    """The records that a JSON value is or holds; None where it is nothing of the kind."""
    if isinstance(value, dict) and "rasa_nlu_data" in value:
        value = value["rasa_nlu_data"]
    inner = _inner(value)
    if inner is not None:
        parts = [records_of(item) for item in inner]
        return None if None in parts else [record for part in parts for record in part or ()]
    shaped = next((found for shape in SHAPES if (found := shape(value)) is not None), value)
    return [shaped] if isinstance(shaped, dict) else None


def _inner(value: Any) -> list[Any] | None:
    if not isinstance(value, dict) or _OWN & set(value):
        return None
    return next((value[k] for k in _LISTS if isinstance(value.get(k), list) and value[k]), None)


def pair(value: Any) -> Record | None:
    """Training data of spaCy 2: [text, {"entities": [[0, 4, "LOC"]]}]."""
    if not isinstance(value, list) or [type(item) for item in value] != [str, dict]:
        return None
    return {"text": value[0], **value[1]}


def stanza(value: Any) -> Record | None:
    """A sentence of Stanza: [{"text": "Bonn", "ner": "S-LOC"}, …]."""
    words = value if isinstance(value, list) else []
    if not words or not all(isinstance(t, dict) and "text" in t and isinstance(t.get("ner"), str) for t in words):
        return None
    return {"tokens": [t["text"] for t in words], "tags": [t["ner"] for t in words]}


def span_list(value: Any) -> Record | None:
    """The spans of one text, as pipelines return them: [{"start": 0, "end": 4, "entity_group": "LOC"}, …]."""
    found = isinstance(value, list) and all(isinstance(s, dict) and {"start", "end"} <= set(s) for s in value)
    return {"spans": value} if found else None


def row(value: Any) -> Record | None:
    """A row of the Hugging Face viewer: {"row_idx": 0, "row": {…}}."""
    found = value.get("row") if isinstance(value, dict) else None
    return found if isinstance(found, dict) else None


def gliner(value: Any) -> Record | None:
    """Training data of GLiNER, whose last token is part of the span: {"tokenized_text": …, "ner": [[0, 0, "LOC"]]}."""
    if not isinstance(value, dict) or not isinstance(value.get("tokenized_text"), list):
        return None
    spans = value.get("ner")
    if isinstance(spans, list):
        spans = [[s[0], s[1] + 1, s[2]] if _is_triple(s) else s for s in spans]
    rest = {k: v for k, v in value.items() if k not in {"tokenized_text", "ner"}}
    return {**rest, "tokens": value["tokenized_text"], "mentions": spans}


def _is_triple(span: Any) -> bool:
    return isinstance(span, list) and len(span) == 3 and isinstance(span[1], int)


def by_type(value: Any) -> Record | None:
    """Strings by type, as language models are asked for: {"text": …, "entities": {"LOC": ["Bonn"]}}."""
    found = value.get("entities") if isinstance(value, dict) else None
    if not isinstance(found, dict) or not all(isinstance(names, list) for names in found.values()):
        return None
    return {**value, "entities": [{"type": type_, "text": name} for type_, names in found.items() for name in names]}


def google(value: Any) -> Record | None:
    """Entities of Google Cloud: one per name, with its mentions; only their strings are sure."""
    found = value.get("entities") if isinstance(value, dict) else None
    if not isinstance(found, list) or not found or not all(isinstance(e, dict) and "salience" in e for e in found):
        return None
    often = [len(e["mentions"]) if isinstance(e.get("mentions"), list) else 1 for e in found]
    spans = [
        {"type": e.get("type"), "text": e.get("name")} for e, n in zip(found, often, strict=True) for _ in range(n)
    ]
    return {**value, "entities": spans}


def bioc(value: Any) -> Record | None:
    """A document of BioC: passages at their offsets in it."""
    passages = value.get("passages") if isinstance(value, dict) else None
    if not isinstance(passages, list) or not all(isinstance(p, dict) for p in passages):
        return None
    text, spans = "", []
    for passage in passages:
        start, own, made = (passage.get(key) for key in ("offset", "text", "annotations"))
        if not isinstance(start, int) or not isinstance(own, str) or not len(text) <= start <= len(text) + 1000:
            return None
        text += "\n".rjust(start - len(text)) * (start > len(text)) + own
        spans += [_bioc_span(a) for a in made] if isinstance(made, list) else []
    return {"id": value.get("id"), "text": text, "spans": spans}


def _bioc_span(annotation: Any) -> Any:
    try:
        places = [[p["offset"], p["offset"] + p["length"]] for p in annotation["locations"]]
        span = {"start": places[0][0], "end": places[-1][1], "label": annotation["infons"]["type"]}
        return {**span, "text": annotation["text"], **({"parts": places} if len(places) > 1 else {})}
    except (KeyError, TypeError, IndexError):
        return annotation


SHAPES: tuple[Callable[[Any], Record | None], ...] = (pair, stanza, span_list, row, gliner, by_type, google, bioc)
