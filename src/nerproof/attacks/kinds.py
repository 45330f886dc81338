"""What each mention is: its family and, where it was linked, its class; what is learnt comes from the training data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.attacks.familymodel import FamilyModel
from nerproof.attacks.language import POSSESSIVES, QUOTES
from nerproof.attacks.linking import LEGAL_FORM, Entity, Link, link, notability
from nerproof.attacks.shapes import compound_of
from nerproof.attacks.surfaces import lowered_surfaces
from nerproof.attacks.units import entities_of
from nerproof.gazetteers.countries import is_country
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.families import COUNTRY, DEMONYM, ORGANISATION, OTHER, PLACE, TEAM
from nerproof.gazetteers.headwords import family_beside, family_by_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nerproof.attacks.classes import Catalogue
    from nerproof.corpus import Corpus

LINKED, LISTED, HEAD, MODEL, PRIOR, CLUB = "linked", "listed", "head word", "model", "prior", "club"
WORK = "work"
PRIOR_WEIGHT = 20.0  # linked training mentions that the gazetteer's own class frequencies count as
MIXED = 3  # families or gazetteer types that make a type one for many things

# Families that are listed or whose names say what they are: no guess.
TOLD = frozenset([COUNTRY, "school", "parliament", "government"])
FACILITY = "facility"
OPENING = QUOTES - POSSESSIVES

# Short forms of countries that no gazetteer has as a label.
SHORT_COUNTRIES = frozenset(
    "U.S. US USA U.S.A. UK U.K. UAE U.A.E. EE.UU. EEUU VS Britain England Holland".split()  # noqa: SIM905
)


class Kind(NamedTuple):
    """What a mention is, and how that was found."""

    family: str  # empty: any, by the prior
    group: int | None
    how: str


@dataclass(frozen=True)
class Kinds:
    """The kinds of mentions of a corpus, by links, lists, head words, and what training mentions teach."""

    catalogue: Catalogue
    language: str
    train: Corpus | None = None

    def of(
        self,
        corpus: Corpus,
        mentions: Sequence[int],
        entities: Sequence[Entity],
        qids: Mapping[Entity, str] | None = None,
    ) -> dict[int, Kind]:
        """The kind of each of the mentions; ``entities`` are those of the corpus."""
        wanted = [entities[m] for m in mentions]
        known = self._certain(wanted, qids)
        found = {m: k for m, e in zip(mentions, wanted, strict=True) if (k := known.get(e)) is not None}
        open_: dict[str, list[int]] = {}
        for m in mentions:
            if m not in found:
                open_.setdefault(entities[m][0], []).append(m)
        named = self._placenames(entities[m] for ms in open_.values() for m in ms)
        places = {m for ms in open_.values() for m in ms if entities[m] in named}
        for type_, own in open_.items():
            model = self.models.get(type_)
            guesses = model.ranked(corpus, own, places) if model is not None else [[self._default(type_)]] * len(own)
            for m, families in zip(own, guesses, strict=True):
                told = self._told_beside(corpus, m, type_)
                if told is not None:
                    found[m] = told
                elif not self._is_no_name(corpus, m, entities[m]):
                    club = m in places or (families[0] == TEAM and is_result(corpus, m))
                    found[m] = guessed(families, entities[m][1], club)
        return found

    def _told_beside(self, corpus: Corpus, mention: int, type_: str) -> Kind | None:
        """What the words around a mention call it: a quotation mark says a title, "news agency" a medium."""
        words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids
        start, end = int(corpus.mentions.start[mention]), int(corpus.mentions.end[mention])
        before, after = (words[int(ids[i])] if 0 <= i < len(ids) else "" for i in (start - 1, end))
        family = WORK if before in OPENING else ""
        if ORGANISATION in self.catalogue.realms_of[type_]:
            family = family_beside(after) or family_beside(before)
        return Kind(family, None, HEAD) if family in self.families[type_] else None

    def _default(self, type_: str) -> str:
        """The family that is taken where nothing is known: nationalities are called like others, works like works."""
        if self.catalogue.types_of[type_] == {"WORK_OF_ART"} and WORK in self.families[type_]:
            return WORK
        return DEMONYM if len(self.catalogue.types_of[type_]) == 1 and self.demonyms_in(type_) else ""

    def _is_no_name(self, corpus: Corpus, mention: int, entity: Entity) -> bool:
        """Whether an unseen mention is better left: it begins with a mark, or may be anything."""
        type_, surface = entity
        if surface[0].isalnum() and not self._may_be_anything(type_):
            return False
        return not {surface.lower(), corpus.surface(mention).lower()} & self._seen

    def _may_be_anything(self, type_: str) -> bool:
        """Whether names of a type have little in common: MISC, PRODUCT, EVENT."""
        alike = self.catalogue.realms_of[type_] != {OTHER} or self._default(type_)
        return not alike and max(len(self.families[type_]), len(self.catalogue.types_of[type_])) >= MIXED

    def _certain(self, entities: Iterable[Entity], qids: Mapping[Entity, str] | None = None) -> dict[Entity, Kind]:
        """Kinds that need no guess: a demonym, a linked entry, a short form of a country, a head word."""
        distinct = list(dict.fromkeys(entities))
        links = link(self.catalogue, self.catalogue.groups, distinct, qids)
        places = self._placenames(links) if qids is None else {}
        found = {}
        for entity in distinct:
            linked = links.get(entity)
            if linked is not None and entity in places and self._is_rather(places[entity], linked):
                linked = None
            kind = self._certain_one(entity, linked)
            if kind is not None:
                found[entity] = kind
        return found

    def _certain_one(self, entity: Entity, linked: Link | None) -> Kind | None:
        type_, surface = entity
        realms = self.catalogue.realms_of[type_]
        if self.demonyms_in(type_) and self.is_demonym(surface):
            return Kind(DEMONYM, None, LISTED)
        family = self.catalogue.family[linked.group] if linked is not None else None
        listed = COUNTRY in self.families[type_] if PLACE in realms else ORGANISATION in realms
        if family != COUNTRY and listed and self._is_country(surface):
            return Kind(COUNTRY, None, LISTED)
        if linked is not None and family is not None and not LEGAL_FORM.search(surface):
            return Kind(family, linked.group, LINKED)
        family = family_by_head(realms, surface)
        return Kind(family, None, HEAD) if family in self.families[type_] else None

    def _is_country(self, surface: str) -> bool:
        name = surface.removeprefix("Republic of ")
        return surface in SHORT_COUNTRIES or surface.title() in SHORT_COUNTRIES or is_country(name, self.language)

    def demonyms_in(self, type_: str) -> bool:
        wanted = any(s.type == "NORP" and s.klass in {"", DEMONYM} for s in self.catalogue.selectors[type_])
        return wanted and demonyms(self.language) is not None

    def is_demonym(self, surface: str) -> bool:
        listed = demonyms(self.language)
        return listed is not None and (listed.has(surface) or compound_of(surface) is not None)

    def _is_rather(self, place: Link, other: Link) -> bool:
        """Whether a place is better known than an organisation of its name that is no team."""
        if self.catalogue.family[other.group] == TEAM:
            return False
        entities = self.catalogue.gazetteer.entities
        mine, its = (notability(str(entities[x.row]), x.row) for x in (place, other))
        return mine < its

    def _placenames(self, entities: Iterable[Entity]) -> dict[Entity, Link]:
        """Organisations that are called like a place."""
        wanted = [e for e in dict.fromkeys(entities) if ORGANISATION in self.catalogue.realms_of[e[0]]]
        groups = dict.fromkeys((t for t, _ in wanted), self.catalogue.places)
        return link(self.catalogue, groups, wanted)

    @cached_property
    def families(self) -> dict[str, dict[str, list[int]]]:
        return {t: self.catalogue.families_of(t) for t in self.catalogue.selectors}

    @cached_property
    def _training(self) -> tuple[list[Entity], dict[Entity, Kind]]:
        """The training mentions as entities, and the kinds of those that need no guess."""
        if self.train is None:
            return [], {}
        entities = entities_of(self.train, self.language)
        wanted = [e for e in entities if e[0] in self.families]
        known = self._certain(wanted)
        named_like_places = self._placenames(e for e in wanted if e not in known)
        clubs = {e: Kind(TEAM, None, CLUB) for e in named_like_places if TEAM in self.families[e[0]]}
        return entities, known | clubs

    @cached_property
    def models(self) -> dict[str, FamilyModel]:
        """Per type, what training mentions of known kind teach about the others; what is a demonym the list knows."""
        entities, known = self._training
        named = self._placenames(known)
        places = {i for i, e in enumerate(entities) if e in named}
        examples: dict[str, list[tuple[int, str]]] = {}
        for i, e in enumerate(entities):
            if e in known and (known[e].family != DEMONYM or self._default(e[0])):
                examples.setdefault(e[0], []).append((i, known[e].family))
        found = {}
        for type_, rows in examples.items():
            assert self.train is not None
            model = FamilyModel.train(self.train, [i for i, _ in rows], [f for _, f in rows], places)
            if model is not None:
                found[type_] = model
        return found

    @cached_property
    def _linked_training(self) -> Counter[tuple[str, int]]:
        """How many training mentions were linked to each group of a type."""
        entities, known = self._training
        return Counter((e[0], k.group) for e in entities if (k := known.get(e)) is not None and k.group is not None)

    @cached_property
    def family_prior(self) -> dict[str, dict[str, float]]:
        """Per type, how common its families are among mentions that no list knows."""
        return {
            t: {f: sum(self.group_weight(t, g) for g in groups) for f, groups in families.items() if f != DEMONYM}
            for t, families in self.families.items()
        }

    @cached_property
    def _seen(self) -> frozenset[str]:
        return frozenset() if self.train is None else lowered_surfaces(self.train)

    def group_weight(self, type_: str, group: int) -> float:
        """How common a class is: linked training mentions, smoothed by the gazetteer's frequencies."""
        total = self._totals.get(type_, 0.0)
        own = float(self.catalogue.weight[group])
        share = own / total if total else 1.0 / max(len(self.catalogue.groups[type_]), 1)
        return self._linked_training[type_, group] + PRIOR_WEIGHT * share

    @cached_property
    def _totals(self) -> dict[str, float]:
        return {t: float(np.sum(self.catalogue.weight[g])) for t, g in self.catalogue.groups.items()}


def guessed(families: Sequence[str], surface: str, is_club: bool) -> Kind:
    """The likeliest family that such a name may have; a single word is a team only if much speaks for that."""
    if is_club and families[0] == TEAM:
        return Kind(TEAM, None, CLUB)
    unlikely = TOLD | ({TEAM} if " " not in surface else set()) | ({FACILITY} if surface.count(" ") < 2 else set())
    family = next((f for f in families if f not in unlikely), families[0])
    return Kind(family, None, MODEL if family else PRIOR)


def is_result(corpus: Corpus, mention: int) -> bool:
    """Whether a mention stands in a line of results: numbers, and no word in small letters."""
    words = corpus.sentence(int(corpus.sentence_of_mention[mention]))
    return any(w[0].isdigit() for w in words) and not any(w.islower() for w in words)
