"""The mentions of a language model's answer: types and strings in the JSON it wrote, whatever is around it."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

MAX_STARTS = 100  # brackets of an answer that are tried as the beginning of its JSON
TYPES = ("type", "label", "entity_type", "category")
STRINGS = ("text", "string", "mention", "name", "span", "entity", "value")


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
        return _items(found)
    return None


def _items(found: Any) -> list[tuple[str, str]] | None:
    if isinstance(found, dict) and isinstance(found.get("entities"), list | dict):
        found = found["entities"]
    if isinstance(found, dict):
        found = [[type_, s] for type_, names in found.items() if isinstance(names, list) for s in names]
    items = [_item(item) for item in found]
    return [item for item in items if item is not None]


def _item(item: Any) -> tuple[str, str] | None:
    if isinstance(item, dict):
        item = [next((item[k] for k in keys if k in item), None) for keys in (TYPES, STRINGS)]
    if isinstance(item, list) and len(item) == 2 and all(isinstance(x, str) and x.strip() for x in item):
        return _written(item[0]), _written(item[1])
    return None


def _written(text: str) -> str:
    """Text that can stand in a file: halves of surrogate pairs cannot."""
    return text.strip().encode("utf-16", "surrogatepass").decode("utf-16", "replace")
