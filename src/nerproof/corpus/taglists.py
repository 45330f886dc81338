"""A corpus from lists of tags, one per sentence, with or without their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus.model import Corpus
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode
from nerproof.corpus.vocabulary import Coded, Ints

Tags = Sequence[Sequence[str]]


def corpus_of_tags(
    tags: Tags, tokens: Tags | None = None, *, scheme: str = "auto", repair: str = "begin", name: str = "tags"
) -> Corpus:
    """The corpus of tag lists; without tokens these are all alike, enough for scores that look at spans only."""
    check_lists(tags, name)
    if tokens is not None:
        check_lists(tokens, "tokens", "words", '["EU", "rejects"]')
        check_same_lengths(tokens, tags, ("tokens", name))
    lengths = np.fromiter((len(t) for t in tags), dtype=np.int64, count=len(tags))
    sentences: Ints = np.concatenate([[0], np.cumsum(lengths)])
    coded = Coded.encode(chain.from_iterable(tags))
    found = _decoded(coded, sentences, scheme, repair)
    blank = Coded(np.zeros(len(coded), dtype=np.int32), Coded.encode(["_"]).vocabulary)
    return Corpus(
        blank if tokens is None else Coded.encode(chain.from_iterable(tokens)),
        sentences,
        found.mentions,
        found.types,
        np.arange(len(sentences), dtype=np.int64),
        scheme=found.scheme,
        notes=_notes(found, repair),
        repairs=len(found.invalid),
    )


def check_lists(given: Tags, name: str, what: str = "tags", example: str = '["B-PER", "O"]') -> None:
    """Refuses a flat list: it would be read letter by letter."""
    if isinstance(given, str) or any(isinstance(sentence, str) for sentence in given):
        raise UsageError(f"{name} is a list of {what}. Give a list of sentences, each a list of {what}: [{example}]")


def check_same_lengths(first: Tags, second: Tags, names: tuple[str, str]) -> None:
    a, b = names
    if len(first) != len(second):
        raise UsageError(f"{a} has {len(first)} sentences, {b} has {len(second)}")
    for i, (x, y) in enumerate(zip(first, second, strict=True)):
        if len(x) != len(y):
            raise UsageError(f"sentence {i}: {a} has {len(x)} items, {b} has {len(y)}")


def _decoded(tags: Coded, sentences: Ints, scheme: str, repair: str) -> Decoded:
    odd = next((tag for tag in tags.vocabulary.strings if not isinstance(tag, str)), "")
    if odd != "":
        raise UsageError(f"the tag {odd!r} is not a string. Give the names of the tags: B-PER, I-PER, O")
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
