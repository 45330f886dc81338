"""What of a part is seen in the first one: by type, by TMR's sets, and which entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.splits.card_likeness import Entity, Samples

MOST = 50  # shared entities that are named
SETS = ("SEEN", "UNSEEN-TYPE", "UNSEEN-TOKENS", "TCM-ALL")


def by_type(samples: Samples, other: set[Entity]) -> dict[str, Any]:
    """Seen mentions of each type."""
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for entity in (e for sample in samples for e in sample):
        rows[entity[1]][0] += entity in other
        rows[entity[1]][1] += 1
    return {t: {"count": n, "total": m, "value": n / m} for t, (n, m) in sorted(rows.items())}


def tough(samples: Samples, other: set[Entity]) -> dict[str, Any]:
    """The mentions in each of TMR's sets; TCM-ALL: their surface has two or more types in this part."""
    mentions = [e for sample in samples for e in sample]
    surfaces = {surface for surface, _ in other}
    types: dict[str, set[str]] = defaultdict(set)
    for surface, kind in mentions:
        types[surface].add(kind)
    counts = Counter(_set(e, other, surfaces) for e in mentions)
    counts["TCM-ALL"] = sum(len(types[surface]) > 1 for surface, _ in mentions)
    total = len(mentions)
    return {k: {"count": counts[k], "total": total, "value": counts[k] / total if total else None} for k in SETS}


def _set(entity: Entity, other: set[Entity], surfaces: set[str]) -> str:
    if entity in other:
        return "SEEN"
    return "UNSEEN-TYPE" if entity[0] in surfaces else "UNSEEN-TOKENS"


def shared_entities(
    samples: Samples, first: Counter[Entity], places: Mapping[Entity, Sequence[str]]
) -> list[dict[str, Any]]:
    """The entities that a part shares with the first one, most mentions first, and where some of them are."""
    here = Counter(e for sample in samples for e in sample if e in first)
    top = sorted(here.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    return [
        {"surface": e[0], "type": e[1], "mentions": n, "in_first": first[e], "places": list(places.get(e, ()))}
        for e, n in top
    ]
