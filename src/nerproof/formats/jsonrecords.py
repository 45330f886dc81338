"""JSON records with their lines: one per line, an array, or objects one after the other."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.formats.shapes import Record, records_of
from nerproof.formats.source import MAX_LINE, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

_BETWEEN = re.compile(r"[\s,]*")
_FENCE = re.compile(r"^```\w*[ \t]*\r?$", re.MULTILINE)  # no line of JSON is such
_DECODER = json.JSONDecoder()


def records(source: Source, encoding: str) -> Iterator[tuple[Place, Record]]:
    """Every record and its place; anything that is no record is an error that names its line."""
    for line, value in json_values(source, encoding):
        found = records_of(value)
        if found is None:
            fix = "Every record is an object: {...}."
            raise InputError.at(source.name, line, f"the record is a JSON {_kind(value)}", fix=fix)
        yield from ((Place(source.name, line), record) for record in found)


def json_values(source: Source, encoding: str) -> Iterator[tuple[int, Any]]:
    """(line, value) of every value of a file: one per line, those of an array, or one after the other."""
    text = _unfenced(source.text(encoding))
    start = text.lstrip("\ufeff \t\r\n")
    opened, inner = start[:1], start[1:200].lstrip()[:1]
    pretty = opened == "{" and start.split("\n", 1)[0].rstrip()[-1:] in {"{", "[", ","}
    # Lists line by line are no array, unless the first line does not end it; a list that begins with a text is a pair.
    array = opened == "[" and inner != '"' and not (inner in {"{", "]"} and _ends_in_line(start))
    found = _spread(source, text) if array or pretty else _by_line(source, text)
    halves = _HALF.search(text) is not None
    for line, record in found:
        if halves:
            _refuse_halves(source, line, record)
        yield line, record


def _unfenced(text: str) -> str:
    """The text without the fences that language models put around JSON; its lines stay where they are."""
    return _FENCE.sub("", text) if "```" in text else text


def _ends_in_line(text: str) -> bool:
    """Whether the first line is a value and another one follows it."""
    first, _, rest = text.partition("\n")
    return first.rstrip().endswith("]") and rest.lstrip()[:1] == "["


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _refuse_halves(source: Source, line: int, record: Any) -> None:
    """Half of a surrogate pair can be written in JSON, but in no text file."""
    try:
        json.dumps(record, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise InputError.at(source.name, line, "a string holds half of a surrogate pair") from None
    except (RecursionError, ValueError):
        raise InputError.at(source.name, line, "the record is too deep") from None


def _by_line(source: Source, text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise InputError.at(source.name, number, f"the line has more than {MAX_LINE >> 20} MB")
        if line.strip():
            yield number, _parse(source, line, number)


def _parse(source: Source, line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _not_json(source, number, error) from None


def _spread(source: Source, text: str) -> Iterator[tuple[int, Any]]:
    """Objects of an array, or in a row: decoded one by one, so that each keeps its line."""
    at = _between(text, 0)
    array = text[at : at + 1] == "["
    at = _between(text, at + 1) if array else at
    line, counted = 1, 0
    while at < len(text) and not (array and text[at] == "]"):
        line, counted = line + text.count("\n", counted, at), at
        try:
            record, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            broken = getattr(error, "lineno", line)
            raise _not_json(source, broken, error) from None
        yield line, record
        at = _between(text, at)
    if array and at >= len(text):
        raise InputError.at(source.name, text.count("\n") + 1, "the JSON array has no end", fix="Is the file whole?")


def _between(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _not_json(source: Source, line: int, error: Exception) -> InputError:
    what = f"is not JSON ({getattr(error, 'msg', None) or 'too deep or too long'})"
    return InputError.at(source.name, line, what, fix="One JSON object per line, or one array of them.")


def _kind(value: Any) -> str:
    names = {list: "array", dict: "object", str: "string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "number")


# --- fields of a record, checked -----------------------------------------------------------------------------------


SCORES = ("score", "confidence", "probability", "prob", "Score", "confidenceScore")
LOGS = ("logprob", "log_prob", "avg_logprob", "log_probability")  # natural logarithms, as language models give them


class Place(NamedTuple):
    """Where a record stands; what its methods are given is checked, and errors name the place."""

    name: str
    line: int

    def error(self, what: str, fix: str = "") -> InputError:
        return InputError.at(self.name, self.line, what, fix=fix)

    def string(self, value: Any, what: str) -> str:
        """A string that can be written again; half a surrogate pair cannot."""
        if not isinstance(value, str):
            raise self.error(f"{what} is a JSON {_kind(value)}, not a string")
        if not value.isascii():
            try:
                value.encode("utf-8")
            except UnicodeEncodeError:
                raise self.error(f"{what} holds half of a surrogate pair") from None
        return value

    def whole(self, value: Any, what: str) -> int:
        """An integer; 3.0 is one too, since some programs write offsets so."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f"{what} is {value!r:.40}, not a whole number")
        return value

    def score(self, item: Any) -> float | None:
        """The confidence of a span, by any of its usual names; None where it has none."""
        names = (k for k in (*SCORES, *LOGS) if item.get(k) is not None) if isinstance(item, dict) else iter(())
        name = next(names, None)
        if name is None:
            return None
        value = item[name]
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise self.error(f"the score of a span is {value!r:.40}, not a number")
        if name in LOGS and value > 0:
            raise self.error(f"{name!r} is {value!r:.40}", "A log-probability is 0 or less.")
        return float(value) if name in SCORES else math.exp(value)

    def label(self, value: Any) -> str:
        """The name of a type: a string that is not empty."""
        if not self.string(value, "the label").strip():
            raise self.error("the label of a span is empty")
        return str(value)

    def items(self, value: Any, what: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.error(f"{what} is a JSON {_kind(value)}, not a list")
        return value

    def object(self, value: Any, what: str) -> Record:
        if not isinstance(value, dict):
            raise self.error(f"{what} is a JSON {_kind(value)}, not an object")
        return value

    def identity(self, record: Record, *keys: str) -> str | None:
        """The record's id as a string, by the first of the keys it has."""
        for key in keys:
            value = record.get(key)
            if isinstance(value, int) and not isinstance(value, bool):
                return str(value)
            if isinstance(value, str) and value:
                return self.string(value, "the id")
        return None


_JSON = re.compile(r'[\[{]\s*("|\[|\{|\]|\}|$)')


def _text(head: bytes) -> str:
    return _unfenced(head.decode("utf-8", "ignore")).lstrip("\ufeff \t\r\n")


def looks_like_json(head: bytes) -> bool:
    """Whether a file begins as JSON does: no file of columns or inline markup begins so."""
    return _JSON.match(_text(head)) is not None


def first_record(head: bytes) -> Record | None:
    """The first record of a file's beginning, for sniffing; None where there is none."""
    return next(iter(some_records(head, 1)), None)


def some_records(head: bytes, lines: int = 50) -> list[Record]:
    """The records of a file's first lines, for sniffing what the first one leaves open."""
    text = _text(head)
    found = [record for line in text.split("\n", lines)[:lines] for record in _decoded(line)]
    return found or _decoded(text[1:].lstrip() if text.startswith("[") else text) or _cut_short(text)


def _decoded(text: str) -> list[Record]:
    """The records of the value that a text begins with."""
    if text[:1] not in {"{", "["}:
        return []
    try:
        return records_of(_DECODER.raw_decode(text)[0]) or []
    except (ValueError, RecursionError):
        return []


def _cut_short(text: str) -> list[Record]:
    """The keys of an object whose end lies beyond the head: a long first record is still known by its keys."""
    keys = re.findall(r'"(\w+)"\s*:', text) if _JSON.match(text) and "\n{" not in text else []
    return [dict.fromkeys(keys)] if keys else []


# --- writing ---------------------------------------------------------------------------------------------------------


def dumped(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def write_lines(path: Path, records: Iterable[Any]) -> None:
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(dumped(record) + "\n" for record in records)


def number_or_text(name: str) -> int | str:
    """An id as the programs that count their records write it: 7, not "7"."""
    return int(name) if name.isascii() and name.isdecimal() and len(name) < 19 and str(int(name)) == name else name
