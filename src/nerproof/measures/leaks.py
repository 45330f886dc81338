"""What predictions leave uncovered of gold mentions: by mention, by entity of a document, by document.

A token is covered when any predicted mention has it, whatever the type: redaction hides it. A mention leaks unless all
its tokens are covered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from nerproof.corpus import Bools, Corpus, Ints, Mentions
from nerproof.index.lexicon import Lexicon
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, ratio, tally, total
from nerproof.measures.pairing import Pair


def covered_tokens(mentions: Mentions, n: int) -> Bools:
    """Which tokens any of the mentions has.

    >>> covered_tokens(Mentions.of([1], [3], [0]), 4).tolist()
    [False, True, True, False]
    """
    steps = np.zeros(n + 1, dtype=np.int64)
    np.add.at(steps, mentions.start, 1)
    np.add.at(steps, mentions.end, -1)
    found: Bools = np.cumsum(steps)[:n] > 0
    return found


def letters(corpus: Corpus) -> Ints:
    """Characters of each token."""
    lengths = np.array([len(s) for s in corpus.tokens.vocabulary.strings] or [0], dtype=np.int64)
    return lengths[corpus.tokens.ids] if corpus.n_tokens else np.zeros(0, dtype=np.int64)


class Leaks(NamedTuple):
    """Per gold mention: its tokens and characters, and those that nothing covers."""

    tokens: Ints
    open_tokens: Ints
    characters: Ints
    open_characters: Ints

    @property
    def leaks(self) -> Bools:
        found: Bools = self.open_tokens > 0
        return found


def leaks_of(pair: Pair) -> Leaks:
    return pair.remember(_leaks, "leaks")


def _leaks(pair: Pair) -> Leaks:
    m, bare = pair.gold.mentions, ~covered_tokens(pair.pred.mentions, pair.gold.n_tokens)
    size = letters(pair.gold)
    sums = [np.concatenate([[0], np.cumsum(x)]) for x in (np.ones(len(bare), dtype=np.int64), bare, size, size * bare)]
    return Leaks(*(s[m.end] - s[m.start] for s in sums))


# --- which mentions a row is about -----------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """Mentions of some types, seen or new ones; None is all."""

    types: frozenset[str] | None = None
    seen: bool | None = None

    def fits(self, type_: str, seen: bool) -> bool:
        return (self.types is None or type_ in self.types) and (self.seen is None or seen == self.seen)

    def mask(self, gold: Corpus, seen: Bools) -> Bools:
        wanted = np.array([self.types is None or t in self.types for t in gold.types] or [True], dtype=np.bool_)
        by_type = wanted[gold.mentions.type] if len(gold.mentions) else np.zeros(0, dtype=np.bool_)
        return by_type if self.seen is None else by_type & (seen == self.seen)


def seen_mask(gold: Corpus, lexicon: Lexicon | None) -> Bools:
    """Whether training data have each entity; without training data none is seen."""
    return np.zeros(len(gold.mentions), dtype=np.bool_) if lexicon is None else lexicon.entity_count(gold) > 0


# --- entities and documents ------------------------------------------------------------------------------------------


class Entity(NamedTuple):
    """An entity of a document."""

    document: int
    type: str
    surface: str
    seen: bool


class Edges(NamedTuple):
    """Of documents at the ends of chunks, which may go on in the next: where each entity begins, how many leak."""

    first: Mapping[Entity, int]  # the number of the sentence
    leaking: Mapping[tuple[str, Entity], int]  # by system


class Place(NamedTuple):
    """Where the sentences of a chunk stand in all of gold."""

    numbers: Ints
    first_document: int
    marked: bool  # whether gold marks documents; else each sentence is one, and none goes on

    def documents(self, gold: Corpus) -> Ints:
        return self.first_document + gold.document_of_sentence[gold.sentence_of_mention]

    def at_edge(self, gold: Corpus) -> Ints:
        """The mentions of the chunk's first and last document."""
        if not self.marked:
            return np.zeros(0, dtype=np.int64)
        document = self.documents(gold)
        return np.flatnonzero(np.isin(document, [self.first_document, self.first_document + gold.n_documents - 1]))


def entity_at(gold: Corpus, seen: Bools, document: int, i: int) -> Entity:
    return Entity(document, gold.types[gold.mentions.type[i]], gold.surface(i), bool(seen[i]))


def edge_counts(pairs: Mapping[str, Pair], place: Place, lexicon: Lexicon | None) -> Counter[Any]:
    """Mentions and leaks of the first and the last document of a chunk, by entity: additive."""
    found: Counter[Any] = Counter()
    for name, pair in pairs.items():
        gold, seen, document = pair.gold, seen_mask(pair.gold, lexicon), place.documents(pair.gold)
        for i in place.at_edge(gold).tolist():
            entity = entity_at(gold, seen, int(document[i]), i)
            found[entity, int(place.numbers[pair.gold_sentence[i]])] += 1
            found[entity, name] += int(leaks_of(pair).leaks[i])
    return found


