"""From mentions to gazetteer classes: exact label within the type; the class prior where there is no link."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nerproof.gazetteers.table import COMPOSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nerproof.corpus import Ints
    from nerproof.gazetteers import Gazetteer
    from nerproof.gazetteers.type_map import Selector

PRIOR_WEIGHT = 20.0  # linked mentions that the gazetteer's own class frequencies count as

Entity = tuple[str, str]  # type, surface
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Links:
    """The rows each (type, surface) may stand for, and per type the groups with their prior."""

    gazetteer: Gazetteer
    rows: Mapping[Entity, Sequence[int]]
    groups: Mapping[str, Ints]
    prior: Mapping[str, Floats]  # cumulated: one uniform number picks a group

    def drawn(self, type_: str, uniform: float) -> int:
        """A group by the prior of a type."""
        cumulated = self.prior[type_]
        return int(self.groups[type_][np.searchsorted(cumulated, uniform * cumulated[-1], side="right")])


def groups_of(gazetteer: Gazetteer, selectors: Sequence[Selector]) -> Ints:
    """The groups that a corpus type may take names from."""
    found = [gazetteer.groups_of(s.type, (s.klass,) if s.klass else ()) for s in selectors]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


def link(
    gazetteer: Gazetteer,
    groups: Mapping[str, Ints],
    entities: Iterable[Entity],
    qids: Mapping[Entity, str] | None = None,
) -> Links:
    """Links entities by exact label (capitals: ignoring case), or by the QIDs of an outside linker.

    The prior of a class is how often linked mentions have it, smoothed by the gazetteer's frequencies.
    """
    wanted = list(entities)
    distinct = list(dict.fromkeys(wanted))
    found = _by_qid(gazetteer, qids) if qids else _by_name(gazetteer, distinct)
    # A made-up person is nobody: to be called like one says nothing about the class.
    inside = {t: {g for g in gs.tolist() if gazetteer.klass(g).label != COMPOSED} for t, gs in groups.items()}
    owner = gazetteer.group_of_row
    rows = {}
    for entity in distinct:
        allowed = inside.get(entity[0], set())
        kept = [r for r in found.get(entity, ()) if int(owner[r]) in allowed]
        if kept:
            rows[entity] = kept
    return Links(gazetteer, rows, groups, _priors(gazetteer, groups, rows, wanted))


def _by_name(gazetteer: Gazetteer, entities: Sequence[Entity]) -> dict[Entity, list[int]]:
    variants: dict[Entity, tuple[str, ...]] = {}
    for entity in entities:
        surface = entity[1]
        # Headlines shout: MADRID is the label Madrid.
        variants[entity] = (surface, surface.title()) if surface.isupper() else (surface,)
    named = gazetteer.find({v for vs in variants.values() for v in vs})
    return {e: next((named[v] for v in vs if v in named), []) for e, vs in variants.items()}


def _by_qid(gazetteer: Gazetteer, qids: Mapping[Entity, str]) -> dict[Entity, list[int]]:
    wanted = set(qids.values())
    rows: dict[str, list[int]] = {}
    for i, qid in enumerate(gazetteer.entities.tolist()):
        if qid in wanted:
            rows.setdefault(qid, []).append(i)
    return {entity: rows.get(qid, []) for entity, qid in qids.items()}


def _priors(
    gazetteer: Gazetteer,
    groups: Mapping[str, Ints],
    rows: Mapping[Entity, Sequence[int]],
    mentions: Sequence[Entity],
) -> dict[str, Floats]:
    seen = np.zeros(len(gazetteer.group_type))
    owner = gazetteer.group_of_row
    times = Counter(entity for entity in mentions if entity in rows)
    where = [r for entity in times for r in rows[entity]]
    # Several senses share the mention.
    share = [n / len(rows[entity]) for entity, n in times.items() for _ in rows[entity]]
    np.add.at(seen, owner[where] if where else np.zeros(0, dtype=np.int64), share)
    return {t: _cumulated(seen[g], gazetteer.group_weight[g]) for t, g in groups.items() if len(g)}


def _cumulated(seen: Floats, weight: Floats) -> Floats:
    base = weight / weight.sum() if weight.sum() else np.full(len(weight), 1.0 / len(weight))
    return np.asarray(np.cumsum(seen + PRIOR_WEIGHT * base))
