"""What pipelines return: one list of spans per text, without the text (Hugging Face pipelines, GLiNER).

Such a file is read against the corpus that was predicted: the k-th list belongs to its k-th document or sentence.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.formats.given import Texts
from nerproof.formats.jsonrecords import Record, json_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source

_LABELS = {"label", "entity_group", "entity"}


def looks_like_span_lists(head: bytes) -> bool:
    """Whether a file begins with a list of spans, or with a list of such lists."""
    text = head.decode("utf-8", "ignore").lstrip("\ufeff \t\r\n")
    inner = text[1:].lstrip() if text.startswith("[") else ""
    keys = set(_first(text)) if text.startswith("[") and inner[:1] in {"[", "{", "]"} else set()
    return bool(keys & _LABELS) and {"start", "end"} <= keys


def _first(text: str) -> Record:
    try:
        found = json.JSONDecoder().raw_decode(text[text.index("{") :])[0]
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def span_records(source: Source, options: ReadOptions) -> Iterator[tuple[int, Record]]:
    """The lists as records with the texts that they belong to."""
    found = list(_lists(source, options.encoding))
    if options.text is None:
        fix = "Give the corpus that was predicted: --gold, or --against in convert."
        raise InputError.at(source.name, 1, "holds lists of spans and no texts", fix=fix)
    texts = Texts(options.text, [None] * len(found))
    for line, spans in found:
        text = texts.next(None)
        if text is None:
            raise InputError.at(source.name, line, "there are more lists of spans than texts")
        yield line, {"text": text, "spans": spans}


def _lists(source: Source, encoding: str) -> Iterator[tuple[int, Any]]:
    for line, value in json_values(source, encoding):
        if not isinstance(value, list):
            raise InputError.at(source.name, line, "is not a list of spans")
        yield line, value
