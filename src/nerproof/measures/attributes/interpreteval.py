"""InterpretEval's attributes (Fu, Liu & Neubig, EMNLP 2020), on gold and predicted items alike.

Gold items use the gold label, predicted items the predicted one; sentence attributes come from gold for both sides, so
a correct item has the same value on both. An unseen word has the value 0, whatever its neighbour has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Corpus, Ints
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute

Floats = NDArray[np.float64]
PAPER = "Fu, Liu & Neubig, EMNLP 2020"


@attribute("entity-length", alias="eLen", rule="length", bucketed=True, citation=PAPER)
def entity_length(corpus: Corpus) -> Ints:
    """Tokens of the span."""
    return corpus.mentions.end - corpus.mentions.start


@attribute("sentence-length", alias="sLen", unit="sentence", rule="equal", bucketed=True, citation=PAPER)
def sentence_length(gold: Corpus) -> Ints:
    """Tokens of the sentence."""
    return np.diff(gold.sentences)


@attribute("entity-density", alias="eDen", unit="sentence", rule="equal", bucketed=True, citation=PAPER)
def entity_density(gold: Corpus) -> Floats:
    """Gold mentions of the sentence / its tokens."""
    mentions = np.bincount(gold.sentence_of_mention, minlength=gold.n_sentences)
    return mentions / np.maximum(np.diff(gold.sentences), 1)


@attribute("oov-density", alias="oDen", unit="sentence", rule="zero", bucketed=True, citation=PAPER)
def oov_density(gold: Corpus, lexicon: Lexicon) -> Floats:
    """Tokens of the sentence that training never saw / its tokens."""
    unseen = np.bincount(gold.sentence_of_token[lexicon.ids(gold) < 0], minlength=gold.n_sentences)
    return unseen / np.maximum(np.diff(gold.sentences), 1)


@attribute("entity-frequency", alias="eFre", rule="zero", bucketed=True, citation=PAPER)
def entity_frequency(corpus: Corpus, lexicon: Lexicon) -> Ints:
    """Occurrences of the span's tokens in the training sentences, annotated or not."""
    return lexicon.occurrences(corpus)


@attribute("token-frequency", alias="tFre", unit="token", rule="zero", bucketed=True, citation=PAPER)
def token_frequency(corpus: Corpus, lexicon: Lexicon) -> Ints:
    """Occurrences of the token in the training sentences."""
    return np.append(lexicon.token_count, 0)[lexicon.ids(corpus)]


@attribute("entity-consistency", alias="eCon", rule="consistency", bucketed=True, citation=PAPER)
def entity_consistency(corpus: Corpus, lexicon: Lexicon) -> Floats:
    """Training mentions with this surface and this label / all training occurrences of the tokens; 0 if unseen."""
    return lexicon.entity_count(corpus) / np.maximum(lexicon.occurrences(corpus), 1)


@attribute("token-consistency", alias="tCon", unit="token", rule="consistency", bucketed=True, citation=PAPER)
def token_consistency(corpus: Corpus, lexicon: Lexicon) -> Floats:
    """Training tokens with this string and this label / training tokens with this string; 0 if unseen."""
    word, own = lexicon.ids(corpus), corpus.types_of_tokens
    found = np.zeros(len(word))
    known = np.flatnonzero((word >= 0) & (own >= 0))
    types = lexicon.type_ids(corpus.types)[own[known]]
    counts = lexicon.labels.get(word[known], np.where(types >= 0, types + 1, -1))
    found[known] = counts / lexicon.token_count[word[known]]
    return found


@attribute("label", alias="tag", kind="category", bucketed=True, citation=PAPER)
def label(corpus: Corpus) -> Ints:
    """The entity type itself."""
    return corpus.mentions.type
