"""CoNLL-2012 / OntoNotes columns with bracketed entities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, atomic, writer
from nerproof.writers import losses as lost

_COLUMNS = ("pos", "parse", "lemma", "frameset", "sense", "speaker")
_EMPTY = {"parse": "*"}
_PART = re.compile(r"(.*); part (\S+)", re.DOTALL)
_UNSAFE = re.compile(r"[\s()*]")
_BLANK = re.compile(r"\s")


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.crossings, odd_types, odd_tokens, lost.raw_text, columns, lost.fields, lost.unannotated)
    return [line for kind in kinds for line in kind(corpus)]


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


@writer("ontonotes", suffix=".conll", losses=losses, spans="nested")
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
        name = corpus.document_ids[i] if corpus.document_ids is not None else str(i + 1)
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
