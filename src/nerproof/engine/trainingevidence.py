"""What the training set has of the names in the kept sentences: their types, three places, or the nearest look-alike.

A function of the kept sentences and the training index alone, so that every engine gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon
from nerproof.index.lookalikes import LookAlikes

MOST_NAMES = 1000  # names with evidence in one result
PLACES = 3  # sentences shown per name
AROUND = 12  # tokens on each side of the name
Item = Mapping[str, Any]
Name = tuple[str, ...]


def evidence(items: Sequence[Item], lexicon: Lexicon) -> dict[str, Any]:
    """By name: how often train has it as what, how often otherwise (unmarked or inside longer names), and where.

    For a new name: what it looks like there.
    """
    names = list(islice(_distinct(_names(items)), MOST_NAMES))
    asked = Corpus.from_sentences(names, [[(0, len(name), "")] for name in names])
    surface, occurrences = lexicon.surface(asked), _occurrences(asked, lexicon)
    shown = _sentences(lexicon, surface[surface >= 0])
    alike = LookAlikes(lexicon, [name for name, s in zip(names, surface.tolist(), strict=True) if s < 0])
    found: dict[str, Any] = {}
    for name, s, n in zip(names, surface.tolist(), occurrences.tolist(), strict=True):
        types = lexicon.types_of(s)
        one: dict[str, Any] = {"types": types, "otherwise": n - sum(types.values())}
        one |= {"sentences": shown[s]} if s >= 0 else {"like": alike.of(name)}
        found[" ".join(name)] = one
    return found


def _distinct(names: Iterator[Name]) -> Iterator[Name]:
    seen: set[Name] = set()
    return (name for name in names if name not in seen and not seen.add(name))  # type: ignore[func-returns-value]


def _occurrences(asked: Corpus, lexicon: Lexicon) -> Ints:
    """How often each sentence stands in train: one walk over it, since they are few."""
    text, words, cuts = lexicon.corpus, lexicon.ids(asked), asked.sentences
    grams, node = Ngrams.build(words, cuts[:-1], cuts[1:], size=len(lexicon.book))
    return np.append(grams.occurrences(text.tokens.ids, text.sentences), 0)[node]


def _names(items: Sequence[Item]) -> Iterator[Name]:
    """Names that a system got wrong come first: they are what a reader looks for."""
    yield from (name for item in items for name in _wrong(item))
    yield from (_words(item, mention) for item in items for mention in item["gold"])


def _wrong(item: Item) -> Iterator[Name]:
    for at, mention in enumerate(item["gold"]):
        if any(fates[at] != mention[2] for fates in item["fate"].values()):
            yield _words(item, mention)
    yield from (_words(item, m) for mentions in item["pred"].values() for m in mentions if not m[4])


def _words(item: Item, mention: Sequence[Any]) -> Name:
    return tuple(item["tokens"][mention[0] : mention[1]])


def _sentences(lexicon: Lexicon, surfaces: Ints) -> dict[int, list[dict[str, Any]]]:
    """By surface: some of its mentions in train, each with the words around it."""
    wanted = np.zeros(lexicon.book.n_surfaces, dtype=np.bool_)
    wanted[surfaces] = True
    of_mention, types = lexicon.surface_of_mention, lexicon.corpus.mentions.type
    mentions = np.flatnonzero(wanted[of_mention])
    mentions = mentions[np.argsort(of_mention[mentions], kind="stable")]
    cuts = np.searchsorted(of_mention[mentions], surfaces), np.searchsorted(of_mention[mentions], surfaces + 1)
    own = [_chosen(mentions[a:b], types) for a, b in zip(*cuts, strict=True)]
    drawn = iter(_drawn(lexicon.corpus, np.concatenate([surfaces[:0], *own])))
    return {s: list(islice(drawn, len(some))) for s, some in zip(surfaces.tolist(), own, strict=True)}


def _chosen(mentions: Ints, types: Ints) -> Ints:
    """The first mention of each type, then the first ones of all."""
    _, first = np.unique(types[mentions], return_index=True)
    chosen = dict.fromkeys([*sorted(first.tolist()), *range(min(PLACES, len(mentions)))])
    return mentions[sorted(list(chosen)[:PLACES])]


def _drawn(corpus: Corpus, mentions: Ints) -> Iterator[dict[str, Any]]:
    """The words around mentions, and the numbers of their sentences."""
    m, sentence = corpus.mentions.take(mentions), corpus.sentence_of_mention[mentions]
    a = np.maximum(corpus.sentences[sentence], m.start - AROUND)
    b = np.minimum(corpus.sentences[sentence + 1], m.end + AROUND)
    words = iter(corpus.tokens.take(places(a, b - a)).compact().strings())
    columns = (sentence + 1, b - a, m.start - a, m.end - a, m.type)
    for number, n, start, end, type_ in zip(*(x.tolist() for x in columns), strict=True):
        yield {"number": number, "tokens": list(islice(words, n)), "mention": [start, end, corpus.types[type_]]}
