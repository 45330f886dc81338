"""Draws replacement names: by class, unseen, not recognised by a reference model if that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.gazetteers.table import COMPOSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from nerproof.attacks.linking import Entity, Links
    from nerproof.gazetteers import NameParts

COMPOSED_TRIES = 50


class Candidate(NamedTuple):
    """A name to put in, with where it came from."""

    name: str
    row: int  # -1: composed
    group: int
    link: str  # linked, prior, composed


@dataclass
class Drawer:
    """One candidate after the other for an entity; ``accepts`` decides (unseen, not the old name)."""

    links: Links
    rng: np.random.Generator
    parts: dict[str, NameParts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for type_, groups in self.links.groups.items():
            found = self.links.gazetteer.parts_of(groups)
            if found:
                self.parts[type_] = found

    def first(self, entity: Entity, length: int, accepts: Callable[[str], bool]) -> Candidate | None:
        """The first candidate that is accepted; None if the type has none."""
        return next((c for c in self.candidates(entity, length) if accepts(c.name)), None)

    def guesses(self, entities: Sequence[Entity], lengths: Sequence[int]) -> list[Candidate | None]:
        """One candidate per entity, all drawn at once: nearly all of them are accepted, and the rest drawn singly."""
        picks = self.rng.random((len(entities), 2))
        found: list[Candidate | None] = [None] * len(entities)
        group = np.full(len(entities), -1, dtype=np.int64)
        by_prior: dict[str, list[int]] = {}
        owner = self.links.gazetteer.group_of_row
        for i, entity in enumerate(entities):
            linked = self.links.rows.get(entity)
            if linked:
                group[i] = owner[linked[int(picks[i, 0] * len(linked))]]
            elif entity[0] in self.parts:
                found[i] = next(self._composed(entity[0], lengths[i]))
            elif entity[0] in self.links.prior:
                by_prior.setdefault(entity[0], []).append(i)
        for type_, which in by_prior.items():
            cumulated = self.links.prior[type_]
            place = np.searchsorted(cumulated, picks[which, 0] * cumulated[-1], side="right")
            group[which] = self.links.groups[type_][place]
        some = np.flatnonzero(group >= 0)
        offsets = self.links.gazetteer.offsets
        size = offsets[group[some] + 1] - offsets[group[some]]
        rows = offsets[group[some]] + (picks[some, 1] * size).astype(np.int64)
        names = self.links.gazetteer.names[rows].tolist()
        for i, row, g, name in zip(some.tolist(), rows.tolist(), group[some].tolist(), names, strict=True):
            found[i] = Candidate(name, row, g, "linked" if entities[i] in self.links.rows else "prior")
        return found

    def candidates(self, entity: Entity, length: int) -> Iterator[Candidate]:
        """Names of the entity's class, then of classes by the prior, until all were offered."""
        type_ = entity[0]
        linked = self.links.rows.get(entity)
        if linked is None and type_ in self.parts:
            yield from self._composed(type_, length)
        if not len(self.links.groups.get(type_, ())):
            return
        pick = self.rng.random(2).tolist()
        if linked:
            group = int(self.links.gazetteer.group_of_row[linked[int(pick[0] * len(linked))]])
            yield from self._of_group(group, pick[1], "linked")
        for _ in range(4):
            yield from self._of_group(self.links.drawn(type_, float(self.rng.random())), pick[1], "prior")
        for group in self.links.groups[type_].tolist():
            yield from self._of_group(group, pick[1], "prior")

    def _of_group(self, group: int, uniform: float, how: str) -> Iterator[Candidate]:
        """All names of a group, beginning anywhere."""
        gazetteer = self.links.gazetteer
        if gazetteer.klass(group).label == COMPOSED:
            return
        first, end = int(gazetteer.offsets[group]), int(gazetteer.offsets[group + 1])
        size = end - first
        begin = int(uniform * size)
        for i in range(size):
            row = first + (begin + i) % size
            yield Candidate(gazetteer.names[row], row, group, how)

    def _composed(self, type_: str, length: int) -> Iterator[Candidate]:
        for _ in range(COMPOSED_TRIES):
            yield Candidate(self.parts[type_].compose(length, self.rng), -1, -1, "composed")
