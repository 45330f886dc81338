"""CoNLL columns: a token per line, a blank line between sentences; 2003, 2002, WNUT, merged files, any columns."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode, encode, flat
from nerproof.formats import HEAD, ReadOptions, WriteOptions, define
from nerproof.formats.scan import Dialect, Scan, ScanError, Scanner, Strings, has_lone_returns, scan
from nerproof.formats.source import Source

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
        notes=_notes(source, data, options, found, decoded, tags),
        repairs=len(decoded.invalid),
        file_digest=source.digest,
    )


def _other_columns(width: int, options: ReadOptions) -> list[int]:
    if not options.extra.get("all_columns", True):
        return []
    used = {options.token_column % width, options.tag_column % width}
    return [k for k in range(width) if k not in used]


def _scan(source: Source, data: bytes, options: ReadOptions) -> Scan:
    dialect = Dialect(options.delimiter, options.comments)
    try:
        width = _width(data, dialect)
        _check_columns(source, width, options)
        chosen = [options.token_column, options.tag_column, *_other_columns(width, options)]
        return scan(data, chosen, delimiter=dialect.delimiter, comments=dialect.comments)
    except ScanError as error:
        fix = "Separate token and tag by a tab or a blank, with the same columns on every line."
        raise InputError.at(source.name, error.line, str(error), fix=fix) from None


def _width(data: bytes, dialect: Dialect) -> int:
    """The number of columns, from the beginning of the file."""
    for size in (HEAD, len(data)):
        scanner = Scanner([0], dialect, lone_return=has_lone_returns(data))
        scanner.feed(data[:size])
        if size >= len(data):
            scanner.finish()
        if scanner.engine.width > 0 or size >= len(data):
            break
    return scanner.engine.width


def _check_columns(source: Source, width: int, options: ReadOptions) -> None:
    if width <= 0:
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    if width == 1:
        fix = "Separate token and tag by a tab or a blank."
        raise InputError.at(source.name, 1, "has only one column", fix=fix)
    for column in (options.token_column, options.tag_column):
        if not -width <= column < width:
            fix = "Choose columns with --token-column and --tag-column (from 0; -1 is the last)."
            raise InputError.at(source.name, 1, f"has {width} columns; column {column} does not exist", fix=fix)


def _coded(source: Source, data: bytes, options: ReadOptions, column: Strings) -> Coded:
    try:
        return column.coded()
    except UnicodeDecodeError:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise source.not_text(error.start, options.encoding) from None
        raise


def _decode(source: Source, data: bytes, options: ReadOptions, found: Scan, tags: Coded) -> Decoded:
    try:
        # InterpretEval's program reads one stream: a mention may run over a sentence end.
        bounds = np.array([0, len(tags)]) if options.extra.get("flat_stream") else found.sentences
        return decode(tags, bounds, scheme=options.scheme, repair=options.repair)
    except BadTag as error:
        token = int(np.flatnonzero(tags.ids == tags.vocabulary.index[error.tag])[0])
        raise InputError.at(source.name, found.line_of(data, token), error.what, fix=error.fix) from None
    except InvalidSequence as error:
        raise InputError.at(source.name, found.line_of(data, error.token), error.what, fix=error.fix) from None


def _notes(
    source: Source, data: bytes, options: ReadOptions, found: Scan, decoded: Decoded, tags: Coded
) -> tuple[str, ...]:
    if not len(decoded.invalid):
        return ()
    n, first = len(decoded.invalid), int(decoded.invalid[0])
    tag = tags.vocabulary[int(tags.ids[first])]
    mentions = "1 mention breaks" if n == 1 else f"{n} mentions break"
    place = f"{source.name}:{found.line_of(data, first)}"
    return (f"{place}: {mentions} {decoded.scheme}, first at {tag!r}; repaired by --repair {options.repair}",)


# --- writing ---------------------------------------------------------------------------------------------------------


_UNFIT = re.compile(r"[\t\r\n]|^ | $")


def losses(corpus: Corpus) -> list[str]:
    """What columns of tags cannot hold of this corpus."""
    said = []
    lost = len(corpus.mentions) - int(flat(corpus).sum())
    if lost:
        said.append(f"{lost} overlapping or nested mentions are left out: one tag per token")
    if corpus.text is not None:
        said.append("the raw text and its white space are left out")
    if corpus.fields:
        said.append(f"the fields {', '.join(sorted(corpus.fields))} are left out")
    if corpus.document_ids is not None:
        said.append("the document ids are left out: only -DOCSTART- lines remain")
    if corpus.annotated is not None and not corpus.annotated.all():
        said.append("sentences without annotation are written as sentences without mentions")
    odd = sum(_cell(t) != t for t in corpus.tokens.vocabulary)
    if odd:
        said.append(f"{odd} different tokens that a line cannot hold are written with _")
    return said


def _cell(token: str) -> str:
    """A token that stays one: no tab, line end or blank edge, and none that would be read as a document mark."""
    if token.startswith(("-DOCSTART-", "#begin document", "#end document")):
        return f"_{token}"
    return _UNFIT.sub("_", token) or "_"


def write_conll(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Token-per-line columns, tab-separated, with -DOCSTART- lines where documents are known."""
    tags = encode(corpus, options.scheme).strings()
    words = Coded(corpus.tokens.ids, Vocabulary(map(_cell, corpus.tokens.vocabulary)))
    columns = [words.strings(), *(corpus.columns[k].strings() for k in sorted(corpus.columns)), tags]
    rows = ["\t".join(row) for row in zip(*columns, strict=True)]
    docstart = "\t".join(["-DOCSTART-", *["-X-"] * (len(columns) - 2), "O"])
    openings = set(corpus.documents[:-1].tolist()) if corpus.marked_documents else set()
    offsets = corpus.sentences.tolist()
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        for i in range(corpus.n_sentences):
            if i in openings:
                out.write(docstart + "\n\n")
            out.write("\n".join(rows[offsets[i] : offsets[i + 1]]) + "\n\n")


define("conll", sniff=looks_like_conll, read=read_conll, write=write_conll, suffix=".conll", losses=losses)
