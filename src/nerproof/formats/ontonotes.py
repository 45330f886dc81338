"""CoNLL-2012 and OntoNotes: ``#begin document`` lines and named entities as brackets, nested as one likes.

With eleven columns or more the word is the fourth and the entities are the eleventh, as the shared task has it; with
fewer, the first and the last. Columns can be named as for CoNLL files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.found import Found
from nerproof.formats.tagged import Sentence, corpus_of_sentences
from nerproof.formats.views import document_name

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_BEGIN = re.compile(r"#begin document\s*(?:\((.*)\);\s*part\s*(\S+)|(.*))")
_PIECE = re.compile(r"\(([^()*\s]+)|\)|\*|[^()*]+|\(")
_BRACKETS = re.compile(rb"(\([^()*\s]+)*\*?\)*")
_NAMES = {4: "pos", 5: "parse", 6: "lemma", 7: "frameset", 8: "sense", 9: "speaker"}

Rows = list[tuple[int, list[str]]]


def looks_like_ontonotes(source: Source, head: bytes) -> float:
    if source.is_folder or b"\0" in head:
        return 0.0
    if head.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"#begin document"):
        return 0.97
    rows = [cells for line in head.splitlines()[:50] if (cells := line.split())]
    wide = [cells for cells in rows if len(cells) > 10 and _BRACKETS.fullmatch(cells[10])]
    return 0.92 if wide and len(wide) >= len(rows) - 1 else 0.0


def read_ontonotes(source: Source, options: ReadOptions) -> Corpus:
    """CoNLL-2012 / OntoNotes columns with bracketed entities (*, (ORG*, *))."""
    found = list(_sentences(source.text(options.encoding)))
    word, entity = _columns(source, options, [rows for _, rows in found])
    others = _others([rows for _, rows in found], full=word == 3 and entity == 10)
    sentences = []
    for document, rows in found:
        made = Sentence([cells[word] for _, cells in rows], rows[0][0], document=document)
        made.mentions = _mentions(source, rows, entity)
        made.columns = {name: [get(cells) for _, cells in rows] for name, get in others.items()}
        sentences.append(made)
    return corpus_of_sentences(source, options, sentences)


def _sentences(text: str) -> Iterator[tuple[str | None, Rows]]:
    """The rows of every sentence, and the document it is in; those before the first mark are in one without a name."""
    document: str | None = "" if "\n#begin document" in text else None
    rows: Rows = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        match = _BEGIN.match(line)
        if not match and line.strip() and not line.startswith("#end document"):
            rows.append((number, line.split()))
            continue
        if rows:
            yield document, rows
        rows, document = [], (_identity(match) or f"line {number}") if match else document


def _identity(match: re.Match[str]) -> str:
    if match[1] is None:
        return (match[3] or "").strip()
    return match[1] if match[2].strip("0") == "" else f"{match[1]}; part {match[2]}"


def _columns(source: Source, options: ReadOptions, sentences: list[Rows]) -> tuple[int, int]:
    width = min((len(cells) for rows in sentences for _, cells in rows), default=0)
    usual = (3, 10) if width >= 11 else (0, -1)
    word, entity = (usual[i] if k is None else k for i, k in enumerate((options.token_column, options.tag_column)))
    for rows in sentences:
        for line, cells in rows:
            if not all(-len(cells) <= k < len(cells) for k in (word, entity)) or len(cells) < 2:
                what = f"has {len(cells)} columns; column {max(word, entity)} does not exist"
                raise InputError.at(source.name, line, what, fix="Is the line whole?")
    return word, entity


def _mentions(source: Source, rows: Rows, column: int) -> list[Found]:
    opened: list[tuple[int, str, int]] = []
    found = []
    for i, (line, cells) in enumerate(rows):
        for piece in _PIECE.finditer(cells[column]):
            if piece[1]:
                opened.append((i, piece[1], line))
            elif piece[0] == ")" and opened:
                start, type_, _ = opened.pop()
                found.append(Found(start, i + 1, type_))
            elif piece[0] not in {"*", "-"}:
                fix = "Write * (ORG* *) or (ORG), every bracket opened and closed within its sentence."
                raise InputError.at(source.name, line, f"{cells[column][:40]!r} is not an entity bracket", fix=fix)
    if opened:
        raise InputError.at(source.name, opened[-1][2], f"'({opened[-1][1]}' is not closed in its sentence")
    return found


def _others(sentences: list[Rows], *, full: bool) -> dict[str, Callable[[list[str]], str]]:
    """How further columns are got from the cells of a line: those of the shared task that say anything."""
    cells = [c for rows in sentences for _, c in rows] if full else []
    known: dict[str, Callable[[list[str]], str]] = {name: itemgetter(k) for k, name in _NAMES.items()}
    if all(len(c) > 11 for c in cells):
        known |= {"coref": itemgetter(-1), "args": lambda c: " ".join(c[11:-1])}
    return {name: get for name, get in known.items() if not {get(c) for c in cells} <= {"-", "*", ""}}


# --- writing ---------------------------------------------------------------------------------------------------------


_COLUMNS = ("pos", "parse", "lemma", "frameset", "sense", "speaker")
_EMPTY = {"parse": "*"}
_PART = re.compile(r"(.*); part (\S+)", re.DOTALL)
_UNSAFE = re.compile(r"[\s()*]")
_BLANK = re.compile(r"\s")


def odd_types(corpus: Corpus) -> list[str]:
    odd = sorted(t for t in corpus.types if _UNSAFE.search(t))
    return [f"brackets, stars and blanks in the types {', '.join(map(repr, odd))} are written as _"] if odd else []


def odd_tokens(corpus: Corpus) -> list[str]:
    ids = set(corpus.tokens.ids.tolist())
    n = sum(not corpus.tokens.vocabulary[i].strip() or bool(_BLANK.search(corpus.tokens.vocabulary[i])) for i in ids)
    return [f"white space in {n} tokens is written as _"] if n else []


def columns(corpus: Corpus) -> list[str]:
    odd = sorted(set(corpus.columns) - {*_COLUMNS, "coref", "args"})
    return [f"the token columns {', '.join(odd)} are left out"] if odd else []


def write_ontonotes(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """CoNLL-2012 columns, with #begin document lines."""
    del options
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + "\n" for line in _lines(corpus))


