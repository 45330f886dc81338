"""What is drawn for as one: an entity of a document, a person of a document, or a mention by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.attacks.language import ARTICLES, POSSESSIVES, QUOTES
from nerproof.attacks.persons import Mentioned, Person, persons_of
from nerproof.attacks.shapes import Shape, initials_of, is_acronym
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import overlapping
from nerproof.gazetteers.families import ORGANISATION, realm_of

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus, Ints

NOT_ATTACKED = "the type is not attacked"
OVERLAPS = "overlaps another mention"
NO_CANDIDATE = "no candidate"
NOT_SAMPLED = "not in the sample"

PERSON = "PERSON"


class Unit(NamedTuple):
    """Mentions that get one new name."""

    type: str
    mentions: tuple[int, ...]  # the first one is the longest form of a person, else the first of the document
    person: Person | None = None

    @property
    def head(self) -> int:
        return self.mentions[0]


@dataclass(frozen=True)
class Units:
    """The mentions of a corpus as an attack sees them.

    ``roles``: corpus type -> the gazetteer types it stands for; a type that is not in it is not attacked.
    """

    corpus: Corpus
    language: str
    roles: Mapping[str, set[str]]
    consistent: bool = True
    is_first_name: Callable[[str], bool] = lambda _word: False

    @cached_property
    def entities(self) -> list[tuple[str, str]]:
        return entities_of(self.corpus, self.language)

    @cached_property
    def documents(self) -> list[int]:
        owner: list[int] = self.corpus.document_of_sentence[self.corpus.sentence_of_mention].tolist()
        return owner

    @cached_property
    def reasons(self) -> list[str | None]:
        """Why a mention is not attacked; None if it is."""
        nested = overlapping(self.corpus.mentions).tolist()
        return [
            NOT_ATTACKED if e[0] not in self.roles else OVERLAPS if n else None
            for e, n in zip(self.entities, nested, strict=True)
        ]

    @cached_property
    def edges(self) -> list[tuple[int, int, int, int]]:
        """Per mention: its start, the start and end of its core, its end."""
        m, (start, end) = self.corpus.mentions, cores(self.corpus, self.language)
        return list(zip(*(c.tolist() for c in (m.start, start, end, m.end)), strict=True))

    def is_person(self, type_: str) -> bool:
        return self.roles.get(type_) == {PERSON}

    @cached_property
    def all(self) -> list[Unit]:
        """All units, in the order of their first mention."""
        groups: dict[object, list[int]] = {}
        mentioned: dict[str, list[Mentioned]] = {}
        for i, reason in enumerate(self.reasons):
            if reason is not None:
                continue
            type_, surface = self.entities[i]
            document = self.documents[i] if self.consistent else i
            if self.is_person(type_):
                mentioned.setdefault(type_, []).append(Mentioned(i, document, tuple(surface.split(" "))))
            else:
                groups.setdefault((document, type_, surface.lower()), []).append(i)
        found = [Unit(self.entities[own[0]][0], tuple(own)) for own in groups.values()]
        for type_, own_mentions in mentioned.items():
            persons = persons_of(own_mentions, self.is_first_name)
            found += [Unit(type_, tuple(m.mention for m, _ in p.mentions), p) for p in persons]
        return sorted(found, key=lambda u: min(u.mentions))

    @cached_property
    def short_forms(self) -> dict[int, int]:
        """Organisations that are the beginning or the initials of a longer name of their document: short -> long."""
        places: dict[tuple[int, str, str], int] = {}
        for k, unit in enumerate(self.all):
            if self.consistent and ORGANISATION in map(realm_of, self.roles.get(unit.type, ())):
                places[self.documents[unit.head], unit.type, self.entities[unit.head][1].lower()] = k
        found: dict[int, int] = {}
        for (document, type_, _), k in sorted(places.items(), key=lambda item: len(item[0][2])):
            words = self.entities[self.all[k].head][1].split(" ")
            forms = [initials_of(" ".join(words)), *(" ".join(words[:n]) for n in range(1, len(words)))]
            found |= {places[key]: k for f in forms if f and (key := (document, type_, f.lower())) in places}
        return found

    @cached_property
    def unit_of_mention(self) -> dict[int, int]:
        return {m: k for k, unit in enumerate(self.all) for m in unit.mentions}

    def shape(self, unit: Unit, is_word: Callable[[str], bool]) -> Shape:
        """The shape of a unit's name; capitals in headlines and of words that are known otherwise are no acronym."""
        surface = self.entities[unit.head][1]
        words = surface.split(" ")
        return Shape(len(words), len(words) == 1 and is_acronym(words[0]) and self._stands_for_words(unit, is_word))

    def _stands_for_words(self, unit: Unit, is_word: Callable[[str], bool]) -> bool:
        surfaces = [self.entities[m][1] for m in unit.mentions]
        if any(not is_acronym(s) for s in surfaces):
            return False
        return surfaces[0].count(".") > 1 or not is_word(surfaces[0].title())

    @cached_property
    def articles(self) -> list[str]:
        """Per mention of an English text: the article right before its core, lowered; else nothing."""
        words, ids = self.corpus.tokens.vocabulary.strings, self.corpus.tokens.ids
        first = self.corpus.sentences[self.corpus.sentence_of_mention].tolist()
        known = ARTICLES["en"] if self.language == "en" else ()
        before = [words[int(ids[e[1] - 1])].lower() if e[1] > s else "" for e, s in zip(self.edges, first, strict=True)]
        return [w if w in known else "" for w in before]

    def sampled(self, coverage: float, order: Ints) -> set[int]:
        """The mentions of the units that a coverage takes."""
        mentions = np.array(list(self.unit_of_mention), dtype=np.int64)
        units = np.array(list(self.unit_of_mention.values()), dtype=np.int64)
        return set(mentions[sampled(units, coverage, order)].tolist())


