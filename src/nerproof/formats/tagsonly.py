"""Files of tags without tokens, read beside gold: the outputs of the CoNLL shared tasks are such."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Ints
from nerproof.formats.tagged import decoded_tags

if TYPE_CHECKING:
    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source


def on_tokens_of(given: Corpus, source: Source, tags: Coded, sentences: Ints, options: ReadOptions) -> Corpus:
    """The given corpus's tokens with the mentions of a file's tags: line by line, document marks included or not."""
    kept = _beside(sentences, given)
    if kept is None:
        what = f"has {len(tags)} tags; {given.sources[0] if given.sources else 'gold'} has {given.n_tokens} tokens"
        fix = "A file of tags has one line per token, and the same blank lines or none."
        raise InputError.at(source.name, None, what, fix=fix)
    decoded = decoded_tags(tags.take(kept), given.sentences, options, lambda _: (source.name, None))
    return replace(
        given,
        mentions=decoded.mentions,
        types=decoded.types,
        sources=(source.name,),
        source=np.zeros(given.n_sentences, dtype=np.int64),
        lines=None,
        columns={},
        annotated=None,
        scheme=decoded.scheme,
        layout=None,
        notes=(f"{source.name}: tags without tokens are put on gold's tokens, line by line",),
        repairs=len(decoded.invalid),
        file_digest=source.digest,
    )


def _beside(sentences: Ints, given: Corpus) -> Ints | None:
    """Which lines of a file of tags belong to the tokens of a corpus; None where they do not fit.

    >>> gold = Corpus.from_sentences([["a", "b"], ["c"]], document_starts=[0, 1])
    >>> _beside(np.array([0, 1, 3, 4, 5]), gold).tolist()
    [1, 2, 4]
    """
    n, lengths, own = int(sentences[-1]), np.diff(sentences), np.diff(given.sentences)
    if n == given.n_tokens and (len(lengths) == 1 or np.array_equal(lengths, own)):
        return np.arange(n)
    marks = given.documents[:-1] if given.marked_documents else np.zeros(0, dtype=np.int64)
    marked = np.insert(own, marks, 1)  # a line for each -DOCSTART-, alone between blank lines
    if not np.array_equal(lengths, marked):
        return None
    first = np.concatenate([[0], np.cumsum(marked)])[marks + np.arange(len(marks))]
    return np.delete(np.arange(n), first)
