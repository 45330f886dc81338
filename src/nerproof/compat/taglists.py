"""Scores of tag lists already in memory: the one-line replacement for the usual scorer call."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.corpus import Coded, Corpus, Ints
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode
from nerproof.engine.evaluate import Options, prepare, run
from nerproof.formats import ReadOptions

Tags = Sequence[Sequence[str]]


def score(gold: Tags, pred: Tags, *, scheme: str = "auto", repair: str = "begin", resamples: int = 0) -> Result:
    """Standard scores of tag lists.

    >>> score([["B-PER", "I-PER", "O"]], [["B-PER", "I-PER", "B-LOC"]]).value("precision")
    0.5
    """
    _check(gold, pred)
    corpora = [corpus_of_tags(tags, scheme=scheme, repair=repair) for tags in (gold, pred)]
    options = Options(suites=["standard"], resamples=resamples, reading=ReadOptions(scheme=scheme, repair=repair))
    return run(prepare(corpora[0], {"pred": corpora[1]}, options=options))


def corpus_of_tags(tags: Tags, *, scheme: str = "auto", repair: str = "begin") -> Corpus:
    """A corpus whose tokens are all alike: enough for scores that look at spans only."""
    lengths = np.fromiter((len(t) for t in tags), dtype=np.int64, count=len(tags))
    sentences: Ints = np.concatenate([[0], np.cumsum(lengths)])
    coded = Coded.encode(chain.from_iterable(tags))
    found = _decoded(coded, sentences, scheme, repair)
    tokens = Coded(np.zeros(len(coded), dtype=np.int32), Coded.encode(["_"]).vocabulary)
    return Corpus(
        tokens,
        sentences,
        found.mentions,
        found.types,
        np.arange(len(sentences), dtype=np.int64),
        scheme=found.scheme,
        notes=_notes(found, repair),
        repairs=len(found.invalid),
    )


def _decoded(tags: Coded, sentences: Ints, scheme: str, repair: str) -> Decoded:
    odd = next((tag for tag in tags.vocabulary.strings if not isinstance(tag, str)), "")
    if odd != "":
        raise UsageError(f"the tag {odd!r} is no string. Give the names of the tags: B-PER, I-PER, O")
    try:
        return decode(tags, sentences, scheme=scheme, repair=repair)
    except BadTag as error:
        token, text = int(np.flatnonzero(tags.ids == tags.vocabulary.index[error.tag])[0]), str(error)
    except InvalidSequence as error:
        token, text = error.token, str(error)
    sentence = int(np.searchsorted(sentences, token, side="right")) - 1
    raise UsageError(f"sentence {sentence}, token {token - int(sentences[sentence])}: {text}") from None


def _notes(found: Decoded, repair: str) -> tuple[str, ...]:
    n = len(found.invalid)
    return (f"{n} mentions break {found.scheme}; repaired by repair={repair!r}",) if n else ()


def _check(gold: Tags, pred: Tags) -> None:
    for name, tags in (("gold", gold), ("pred", pred)):
        flat = isinstance(tags, str) or any(isinstance(t, str) for t in tags)
        if flat:
            raise UsageError(
                f'{name} is a list of tags. Give a list of sentences, each a list of tags: [["B-PER", "O"]]'
            )
    if len(gold) != len(pred):
        raise UsageError(f"gold has {len(gold)} sentences, pred has {len(pred)}")
    for i, (a, b) in enumerate(zip(gold, pred, strict=True)):
        if len(a) != len(b):
            raise UsageError(f"sentence {i}: gold has {len(a)} tags, pred has {len(b)}")
