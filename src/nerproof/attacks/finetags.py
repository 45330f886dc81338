"""Fine part-of-speech tags (Penn Treebank) of the words of a corpus: from its column, from HanTa, or from spaCy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import MissingExtra, UsageError
from nerproof.gazetteers.progress import steps

if TYPE_CHECKING:
    from nerproof.corpus import Corpus

SIGNS = frozenset(["NN", "IN", "DT"])  # tags that give the Penn set away

# The English model of HanTa has the tags of the British National Corpus.
_PENN = {
    "NN0": "NN0", "NN1": "NN", "NN2": "NNS", "NP0": "NNP", "AJ0": "JJ", "AJC": "JJR", "AJS": "JJS", "AV0": "RB",
    "AVP": "RP", "AVQ": "WRB", "AT0": "DT", "DT0": "DT", "DTQ": "WDT", "DPS": "PRP$", "PNP": "PRP", "PNI": "NN",
    "PNX": "PRP", "PNQ": "WP", "CRD": "CD", "ORD": "CD", "CJC": "CC", "CJS": "IN", "CJT": "IN", "PRP": "IN",
    "PRF": "IN", "TO0": "TO", "VM0": "MD", "VVB": "VBP", "VVD": "VBD", "VVG": "VBG", "VVI": "VB", "VVN": "VBN",
    "VVZ": "VBZ", "XX0": "RB", "EX0": "EX", "POS": "POS", "PUN": ",", "PUL": "(", "PUR": ")", "PUQ": "''",
    "ITJ": "UH", "ZZ0": "NN", "UNC": "FW",
}  # fmt: skip
_FORMS = {"B": "VBP", "D": "VBD", "G": "VBG", "I": "VB", "N": "VBN", "Z": "VBZ"}  # of be, have and do: VBZ, VHD, VDN …

Tags = list[str]


@dataclass(frozen=True)
class Tagger:
    """How tags are found, and in plain words for the report."""

    tags: Callable[[Corpus], Tags]
    statement: str


def tagger(corpus: Corpus, pos: str, language: str) -> Tagger:
    """The way named by ``pos``: column, hanta or spacy:MODEL; auto takes the first possible."""
    if pos == "auto":
        pos = "column" if column_of(corpus) else "hanta"
    if pos == "column":
        if column_of(corpus) is None:
            raise UsageError("the corpus has no column of Penn part-of-speech tags. Pass --pos hanta or spacy:MODEL.")
        return Tagger(_by_column, "part of speech from the corpus's own column (Penn tags)")
    if pos == "hanta":
        if language != "en":
            raise UsageError(f"no tagger for {language!r} comes with nerproof. Pass --pos spacy:MODEL.")
        return Tagger(_by_hanta, "part of speech by HanTa")
    if pos.startswith("spacy:"):
        return Tagger(_spacy(pos[6:]), f"part of speech by spaCy's {pos[6:]}")
    raise UsageError(f"no way to tag words is called {pos!r}: auto, column, hanta, spacy:MODEL.")


def column_of(corpus: Corpus) -> str | None:
    """The name of the column that holds Penn tags."""
    for name, column in corpus.columns.items():
        if {column.vocabulary[i] for i in np.unique(column.ids).tolist()} >= SIGNS:
            return name
    return None


def _by_column(corpus: Corpus) -> Tags:
    name = column_of(corpus)
    return corpus.columns[name].strings() if name is not None else [""] * corpus.n_tokens


def _by_hanta(corpus: Corpus) -> Tags:
    model = _hanta()
    found: Tags = []
    for i in steps(range(corpus.n_sentences), "tagging"):
        words = corpus.sentence(i)
        found += [penn(tag, word) for word, _, tag in model.tag_sent(words)] if words else []
    return found


def penn(tag: str, word: str) -> str:
    """The Penn tag of a tag of the British National Corpus.

    >>> penn("NN2", "dogs"), penn("VBZ", "is"), penn("PUN", ".")
    ('NNS', 'VBZ', '.')
    """
    if tag == "PUN":
        return "." if word in {".", "!", "?"} else ":" if word in {":", ";", "--", "-", "..."} else ","
    if len(tag) == 3 and tag[:2] in {"VB", "VH", "VD"}:
        return _FORMS.get(tag[2], "VBP")
    return _PENN.get(tag.split("-", maxsplit=1)[0], tag)


@cache
def _hanta() -> Any:
    try:
        from HanTa import HanoverTagger
    except ImportError:
        raise MissingExtra.of("HanTa", "attack") from None
    return HanoverTagger.HanoverTagger("morphmodel_en.pgz")


def _spacy(model: str) -> Callable[[Corpus], Tags]:
    try:
        import spacy
        from spacy.tokens import Doc
    except ImportError:
        raise MissingExtra.of("spacy", "spacy") from None
    try:
        pipeline = spacy.load(model)
    except OSError:
        raise UsageError(f"spaCy has no model {model!r} here. Install it, or pass --pos hanta.") from None

    def tags(corpus: Corpus) -> Tags:
        docs = (Doc(pipeline.vocab, words=corpus.sentence(i)) for i in range(corpus.n_sentences))
        return [token.tag_ for doc in pipeline.pipe(docs) for token in doc]

    return tags


def is_prose(words: Sequence[str], tags: Sequence[str]) -> bool:
    """Whether a line is a sentence: three words in small letters and a finite verb."""
    finite = {"VBD", "VBZ", "VBP", "MD"}
    return sum(w.islower() for w in words) >= 3 and any(t in finite for t in tags) and words[-1] != ":"
