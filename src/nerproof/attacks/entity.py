"""entity: each mention gives way to another real name of its class that the training data does not hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.candidates import Candidate, Drawer
from nerproof.attacks.collection import no_collection
from nerproof.attacks.fit import Places, cased, fitted
from nerproof.attacks.hard import harder
from nerproof.attacks.language import guess_language
from nerproof.attacks.linking import Entity, groups_of, link
from nerproof.attacks.sampling import sampled
from nerproof.attacks.surfaces import lowered_surfaces
from nerproof.attacks.tokenise import NameTokeniser
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Edit, Transformed, overlapping, splice
from nerproof.gazetteers.type_map import default_map

if TYPE_CHECKING:
    from collections.abc import Container

    from nerproof.corpus import Corpus, Ints
    from nerproof.gazetteers import Gazetteer

NOT_ATTACKED = "the type is not attacked"
OVERLAPS = "overlaps another mention"
NO_CANDIDATE = "no candidate"
NOT_SAMPLED = "not in the sample"


@ATTACKS.register("entity")
def entity(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by unseen names of their class (RockNER's entity-level attack)."""
    if options.gazetteer is None:
        raise UsageError("the entity attack needs names. Pass --gazetteer bundled, or a file of names.")
    plan = Plan(corpus, options, options.gazetteer)
    with no_collection():
        drawn = plan.drawn(rng)
        order = rng.permutation(plan.n_units)
        new, edits = plan.replacements(drawn, plan.sample(order))
    which = np.array(sorted(new), dtype=np.int64)
    m = corpus.mentions
    changed = splice(corpus, m.start[which], m.end[which], [new[i] for i in which.tolist()])
    return Transformed(changed, edits, facts=_facts(plan, edits), notes=_notes(edits))


