"""From mentions to classes: the most notable entity that bears the name, then that entity's most frequent class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nerproof.attacks.classes import Catalogue
    from nerproof.corpus import Ints
    from nerproof.gazetteers import Gazetteer

Entity = tuple[str, str]  # type, surface

LEGAL_FORM = re.compile(r"\s+(corp|inc|ltd|co|plc|ag|sa|nv|gmbh|group|llc|s\.a|s\.p\.a|n\.v|a\.g)\.?$", re.IGNORECASE)


class Link(NamedTuple):
    """The entry that a mention stands for."""

    row: int
    group: int


def link(
    catalogue: Catalogue,
    groups: Mapping[str, Ints],
    entities: Iterable[Entity],
    qids: Mapping[Entity, str] | None = None,
) -> dict[Entity, Link]:
    """Links entities by exact label within the groups of their type, or by the QIDs of an outside linker."""
    distinct = list(dict.fromkeys(entities))
    allowed = {t: frozenset(g.tolist()) for t, g in groups.items()}
    found = _by_qid(catalogue.gazetteer, qids) if qids else _by_name(catalogue.gazetteer, distinct)
    answers = {}
    for entity in distinct:
        for rows in found.get(entity, ()):
            best = _best(catalogue, rows, allowed.get(entity[0], frozenset()))
            if best is not None:
                answers[entity] = best
                break
    return answers


def variants(surface: str) -> list[str]:
    """How a gazetteer may write a surface: as it is, with the usual capitals, without the legal form.

    >>> variants("ACME Corp."), variants("MADRID")
    (['ACME Corp.', 'ACME'], ['MADRID', 'Madrid'])
    """
    found = [surface] if any(map(str.islower, surface)) and not surface.islower() else [surface, surface.title()]
    return list(dict.fromkeys([*found, *(LEGAL_FORM.sub("", v) for v in found)]))


def notability(entity: str, row: int) -> int:
    """Smaller is better known: Wikidata's items were made in about this order; elsewhere the order of the file."""
    number = entity[1:]
    return int(number) if number.isdigit() and entity[0] == "Q" else row


def is_well_known(entity: str) -> bool:
    """Whether Wikidata's item has a number below five million: those that people wrote about first."""
    return len(entity) < 8 or entity[0] != "Q" or (len(entity) == 8 and entity[1] < "5")


def _best(catalogue: Catalogue, rows: Sequence[int], allowed: frozenset[int]) -> Link | None:
    gazetteer = catalogue.gazetteer
    owner, entities = gazetteer.group_of_row, gazetteer.entities
    kept = [(r, g) for r in rows if (g := int(owner[r])) in allowed]
    if not kept:
        return None
    known = min(notability(str(entities[r]), r) for r, _ in kept)
    own = [(r, g) for r, g in kept if notability(str(entities[r]), r) == known]
    return Link(*max(own, key=lambda rg: (float(catalogue.weight[rg[1]]), -rg[0])))


def _by_name(gazetteer: Gazetteer, entities: Sequence[Entity]) -> dict[Entity, list[list[int]]]:
    spelled = {entity: variants(entity[1]) for entity in entities}
    named = gazetteer.find({v for vs in spelled.values() for v in vs})
    return {e: rows for e, vs in spelled.items() if (rows := [named[v] for v in vs if v in named])}


def _by_qid(gazetteer: Gazetteer, qids: Mapping[Entity, str]) -> dict[Entity, list[list[int]]]:
    wanted = set(qids.values())
    rows: dict[str, list[int]] = {}
    for i, qid in enumerate(gazetteer.entities.tolist()):
        if qid in wanted:
            rows.setdefault(qid, []).append(i)
    return {entity: [rows.get(qid, [])] for entity, qid in qids.items()}
