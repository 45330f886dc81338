"""entity: each mention gives way to another real name of its class that is not in the training data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.classes import Catalogue
from nerproof.attacks.gazetteernames import GazetteerNames
from nerproof.attacks.kinds import CLUB, Kind, Kinds
from nerproof.attacks.language import guess_language
from nerproof.attacks.naturalness import home_types, naturalness
from nerproof.attacks.persons import LocaleSource
from nerproof.attacks.pools import Pools
from nerproof.attacks.replacement import Replacement
from nerproof.attacks.selection import Selection
from nerproof.attacks.shapes import LATIN, Alphabet, script_of
from nerproof.attacks.surfaces import lowered_surfaces, word_test
from nerproof.attacks.tokenise import NameTokeniser
from nerproof.attacks.units import NO_CANDIDATE, NOT_ATTACKED, PERSON, Units
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Transformed
from nerproof.gazetteers.families import COUNTRY
from nerproof.gazetteers.names import PersonNames, by_locale, has_faker
from nerproof.gazetteers.supplement import supplemented
from nerproof.gazetteers.type_map import default_map

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nerproof.attacks.persons import Source
    from nerproof.attacks.selection import Choice
    from nerproof.attacks.units import Unit
    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Edit
    from nerproof.gazetteers import Gazetteer
    from nerproof.gazetteers.type_map import Selector

SHORT = 3  # capitals that are an acronym, whatever else is called so


@ATTACKS.register("entity")
def entity(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by unseen names of their class (RockNER's entity-level attack)."""
    if options.gazetteer is None:
        raise UsageError("the entity attack needs names. Pass --gazetteer bundled, or a file of names.")
    language = options.language or guess_language(options.train or corpus)
    wanted = default_map(corpus.types) | dict(options.type_map)
    selectors = {t: s for t, s in wanted.items() if t in corpus.types and s}
    kept = Catalogue(options.gazetteer, selectors).groups
    lacking = {t: s for t, s in selectors.items() if not len(kept[t]) and {x.type for x in s} != {PERSON}}
    # Labels of a gazetteer are English mostly: elsewhere, made names share the head words of the text's language.
    gazetteer, made = supplemented(options.gazetteer, lacking, {} if language == "en" else selectors, language)
    plan = Plan(corpus, options, gazetteer, language, selectors)
    done = Replacement("entity", plan.units, plan.selection, options, plan.gazetteer, plan.misleading)
    changed, edits = done.run(rng)
    notes = (*_notes(plan, edits), *_made(made, edits))
    facts = _facts(plan, edits) | {"naturalness": naturalness(corpus, edits, plan.language, plan.catalogue)}
    return Transformed(changed, edits, facts=facts, notes=notes)


@dataclass(frozen=True)
class Plan:
    """What the attack knows about a corpus before anything is drawn."""

    corpus: Corpus
    options: AttackOptions
    gazetteer: Gazetteer
    language: str
    selectors: Mapping[str, Sequence[Selector]]

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(self.gazetteer, self.selectors)

    @cached_property
    def units(self) -> Units:
        roles = {t: {s.type for s in selectors} for t, selectors in self.catalogue.selectors.items()}
        first = self.persons.is_first_name if self.persons is not None else lambda _word: False
        return Units(self.corpus, self.language, roles, self.options.consistent, first)

    @cached_property
    def persons(self) -> PersonNames | None:
        """Real persons of the gazetteer taken apart; where it has composed names only, lists by locale if there are."""
        wanted, gazetteer = self.options.persons, self.gazetteer
        own = gazetteer.has_persons or not len(gazetteer.groups_of(PERSON))
        if wanted == "gazetteer" or (wanted == "auto" and own) or not has_faker():
            return gazetteer.person_names()
        return by_locale(self.language)

    @cached_property
    def alphabet(self) -> Alphabet:
        return Alphabet(c for c in (self.options.train, self.corpus) if c is not None)

    @cached_property
    def seen(self) -> frozenset[str]:
        """Surfaces that must not come in, lowered."""
        if not self.options.unseen:
            return frozenset()
        given = [c for c in (self.options.train, *self.options.others, self.corpus) if c is not None]
        return frozenset().union(*(lowered_surfaces(c) for c in given))

    @cached_property
    def kinds(self) -> Kinds:
        return Kinds(self.catalogue, self.language, self.options.train)

    @cached_property
    def kind_of(self) -> dict[int, Kind]:
        entities = self.units.entities
        mentions = [m for u in self.units.all if u.person is None for m in u.mentions]
        qids = None
        if self.options.links is not None:
            qids = {entities[i]: q for i, q in self.options.links.items() if i < len(entities)}
        return self.kinds.of(self.corpus, mentions, entities, qids)

    @cached_property
    def selection(self) -> Selection:
        cut = NameTokeniser.learn(self.options.train or self.corpus)
        pools = Pools(self.catalogue, self.alphabet.write, self.seen, self.language, cut)
        named = GazetteerNames(self.units, self.kinds, self.kind_of, pools, self.is_word)
        source: Source | None = LocaleSource(self.persons, self.alphabet.write) if self.persons is not None else None
        return Selection(self.units, named, source, self.seen, cut)

    def misleading(self, units: Sequence[Unit], chosen: Sequence[Choice | None]) -> set[int]:
        """Units whose new name is better known as something of another type."""
        drawn = {
            u: c for u, c in enumerate(chosen) if c is not None and c.row >= 0 and c.how != CLUB and c.family != COUNTRY
        }
        homes = home_types(self.catalogue, {c.name for c in drawn.values()})
        types = {u: self.catalogue.types_of[units[u].type] for u in drawn}
        return {u for u, c in drawn.items() if c.name in homes and homes[c.name] not in types[u]}

    @cached_property
    def _gazetteer_words(self) -> frozenset[str]:
        titled = {s.title() for _, s in self.units.entities if s.isupper() and " " not in s and len(s) > SHORT}
        return frozenset(self.gazetteer.find(titled))

    @cached_property
    def _in_text(self) -> Callable[[str], bool | None]:
        return word_test(self.options.train or self.corpus)

    def is_word(self, titled: str) -> bool:
        """Whether capitals are a headline's: the training text writes the word otherwise, or a name is written so."""
        found = self._in_text(titled)
        return titled in self._gazetteer_words if found is None else found

    @property
    def dictionary(self) -> list[dict[str, Any]]:
        """Table 2 of the paper: per type its mentions, the classes that names come from, and the names.

        The classes of persons are given names, middle names and surnames, which whole names are composed of.
        """
        sizes = np.diff(self.gazetteer.offsets)
        counts = np.bincount(self.corpus.mentions.type, minlength=len(self.corpus.types)).tolist()
        rows = []
        for type_, mentions in zip(self.corpus.types, counts, strict=True):
            names = sizes[self.catalogue.groups.get(type_, [])].tolist()
            if self.units.is_person(type_) and self.persons is not None:
                names = self.persons.sizes
            rows.append({"type": type_, "mentions": mentions, "classes": len(names), "names": sum(names)})
        return rows


