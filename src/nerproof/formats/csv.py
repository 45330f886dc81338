"""CSV and TSV with a header: one token per row (sentence_id, token, label), or one sentence per row.

Names of columns are known by their usual variants. Sentences are rows with one sentence id; where the id is written
only at the first row of each (as spreadsheets do), an empty cell goes on with the sentence above; without ids, empty
rows part sentences, and so does EndOfSentence in any cell (HIPE). A row with several tags is a sentence of its own,
with as many words. A row of one cell that begins with # is a comment; "document_id = …" in it begins a document.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import encode
from nerproof.formats import ReadOptions, WriteOptions, define, keys
from nerproof.formats import losses as lost
from nerproof.formats.jsonrecords import Place
from nerproof.formats.records import tag_name
from nerproof.formats.source import Source
from nerproof.formats.tagged import Sentence, corpus_of_sentences
from nerproof.formats.views import document_name

_TOKENS = ("token", "word", "tokens", "words", "form", "sentence_text", "text")
_TAGS = (
    *("label", "tag", "ner", "ner_tag", "ner_tags", "labels", "tags", "ner_label", "word_labels", "bio", "bio_tag"),
    *("iob", "iob_tag", "iob2", "bioes", "gold", "gold_label", "gold_tag", "true", "true_label", "true_tag", "entity"),
    *(
        "named_entity",
        "pred",
        "predicted",
        "prediction",
        "pred_label",
        "predicted_label",
        "pred_tag",
        "predicted_tag",
        "ne-coarse-lit",
    ),
)
_SENTENCES = (
    "sentence_id",
    "sentence #",
    "sentence#",
    "sentence id",
    "sentence_idx",
    "sentence",
    "sent_id",
    "sent",
    "sid",
)
_ROWS = "id"  # of a sentence where rows share it, else of a row
_DOCUMENTS = ("doc_id", "document_id", "doc", "document", "docid")
_DELIMITERS = "\t,;| "
_OTHERS = ("pos", "pos_tag", "chunk", "lemma", "id")
_ITEM = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|([^\s,\[\]]+)")
_COMMAS = re.compile(r"(O|[BIESLU]-[^\s,]+)(,\s*(O|[BIESLU]-[^\s,]+))+")

_COMMENT = re.compile(r"#.*?(?:document_id\s*=\s*(.*))?")
_END = "EndOfSentence"
MOST_WORDS = 4  # in a token

Rows = Iterator[tuple[int, list[str]]]


class Header(NamedTuple):
    """Where the columns are; None: there is none."""

    token: int
    tag: int | None
    sentence: int | None
    document: int | None
    others: dict[str, int]
    delimiter: str


def looks_like_csv(source: Source, head: bytes) -> float:
    if source.is_folder or b"\0" in head:
        return 0.0
    first = head.decode("utf-8", "replace").lstrip("\ufeff").split("\n", 1)[0]
    found = header_of(first)
    return 0.95 if found is not None and found.tag is not None else 0.0


def read_csv(source: Source, options: ReadOptions) -> Corpus:
    """CSV or TSV with a header such as sentence_id, token, label."""
    text = source.text(options.encoding)
    header = header_of(text.split("\n", 1)[0], options)
    if header is None:
        fix = "The first line names the columns: sentence_id,token,label."
        raise InputError.at(source.name, 1, "has no column of tokens", fix=fix)
    rows = list(_rows(source, text, header.delimiter))[1:]
    header = _with_ids(header, rows)
    _refuse_texts(source, header, rows)
    sentences = list(_sentences(source, iter(rows), header, options.extra.get("labels")))
    found = corpus_of_sentences(source, options, sentences)
    return replace(found, notes=(*_said(source, header, options), *found.notes))


def header_of(line: str, options: ReadOptions | None = None) -> Header | None:
    delimiter = max(_DELIMITERS, key=line.count)
    names = [cell.strip().strip('"').strip().lower() for cell in line.strip("\r").split(delimiter)]
    places = [_first(names, known) for known in (_TAGS, _SENTENCES, _DOCUMENTS)]
    token = next((i for i in (_first(names, _TOKENS), _first(names, ("sentence",))) if i is not None), None)
    if options is not None:
        token, places[0] = _chosen(names, options.token_column, token), _chosen(names, options.tag_column, places[0])
    if line.count(delimiter) == 0 or token is None:
        return None
    if delimiter == " " and not {*names} <= {*_TOKENS, *_TAGS, *_SENTENCES, *_DOCUMENTS, *_OTHERS}:
        return None  # a line of words
    tag, sentence, document = (None if place == token else place for place in places)
    used = {token, tag, sentence, document}
    others = {name: i for i, name in enumerate(names) if i not in used and name}
    return Header(token, tag, sentence, document, others, delimiter)


def _chosen(names: list[str], asked: int | None, found: int | None) -> int | None:
    if asked is not None and not -len(names) <= asked < len(names):
        raise UsageError(
            f"the header has {len(names)} columns; column {asked} does not exist (from 0; -1 is the last)."
        )
    return found if asked is None else asked % len(names)


def _with_ids(header: Header, rows: list[tuple[int, list[str]]]) -> Header:
    """A column "id" is that of sentences if neighbours share it."""
    place = header.others.get(_ROWS)
    if place is None or header.sentence is not None:
        return header
    ids = [row[place] for _, row in rows if len(row) > place]
    if not any(a == b and a.strip() for a, b in pairwise(ids)):
        return header
    return header._replace(sentence=place, others={k: i for k, i in header.others.items() if i != place})


def _refuse_texts(source: Source, header: Header, rows: list[tuple[int, list[str]]]) -> None:
    """Refuses rows that are a text with its label, or with the offsets of a span: they are no tokens."""
    fix = 'Write JSONL: {"text": …, "spans": [[0, 4, "LOC"]]}.'
    if {*keys.STARTS} & set(header.others) and {*keys.ENDS} & set(header.others):
        raise InputError.at(source.name, 1, "has spans of characters, which are not read from CSV", fix=fix)
    cells = [row[header.token] for _, row in rows if len(row) > max(header.token, header.tag or 0)]
    texts = [line for line, row in rows if len(row) > header.token and len(row[header.token].split()) > MOST_WORDS]
    alone = header.tag is not None and not any(
        " " in row[header.tag].strip() for _, row in rows if len(row) > header.tag
    )
    if alone and len(texts) * 2 > len(cells):
        raise InputError.at(source.name, texts[0], "has a text where a token should be", fix=fix)


def _said(source: Source, header: Header, options: ReadOptions) -> list[str]:
    further = [name for name in header.others if name in _TAGS]
    if not further or options.tag_column is not None:
        return []
    what = f"column {(header.tag or 0) + 1} holds the tags that are read, {', '.join(further)} may, too"
    return [f"{source.name}: {what} (choose with --tag-column, from 0)"]


def _first(names: list[str], known: tuple[str, ...]) -> int | None:
    return next((names.index(name) for name in known if name in names), None)


def _rows(source: Source, text: str, delimiter: str) -> Rows:
    # In a file of tabs a lone quotation mark is a token; in others it would swallow the lines that follow.
    plain = delimiter == "\t" and any(cell.count('"') % 2 for line in text.split("\n") for cell in line.split("\t"))
    quoting: Any = csv.QUOTE_NONE if plain else csv.QUOTE_MINIMAL
    found = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=False, quoting=quoting)
    before = 0
    try:
        for row in found:
            yield before + 1, row
            before = found.line_num
    except csv.Error as error:
        raise InputError.at(source.name, before + 1, f"is not CSV ({error})") from None


def _sentences(source: Source, rows: Rows, header: Header, names: list[str] | None) -> Iterator[Sentence]:
    current: Sentence | None = None
    known = ""
    document: str | None = None
    width = max(i for i in (*header[:4], *header.others.values()) if isinstance(i, int)) + 1
    for line, row in rows:
        comment = _COMMENT.fullmatch(row[0]) if row and not any(row[1:]) else None
        if comment is not None:
            document = comment[1] or document
        empty = comment is not None or not any(cell.strip() for cell in row)
        if not empty and len(row) < width:
            raise InputError.at(source.name, line, f"has {len(row)} columns; the header has {width}")
        if empty and header.sentence is not None:
            continue
        made = None if empty else _of_row(source, line, row, header, names)
        if made is not None and document is not None:
            made.document = document
        name = row[header.sentence].strip() if made is not None and header.sentence is not None else ""
        if made is not None and current is not None and _goes_on(current, made, name in {"", known}):
            _extend(current, made)
        else:
            yield from [] if current is None else [current]
            current, known = made, name or known
        if current is not None and any(_END in cell for cell in row):
            yield current
            current = None
    if current is not None:
        yield current


def _goes_on(current: Sentence, made: Sentence, same: bool) -> bool:
    """Whether a row belongs to the sentence above it."""
    return same and len(made.tokens) == len(made.tags or [""]) == 1 and made.document in {None, current.document}


def _of_row(source: Source, line: int, row: list[str], header: Header, names: list[str] | None) -> Sentence:
    """The sentence of one row: one token, unless it has several tags."""
    if "\n" in row[header.token].strip("\n"):
        fix = 'Double it: """" is the token ".'
        raise InputError.at(source.name, line, "a quotation mark opens a token that does not end on its line", fix=fix)
    tags = None if header.tag is None else _items(row[header.tag])
    tokens = [row[header.token]] if tags is None or len(tags) < 2 else _items(row[header.token])
    if tags is not None and len(tokens) != len(tags):
        raise InputError.at(source.name, line, f"{len(tokens)} tokens have {len(tags)} tags")
    tags = tags and [tag_name(Place(source.name, line), int(tag) if tag.isdecimal() else tag, names) for tag in tags]
    document = row[header.document].strip() or None if header.document is not None else None
    columns = {name: [row[i]] for name, i in header.others.items()} if len(tokens) == 1 else {}
    return Sentence(tokens, line, tags, document=document, columns=columns)


