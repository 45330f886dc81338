"""convert(): any corpus format to any other, and what the target cannot hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import decode, encode, flat
from nerproof.formats import FORMATS, ReadOptions, WriteOptions, format_by_suffix, losses_of, write
from nerproof.formats.losses import nested
from nerproof.formats.objects import CorpusLike, as_corpus
from nerproof.formats.packing import written

_TAGGED = {"conll", "conllu", "csv", "jsonl", "huggingface"}  # these write tags


def convert(
    source: CorpusLike,
    target: str | Path,
    *,
    to: str | None = None,
    reading: ReadOptions | None = None,
    writing: WriteOptions | None = None,
    change: Callable[[Corpus], Corpus] | None = None,
    labels: Sequence[str] | None = None,
) -> tuple[Corpus, list[str]]:
    """Converts a corpus to any format.

    Args:
        source: A path, "-" for standard input, or a Python object.
        target: A file or folder, "-" for standard output; a file that ends in .gz, .bz2 or .xz is compressed.
        to: The format to write; None: by the suffix of the target.
        reading: How to read the source.
        writing: The label scheme, and how to treat overlapping mentions.
        change: A function applied to the corpus before it is written.
        labels: Names of numeric tags, in order.

    Returns:
        The corpus, and what the target format could not store.
    """
    writing = writing or WriteOptions()
    name = to or format_by_suffix(target)
    found = FORMATS[name]
    if found.written_as:
        raise UsageError(f"the format {name} is only read. Write another one, for example --to {found.written_as}.")
    corpus = as_corpus(source, reading, labels=labels)
    corpus = change(corpus) if change else corpus
    if writing.on_overlap == "error":
        _refuse_overlaps(corpus, found.name, found.spans)
    if str(target) != "-":
        lost = write(corpus, target, format=name, options=writing)
    elif found.suffix:
        sys.stdout.buffer.write(written(corpus, found, writing))
        sys.stdout.buffer.flush()
        lost = losses_of(corpus, found, writing)
    else:
        raise UsageError(f"the format {name} is a folder and cannot go to standard output. Name a folder.")
    return corpus, [*lost, *_merged(corpus, name, writing.scheme)]


def _merged(corpus: Corpus, name: str, scheme: str) -> list[str]:
    """Mentions that touch one of their own type, in a scheme that cannot part them."""
    if name not in _TAGGED or (name in {"jsonl", "huggingface"} and corpus.text is not None):
        return []
    again = decode(encode(corpus, scheme), corpus.sentences, scheme=scheme)
    n = int(flat(corpus).sum()) - len(again.mentions)
    return [f"{n} mentions run into the one before them: {scheme} cannot part them"] if n else []


def _refuse_overlaps(corpus: Corpus, name: str, spans: str) -> None:
    if spans == "any":
        return
    m = corpus.mentions
    kept = nested(corpus) if spans == "nested" else flat(corpus)
    lost = (m.end > m.start) & ~kept
    if lost.any():
        first = int(lost.argmax())
        place = corpus.place(int(corpus.sentence_of_mention[first]))
        what = f"{corpus.surface(first)!r} ({corpus.mention(first).type}) overlaps another mention"
        raise UsageError(f"{place}: {what}; the format {name} cannot hold it. Drop it by --on-overlap outermost.")
