"""CoNLL-U: ten columns of which the last may say NER=B-PER; # newdoc and # sent_id comments are kept as marks.

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
from nerproof.corpus.schemes import encode, flat
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.source import Source
from nerproof.formats.tagged import Sentence, corpus_of_sentences

NAMES = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_NER = re.compile(r"(?:^|\|)(?:NER|Ner|ner|Entity|NamedEntity|NE)=([^|]*)")
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


def read_conllu(source: Source, options: ReadOptions) -> Corpus:
    """CoNLL-U with entities in its last column (NER=B-PER)."""
    found = list(_sentences(source, source.text(options.encoding)))
    if not any(s.tags for s in found):
        what = "no word has an entity in its last column"
        fix = "Write NER=B-PER there, or read another column of tags with --format conll --tag-column K."
        raise InputError.at(source.name, None, what, fix=fix)
    for sentence in found:
        sentence.tags = sentence.tags or ["O"] * len(sentence.tokens)
    return corpus_of_sentences(source, options, found)


def _sentences(source: Source, text: str) -> Iterator[Sentence]:
    opened = _Open()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        line = line.rstrip("\r")
        if match := _NEWDOC.match(line):
            opened.numbered += 1
            opened.document = (match[1] or "").strip() or f"document {opened.numbered}"
        if not line.strip():
            if opened.rows:
                yield _sentence(opened)
            opened.rows = []
        elif line[0] != "#":
            cells = line.split("\t")
            if len(cells) != 10:
                raise InputError.at(source.name, number, f"has {len(cells)} columns; CoNLL-U has 10")
            if not _PASSED.fullmatch(cells[0]):
                opened.rows.append((number, cells))


def _sentence(opened: _Open) -> Sentence:
    cells = [row for _, row in opened.rows]
    found = [match[1] if (match := _NER.search(row[9])) else "" for row in cells]
    tags = [tag if tag not in {"", "_"} else "O" for tag in found] if any(found) else None
    columns = {name: [row[i] for row in cells] for i, name in enumerate(NAMES, 2)}
    columns["misc"] = [_NER.sub("", cell).strip("|") or "_" for cell in columns["misc"]]
    kept = {name: values for name, values in columns.items() if set(values) != {"_"}}
    return Sentence([row[1] for row in cells], opened.rows[0][0], tags, document=opened.document, columns=kept)


# --- writing ---------------------------------------------------------------------------------------------------------


def losses(corpus: Corpus) -> list[str]:
    nested = int((corpus.mentions.end > corpus.mentions.start).sum()) - int(flat(corpus).sum())
    said = [f"{nested} overlapping or nested mentions are left out: one tag per token"] if nested else []
    odd = sorted(set(corpus.columns) - set(NAMES))
    said += [f"the token columns {', '.join(odd)} are left out"] if odd else []
    kinds = (*lost.SPANS, lost.raw_text, lost.fields, lost.unannotated, blanks)
    return [*said, *(line for kind in kinds for line in kind(corpus))]


def blanks(corpus: Corpus) -> list[str]:
    n = sum(_cell(word) != word for word in corpus.tokens.vocabulary)
    return [f"white space in {n} tokens is written as _"] if n else []


def _cell(text: str) -> str:
    return re.sub(r"[\t\r\n]", "_", text) or "_"


def write_conllu(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """CoNLL-U; entities as NER=B-PER in the last column."""
    words, tags = corpus.tokens.strings(), encode(corpus, options.scheme).strings()
    others = [corpus.columns[n].strings() if n in corpus.columns else ["_"] * len(words) for n in NAMES]
    opened = set(corpus.documents[:-1].tolist()) if corpus.marked_documents else set()
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        for i in range(corpus.n_sentences):
            if i in opened:
                out.write(f"# newdoc id = {_document(corpus, i)}\n")
            for t in range(int(corpus.sentences[i]), int(corpus.sentences[i + 1])):
                misc = f"NER={tags[t]}" if others[-1][t] == "_" else f"NER={tags[t]}|{others[-1][t]}"
                row = [str(t - int(corpus.sentences[i]) + 1), _cell(words[t]), *(c[t] for c in others[:-1]), misc]
                out.write("\t".join(row) + "\n")
            out.write("\n")


def _document(corpus: Corpus, sentence: int) -> str:
    i = int(corpus.document_of_sentence[sentence])
    return " ".join(corpus.document_ids[i].split()) if corpus.document_ids is not None else str(i + 1)


define("conllu", sniff=looks_like_conllu, read=read_conllu, write=write_conllu, suffix=".conllu", losses=losses)
