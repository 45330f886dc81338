"""CoNLL columns: one token per line, blank line between sentences; 2003, 2002, WNUT, merged files, any column choice."""

from __future__ import annotations

import re

import numpy as np

from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode
from nerproof.errors import InputError
from nerproof.readers import ReadOptions, reader
from nerproof.readers.scan import Scan, ScanError, line_of, scan, width_of
from nerproof.readers.source import Source

_TAG = re.compile(rb"(O|[BIESLUMW](-\S+)?)")


def looks_like_conll(source: Source, head: bytes) -> float:
    """Columns whose last one holds tags."""
    if source.is_folder or b"\0" in head:
        return 0.0
    rows = [line.split() for line in head.splitlines()[:200]]
    rows = [r for r in rows if len(r) >= 2 and not r[0].startswith(b"#")]
    if not rows:
        return 0.05 if source.suffix in {".conll", ".bio", ".iob", ".tsv", ".txt", ""} else 0.0
    tagged = sum(bool(_TAG.fullmatch(r[-1])) for r in rows) / len(rows)
    return 0.9 * tagged if tagged > 0.5 else 0.1


@reader("conll", sniff=looks_like_conll)
def read_conll(source: Source, options: ReadOptions) -> Corpus:
    """Token-per-line columns with tags (CoNLL-2002, CoNLL-2003, WNUT …)."""
    data = source.data if options.encoding.lower() in {"utf-8", "utf8"} else source.text(options.encoding).encode()
    found = _scan(source, data, options)
    if not len(found.columns[0].ids):
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    tokens, tags, *others = (_coded(source, data, options, column) for column in found.columns)
    decoded = _decode(source, data, options, found, tags)
    return Corpus(
        tokens=tokens,
        sentences=found.sentences,
        mentions=decoded.mentions,
        types=decoded.types,
        documents=found.documents,
        marked_documents=found.marked_documents,
        sources=(source.name,),
        source=np.zeros(len(found.lines), dtype=np.int64),
        lines=found.lines,
        columns={f"column{k}": c for k, c in zip(_other_columns(found.width, options), others, strict=True)},
        scheme=decoded.scheme,
        notes=_notes(source, data, options, decoded, tags),
        repairs=len(decoded.invalid),
        file_digest=source.digest,
    )


def _other_columns(width: int, options: ReadOptions) -> list[int]:
    if not options.extra.get("all_columns", True):
        return []
    used = {options.token_column % width, options.tag_column % width}
    return [k for k in range(width) if k not in used]


def _scan(source: Source, data: bytes, options: ReadOptions) -> Scan:
    kind = {"delimiter": options.delimiter, "comments": options.comments}
    try:
        width = width_of(data, **kind)
        if width is None:
            raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
        for column in (options.token_column, options.tag_column):
            if not -width <= column < width:
                fix = "Choose columns with --token-column and --tag-column (from 0; -1 is the last)."
                raise InputError.at(source.name, 1, f"has {width} columns; column {column} does not exist", fix=fix)
        if width == 1:
            fix = "Separate token and tag by a tab or a blank."
            raise InputError.at(source.name, 1, "has only one column", fix=fix)
        chosen = [options.token_column, options.tag_column, *_other_columns(width, options)]
        return scan(data, chosen, **kind)
    except ScanError as error:
        raise InputError.at(source.name, error.line, error.what, fix=error.fix) from None


def _coded(source: Source, data: bytes, options: ReadOptions, column: object) -> Coded:
    ids, blob, offsets = column.ids, column.blob, column.offsets  # type: ignore[attr-defined]
    try:
        return Coded(ids, Vocabulary.from_blob(blob, offsets))
    except UnicodeDecodeError:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise source.not_text(error.start, options.encoding) from None
        raise


def _decode(source: Source, data: bytes, options: ReadOptions, found: Scan, tags: Coded) -> Decoded:
    try:
        return decode(tags, found.sentences, scheme=options.scheme, repair=options.repair)
    except BadTag as error:
        token = int(np.flatnonzero(tags.ids == tags.vocabulary.index[error.tag])[0])
        raise InputError.at(source.name, _line(data, token, options), error.what, fix=error.fix) from None
    except InvalidSequence as error:
        raise InputError.at(source.name, _line(data, error.token, options), error.what, fix=error.fix) from None


def _line(data: bytes, token: int, options: ReadOptions) -> int:
    return line_of(data, token, delimiter=options.delimiter, comments=options.comments)


def _notes(source: Source, data: bytes, options: ReadOptions, decoded: Decoded, tags: Coded) -> tuple[str, ...]:
    if not len(decoded.invalid):
        return ()
    n = len(decoded.invalid)
    first = int(decoded.invalid[0])
    place = f"{source.name}:{_line(data, first, options)}"
    tag = tags.vocabulary[int(tags.ids[first])]
    mentions = "1 mention breaks" if n == 1 else f"{n} mentions break"
    return (f"{place}: {mentions} {decoded.scheme}, first at {tag!r}; repaired by --repair {options.repair}",)