def _items(cell: str) -> list[str]:
    """The items of a cell: a list as programs print it, tags with commas or words with blanks between them."""
    cell = cell.strip()
    if cell[:1] == "[" and cell[-1:] == "]" and len(cell) > 2:
        return ["".join(found) for found in _ITEM.findall(cell[1:-1])]
    return re.split(r",\s*", cell) if _COMMAS.fullmatch(cell) else cell.split() or [""]


def _extend(sentence: Sentence, more: Sentence) -> None:
    sentence.tokens += more.tokens
    if sentence.tags is not None:
        sentence.tags += more.tags or ()
    for name, cells in sentence.columns.items():
        cells += more.columns[name]


# --- writing ---------------------------------------------------------------------------------------------------------


def write_csv(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    columns = sorted(corpus.columns)
    cells = [
        corpus.tokens.strings(),
        *(corpus.columns[name].strings() for name in columns),
        encode(lost.without_blank_types(corpus), options.scheme).strings(),
    ]
    documents = ["doc_id"] if corpus.marked_documents else []
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow([*documents, "sentence_id", "token", *columns, "label"])
        for i in range(corpus.n_sentences):
            first, last = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
            known = [document_name(corpus, i)] if documents else []
            rows.writerows([*known, i + 1, *row] for row in zip(*(c[first:last] for c in cells), strict=True))


define(
    "csv",
    sniff=looks_like_csv,
    read=read_csv,
    write=write_csv,
    suffix=".csv",
    losses=lost.these(lost.overlaps, *lost.SPANS, lost.raw_text, lost.fields, lost.unannotated, lost.blank_types),
)
