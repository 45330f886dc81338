"""Which classes of a gazetteer a corpus type takes names from, and the family of each.

A gazetteer that was made by linking mentions has a row for every pair of type and class that was ever linked. A class
is kept for a corpus type only if most of its linked mentions are of the mapped types, two entities or more were linked,
and it falls into a family. A gazetteer without such statistics was made by somebody who knows: all classes are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nerproof.gazetteers.families import family_of, realm_of
from nerproof.gazetteers.table import COMPOSED
from nerproof.gazetteers.type_map import Selector

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.corpus import Ints
    from nerproof.gazetteers import Gazetteer

LEAST_SHARE = 0.45  # parties have 0.49: half of their mentions are people (NORP), yet as an ORG they are parties
LEAST_LINKED = 2
OWN = "class of its own"  # classes that fall into no family share this one
PLACES = (Selector("GPE"), Selector("LOC"))

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Catalogue:
    """The groups of a gazetteer that each corpus type may use."""

    gazetteer: Gazetteer
    selectors: Mapping[str, Sequence[Selector]]

    @cached_property
    def groups(self) -> dict[str, Ints]:
        return {t: kept_groups(self.gazetteer, s) for t, s in self.selectors.items()}

    @cached_property
    def places(self) -> Ints:
        """Countries, cities and regions: what a team may be named after."""
        return kept_groups(self.gazetteer, PLACES)

    @cached_property
    def family(self) -> list[str]:
        """Per group: its family, that of its class elsewhere (parties are people, too), or OWN."""
        g = self.gazetteer
        types, classes = g.group_type.tolist(), g.group_class.tolist()
        found = [family_of(g.types[t], g.classes[c].label) for t, c in zip(types, classes, strict=True)]
        elsewhere = {c: f for c, f in zip(classes, found, strict=True) if f}
        return [f or elsewhere.get(c, OWN) for f, c in zip(found, classes, strict=True)]

    @cached_property
    def weight(self) -> Floats:
        """Per group: how common its class is among mentions of its type."""
        share = self.gazetteer.group_share
        return self.gazetteer.group_weight * (1.0 if share is None else share)

    @cached_property
    def home(self) -> list[int]:
        """Per class: the gazetteer type that most of its mentions have."""
        g = self.gazetteer
        best = np.full(len(g.classes), -1.0)
        found = np.zeros(len(g.classes), dtype=np.int64)
        share = g.group_share if g.group_share is not None else np.ones(len(g.group_type))
        for group, (t, c) in enumerate(zip(g.group_type.tolist(), g.group_class.tolist(), strict=True)):
            if share[group] > best[c]:
                best[c], found[c] = share[group], t
        return [int(t) for t in found]

    def families_of(self, type_: str) -> dict[str, list[int]]:
        """The groups of each family that a corpus type has."""
        found: dict[str, list[int]] = {}
        for group in self.groups[type_].tolist():
            found.setdefault(self.family[group], []).append(group)
        return found

    @cached_property
    def types_of(self) -> dict[str, set[str]]:
        """The gazetteer types that each corpus type is mapped to."""
        return {t: {s.type for s in own} for t, own in self.selectors.items()}

    @cached_property
    def realms_of(self) -> dict[str, set[str]]:
        return {t: {realm_of(own) for own in types} for t, types in self.types_of.items()}


def kept_groups(gazetteer: Gazetteer, selectors: Sequence[Selector]) -> Ints:
    """The groups that some selectors may take names from: classes that were named, and those that pass the rules."""
    named = [gazetteer.groups_of(s.type, (s.klass,)) for s in selectors if s.klass]
    offered = [g for s in selectors for g in _offered(gazetteer, s)]
    judged = _judged(gazetteer, list(dict.fromkeys(offered)))
    chosen = {*judged, *(g for groups in named for g in groups.tolist())}
    kept = [g for g in chosen if gazetteer.klass(g).label != COMPOSED]
    return np.array(sorted(kept), dtype=np.int64)


def _offered(gazetteer: Gazetteer, selector: Selector) -> list[int]:
    """All groups of a type, or those of the family that is named."""
    groups = gazetteer.groups_of(selector.type).tolist()
    if not selector.klass:
        return list(groups)
    return [g for g in groups if family_of(selector.type, gazetteer.klass(g).label) == selector.klass]


def _judged(gazetteer: Gazetteer, groups: Sequence[int]) -> list[int]:
    """One group per class that belongs to the mapped types taken together; all where nothing is known of that."""
    share, linked = gazetteer.group_share, gazetteer.group_linked
    if share is None:
        return list(groups)
    by_class: dict[int, list[int]] = {}
    for g in groups:
        by_class.setdefault(int(gazetteer.group_class[g]), []).append(g)
    found = []
    for own in by_class.values():
        best = max(own, key=lambda g: (float(share[g]), -g))
        enough = linked is None or sum(float(linked[g]) for g in own) >= LEAST_LINKED
        if sum(float(share[g]) for g in own) >= LEAST_SHARE and enough and _named(gazetteer, best):
            found.append(best)
    return found


def _named(gazetteer: Gazetteer, group: int) -> bool:
    type_ = gazetteer.types[int(gazetteer.group_type[group])]
    return family_of(type_, gazetteer.klass(group).label) is not None
