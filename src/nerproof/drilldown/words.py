"""The words behind a number: hard words, tough and seen mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.index.lexicon import Lexicon

EXAMPLES = 3


@dataclass(frozen=True)
class Finding:
    """A word or name, how often it stands in the set, what training and test say of it, and where."""

    text: str
    count: int
    train: dict[str, int] = field(default_factory=dict)
    test: dict[str, int] = field(default_factory=dict)
    test_places: list[str] = field(default_factory=list)
    train_places: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def words(gold: Corpus, lexicon: Lexicon, mask: Bools, *, limit: int = 20) -> list[Finding]:
    """The most frequent words of a set of tokens, with their training label counts and test labels."""
    ids = gold.tokens.ids[mask]
    counts = np.bincount(ids, minlength=len(gold.tokens.vocabulary))
    types = gold.types_of_tokens
    found = []
    for word in _most_frequent(counts, gold.tokens.vocabulary.strings, limit):
        at = np.flatnonzero(mask & (gold.tokens.ids == word))
        text = gold.tokens.vocabulary[word]
        labels = Counter(gold.types[t] if t >= 0 else "O" for t in types[at].tolist())
        places = sentences_at(gold, gold.sentence_of(at).tolist(), at.tolist())
        found.append(Finding(text, int(counts[word]), _word_labels(lexicon, text), dict(labels), places))
    return found


def _most_frequent(counts: Ints, names: Sequence[str], limit: int) -> list[int]:
    present = np.flatnonzero(counts)
    return sorted(present.tolist(), key=lambda i: (-counts[i], names[i]))[:limit]


def _word_labels(lexicon: Lexicon, word: str) -> dict[str, int]:
    i = lexicon.vocabulary.index.get(word)
    if i is None:
        return {}
    names = ("O", *lexicon.types)
    return {names[k]: n for k, n in lexicon.labels.row(i).items()}


def mentions(gold: Corpus, lexicon: Lexicon, mask: Bools, *, limit: int = 20) -> list[Finding]:
    """The most frequent surfaces of a set of mentions, with their types and sentences in training and test."""
    own = Lexicon(gold)
    node = own.surface_of_mention
    chosen = Counter(node[mask].tolist())
    ranked = sorted(chosen, key=lambda n: (-chosen[n], _surface(gold, node, n)))[:limit]
    return [_mention_finding(gold, lexicon, node, mask, n, chosen[n]) for n in ranked]


def _surface(corpus: Corpus, node: Ints, wanted: int) -> str:
    return corpus.surface(int(np.flatnonzero(node == wanted)[0]))


def _mention_finding(gold: Corpus, lexicon: Lexicon, node: Ints, mask: Bools, wanted: int, count: int) -> Finding:
    at = np.flatnonzero((node == wanted) & mask)
    test = Counter(gold.types[t] for t in gold.mentions.type[at].tolist())
    surface = int(lexicon.surface(gold)[at[0]])
    there = np.flatnonzero(lexicon.surface_of_mention == surface) if surface >= 0 else at[:0]
    places, shown = _of_mentions(lexicon.corpus, there), _of_mentions(gold, at)
    return Finding(gold.surface(int(at[0])), count, lexicon.types_of(surface), dict(test), shown, places)


def _of_mentions(corpus: Corpus, which: Ints) -> list[str]:
    return sentences_at(corpus, corpus.sentence_of_mention[which].tolist(), corpus.mentions.start[which].tolist())


def sentences_at(corpus: Corpus, sentences: Sequence[int], at: Sequence[int]) -> list[str]:
    """The first few places, as ``file:line: … words around it …``."""
    shown = []
    for sentence, token in list(zip(sentences, at, strict=True))[:EXAMPLES]:
        first, last = int(corpus.sentences[sentence]), int(corpus.sentences[sentence + 1])
        left, right = max(first, token - 6), min(last, token + 7)
        text = " ".join(corpus.tokens.strings(left, right))
        shown.append(f"{corpus.place(sentence)}: {'… ' if left > first else ''}{text}{' …' if right < last else ''}")
    return shown
