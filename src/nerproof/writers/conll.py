"""CoNLL columns: token, any further columns, tag."""

from __future__ import annotations

import re
from pathlib import Path

from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.schemes import encode, flat
from nerproof.writers import WriteOptions, atomic, writer

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


@writer("conll", suffix=".conll", losses=losses)
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
