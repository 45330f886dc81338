"""Larger context: K consecutive sentences of a document as one sample, and the way back for predictions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus.align import align
from nerproof.corpus.model import Corpus
from nerproof.corpus.vocabulary import Ints


def join_sentences(corpus: Corpus, k: int) -> Corpus:
    """The corpus with every K consecutive sentences of a document joined; documents are never mixed.

    >>> c = Corpus.from_sentences([["a"], ["b"], ["c"], ["d"]], document_starts=[0, 3])
    >>> join_sentences(c, 2).sentences.tolist(), join_sentences(c, 2).documents.tolist()
    ([0, 2, 3, 4], [0, 2, 3])
    """
    if k < 1:
        raise UsageError(f"K is {k}: give at least 1 sentence")
    if k == 1:
        return corpus
    if not corpus.marked_documents:
        what = "the corpus has no document marks (-DOCSTART- lines, document ids)"
        raise UsageError(f"{what}, so no sentence has a neighbour to be joined with")
    starts = _starts(corpus, k)
    sizes = -(-np.diff(corpus.documents) // k)
    return replace(
        corpus,
        sentences=np.append(corpus.sentences[starts], corpus.n_tokens),
        documents=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        source=None if corpus.source is None else corpus.source[starts],
        lines=None if corpus.lines is None else corpus.lines[starts],
        fields={name: [values[i] for i in starts.tolist()] for name, values in corpus.fields.items()},
        annotated=None if corpus.annotated is None else corpus.annotated[starts],
        file_digest=None,
    )


def _starts(corpus: Corpus, k: int) -> Ints:
    """Sentences that begin a sample: every K-th of each document."""
    inside = np.arange(corpus.n_sentences) - corpus.documents[:-1][corpus.document_of_sentence]
    return np.flatnonzero(inside % k == 0)


def split_back(original: Corpus, predicted: Corpus) -> Corpus:
    """Predictions made on joined sentences, on the sentences they came from."""
    return replace(align(original, predicted), notes=predicted.notes)
