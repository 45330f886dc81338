"""Content words: nouns, verbs, adjectives and adverbs, by a POS column, a tagger, or a frequency rule."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from nerproof.corpus import Coded, Corpus

Tags: TypeAlias = NDArray[np.int8]  # per token: 0 no content word, else its kind

NONE, NOUN, VERB, ADJECTIVE, ADVERB, ANY = range(6)

AUXILIARIES = frozenset(
    [
        "be",
        "am",
        "is",
        "are",
        "was",
        "were",
        "been",
        "being",
        "'s",
        "'re",
        "'m",
        "have",
        "has",
        "had",
        "having",
        "'ve",
        "do",
        "does",
        "did",
        "done",
        "doing",
        "will",
        "would",
        "shall",
        "should",
        "can",
        "could",
        "may",
        "might",
        "must",
        "ought",
        "need",
        "dare",
        "not",
        "n't",
        "no",
    ]
)

# Tag sets by the tags that give them away, and the beginning of the tags of content words. Auxiliaries have
# tags of their own in EAGLES (VA, VS) and in Universal Dependencies (AUX).
_TAGSETS: Mapping[str, tuple[frozenset[str], Mapping[str, int]]] = {
    "Universal Dependencies": (
        frozenset(["NOUN", "VERB", "ADP"]),
        {"NOUN": NOUN, "VERB": VERB, "ADJ": ADJECTIVE, "ADV": ADVERB},
    ),
    "Penn Treebank": (
        frozenset(["NN", "IN", "DT"]),
        {"NNP": NONE, "NN": NOUN, "VB": VERB, "JJ": ADJECTIVE, "RB": ADVERB},
    ),
    "EAGLES": (
        frozenset(["NC", "SP", "DA"]),
        {"NC": NOUN, "VM": VERB, "AQ": ADJECTIVE, "RG": ADVERB},
    ),
    "MBT (Dutch)": (
        frozenset(["N", "V", "Prep", "Art"]),
        {"N": NOUN, "V": VERB, "Adj": ADJECTIVE, "Adv": ADVERB, "Num": NONE},
    ),
}
FREQUENT = 200  # the frequency rule's idea of function words
SHORTEST = 4


@dataclass(frozen=True)
class Tagging:
    """How content words are found in any corpus, and in plain words for the report."""

    tags: Callable[[Corpus], Tags]
    statement: str


def tagging(corpus: Corpus, train: Corpus, pos: str, language: str) -> Tagging:
    """The way named by ``pos``: column, pattern, spacy:MODEL or frequency; auto takes the first possible."""
    if pos == "auto":
        pos = (
            "column"
            if _column(corpus) and _column(train)
            else "pattern"
            if language == "en" and _has_textblob()
            else "frequency"
        )
    if pos == "column":
        found = _column(corpus)
        if not found:
            raise UsageError("the corpus has no column of part-of-speech tags. Pass --pos pattern or frequency.")
        return Tagging(_by_column, f"part of speech from the corpus's own column ({found[1]} tags)")
    if pos == "pattern":
        return Tagging(_by_pattern, "part of speech by textblob's PatternTagger")
    if pos == "frequency":
        return frequency_rule(train)
    if pos.startswith("spacy:"):
        return Tagging(_spacy(pos[6:]), f"part of speech by spaCy's {pos[6:]}")
    raise UsageError(f"no way to find content words is called {pos!r}: auto, column, pattern, spacy:MODEL, frequency.")


def frequency_rule(train: Corpus) -> Tagging:
    """Lower-case words of four letters or more that are not among the most frequent ones of train."""
    counts = np.bincount(train.tokens.ids, minlength=len(train.tokens.vocabulary))
    words = train.tokens.vocabulary.strings
    frequent = {words[i].lower() for i in np.argsort(-counts, kind="stable")[:FREQUENT].tolist()}

    def tags(corpus: Corpus) -> Tags:
        vocabulary = corpus.tokens.vocabulary.strings
        content = [w.isalpha() and w.islower() and len(w) >= SHORTEST and w not in frequent for w in vocabulary]
        return np.where(content, ANY, NONE).astype(np.int8)[corpus.tokens.ids]

    return Tagging(
        tags,
        f"content words by a frequency rule (lower-case, {SHORTEST} letters or more, not among the {FREQUENT} "
        "most frequent words of train): no tagger for this language",
    )


def _column(corpus: Corpus) -> tuple[str, str] | None:
    """The name of the column that holds part-of-speech tags, and of their tag set."""
    for name, column in corpus.columns.items():
        used = {column.vocabulary[i] for i in np.unique(column.ids).tolist()}
        for tagset, (signs, _) in _TAGSETS.items():
            if signs <= used:
                return name, tagset
    return None


def _by_column(corpus: Corpus) -> Tags:
    found = _column(corpus)
    if not found:
        return np.zeros(corpus.n_tokens, dtype=np.int8)
    column: Coded = corpus.columns[found[0]]
    kinds = _TAGSETS[found[1]][1]
    by_tag = np.array([_kind(tag, kinds) for tag in column.vocabulary.strings], dtype=np.int8)
    return _without_auxiliaries(corpus, by_tag[column.ids])


def _kind(tag: str, kinds: Mapping[str, int]) -> int:
    """The kind of the longest beginning that is listed; one letter must be the whole tag."""
    fitting = [b for b in kinds if tag == b or (len(b) > 1 and tag.startswith(b))]
    return kinds[max(fitting, key=len)] if fitting else NONE


def _by_pattern(corpus: Corpus) -> Tags:
    try:
        from textblob.en.taggers import PatternTagger
    except ImportError:
        raise MissingExtra.of("textblob", "attack") from None
    tagger = PatternTagger()
    with warnings.catch_warnings():
        # textblob leaves its lexicon file open for the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        tagger.tag("word", tokenize=False)
    kinds = _TAGSETS["Penn Treebank"][1]
    found = np.zeros(corpus.n_tokens, dtype=np.int8)
    for i in range(corpus.n_sentences):
        start, end = int(corpus.sentences[i]), int(corpus.sentences[i + 1])
        words = corpus.tokens.strings(start, end)
        tagged = tagger.tag(" ".join(words), tokenize=False)
        if len(tagged) == len(words):  # a token that the tagger splits costs its sentence
            found[start:end] = [_kind(tag, kinds) for _, tag in tagged]
    return _without_auxiliaries(corpus, found)


def _spacy(model: str) -> Callable[[Corpus], Tags]:
    try:
        import spacy
        from spacy.tokens import Doc
    except ImportError:
        raise MissingExtra.of("spacy", "spacy") from None
    try:
        pipeline = spacy.load(model)
    except OSError:
        raise UsageError(
            f"spaCy has no model {model!r} here. Install it, or pass --pos pattern or frequency."
        ) from None

    def tags(corpus: Corpus) -> Tags:
        kinds = _TAGSETS["Universal Dependencies"][1]
        docs = (Doc(pipeline.vocab, words=corpus.sentence(i)) for i in range(corpus.n_sentences))
        found = [kinds.get(token.pos_, NONE) for doc in pipeline.pipe(docs) for token in doc]
        return _without_auxiliaries(corpus, np.array(found, dtype=np.int8))

    return tags


def _without_auxiliaries(corpus: Corpus, tags: Tags) -> Tags:
    """Auxiliaries and words with digits or marks are no content words, whatever the tagger says."""
    words = corpus.tokens.vocabulary.strings
    plain = np.array([w.isalpha() and len(w) > 1 and w.lower() not in AUXILIARIES for w in words], dtype=bool)
    return np.where(plain[corpus.tokens.ids], tags, NONE).astype(np.int8)


def _has_textblob() -> bool:
    from importlib.util import find_spec

    return find_spec("textblob") is not None