def _facts(plan: Plan, edits: list[Edit]) -> dict[str, Any]:
    made = [e for e in edits if e.new is not None]
    chosen = Counter(str(e.link) for e in made)
    others = len(made) - chosen["composed"]
    return {
        "attack": "entity",
        "language": plan.language,
        "gazetteer": plan.gazetteer.origin,
        "licence": plan.gazetteer.licence,
        "mentions": len(edits),
        "attackable": len(plan.units.unit_of_mention),
        "replaced": len(made),
        "chosen": dict(sorted(chosen.items())),
        "composed": chosen["composed"],
        "linked_share": chosen["linked"] / others if others else None,
        "left": dict(sorted(Counter(e.reason for e in edits if e.reason).items())),
        "unseen_filter": plan.options.unseen,
        "hard_filter": plan.options.hard,
        "consistent": plan.options.consistent,
        "coverage": plan.options.coverage,
        "dictionary": plan.dictionary,
    }


def _made(types: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Types whose names are of our own making because the gazetteer has none."""
    counts = Counter(str(e.type) for e in edits if e.new is not None)
    return [
        f"{_count(counts[t], 'mention')} of {t} got names of nerproof's own making: the gazetteer has none."
        for t in types
        if counts[t]
    ]


def _notes(plan: Plan, edits: list[Edit]) -> tuple[str, ...]:
    """Types that were left, by name and number: for want of names, or because nothing says what they are."""
    lacking = [e for e in edits if e.reason == NO_CANDIDATE]
    other = [e for e in lacking if script_of(e.original) not in {LATIN, ""}]
    named = [e for e in lacking if e.mention in plan.kind_of or not plan.kinds.families.get(str(e.type))]
    nameless = [e.original for e in lacking if e not in named and e not in other]
    left = [e for e in named if e not in other]
    without = Counter(str(e.type) for e in left)
    found = [
        f"{_count(n, 'mention')} of {t} left: the gazetteer has no name for this type that is allowed. "
        f"Name others with --type-map {t}=TYPE."
        for t, n in sorted(without.items())
    ]
    if nameless:
        some = ", ".join(dict.fromkeys(nameless[:3]))
        found.append(
            f"{_count(len(nameless), 'mention')} left: new already, and nothing says what name would fit ({some})."
        )
    if other:
        script = script_of(other[0].original).capitalize()
        found.append(
            f"{_count(len(other), 'mention')} left: there are no names in their script ({script}). "
            "Give a gazetteer with a column name_LANGUAGE, and the language with --language."
        )
    alone = Counter(str(e.type) for e in edits if e.reason == NOT_ATTACKED)
    if alone:
        types = ", ".join(f"{t} ({n})" for t, n in sorted(alone.items()))
        fix = f"Attack them, too, with --type-map {min(alone)}=TYPE."
        found.append(f"types that are not attacked, with their mentions: {types}. {fix}")
    return tuple(found)


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"