def edges_of(counts: Mapping[Any, int]) -> Edges:
    """What ``edge_counts`` of all chunks say together."""
    first: dict[Entity, int] = {}
    for entity, number in ((Entity(*key[0]), key[1]) for key in counts if isinstance(key[1], int)):
        first[entity] = min(number, first.get(entity, number))
    return Edges(first, {(name, Entity(*entity)): n for (entity, name), n in counts.items() if isinstance(name, str)})


class Grouped(NamedTuple):
    """Per mention: whether it is the first of its group, and whether no mention of its group leaks."""

    opens: Bools
    safe: Bools


def by_entity(pair: Pair, place: Place, edges: Edges, index: Lexicon, seen: Bools) -> Grouped:
    """Groups are the entities of each document."""
    m, surface = pair.gold.mentions, index.surface(pair.gold)
    document = place.documents(pair.gold)
    codes = (document * (int(surface.max(initial=0)) + 2) + surface + 1) * max(len(pair.types), 1) + m.type
    found = _grouped(codes, leaks_of(pair).leaks)
    for i in place.at_edge(pair.gold).tolist():
        entity = entity_at(pair.gold, seen, int(document[i]), i)
        if entity in edges.first:  # else these are single sentences, drawn as examples
            found.opens[i] &= edges.first[entity] == int(place.numbers[pair.gold_sentence[i]])
            found.safe[i] = edges.leaking[pair.name, entity] == 0
    return found


def by_document(pair: Pair, place: Place, edges: Edges, chosen: Chosen, mask: Bools) -> Grouped:
    """Groups are the chosen mentions of each document."""
    at, document = np.flatnonzero(mask), place.documents(pair.gold)
    inner = _grouped(document[at], leaks_of(pair).leaks[at])
    opens, safe = (np.zeros(len(mask), dtype=np.bool_) for _ in range(2))
    opens[at], safe[at] = inner.opens, inner.safe
    ends = {place.first_document, place.first_document + pair.gold.n_documents - 1} if place.marked else set()
    for number in ends:
        own = [e for e in edges.first if e.document == number and chosen.fits(e.type, e.seen)]
        here = np.flatnonzero(mask & (document == number))
        if own and len(here):
            opens[here] &= min(edges.first[e] for e in own) == place.numbers[pair.gold_sentence[here]]
            safe[here] = not any(edges.leaking[pair.name, e] for e in own)
    return Grouped(opens, safe)


def _grouped(codes: Ints, leaks: Bools) -> Grouped:
    _, first, group = np.unique(codes, return_index=True, return_inverse=True)
    opens = np.zeros(len(codes), dtype=np.bool_)
    opens[first] = True
    safe: Bools = np.bincount(group, leaks, len(first))[group] == 0
    return Grouped(opens, safe)


# --- metrics ---------------------------------------------------------------------------------------------------------

RATIOS = {
    "any_hit": ("touched", "mentions"),
    "whole_recall": ("whole", "mentions"),
    "entity_recall": ("safe_entities", "entities"),
    "leaked_characters": ("open_characters", "characters"),
    "safe_documents": ("safe_documents", "documents"),
}


def leak_metric(pair: Pair, mask: Bools, entities: Grouped, documents: Grouped) -> Metric:
    """Shares of the chosen gold mentions, of their characters, entities and documents."""
    found = leaks_of(pair)
    flags = {
        "mentions": mask,
        "touched": mask & (found.open_tokens < found.tokens),
        "whole": mask & ~found.leaks,
        "entities": mask & entities.opens,
        "safe_entities": mask & entities.opens & entities.safe,
        "documents": mask & documents.opens,
        "safe_documents": mask & documents.opens & documents.safe,
    }
    values = {"characters": found.characters * mask, "open_characters": found.open_characters * mask}

    def counts(pair: Pair, _part: Slice) -> Ints:
        own = [tally(pair.gold_cuts, flag) for flag in flags.values()]
        return np.stack([*own, *(total(pair.gold_cuts, v) for v in values.values())], axis=1)

    def score(sums: Sums) -> dict[str, Floats]:
        return {name: ratio(sums[a], sums[b]) for name, (a, b) in RATIOS.items()}

    return Metric("leak", (*flags, *values), counts, score, ratios=RATIOS, suites=())


OVER = {"over_redaction": ("needless", "redacted"), "text_lost": ("needless", "other")}


def over_redaction_metric(pair: Pair) -> Metric:
    """Characters that predictions cover and no gold mention has: as a share of what they cover, and of other text."""
    n, size = pair.gold.n_tokens, letters(pair.gold)
    hidden, private = (covered_tokens(c.mentions, n) for c in (pair.pred, pair.gold))
    values = {"redacted": size * hidden, "needless": size * (hidden & ~private), "other": size * ~private}

    def counts(pair: Pair, _part: Slice) -> Ints:
        return np.stack([total(pair.token_cuts, v) for v in values.values()], axis=1)

    def score(sums: Sums) -> dict[str, Floats]:
        return {name: ratio(sums[a], sums[b]) for name, (a, b) in OVER.items()}

    return Metric("over-redaction", tuple(values), counts, score, ratios=OVER, suites=(), needs_types=False)
