"""CoNLL columns: a token per line, a blank line between sentences; 2003, 2002, WNUT, merged files, any columns."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Mentions, Vocabulary, join
from nerproof.corpus.schemes import Decoded, encode
from nerproof.formats import HEAD, ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.columns import LOOK, MAX_COLUMNS, settled
from nerproof.formats.found import Found, packed
from nerproof.formats.jsonrecords import looks_like_json
from nerproof.formats.scan import BOM, Dialect, Scan, ScanError, Scanner, Strings, has_lone_returns, scan
from nerproof.formats.scorecolumn import BadScore, score_cells, with_scores
from nerproof.formats.source import Source
from nerproof.formats.tagged import decoded_tags, repairs_note
from nerproof.formats.tagsonly import on_tokens_of
from nerproof.formats.views import found_in

# The first line of a file with predicted strings that do not occur in its text, and the lines that hold them.
HEADER = b"# nerproof = predicted strings that do not occur in the text stand before their sentences as comments"
_UNPLACED = re.compile(rb"^# unplaced = (\S+) (.*?)\r?$", re.MULTILINE)
MAX_FILES = 100_000  # in a folder
SOME = 50  # files, or columns, that tell what a folder or a file holds
_TAG = re.compile(rb"(O|[BIESLUMW](-\S+)?)")


SUFFIXES = frozenset({".conll", ".conll03", ".bio", ".iob", ".iob2", ".bioes", ".tsv", ".txt", ".tags", ".ner", ""})


def looks_like_conll(source: Source, head: bytes) -> float:
    """Columns one of which holds tags; a folder of such files."""
    if source.is_folder:
        return 0.8 if _files(source.path) else 0.0
    if b"\0" in head or looks_like_json(head):
        return 0.0
    rows = [line.split() for line in head.splitlines()[:200]]
    rows = [r for r in rows if r and not r[0].startswith(b"#")]
    if all(len(r) == 1 for r in rows):  # tags only, or nothing to tell by
        alone = bool(rows) and all(_TAG.fullmatch(r[0]) for r in rows)
        return 0.9 if alone else 0.05 if source.suffix in SUFFIXES else 0.0
    rows = [r for r in rows if len(r) >= 2]
    columns = ([r[k] for r in rows if k < len(r)] for k in (*range(min(SOME, max(map(len, rows)))), -1))
    tagged = max(sum(bool(_TAG.fullmatch(cell)) for cell in cells) for cells in columns) / len(rows)
    return 0.9 * tagged if tagged > 0.5 else 0.1


def _files(folder: Path) -> list[Path]:
    """The files of a folder that hold columns of tags."""
    found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file() and p.name[0] != ".")
    if len(found) > MAX_FILES or any(p.with_suffix(".ann").exists() for p in found[:SOME]):
        return []
    return [p for p in found if looks_like_conll(Source(str(p)), Source(str(p)).head(HEAD)) > 0.5]


def _read_folder(source: Source, options: ReadOptions) -> Corpus:
    """The files of a folder in the order of their names; one without document marks is a document."""
    files = _files(source.path)
    if not files:
        raise InputError.at(source.name, None, "has no file of columns", fix="Give a folder of .conll files.")
    others = sum(1 for p in source.path.rglob("*") if p.is_file() and p not in set(files))
    parts = [_as_document(_read_file(Source(str(p)), options), p.relative_to(source.path).as_posix()) for p in files]
    note = f"{source.name}: {len(files)} files of columns are read" + (f", {others} others left out" if others else "")
    whole = join(parts)
    return replace(whole, notes=(note, *whole.notes))


def _as_document(corpus: Corpus, name: str) -> Corpus:
    if corpus.marked_documents:
        n = corpus.n_documents
        return replace(corpus, document_ids=tuple(f"{name}#{i}" for i in range(1, n + 1)))
    ends = np.array([0, corpus.n_sentences], dtype=np.int64)
    return replace(corpus, documents=ends, marked_documents=True, document_ids=(name,))


def read_conll(source: Source, options: ReadOptions) -> Corpus:
    """Token-per-line columns with tags (CoNLL-2002, CoNLL-2003, WNUT …); a folder of such files."""
    return _read_folder(source, options) if source.is_folder else _read_file(source, options)


def _read_file(source: Source, options: ReadOptions) -> Corpus:
    data = source.data if options.encoding.lower() in {"utf-8", "utf8"} else source.text(options.encoding).encode()
    options, said = settled(source, data[:LOOK], options)
    found = _scan(source, data, options)
    if found.width == 1 and options.text is not None:
        tags = _coded(source, data, options, found.columns[0])
        return on_tokens_of(options.text, source, tags, found.sentences, options)
    if not len(found.columns[0].ids):
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    tokens, tags, *others = (_coded(source, data, options, column) for column in found.columns)
    decoded = _decode(source, data, options, found, tags)
    if options.score_column is not None:
        decoded = replace(decoded, mentions=_scored(source, data, found, decoded, others.pop(0)))
    mentions, types = _with_unplaced(data, found, decoded)
    return Corpus(
        tokens=tokens,
        sentences=found.sentences,
        mentions=mentions,
        types=types,
        documents=found.documents,
        marked_documents=found.marked_documents,
        sources=(source.name,),
        source=np.zeros(len(found.lines), dtype=np.int64),
        lines=found.lines,
        columns={f"column{k}": c for k, c in zip(_other_columns(found.width, options), others, strict=True)},
        scheme=decoded.scheme,
        layout=_layout(found.width, options),
        notes=(*said, *_notes(source, data, options, found, decoded, tags)),
        repairs=len(decoded.invalid),
        file_digest=source.digest,
    )


def _scored(source: Source, data: bytes, found: Scan, decoded: Decoded, cells: Coded) -> Mentions:
    try:
        return with_scores(decoded.mentions, cells)
    except BadScore as error:
        raise InputError.at(source.name, found.line_of(data, error.token), error.what, fix=error.fix) from None


def _with_unplaced(data: bytes, found: Scan, decoded: Decoded) -> tuple[Mentions, tuple[str, ...]]:
    """The mentions of the tags, and those that comment lines name because they do not occur in the text."""
    if not data.removeprefix(b"\xef\xbb\xbf").startswith(HEADER):
        return decoded.mentions, decoded.types
    own = decoded.mentions
    scores = [None] * len(own) if own.score is None else own.score.tolist()
    spans = zip(own.start.tolist(), own.end.tolist(), own.type.tolist(), scores, strict=True)
    rows = [Found(a, b, decoded.types[t], score) for a, b, t, score in spans]
    for match in _UNPLACED.finditer(data):
        line = data.count(b"\n", 0, match.start()) + 1
        sentence = min(int(np.searchsorted(found.lines, line)), len(found.lines) - 1)
        at = int(found.sentences[sentence])
        type_, string = (part.decode("utf-8", "replace") for part in match.groups())
        rows.append(Found(at, at, type_, None, string))
    return packed(rows)


def _other_columns(width: int, options: ReadOptions) -> list[int]:
    if not options.extra.get("all_columns", True):
        return []
    taken = {c % width for c in options.read_columns}
    return [k for k in range(width) if k not in taken]


def _layout(width: int, options: ReadOptions) -> tuple[int, int, int]:
    token, tag = options.columns
    return token % width, tag % width, width


def _scan(source: Source, data: bytes, options: ReadOptions) -> Scan:
    dialect = Dialect(options.delimiter, options.comments)
    try:
        width = width_of(data, dialect)
        alone = width == 1 and options.text is not None  # tags without tokens
        if not alone:
            check_columns(source, width, options)
        chosen = [0] if alone else [*options.read_columns, *_other_columns(width, options)]
        return scan(data, chosen, delimiter=dialect.delimiter, comments=dialect.comments)
    except ScanError as error:
        raise scan_error(source, error) from None


def scan_error(source: Source, error: ScanError) -> InputError:
    """What a scanner found wrong, with its file and line."""
    fix = "Separate token and tag by a tab or a blank, with the same columns on every line."
    return InputError.at(source.name, error.line, str(error), fix=fix)


def width_of(data: bytes, dialect: Dialect) -> int:
    """The number of columns, from the beginning of the file; 0 where there is no token."""
    for size in (HEAD, len(data)):
        scanner = Scanner([0], dialect, lone_return=has_lone_returns(data))
        scanner.feed(data[:size].removeprefix(BOM))
        if size >= len(data):
            scanner.finish()
        if scanner.engine.width > 0 or size >= len(data):
            break
    return scanner.engine.width


def check_columns(source: Source, width: int, options: ReadOptions) -> None:
    if width <= 0:
        raise InputError.at(source.name, None, "has no token", fix="Give a file with at least one sentence.")
    if width > MAX_COLUMNS:
        fix = "One token per line, with its tag. Is it a corpus?"
        raise InputError.at(source.name, None, f"has {width:,} columns", fix=fix)
    if width == 1:
        fix = "Separate token and tag by a tab or a blank. A file of tags alone can only be read beside gold (--pred)."
        raise InputError.at(source.name, 1, "has only one column", fix=fix)
    for column in options.read_columns:
        if not -width <= column < width:
            fix = "Choose columns with --token-column, --tag-column and --score-column (from 0; -1 is the last)."
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
    # InterpretEval's program reads one stream: a mention may run over a sentence end.
    bounds = np.array([0, len(tags)]) if options.extra.get("flat_stream") else found.sentences
    return decoded_tags(tags, bounds, options, lambda token: (source.name, found.line_of(data, token)))


def _notes(
    source: Source, data: bytes, options: ReadOptions, found: Scan, decoded: Decoded, tags: Coded
) -> tuple[str, ...]:
    if not len(decoded.invalid):
        return ()
    n, first = len(decoded.invalid), int(decoded.invalid[0])
    tag = tags.vocabulary[int(tags.ids[first])]
    return repairs_note(source.name, found.line_of(data, first), n, decoded.scheme, tag, options.repair)


# --- writing ---------------------------------------------------------------------------------------------------------


_NUMBERED = re.compile(r"column\d+")
_BLANKS = re.compile(r"\s")
_UNFIT = re.compile(r"[\t\r\n]|^ | $")


def unwritten_scores(corpus: Corpus) -> list[str]:
    return [f"{said}; --scores writes them" for said in lost.scores(corpus)]


def unfit_types(corpus: Corpus) -> list[str]:
    return lost.blank_types(corpus, _UNFIT)


def document_ids(corpus: Corpus) -> list[str]:
    return [f"{said}: only -DOCSTART- lines remain" for said in lost.document_ids(corpus)]


def unfit_tokens(corpus: Corpus) -> list[str]:
    odd = sum(_cell(t) != t for t in corpus.tokens.vocabulary)
    return [f"{odd} different tokens that a line cannot hold are written with _"] if odd else []


def _cell(token: str) -> str:
    """A token that stays one: no tab, line end or blank edge, and none that would be read as a document mark."""
    if token.startswith(("-DOCSTART-", "#begin document", "#end document")):
        return f"_{token}"
    return _UNFIT.sub("_", token) or "_"


def _in_order(corpus: Corpus, words: list[str], tags: list[str]) -> list[list[str]]:
    """Token, other columns and tag; in the order of the file they were read from, where all of it is there."""
    names = sorted(corpus.columns, key=lambda name: (len(name), name) if _NUMBERED.fullmatch(name) else (0, name))
    others = [corpus.columns[name].strings() for name in names]
    if names[:1] == ["column0"] and corpus.layout is not None:  # before the token: what may be its number
        others[0] = _counted(others[0], corpus.sentences.tolist())
    if corpus.layout is None:
        return [words, *others, tags]
    token, tag, width = corpus.layout
    placed = {f"column{token}": words, f"column{tag}": tags, **dict(zip(names, others, strict=True))}
    wanted = [f"column{k}" for k in range(width)]
    return [placed[name] for name in wanted] if set(wanted) == set(placed) else [words, *others, tags]


def _counted(cells: list[str], sentences: list[int]) -> list[str]:
    """A column that counts tokens counts them anew: an attack may have put in others."""
    if not all(cell.isascii() and cell.isdecimal() and len(cell) < 9 for cell in cells):
        return cells
    runs = [[int(cell) for cell in cells[a:b]] for a, b in pairwise(sentences)]
    longer = [run for run in runs if len(run) > 1]
    counting = sum(run == list(range(run[0], run[0] + len(run))) for run in longer)
    if counting * 2 <= len(longer) or {run[0] for run in runs if run} not in ({0}, {1}):
        return cells
    return [str(run[0] + i) for run in runs for i in range(len(run))]


def write_conll(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Token-per-line columns, tab-separated, with -DOCSTART- lines where documents are known."""
    tags = encode(lost.without_blank_types(corpus, _UNFIT), options.scheme).strings()
    words = Coded(corpus.tokens.ids, Vocabulary(map(_cell, corpus.tokens.vocabulary)))
    columns = _in_order(corpus, words.strings(), tags)
    columns += [score_cells(corpus)] * options.scores
    rows = ["\t".join(row) for row in zip(*columns, strict=True)]
    docstart = "\t".join(["-DOCSTART-", *["-X-"] * (len(columns) - 2), "O"])
    openings = set(corpus.documents[:-1].tolist()) if corpus.marked_documents else set()
    offsets = corpus.sentences.tolist()
    unplaced = _unplaced_lines(corpus)
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        if unplaced:
            out.write(HEADER.decode() + "\n")
        for i in range(corpus.n_sentences):
            if i in openings:
                out.write(docstart + "\n\n")
            out.writelines(unplaced.get(i, ()))
            out.write("\n".join(rows[offsets[i] : offsets[i + 1]]) + "\n\n")


def _unplaced_lines(corpus: Corpus) -> dict[int, list[str]]:
    """Comment lines for the strings of empty spans, by sentence: a scorer must not lose false positives."""
    lines: dict[int, list[str]] = {}
    if corpus.mentions.form is not None:
        for sentence, found in zip(corpus.sentence_of_mention.tolist(), found_in(corpus), strict=True):
            if found.start == found.end and isinstance(found.form, str):
                text = f"# unplaced = {_BLANKS.sub('_', found.type)} {' '.join(found.form.split())}\n"
                lines.setdefault(sentence, []).append(text)
    return lines


define(
    "conll",
    sniff=looks_like_conll,
    read=read_conll,
    write=write_conll,
    suffix=".conll",
    losses=lost.these(
        *(lost.overlaps, lost.misplaced, unwritten_scores, lost.gaps, unfit_types, lost.raw_text, lost.fields),
        *(document_ids, lost.unannotated, unfit_tokens),
    ),
    score_column=True,
)
