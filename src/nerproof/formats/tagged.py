"""Sentences of tokens with tags, token spans or nothing made into a corpus: what JSONL and Hugging Face share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Ints, Mentions
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode
from nerproof.formats.found import Found, packed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source


@dataclass
class Sentence:
    """One sentence as a reader found it; with neither tags nor mentions it was not annotated."""

    tokens: list[str]
    line: int
    tags: list[str] | None = None
    mentions: list[Found] | None = None
    document: str | None = None
    columns: dict[str, list[str]] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)


def corpus_of_sentences(source: Source, options: ReadOptions, found: Sequence[Sentence]) -> Corpus:
    """The corpus of a source's sentences; neighbours with one document name are one document."""
    kept = [s for s in found if s.tokens]
    if not kept:
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    offsets = np.concatenate([[0], np.cumsum([len(s.tokens) for s in kept])]).astype(np.int64)
    tags = Coded.encode(tag for s in kept for tag in (s.tags or ["O"] * len(s.tokens)))
    decoded = decoded_tags(tags, offsets, options, lambda token: (source.name, kept[_owner(offsets, token)].line))
    mentions, types = _with_spans(source, kept, offsets, decoded)
    starts, marked = _documents(kept)
    return Corpus(
        tokens=Coded.encode(token for s in kept for token in s.tokens),
        sentences=offsets,
        mentions=mentions,
        types=types,
        documents=np.array([*starts, len(kept)], dtype=np.int64),
        marked_documents=marked,
        document_ids=tuple(kept[i].document or f"line {kept[i].line}" for i in starts) if marked else None,
        sources=(source.name,),
        source=np.zeros(len(kept), dtype=np.int64),
        lines=np.array([s.line for s in kept], dtype=np.int64),
        columns=_columns(kept),
        fields={k: [s.fields.get(k) for s in kept] for k in dict.fromkeys(k for s in kept for k in s.fields)},
        annotated=_annotated(kept),
        scheme=decoded.scheme if any(s.tags for s in kept) else None,
        notes=(*_repairs(source, options, kept, offsets, decoded, tags), *_empty(source, len(found) - len(kept))),
        repairs=len(decoded.invalid),
        file_digest=None if source.is_folder else source.digest,
    )


def decoded_tags(
    tags: Coded, bounds: Ints, options: ReadOptions, line_of: Callable[[int], tuple[str, int | None]]
) -> Decoded:
    """The mentions of tags; a tag that no scheme has is an error at the file and line of its token."""
    try:
        return decode(tags, bounds, scheme=options.scheme, repair=options.repair)
    except BadTag as error:
        token = int(np.flatnonzero(tags.ids == tags.vocabulary.index[error.tag])[0])
        what, fix = error.what, error.fix
    except InvalidSequence as error:
        token, what, fix = error.token, error.what, error.fix
    raise InputError.at(*line_of(token), what, fix=fix)


def repairs_note(name: str, line: int, n: int, scheme: str, tag: str, repair: str) -> tuple[str, ...]:
    """How many mentions were repaired, and where the first one is."""
    mentions = "1 mention breaks" if n == 1 else f"{n} mentions break"
    return (f"{name}:{line}: {mentions} {scheme}, first at {tag!r}; repaired by --repair {repair}",)


def _owner(offsets: np.ndarray, token: int) -> int:
    return int(np.searchsorted(offsets, token, side="right")) - 1


def _with_spans(
    source: Source, kept: Sequence[Sentence], offsets: np.ndarray, decoded: Decoded
) -> tuple[Mentions, tuple[str, ...]]:
    rows = []
    for s, first in zip(kept, offsets.tolist(), strict=False):
        for m in s.mentions or ():
            placed = m.start < m.end or (m.start == m.end and m.form is not None)
            if not (placed and m.start >= 0 and m.end <= len(s.tokens) > 0):
                what = f"mention [{m.start}, {m.end}) of {m.type!r} is not inside its {len(s.tokens)} tokens"
                fix = "Offsets count tokens from 0, the end not included."
                raise InputError.at(source.name, s.line, what, fix=fix)
            inside = min(m.start, len(s.tokens) - 1) - m.start if m.start == m.end else 0
            rows.append(m.moved(first + inside))
    if not rows:
        return decoded.mentions, decoded.types
    own = decoded.mentions
    tagged = zip(own.start.tolist(), own.end.tolist(), own.type.tolist(), strict=True)
    return packed([*(Found(a, b, decoded.types[t]) for a, b, t in tagged), *rows])


def _documents(kept: Sequence[Sentence]) -> tuple[list[int], bool]:
    if all(s.document is None for s in kept):
        return list(range(len(kept))), False
    names = [s.document for s in kept]
    return [i for i, n in enumerate(names) if i == 0 or n is None or n != names[i - 1]], True


def _columns(kept: Sequence[Sentence]) -> dict[str, Coded]:
    """Token columns that any sentence has; ``_`` where one lacks it."""
    names = sorted({name for s in kept for name in s.columns})
    return {n: Coded.encode(v for s in kept for v in s.columns.get(n, ["_"] * len(s.tokens))) for n in names}


def _annotated(kept: Sequence[Sentence]) -> np.ndarray | None:
    known = np.array([s.tags is not None or s.mentions is not None for s in kept])
    return None if known.all() else known


def _repairs(
    source: Source, options: ReadOptions, kept: Sequence[Sentence], offsets: np.ndarray, decoded: Decoded, tags: Coded
) -> tuple[str, ...]:
    if not len(decoded.invalid):
        return ()
    first = int(decoded.invalid[0])
    line, tag = kept[_owner(offsets, first)].line, tags.vocabulary[int(tags.ids[first])]
    return repairs_note(source.name, line, len(decoded.invalid), decoded.scheme, tag, options.repair)


def _empty(source: Source, n: int) -> list[str]:
    return [f"{source.name}: {n} sentences without any token are left out"] if n else []
