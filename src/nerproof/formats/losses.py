"""What a format cannot hold of a corpus, said in one line each; writers put together those that concern them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.corpus.schemes import flat
from nerproof.corpus.tokenize import cut, line_starts, sentence_starts, tokenize
from nerproof.formats import keys
from nerproof.formats.views import View, views

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus

_BLANK = re.compile(r"\s")

Loss = Callable[["Corpus"], list[str]]


def these(*losses: Loss) -> Loss:
    """Several losses as one."""
    return lambda corpus: [line for loss in losses for line in loss(corpus)]


def misfits(corpus: Corpus) -> list[str]:
    return _misfits(int((corpus.mentions.end == corpus.mentions.start).sum()))


def misplaced(corpus: Corpus) -> list[str]:
    """Spans that fit no token and have no string either: what a format that keeps strings cannot hold."""
    m = corpus.mentions
    strings = [None] * len(m) if m.form is None else m.form.tolist()
    empty = (m.end == m.start).tolist()
    return _misfits(sum(e and not isinstance(s, str) for e, s in zip(empty, strings, strict=True)))


def _misfits(n: int) -> list[str]:
    what = "spans that fit no token boundary are" if n > 1 else "span that fits no token boundary is"
    return [f"{n} {what} left out"] if n else []


def scores(corpus: Corpus) -> list[str]:
    n = 0 if corpus.mentions.score is None else int((~np.isnan(corpus.mentions.score)).sum())
    return [f"the scores of {n} mention{'s' * (n != 1)} are left out"] if n else []


def gaps(corpus: Corpus) -> list[str]:
    form = corpus.mentions.form
    n = 0 if form is None else sum(isinstance(f, tuple) for f in form.tolist())
    return [f"{n} discontinuous mention{'s are' if n > 1 else ' is'} written from first to last part"] if n else []


SPANS = (misfits, scores, gaps)  # of formats that have token or character spans and nothing else


def overlaps(corpus: Corpus) -> list[str]:
    m = corpus.mentions
    n = int((m.end > m.start).sum() - flat(corpus).sum())
    return [f"{n} overlapping or nested mentions are left out: one tag per token"] if n else []


def nested(corpus: Corpus) -> Bools:
    """Which mentions brackets can hold: all but those that cross one before them."""
    m = corpus.mentions
    keep = m.end > m.start
    opened: list[int] = []
    for i in np.lexsort((m.type, -m.end, m.start)).tolist():
        start, end = int(m.start[i]), int(m.end[i])
        while opened and opened[-1] <= start:
            opened.pop()
        if opened and end > opened[-1]:
            keep[i] = False
        elif keep[i]:
            opened.append(end)
    return keep


def crossings(corpus: Corpus) -> list[str]:
    m = corpus.mentions
    n = int((m.end > m.start).sum() - nested(corpus).sum())
    return [f"{n} crossing mentions are left out: brackets can only nest"] if n else []


def tokens(corpus: Corpus) -> list[str]:
    """Tokens and sentences that a reader of plain text would not find again."""
    n_tokens = n_sentences = in_blanks = 0
    for view in views(corpus):
        edges = [place for span in view.spans or () for place in span[:2]]
        again = cut(tokenize(view.text), view.text, edges)[0]
        blanks = cut(tokenize(view.text, "blanks"), view.text, edges, "blanks")[0]
        n_tokens += again != view.tokens
        in_blanks += again != view.tokens and blanks == view.tokens
        n_sentences += sentence_starts(view.tokens, line_starts(view.text)) != view.sentences
    said = []
    if n_tokens:
        hint = "; --tokenizer blanks reads them back" if in_blanks == n_tokens else ""
        said.append(f"the tokens of {n_tokens} documents are left out: the text is tokenized anew{hint}")
    if n_sentences:
        said.append(f"the sentence ends of {n_sentences} documents are left out: a line is a sentence")
    return said


def columns(corpus: Corpus) -> list[str]:
    return [f"the token columns {', '.join(sorted(corpus.columns))} are left out"] if corpus.columns else []


def fields(corpus: Corpus) -> list[str]:
    return [f"the fields {', '.join(sorted(corpus.fields))} are left out"] if corpus.fields else []


def kept_fields(view: View) -> dict[str, Any]:
    return {k: v for k, v in view.fields.items() if k not in keys.RESERVED | keys.DOCCANO and not k.startswith("_")}


def document_fields(corpus: Corpus) -> list[str]:
    """Fields that differ between the sentences of a document, or whose names are taken, where it is one record."""
    odd = sorted(k for k in corpus.fields if k in keys.RESERVED | keys.DOCCANO or k.startswith("_"))
    if odd:
        return [f"the fields {', '.join(odd)} are left out: their names are taken"]
    first = corpus.documents[:-1][corpus.document_of_sentence].tolist()
    mixed = [k for k, v in corpus.fields.items() if any(v[i] != v[j] for i, j in enumerate(first))]
    return [f"the fields {', '.join(sorted(mixed))} are written once per document"] if mixed else []


def partly_annotated(corpus: Corpus) -> list[str]:
    """Documents of which only some sentences were annotated, where a document is one record."""
    if corpus.annotated is None:
        return []
    size = np.bincount(corpus.document_of_sentence, minlength=corpus.n_documents)
    known = np.bincount(corpus.document_of_sentence, weights=corpus.annotated, minlength=corpus.n_documents)
    n = int(((known > 0) & (known < size)).sum())
    return [f"{n} documents annotated in part are written as annotated"] if n else []


def unannotated(corpus: Corpus) -> list[str]:
    if corpus.annotated is None or corpus.annotated.all():
        return []
    return ["sentences without annotation are written as sentences without mentions"]


def document_ids(corpus: Corpus) -> list[str]:
    return ["the document ids are left out"] if corpus.document_ids is not None else []


def raw_text(corpus: Corpus) -> list[str]:
    return ["the raw text and its white space are left out"] if corpus.text is not None else []


def blank_types(corpus: Corpus, unfit: re.Pattern[str] = _BLANK) -> list[str]:
    odd = sorted(t for t in corpus.types if unfit.search(t))
    return [f"blanks in the types {', '.join(map(repr, odd))} are written as _"] if odd else []


def without_blank_types(corpus: Corpus, unfit: re.Pattern[str] = _BLANK) -> Corpus:
    """The corpus with types that can stand in a column; two that become one are one."""
    if not any(map(unfit.search, corpus.types)):
        return corpus
    names = [unfit.sub("_", t) for t in corpus.types]
    types = tuple(sorted(set(names)))
    to = np.array([types.index(name) for name in names], dtype=np.int64)
    m = corpus.mentions
    return corpus.with_mentions(m.moved(m.start, m.end, to[m.type]), types)


def without_blanks(type_: str) -> str:
    return _BLANK.sub("_", type_)
