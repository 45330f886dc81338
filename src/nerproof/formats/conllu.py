"""CoNLL-U: ten columns of which the last may say NER=B-PER, or Entity=(1-person as in GUM and CorefUD.

Lines of multiword tokens (1-2) and of empty nodes (1.1) are passed over: the words below them are the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import encode
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.found import Found
from nerproof.formats.source import Source
from nerproof.formats.tagged import Sentence, corpus_of_sentences
from nerproof.formats.views import document_name

NAMES = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_NER = re.compile(r"(?:^|\|)(?:NER|Ner|ner|Entity|NamedEntity|NE|name)=([^|]*)")
_BRACKET = re.compile(r"\(([^()]*)\)|\(([^()]*)|([^()]*)\)")
_ID = re.compile(r"(e?\d+)(?:\[(\d+)/(\d+)\])?")  # with the part of a discontinuous mention: e3[1/2]
_GLOBAL = re.compile(r"#\s*global\.Entity\s*=\s*(\S+)")
_NEWDOC = re.compile(r"#\s*newdoc(?:\s+id\s*=\s*(.*))?")
_WORD = re.compile(r"\d+")
_PASSED = re.compile(r"\d+[-.]\d+")


def looks_like_conllu(source: Source, head: bytes) -> float:
    if source.is_folder or b"\0" in head:
        return 0.0
    lines = head.decode("utf-8", "replace").splitlines()[:2000]
    rows = [line.split("\t") for line in lines[:-1] or lines if line.strip() and line[0] != "#"]
    fit = [row for row in rows if len(row) == 10 and (_WORD.fullmatch(row[0]) or _PASSED.fullmatch(row[0]))]
    if not rows or len(fit) < 0.9 * len(rows):
        return 0.0
    return 0.97 if any(_NER.search(row[9]) for row in fit) else 0.3


@dataclass
class _Open:
    """What was read of a sentence, and the document it is in."""

    document: str | None = None
    numbered: int = 0
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)  # what the items of Entity=(1-person-… are, where the file says it


def read_conllu(source: Source, options: ReadOptions) -> Corpus:
    """CoNLL-U with entities in its last column (NER=B-PER)."""
    found = list(_sentences(source, source.text(options.encoding)))
    if not any(s.tags or s.mentions for s in found):
        what = "no word has an entity in its last column"
        fix = "Write NER=B-PER there, or read another column of tags with --format conll --tag-column K."
        raise InputError.at(source.name, None, what, fix=fix)
    for sentence in found:
        if sentence.mentions is None:
            sentence.tags = sentence.tags or ["O"] * len(sentence.tokens)
    return corpus_of_sentences(source, options, found)


def _sentences(source: Source, text: str) -> Iterator[Sentence]:
    opened = _Open()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        line = line.rstrip("\r")
        if match := _NEWDOC.match(line):
            opened.numbered += 1
            opened.document = (match[1] or "").strip() or f"document {opened.numbered}"
        if match := _GLOBAL.match(line):
            opened.order = match[1].split("-")
        if not line.strip():
            if opened.rows:
                yield _sentence(source, opened)
            opened.rows = []
        elif line[0] != "#":
            cells = line.split("\t")
            if len(cells) != 10:
                raise InputError.at(source.name, number, f"has {len(cells)} columns; CoNLL-U has 10")
            if not _PASSED.fullmatch(cells[0]):
                opened.rows.append((number, cells))


def _sentence(source: Source, opened: _Open) -> Sentence:
    cells = [row for _, row in opened.rows]
    found = [match[1] if (match := _NER.search(row[9])) else "" for row in cells]
    bracketed = any(_BRACKET.search(item) for item in found)
    tags = [tag if tag not in {"", "_"} else "O" for tag in found] if any(found) and not bracketed else None
    columns = {name: [row[i] for row in cells] for i, name in enumerate(NAMES, 2)}
    columns["misc"] = [_NER.sub("", cell).strip("|") or "_" for cell in columns["misc"]]
    kept = {name: values for name, values in columns.items() if set(values) != {"_"}}
    made = Sentence([row[1] for row in cells], opened.rows[0][0], tags, document=opened.document, columns=kept)
    made.mentions = _bracketed(source, opened, found) if bracketed else None
    return made


def _bracketed(source: Source, opened: _Open, items: list[str]) -> list[Found]:
    """The mentions of brackets, which are closed by their id: Entity=(1-person … Entity=1)."""
    running: dict[str, list[tuple[int, str]]] = {}
    parts: dict[str, list[tuple[int, int]]] = {}
    found = []
    for i, item in enumerate(items):
        for alone, begun, ended in _BRACKET.findall(item):
            text = alone or begun or ended
            known = _ID.search(text)
            key = known[0] if known else text
            if alone or begun:
                running.setdefault(key, []).append((i, _type(text, opened.order)))
            if begun:
                continue
            if not running.get(key):
                what = f"the bracket {text!r} closes nothing"
                raise InputError.at(source.name, opened.rows[i][0], what, fix="Write Entity=(1-person and Entity=1).")
            start, type_ = running[key].pop()
            if known is None or known[2] is None:
                found.append(Found(start, i + 1, type_))
                continue
            parts.setdefault(known[1], []).append((start, i + 1))
            if known[2] == known[3]:
                found.append(_with_parts(parts.pop(known[1]), type_))
    if any(running.values()):
        raise InputError.at(source.name, opened.rows[0][0], "an Entity bracket of the sentence is not closed")
    return found


def _type(text: str, order: list[str]) -> str:
    """The type of a mention: the item that the file names so, else the first that is a word."""
    items = text.split("-")
    if "etype" in order and order.index("etype") < len(items):
        return items[order.index("etype")] or "entity"
    return next((x for x in items if x.replace("_", "").isalpha()), "entity")


def _with_parts(parts: list[tuple[int, int]], type_: str) -> Found:
    start = parts[0][0]
    return Found(start, parts[-1][1], type_, None, tuple((a - start, b - start) for a, b in parts))


# --- writing ---------------------------------------------------------------------------------------------------------


_UNFIT = re.compile(r"[\s|]")  # | parts the items of the last column


def columns(corpus: Corpus) -> list[str]:
    odd = sorted(set(corpus.columns) - set(NAMES))
    return [f"the token columns {', '.join(odd)} are left out"] if odd else []


def unfit_types(corpus: Corpus) -> list[str]:
    return lost.blank_types(corpus, _UNFIT)


def blanks(corpus: Corpus) -> list[str]:
    n = sum(_cell(word) != word for word in corpus.tokens.vocabulary)
    return [f"white space in {n} tokens is written as _"] if n else []


def _cell(text: str) -> str:
    return re.sub(r"[\t\r\n]", "_", text) or "_"


def write_conllu(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """CoNLL-U; entities as NER=B-PER in the last column."""
    words, tags = corpus.tokens.strings(), encode(lost.without_blank_types(corpus, _UNFIT), options.scheme).strings()
    others = [corpus.columns[n].strings() if n in corpus.columns else ["_"] * len(words) for n in NAMES]
    opened = set(corpus.documents[:-1].tolist()) if corpus.marked_documents else set()
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        for i in range(corpus.n_sentences):
            if i in opened:
                out.write(f"# newdoc id = {' '.join(document_name(corpus, i).split())}\n")
            for t in range(int(corpus.sentences[i]), int(corpus.sentences[i + 1])):
                misc = f"NER={tags[t]}" if others[-1][t] == "_" else f"NER={tags[t]}|{others[-1][t]}"
                row = [str(t - int(corpus.sentences[i]) + 1), _cell(words[t]), *(c[t] for c in others[:-1]), misc]
                out.write("\t".join(row) + "\n")
            out.write("\n")


define(
    "conllu",
    sniff=looks_like_conllu,
    read=read_conllu,
    write=write_conllu,
    suffix=".conllu",
    losses=lost.these(
        lost.overlaps, columns, unfit_types, *lost.SPANS, lost.raw_text, lost.fields, lost.unannotated, blanks
    ),
)
