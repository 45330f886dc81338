"""New names from a gazetteer: of the mention's class, else of its family, as long and written alike."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from nerproof.attacks.kinds import CLUB, HEAD, LISTED, PRIOR, Kind, Kinds
from nerproof.attacks.linking import LEGAL_FORM
from nerproof.attacks.pools import ENOUGH, FEW, Entry, Pools
from nerproof.attacks.selection import Offer
from nerproof.attacks.shapes import Shape, compound_of, has_digit, is_abbreviated, letters_of
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.families import COUNTRY, DEMONYM, PLACE, TEAM
from nerproof.gazetteers.headwords import head_of, nouns_like

if TYPE_CHECKING:
    import numpy as np

    from nerproof.attacks.pools import Shapes
    from nerproof.attacks.units import Unit, Units

CHOICE = 5  # names of a class that are enough to choose from
ANY = "any family"


class Weighted(NamedTuple):
    """Classes, and how common they are, cumulated."""

    groups: Sequence[int]
    weights: Sequence[float]


@dataclass
class GazetteerNames:
    """Offers of a gazetteer for each unit."""

    units: Units
    kinds: Kinds
    kind_of: Mapping[int, Kind]  # by mention
    pools: Pools
    is_word: Callable[[str], bool]
    _close: dict[object, list[Entry]] = field(default_factory=dict, repr=False)
    _classes: dict[object, Weighted] = field(default_factory=dict, repr=False)  # without those of too few names

    def offers(self, unit: Unit, rng: np.random.Generator) -> Iterator[Offer]:
        """Names of the same head word, the class, a class of the family by the training prior, the family, others."""
        kind = self.kind(unit)
        if kind is None:
            return
        shape = self.units.shape(unit, self.is_word)
        families = self.kinds.families[unit.type]
        prior = self.kinds.family_prior[unit.type]
        if not kind.family and prior:
            kind = kind._replace(family=list(prior)[_drawn(list(accumulate(prior.values())), float(rng.random()))])
        groups = families.get(kind.family, [])
        if kind.family == COUNTRY and not groups:  # of an organisation: as its country is called
            surface = self.units.entities[unit.head][1]
            short = self.pools.short_places(COUNTRY, surface) if shape.acronym else self.pools.country_names()
            yield Offer(short, kind.how, kind.family)
        if kind.family == DEMONYM:
            yield from self._demonyms(unit, kind, groups, shape)
        elif shape.acronym or is_abbreviated(self.units.entities[unit.head][1]):
            yield from self._acronyms(unit, kind)
        elif kind.family == TEAM and kind.how in {CLUB, PRIOR} and shape.tokens <= 2:
            yield Offer(_like(self.pools.clubs(groups, unit.type), shape), CLUB, kind.family)
        elif kind.family != COUNTRY:
            yield from self._of_head(unit, kind, groups, shape, rng)
            yield from self._of_class(unit, kind, groups, shape, rng)
        own = self.pools.of_family(groups, kind.family, unit.type)
        yield Offer(_like(own, shape), kind.how, kind.family)
        yield Offer(self._nearby(own, unit.type, kind.family, shape), kind.how, kind.family)
        yield from self._others(unit, families, shape)

    def _demonyms(self, unit: Unit, kind: Kind, groups: Sequence[int], shape: Shape) -> Iterator[Offer]:
        """Demonyms of as many words, those of countries first; a country where the old name has one in a compound."""
        listed = demonyms(self.kinds.language)
        compound = compound_of(self.units.entities[unit.head][1])
        if compound is not None and listed is not None and not listed.has(compound[1]):
            yield Offer(self.pools.country_names(), kind.how, DEMONYM)
        whole = _like(self.pools.of_family(groups, DEMONYM, unit.type), Shape(shape.tokens, acronym=False))
        common = [e for e in whole if listed is not None and e.name in listed.common]
        if len(common) >= ENOUGH:
            yield Offer(common, kind.how, DEMONYM)
        yield Offer(whole, kind.how, DEMONYM)

    def _of_head(
        self, unit: Unit, kind: Kind, groups: Sequence[int], shape: Shape, rng: np.random.Generator
    ) -> Iterator[Offer]:
        """Names that end, or begin, with the same word: another Party for a Party; any firm may have a legal form."""
        surface = self.units.entities[unit.head][1]
        realms = self.kinds.catalogue.realms_of[unit.type]
        if " " not in surface:
            nouns = [w.capitalize() for w in nouns_like(realms, surface)] if kind.how == HEAD else []
            yield from [Offer([Entry(n, -1, -1) for n in nouns if self.is_word(n)], HEAD, kind.family)] if nouns else ()
            return
        head = head_of(realms, surface)
        if head is not None:
            named = self.pools.of_head(groups, kind.family, unit.type, head)
            own = _like(named, shape)
            if len(own) < FEW:  # a head word says more than the number of words
                own = [e for n in (-1, 0, 1) for e in _like(named, Shape(shape.tokens + n, acronym=False))]
            yield Offer(own if len(own) >= FEW else [], kind.how, kind.family)
        if LEGAL_FORM.search(surface):
            last = surface.rpartition(" ")[2]
            bare = _like(self.pools.of_family(groups, kind.family, unit.type), Shape(shape.tokens - 1, acronym=False))
            some = [bare[int(x * len(bare))] for x in rng.random(CHOICE if bare else 0).tolist()]
            own = [e._replace(name=f"{e.name} {last}") for e in some if not LEGAL_FORM.search(e.name)]
            yield Offer(own, kind.how, kind.family)

    def kind(self, unit: Unit) -> Kind | None:
        """The kind that most mentions of the unit have, the head's first among equals."""
        kinds = [k for m in unit.mentions if (k := self.kind_of.get(m)) is not None]
        return max(kinds, key=kinds.count) if kinds else None

    def written(self, entry: Entry, unit: Unit) -> str | None:
        old = self.units.entities[unit.head][1]
        if entry.group < 0 and not entry.name.isupper():
            listed = demonyms(self.kinds.language)
            before, core, after = compound_of(old) or ("", old, "")
            name = listed.like(entry.name, core) if listed and entry.name.lower() in listed.known else entry.name
            return name and before + name + after
        if has_digit(entry.name) and not has_digit(old):
            return None
        if old.count(".") > 1 and entry.name.isupper() and "." not in entry.name and entry.name.isalpha():
            return ".".join(entry.name) + "."
        return entry.name

    def _of_class(
        self, unit: Unit, kind: Kind, groups: Sequence[int], shape: Shape, rng: np.random.Generator
    ) -> Iterator[Offer]:
        """The linked class if it has enough names of the shape; else one of the family by the training prior."""
        if kind.group is not None:
            own = _like(self.pools.of_group(kind.group), shape)
            if len(own) >= CHOICE:
                yield Offer(own, kind.how, kind.family)
                return
        key = (unit.type, kind.family, shape)
        if key not in self._classes:
            self._classes[key] = self._weighted(unit.type, groups)
        while self._classes[key].groups:
            left, weights = self._classes[key]
            group = left[_drawn(weights, float(rng.random()))]
            own = _like(self.pools.of_group(group), shape)
            if len(own) >= CHOICE:
                yield Offer(own, kind.how, kind.family)
                return
            self._classes[key] = self._weighted(unit.type, [g for g in left if g != group])

    def _nearby(self, names: Shapes, type_: str, family: str, shape: Shape) -> list[Entry]:
        """Names of about the length, kept for the next unit of the kind."""
        key = (type_, family, shape)
        if key not in self._close:
            self._close[key] = _near(names, shape)
        return self._close[key]

    def _weighted(self, type_: str, groups: Sequence[int]) -> Weighted:
        return Weighted(groups, list(accumulate(self.kinds.group_weight(type_, g) for g in groups)))

    def _acronyms(self, unit: Unit, kind: Kind) -> Iterator[Offer]:
        """Acronyms of as many letters: of the family, then of any family of the type; results write clubs in full."""
        surface = self.units.entities[unit.head][1]
        letters = len(letters_of(surface))
        families = self.kinds.families[unit.type]
        if PLACE in self.kinds.catalogue.realms_of[unit.type]:
            yield Offer(self.pools.short_places(kind.family, surface), LISTED, kind.family)
        prior = self.kinds.family_prior[unit.type]
        order = sorted(set(prior) - {TEAM}, key=lambda f: (f != kind.family, -prior[f], f))
        for family in order:
            own = self.pools.acronyms(families[family], family, unit.type, letters)
            if len(own) >= CHOICE:
                yield Offer(own, kind.how if family == kind.family else ANY, family)

    def _others(self, unit: Unit, families: Mapping[str, list[int]], shape: Shape) -> Iterator[Offer]:
        """What the type has besides: the right type at least; at last any name that is allowed."""
        prior = self.kinds.family_prior[unit.type]
        order = sorted(prior, key=lambda f: (-prior[f], f))
        wholes = {f: self.pools.of_family(families[f], f, unit.type) for f in order}
        for family, whole in wholes.items():
            yield Offer(_like(whole, shape), ANY, family)
        for family, whole in wholes.items():
            yield Offer(self._nearby(whole, unit.type, family, shape), ANY, family)
        for family, whole in wholes.items():
            yield Offer(_all(whole), ANY, family)
        gazetteer = self.kinds.catalogue.gazetteer
        for family in order:
            for g in families[family]:
                rows = range(int(gazetteer.offsets[g]), int(gazetteer.offsets[g + 1]))
                yield Offer([Entry(str(gazetteer.names[r]), r, g) for r in rows], ANY, family)


def _like(names: Shapes, shape: Shape) -> list[Entry]:
    """The names of the very shape."""
    return names.get(shape, [])


def _near(names: Shapes, shape: Shape) -> list[Entry]:
    """Names that are no acronyms and differ by one token; the nearest length if there are too few."""
    lengths = sorted({s.tokens for s in names if not s.acronym}, key=lambda n: (abs(n - shape.tokens), n))
    found: list[Entry] = []
    for n in lengths:
        if abs(n - shape.tokens) > 1 and len(found) >= ENOUGH:
            break
        found += names[Shape(n, acronym=False)]
    return found


def _all(names: Shapes) -> list[Entry]:
    return [e for entries in names.values() for e in entries]


def _drawn(cumulated: Sequence[float], uniform: float) -> int:
    """An index by weight."""
    return min(bisect(cumulated, uniform * cumulated[-1]), len(cumulated) - 1)