def sampled(unit: Ints, coverage: float, order: Ints) -> Bools:
    """The mentions whose unit is among the first ones of ``order`` that make up ``coverage`` percent of all.

    Units are entities of a document, or single mentions; ``order`` is one permutation for all coverages, so
    a smaller sample is part of every larger one.
    """
    if not 0 <= coverage <= 100:
        raise UsageError(f"the coverage is {coverage:g}; it is a percentage between 0 and 100.")
    sizes = np.bincount(unit, minlength=len(order))[order]
    reached = np.cumsum(sizes)
    taken = np.zeros(len(order), dtype=bool)
    # Rounding to the nearest unit: an entity is attacked as a whole or not at all.
    taken[order[reached - sizes / 2 <= coverage / 100 * len(unit)]] = True
    return taken[unit]


def cores(corpus: Corpus, language: str) -> tuple[Ints, Ints]:
    """The spans without quotation marks, a leading lower-case article and a closing possessive, if a word is left.

    A capitalised article is part of the name ("The Hague").
    """
    m, words, ids = corpus.mentions, corpus.tokens.vocabulary.strings, corpus.tokens.ids
    opening, closing = ARTICLES.get(language, frozenset()) | QUOTES, POSSESSIVES | QUOTES
    first, last = (np.fromiter((w in known for w in words), bool, len(words)) for known in (opening, closing))
    start, end = m.start.copy(), m.end.copy()
    long = end - start > 1
    start[long] += first[ids[m.start[long]]]
    long = end - start > 1
    end[long] -= last[ids[end[long] - 1]]
    return start, end


def entities_of(corpus: Corpus, language: str) -> list[tuple[str, str]]:
    """(type, surface of the core) of every mention."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    rows = zip(*(x.tolist() for x in (*cores(corpus, language), corpus.mentions.type)), strict=True)
    return [(corpus.types[t], " ".join([words[i] for i in ids[s:e]])) for s, e, t in rows]