@dataclass(frozen=True)
class Plan:
    """What the attack knows about a corpus before anything is drawn."""

    corpus: Corpus
    options: AttackOptions
    gazetteer: Gazetteer

    @cached_property
    def language(self) -> str:
        return self.options.language or guess_language(self.options.train or self.corpus)

    @cached_property
    def places(self) -> Places:
        return Places(self.corpus, self.language)

    @cached_property
    def groups(self) -> dict[str, Ints]:
        """The gazetteer groups of each corpus type that is attacked."""
        selectors = default_map(self.corpus.types) | dict(self.options.type_map)
        return {t: groups_of(self.gazetteer, s) for t, s in selectors.items() if t in self.corpus.types and s}

    @cached_property
    def entities(self) -> list[Entity]:
        """(type, surface without article and possessive) of every mention."""
        start, end = (x.tolist() for x in self.places.core)
        words, ids = self.corpus.tokens.vocabulary.strings, self.corpus.tokens.ids.tolist()
        types = self.corpus.mentions.type.tolist()
        return [
            (self.corpus.types[t], " ".join([words[i] for i in ids[s:e]]))
            for s, e, t in zip(start, end, types, strict=True)
        ]

    @cached_property
    def reasons(self) -> list[str | None]:
        """Why a mention is not attacked; None if it is."""
        nested = overlapping(self.corpus.mentions).tolist()
        return [
            NOT_ATTACKED if e[0] not in self.groups else OVERLAPS if n else None
            for e, n in zip(self.entities, nested, strict=True)
        ]

    @cached_property
    def documents(self) -> list[int]:
        owner: list[int] = self.corpus.document_of_sentence[self.corpus.sentence_of_mention].tolist()
        return owner

    @cached_property
    def units(self) -> dict[int, int]:
        """Attackable mention -> what is drawn for as one: an entity of a document, or the mention itself."""
        index: dict[Any, int] = {}
        found = {}
        for i, reason in enumerate(self.reasons):
            if reason is None:
                type_, surface = self.entities[i]
                key = (self.documents[i], type_, surface.lower()) if self.options.consistent else i
                found[i] = index.setdefault(key, len(index))
        return found

    @property
    def n_units(self) -> int:
        return max(self.units.values(), default=-1) + 1

    @cached_property
    def seen(self) -> frozenset[str]:
        """Surfaces that must not come in, lowered."""
        if not self.options.unseen:
            return frozenset()
        given = [c for c in (self.options.train, *self.options.others, self.corpus) if c is not None]
        return frozenset().union(*(lowered_surfaces(c) for c in given))

    @cached_property
    def cut(self) -> NameTokeniser:
        return NameTokeniser.learn(self.options.train or self.corpus)

    def drawn(self, rng: np.random.Generator) -> dict[int, Candidate | None]:
        """One candidate per unit, whatever the coverage: small samples share their names with large ones."""
        qids = None
        if self.options.links is not None:
            qids = {self.entities[i]: q for i, q in self.options.links.items() if i < len(self.entities)}
        links = link(self.gazetteer, self.groups, [self.entities[i] for i in self.units], qids)
        drawer = Drawer(links, rng)
        heads: dict[int, int] = {}
        for mention, unit in self.units.items():
            heads.setdefault(unit, mention)
        mentions = list(heads.values())
        guesses = drawer.guesses([self.entities[i] for i in mentions], [self.length(i) for i in mentions])
        found = {
            u: c if c is not None and self.accepts(c.name, i) else self.draw(drawer, i)
            for (u, i), c in zip(heads.items(), guesses, strict=True)
        }
        if not self.options.hard:
            return found
        return harder(found, {u: self.entities[i][0] for u, i in heads.items()}, self, drawer, heads)

    def draw(self, drawer: Drawer, mention: int, refused: Container[tuple[str, str]] = ()) -> Candidate | None:
        """A candidate that fits the mention and is none of the refused (type, name) pairs."""
        entity = self.entities[mention]
        return drawer.first(
            entity,
            self.length(mention),
            lambda name: (entity[0], name) not in refused and self.accepts(name, mention),
        )

    def length(self, mention: int) -> int:
        _, start, end, _ = self.edges[mention]
        return end - start

    @cached_property
    def edges(self) -> list[tuple[int, int, int, int]]:
        """Per mention: its start, the start and end of its core, its end."""
        m, (start, end) = self.corpus.mentions, self.places.core
        return list(zip(*(c.tolist() for c in (m.start, start, end, m.end)), strict=True))

    @cached_property
    def casing(self) -> list[int]:
        found: list[int] = self.places.casing.tolist()
        return found

    def accepts(self, name: str, mention: int) -> bool:
        tokens, lowered, seen = self.cut(name), name.lower(), self.seen
        if not tokens or lowered in seen:
            return False
        written = " ".join(tokens).lower()
        if written == self.entities[mention][1].lower() or (written != lowered and written in seen):
            return False
        first, start, end, last = self.edges[mention]
        if not self.seen or (start == first and end == last):
            return True
        return " ".join(self.fitted(name, mention)).lower() not in self.seen

    def fitted(self, name: str, mention: int) -> tuple[str, ...]:
        first, start, end, last = self.edges[mention]
        if start == first and end == last:
            return self.cut(cased(name, self.casing[mention]))
        front = self.corpus.tokens.strings(first, start) if start > first else ()
        back = self.corpus.tokens.strings(end, last) if end < last else ()
        return fitted(name, self.casing[mention], front, back, cut=self.cut, articles=self.places.articles)

    def sample(self, order: Ints) -> set[int]:
        mentions = np.array(list(self.units), dtype=np.int64)
        units = np.array(list(self.units.values()), dtype=np.int64)
        return set(mentions[sampled(units, self.options.coverage, order)].tolist())

    def replacements(
        self, drawn: dict[int, Candidate | None], chosen: set[int]
    ) -> tuple[dict[int, tuple[str, ...]], list[Edit]]:
        """The new tokens by mention, and one line of the log per mention."""
        new: dict[int, tuple[str, ...]] = {}
        edits = []
        for i, reason in enumerate(self.reasons):
            candidate = drawn[self.units[i]] if reason is None else None
            if reason is None and candidate is None:
                reason = NO_CANDIDATE
            elif reason is None and i not in chosen:
                reason = NOT_SAMPLED
            if reason is None and candidate is not None:
                new[i] = self.fitted(candidate.name, i)
            edits.append(self._edit(i, candidate if reason is None else None, new.get(i), reason))
        return new, edits

    @cached_property
    def _spans(self) -> list[tuple[int, int, int, int, int]]:
        m = self.corpus.mentions
        where = self.corpus.sentence_of_mention
        columns = (
            where,
            m.start - self.corpus.sentences[where],
            m.end - self.corpus.sentences[where],
            m.start,
            m.end,
        )
        return list(zip(*(c.tolist() for c in columns), strict=True))

    def _edit(self, i: int, candidate: Candidate | None, tokens: tuple[str, ...] | None, reason: str | None) -> Edit:
        sentence, start, end, first, last = self._spans[i]
        type_, original = self.entities[i]
        if self.edges[i][1:3] != (first, last):  # an article or possessive stands outside the core
            original = " ".join(self.corpus.tokens.strings(first, last))
        place = ("entity", self.documents[i], sentence, start, end, original)
        if candidate is None or tokens is None:
            return Edit(*place, mention=i, type=type_, reason=reason)
        known = candidate.row >= 0
        klass = self.gazetteer.klass(candidate.group) if known else None
        return Edit(
            *place,
            new=" ".join(tokens),
            mention=i,
            type=type_,
            class_qid=klass.qid if klass else None,
            class_label=klass.label if klass else None,
            qid=str(self.gazetteer.entities[candidate.row]) if known else None,
            link=candidate.link,
        )


def _facts(plan: Plan, edits: list[Edit]) -> dict[str, Any]:
    made = [e for e in edits if e.new is not None]
    links = Counter(e.link for e in made)
    linkable = links["linked"] + links["prior"]
    return {
        "attack": "entity",
        "language": plan.language,
        "gazetteer": plan.gazetteer.origin,
        "licence": plan.gazetteer.licence,
        "mentions": len(edits),
        "attackable": len(plan.units),
        "replaced": len(made),
        "linked": links["linked"],
        "by_prior": links["prior"],
        "composed": links["composed"],
        "linked_share": links["linked"] / linkable if linkable else None,
        "left": dict(sorted(Counter(e.reason for e in edits if e.reason).items())),
        "unseen_filter": plan.options.unseen,
        "hard_filter": plan.options.hard,
        "consistent": plan.options.consistent,
        "coverage": plan.options.coverage,
    }


def _notes(edits: list[Edit]) -> tuple[str, ...]:
    """Types that were left, by name and number: for want of names, or because nothing says what they are."""
    without = Counter(str(e.type) for e in edits if e.reason == NO_CANDIDATE)
    found = [
        f"{n} mention{'s' * (n > 1)} of {t} left: the gazetteer has no name for this type that is allowed. "
        f"Name others with --type-map {t}=TYPE."
        for t, n in sorted(without.items())
    ]
    alone = Counter(str(e.type) for e in edits if e.reason == NOT_ATTACKED)
    if alone:
        types = ", ".join(f"{t} ({n})" for t, n in sorted(alone.items()))
        fix = f"Attack them, too, with --type-map {min(alone)}=TYPE."
        found.append(f"types that are not attacked, with their mentions: {types}. {fix}")
    return tuple(found)
