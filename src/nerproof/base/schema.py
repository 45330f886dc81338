"""One check of result files: the JSON Schema that ships with the package, by the few of its words that it uses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

VERSION = "nerproof-result-1"
FILE = Path(__file__).with_name("result.schema.json")

_TYPES: Mapping[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}


@cache
def result_schema() -> dict[str, Any]:
    """The schema of result files."""
    loaded: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return loaded


def problem(value: Any, schema: Mapping[str, Any] | None = None, place: str = "") -> str | None:
    """The first thing that breaks the schema, with its place; None where all is well.

    >>> problem({"rows": [1]}, {"properties": {"rows": {"type": "array", "items": {"type": "object"}}}})
    '/rows/0 is a number, not an object'
    """
    return next(_problems(value, result_schema() if schema is None else schema, place), None)


def _problems(value: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if "$ref" in schema:
        schema = result_schema()["$defs"][schema["$ref"].rpartition("/")[2]]
    wanted = schema.get("type")
    if wanted is not None and not any(_is(value, name) for name in ([wanted] if isinstance(wanted, str) else wanted)):
        names = wanted if isinstance(wanted, str) else " or ".join(wanted)
        yield f"{place or 'it'} is {_named(value)}, not {_article(names)}"
    elif isinstance(value, dict):
        yield from _in_object(value, schema, place)
    elif isinstance(value, list):
        for i, item in enumerate(value) if "items" in schema else ():
            yield from _problems(item, schema["items"], f"{place}/{i}")
    else:
        yield from _of_scalar(value, schema, place or "it")


def _of_scalar(value: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} is {value!r:.40}, not one of {', '.join(map(str, schema['enum']))}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place} is {value!r:.40}"
    if _is(value, "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place} is {value!r:.20}, which no result can hold"


def _in_object(value: Mapping[str, Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    yield from (f"{place or 'it'} has no {key!r}" for key in _required(value, schema) if key not in value)
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key, item in value.items():
        inner = known.get(key, others if isinstance(others, dict) else None)
        if inner is not None:
            yield from _problems(item, inner, f"{place}/{key}"[:80])
    for rule in schema.get("allOf", ()):
        if next(_problems(value, rule["if"], place), None) is None:
            yield from _problems(value, rule["then"], place)


def _required(value: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[str]:
    yield from schema.get("required", ())
    for key, others in schema.get("dependentRequired", {}).items():
        if key in value:
            yield from others


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "number" and isinstance(value, float):
        return value - value == 0  # neither NaN nor infinite
    return isinstance(value, _TYPES[name])


def _named(value: Any) -> str:
    kinds = [name for name in _TYPES if _is(value, name)]
    return _article(kinds[0] if kinds else "number that is not finite")


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}" if name != "null" else name
