"""validate(): every problem of a file as file:line: message, with its kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.corpus.checks import checked
from nerproof.formats import FORMATS, ReadOptions, located, sniff
from nerproof.formats.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.corpus import Corpus

_BY_RECORD = ("jsonl", "doccano", "prodigy", "llm")


@dataclass(frozen=True)
class Problem:
    """One thing wrong: a whole line for people, and its kind for counting."""

    text: str
    kind: str


@dataclass(frozen=True)
class Checked:
    """What validate found in one file; ``corpus`` is None where it cannot be read at all."""

    name: str
    format: str
    corpus: Corpus | None
    problems: tuple[Problem, ...]


def validate(path: str | Path, options: ReadOptions | None = None) -> Checked:
    """Reads a file and lists what is wrong with it.

    Args:
        path: The file or folder.
        options: How to read it; by default tags that break their scheme are problems (``repair="error"``).
    """
    path, options = str(path), options or ReadOptions(repair="error")
    try:
        source, options = located(path, options)
        found = FORMATS[options.format] if options.format else sniff(source, options.encoding)
    except InputError as error:
        return Checked(path, "unknown", None, (Problem(str(error), "file"),))
    try:
        corpus = found.read(source, options)
    except InputError as error:
        problems = _all_problems(found.name, source, options) or [Problem(str(error), kind_of(str(error)))]
        return Checked(path, found.name, None, tuple(problems))
    try:
        return Checked(path, found.name, checked(corpus, anyway=options.anyway), ())
    except InputError as error:
        return Checked(path, found.name, None, (Problem(str(error), "doubts"),))


def _all_problems(name: str, source: Any, options: ReadOptions) -> list[Problem]:
    """More than the first problem, for the formats whose lines or records stand alone."""
    if name == "conll":
        from nerproof.formats.columncheck import problems

        return [Problem(text, kind) for text, kind in problems(source, options)]
    return _record_problems(name, source, options) if name in _BY_RECORD else []


def _record_problems(name: str, source: Any, options: ReadOptions) -> list[Problem]:
    found = []
    head = source.data[:1].lstrip()
    if head == b"[" or b"_names" in source.data[:4096] or options.text is not None:
        return []  # an array has no lines of its own, and names of the first record hold for all
    for number, line in enumerate(source.data.split(b"\n"), 1):
        if not line.strip():
            continue
        alone = Source(source.name)
        alone.__dict__["data"] = line  # one record as a file of its own
        try:
            FORMATS[name].read(alone, options)
        except InputError as error:
            text = str(error)
            if "has no token" not in text:
                found.append(
                    Problem(
                        re.sub(rf"^{re.escape(source.name)}(:1)?:", f"{source.name}:{number}:", text), kind_of(text)
                    )
                )
    return found


def kind_of(text: str) -> str:
    """What a message is about, in one word."""
    kinds = {
        "column": "columns",
        "tag ": "tags",
        "tags": "tags",
        "label": "labels",
        "span": "spans",
        "mention": "spans",
        "JSON": "json",
        "byte": "encoding",
        "bracket": "brackets",
        "closed": "brackets",
        "closes": "brackets",
    }
    return next((kind for mark, kind in kinds.items() if mark in text), "file")
