"""A language model's answer to one text, counted: what the scorers of evaluation harnesses share.

Gold and answers list types and strings, ``[{"type": "PER", "text": "Anna"}, …]``, or are objects that hold such a list
under "entities". Strings are placed in the text as ``--format llm`` does; a string that does not occur is a false
positive. An answer that is no such list has no mention.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from nerproof.base.errors import InputError
from nerproof.corpus.strings import align_strings

_LIST = re.compile(r"\[.*\]", re.DOTALL)
_TYPES, _STRINGS = ("type", "label", "entity_type"), ("text", "string", "mention", "name", "entity")


class Counts(NamedTuple):
    """Of one text or, added up, of many."""

    correct: int = 0
    gold: int = 0
    predicted: int = 0


def count(text: str, gold: Any, answer: Any) -> Counts:
    """How many mentions of gold and of the answer there are, and how many of them are the same.

    >>> count("Anna met Bob", [["PER", "Anna"], ["PER", "Bob"]], '[{"type": "PER", "text": "Anna"}]')
    Counts(correct=1, gold=2, predicted=1)
    """
    expected, found = _listed(gold), _listed(answer)
    if expected is None:
        raise InputError(f"gold is not a list of types and strings: {str(gold)[:60]!r}")
    sides = [align_strings(text, items) for items in (expected, found or [])]
    correct = set(sides[0].spans) & set(sides[1].spans)
    return Counts(len(correct), *(len(set(side.spans)) + len(side.missing) for side in sides))


def precision_recall_f1(counts: Iterable[Iterable[int]]) -> dict[str, float | None]:
    """The scores of all texts together; None where undefined.

    >>> precision_recall_f1([(1, 2, 1), (0, 0, 0)])
    {'precision': 1.0, 'recall': 0.5, 'f1': 0.6666666666666666}
    """
    correct, gold, predicted = (sum(column) for column in zip((0, 0, 0), *counts, strict=True))
    shares = {"precision": (correct, predicted), "recall": (correct, gold), "f1": (2 * correct, gold + predicted)}
    return {name: part / whole if whole else None for name, (part, whole) in shares.items()}


def _listed(given: Any) -> list[tuple[str, str]] | None:
    """Pairs of type and string; None where there is not a list of them."""
    data = _parsed(given) if isinstance(given, str) else given
    if isinstance(data, Mapping):
        data = next((v for v in data.values() if isinstance(v, list)), None)
    if not isinstance(data, list | tuple):
        return None
    pairs = [_pair(item) for item in data]
    return [pair for pair in pairs if pair is not None]


def _parsed(text: str) -> Any:
    """The JSON in an answer; models wrap it in words."""
    found = _LIST.search(text)
    for candidate in (text, found[0] if found else ""):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    return None


def _pair(item: Any) -> tuple[str, str] | None:
    if isinstance(item, Mapping):
        named = [next((item[k] for k in keys if isinstance(item.get(k), str)), None) for keys in (_TYPES, _STRINGS)]
    else:
        named = list(item) if isinstance(item, list | tuple) else []
    usable = len(named) == 2 and all(isinstance(part, str) and part.strip() for part in named)
    return (str(named[0]), str(named[1])) if usable else None