def _lines(corpus: Corpus) -> Iterator[str]:
    brackets = _brackets(corpus)
    words = [_BLANK.sub("_", w) or "_" for w in corpus.tokens.strings()]
    others = [_column(corpus, name) for name in _COLUMNS]
    args, coref = _column(corpus, "args", ""), _column(corpus, "coref")
    for i, name, part in _documents(corpus):
        if corpus.marked_documents:
            yield f"#begin document ({name}); part {part}"
        stem = _BLANK.sub("_", name) or "-"
        for s in range(int(corpus.documents[i]), int(corpus.documents[i + 1])):
            first, last = int(corpus.sentences[s]), int(corpus.sentences[s + 1])
            for t in range(first, last):
                row = [stem, str(int(part) if part.isdigit() else 0), str(t - first), words[t]]
                row += [column[t] for column in others]
                yield " ".join([*row, brackets[t], *args[t].split(), coref[t]])
            yield ""
        if corpus.marked_documents:
            yield "#end document"


def _column(corpus: Corpus, name: str, empty: str = "-") -> list[str]:
    if name in corpus.columns:
        return corpus.columns[name].strings()
    return [_EMPTY.get(name, empty)] * corpus.n_tokens


def _documents(corpus: Corpus) -> Iterator[tuple[int, str, str]]:
    for i in range(corpus.n_documents):
        name = document_name(corpus, int(corpus.documents[i]))
        match = _PART.fullmatch(name)
        name, part = (match[1], match[2]) if match else (name, "000")
        yield i, _BLANK.sub(" ", name), part


def _brackets(corpus: Corpus) -> list[str]:
    m = corpus.mentions.take(lost.nested(corpus))
    opens: dict[int, list[tuple[int, str]]] = {}
    closes = [0] * (corpus.n_tokens + 1)
    for start, end, type_ in zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True):
        opens.setdefault(start, []).append((-end, _UNSAFE.sub("_", corpus.types[type_])))
        closes[end - 1] += 1
    cells = []
    for t in range(corpus.n_tokens):
        begun = "".join(f"({name}" for _, name in sorted(opens.get(t, [])))
        ended = ")" * closes[t]
        single = begun and ended and begun.count("(") <= len(ended)
        cells.append(f"{begun}{ended}" if single else f"{begun}*{ended}")
    return cells


define(
    "ontonotes",
    sniff=looks_like_ontonotes,
    read=read_ontonotes,
    write=write_ontonotes,
    suffix=".conll",
    losses=lost.these(
        *lost.SPANS, lost.crossings, odd_types, odd_tokens, lost.raw_text, columns, lost.fields, lost.unannotated
    ),
    spans="nested",
)
