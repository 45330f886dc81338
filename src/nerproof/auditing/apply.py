"""Corrected gold in the input's format: what no decision touches stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.auditing.decisions import Change, changed_sentences, corrected, read_decisions
from nerproof.auditing.files import read_sites, read_summary, write
from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import encode
from nerproof.formats import FORMATS, ReadOptions, WriteOptions, read, sniff
from nerproof.formats.source import Source

_FIELD = re.compile(rb"[^ \t\r\n]+")


def apply(folder: Path, decisions: Path, out: Path, *, gold: str | None = None) -> list[Change]:
    """Writes corrected gold to ``out`` and the log of changes to ``out`` + ``.log.jsonl``; returns the changes."""
    source = read_summary(folder)["source"]
    changes = read_decisions(decisions, read_sites(folder))
    path = Path(gold or source["gold"])
    reading = ReadOptions(**{key: source["reading"][key] for key in source["reading"]})
    corpus = read(path, reading)
    if corpus.digest != source["digest"]:
        raise InputError.at(path, None, "is not the file that was audited", fix="Audit it again, or give --gold.")
    if source.get("filtered"):
        raise UsageError("the audit renamed or left out types: audit the whole file before you correct it")
    format_ = reading.format or sniff(Source(str(path)), reading.encoding).name
    changes = [replace(c, sentence=_number(corpus, c.sentence)) for c in changes]
    fixed = corrected(corpus, changes)
    with atomic(out) as temporary:
        if format_ == "conll":
            temporary.write_bytes(_columns(path, corpus, fixed, changes, reading))
        else:
            _written(format_, path, fixed, corpus, temporary)
    log = "".join(
        json.dumps({"place": corpus.place(c.sentence), **c.to_dict()}, ensure_ascii=False) + "\n" for c in changes
    )
    write(Path(f"{out}.log.jsonl"), log)
    return changes


def _number(corpus: Corpus, sentence: int) -> int:
    """The audit counts annotated sentences only; this is the number among all of them."""
    known = corpus.annotated
    return sentence if known is None else int(np.flatnonzero(known)[sentence])


# --- columns: only the tags that differ are written anew ---------------------------------------------------------


def _columns(path: Path, old: Corpus, new: Corpus, changes: Sequence[Change], reading: ReadOptions) -> bytes:
    data = Source(str(path)).data
    end = b"\n" if b"\n" in data else b"\r"
    lines = data.split(end)
    scheme = old.scheme or "IOB2"
    before, after = encode(old, scheme), encode(new, scheme)
    token, tag = old.layout[:2] if old.layout else reading.columns
    for sentence in changed_sentences(changes).tolist():
        first, last = int(old.sentences[sentence]), int(old.sentences[sentence + 1])
        tags = zip(before.strings(first, last), after.strings(first, last), strict=True)
        for at, (was, becomes) in zip(_token_lines(lines, old, sentence, token, reading), tags, strict=True):
            if was != becomes:
                lines[at] = _retagged(lines[at], becomes, tag, reading)
    return end.join(lines)


def _token_lines(
    lines: Sequence[bytes], corpus: Corpus, sentence: int, column: int, reading: ReadOptions
) -> Iterator[int]:
    """Numbers of the lines that hold the tokens of a sentence; comments between them are passed over."""
    assert corpus.lines is not None
    at = int(corpus.lines[sentence]) - 1
    for word in corpus.sentence(sentence):
        while _field(lines[at], column, reading) != word.encode(reading.encoding):
            at += 1
        yield at
        at += 1


def _spans(line: bytes, reading: ReadOptions) -> list[tuple[int, int]]:
    """Where the fields of a line stand, without the blanks around them."""
    body = line.rstrip(b"\r\n")
    if b"\t" in body and reading.delimiter != "blank":
        found, at = [], 0
        for part in body.split(b"\t"):
            kept = part.strip(b" ")
            start = at + part.find(kept) if kept else at
            found.append((start, start + len(kept)))
            at += len(part) + 1
        while found and found[-1][0] == found[-1][1]:
            found.pop()
        return found
    return [m.span() for m in _FIELD.finditer(body)]


def _field(line: bytes, column: int, reading: ReadOptions) -> bytes | None:
    spans = _spans(line.removeprefix(b"\xef\xbb\xbf"), reading)
    if not spans or not -len(spans) <= column < len(spans):
        return None
    start, end = spans[column]
    return line.removeprefix(b"\xef\xbb\xbf")[start:end]


def _retagged(line: bytes, tag: str, column: int, reading: ReadOptions) -> bytes:
    start, end = _spans(line, reading)[column]
    return line[:start] + tag.encode(reading.encoding) + line[end:]


# --- other formats: one record per line, or the whole file ------------------------------------------------------------


def _written(format_: str, path: Path, new: Corpus, old: Corpus, target: Path) -> None:
    """The writer's own lines where a line is a document and differs; else the whole file as the writer has it."""
    if format_ not in FORMATS:
        raise UsageError(f"{format_} cannot be written. Convert gold first: nerproof convert … --to conll")
    texts = []
    for corpus in (old, new):
        written = target.with_name(f"{target.name}.part")
        try:
            FORMATS[format_].write(replace(corpus), written, WriteOptions())
            texts.append(written.read_bytes().splitlines(keepends=True))
        finally:
            written.unlink(missing_ok=True)
    given = Source(str(path)).data.splitlines(keepends=True)
    if len(given) == len(texts[0]) == len(texts[1]):
        lines = [b if a != b else own for own, a, b in zip(given, *texts, strict=True)]
    else:
        lines = texts[1]
    target.write_bytes(b"".join(lines))


def source_of(gold: str, corpus: Corpus, reading: ReadOptions, *, filtered: bool) -> dict[str, Any]:
    """How gold was read, for ``apply``."""
    names = ("format", "scheme", "repair", "encoding", "token_column", "tag_column", "delimiter", "comments")
    kept = {name: getattr(reading, name) for name in names}
    return {"gold": str(Path(gold).resolve()), "digest": corpus.digest, "reading": kept, "filtered": filtered}
