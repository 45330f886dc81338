"""Tags as they stand in a file, right or wrong, for programs that read tags and not mentions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError
from nerproof.compat.coding import OUTSIDE, TagPair, number
from nerproof.corpus import Coded, Corpus, Mentions
from nerproof.corpus.align import align
from nerproof.corpus.schemes import encode
from nerproof.formats import ReadOptions, read, sniff
from nerproof.formats.columns import LOOK, settled
from nerproof.formats.scan import ScanError, scan
from nerproof.formats.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class TagFile:
    """A file's tokens and places (a corpus without mentions) and its tags."""

    corpus: Corpus
    tags: Coded


def read_tags(given: str | Path | Corpus, options: ReadOptions | None = None) -> TagFile:
    """The tag column of a column file as it stands; IOB2 tags of the mentions of anything else."""
    if isinstance(given, Corpus):
        return TagFile(given, encode(given))
    chosen, path = options or ReadOptions(), str(given)
    source = Source(path)
    if path != "-" and not source.path.exists():
        raise InputError.at(path, None, "does not exist", fix="Check the path.")
    if (chosen.format or sniff(source, chosen.encoding).name) == "conll":
        return _from_columns(source, chosen)
    corpus = read(path, chosen)
    return TagFile(corpus, encode(corpus))


def _from_columns(source: Source, options: ReadOptions) -> TagFile:
    options, _ = settled(source, source.data[:LOOK], options)
    try:
        found = scan(source.data, options.columns, delimiter=options.delimiter, comments=options.comments)
        tokens, tags = (column.coded() for column in found.columns)
    except ScanError as error:
        raise InputError.at(source.name, error.line, str(error), fix="Name the tags' column: --tag-column.") from None
    except UnicodeDecodeError as error:
        raise source.not_text(error.start, options.encoding) from None
    corpus = Corpus(
        tokens,
        found.sentences,
        Mentions.of([], [], []),
        (),
        found.documents,
        sources=(source.name,),
        source=np.zeros(len(found.lines), dtype=np.int64),
        lines=found.lines,
    )
    return TagFile(corpus, tags)


def tag_pair(gold: TagFile, pred: TagFile, *, mode: str = "tokens") -> TagPair:
    """Both columns on gold's sentences; other tokens are an error that names both lines."""
    align(gold.corpus, pred.corpus, mode=mode)
    strings = [OUTSIDE, *gold.tags.vocabulary.strings, *pred.tags.vocabulary.strings]
    tags, codes = number(strings)
    n_gold = len(gold.tags.vocabulary)
    gold_codes, pred_codes = codes[1 : n_gold + 1], codes[n_gold + 1 :]
    lengths = np.diff(gold.corpus.sentences)
    return TagPair.from_codes(tuple(tags), _take(gold_codes, gold.tags), _take(pred_codes, pred.tags), lengths)


def _take(codes: NDArray[Any], tags: Coded) -> NDArray[np.int32]:
    return codes[tags.ids] if len(tags) else np.zeros(0, dtype=np.int32)
