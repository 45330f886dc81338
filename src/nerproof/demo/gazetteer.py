"""The demo's gazetteer: the names of its corpus by class, and names of the same classes that it never uses.

The names of the corpus let the entity attack find out what a mention is; the others are what it puts there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nerproof.base.atomic import atomic
from nerproof.demo.dice import Dice
from nerproof.demo.frames import DOMAINS, domain
from nerproof.demo.names import Entity, pool
from nerproof.demo.sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from nerproof.demo.corpus import Demo

FORMS = {"last": "surname", "first": "first", "adj": "adjective"}  # forms that are a class of their own


def heldout() -> list[tuple[str, str, str]]:
    """(type, class, name) of every name that the corpus does not have."""
    found = []
    for heading, names in sections("heldout.txt").items():
        type_, class_ = heading.split()
        found += [(type_, class_, name) for name in names]
    return found


def rows(demo: Demo) -> list[dict[str, str]]:
    """The table of a file gazetteer; the class stands for Wikidata's P31."""
    type_of = {class_: type_ for type_, class_, _ in heldout()}
    there = {c.surface(i) for c in (demo.train, demo.test) for i in range(len(c.mentions))}
    named = ((class_, name) for class_, name in _pool_names(demo.seed) if name in there)
    used = {(type_of[class_], class_, name) for class_, name in named}
    # Mixed, because an attack that may not use a name takes the next one of its class.
    mixed = Dice(demo.seed, "gazetteer").shuffled([*sorted(used), *heldout()])
    return [
        {"type": t, "class_qid": f"D-{c}", "class_label": c, "entity_qid": f"D{i}", "name": name}
        for i, (t, c, name) in enumerate(mixed, start=1)
    ]


def _pool_names(seed: int) -> Iterator[tuple[str, str]]:
    """(class, name) of every form of every entity in the pools."""
    for name in DOMAINS:
        for kind in set(domain(name).cast.values()):
            for stream in {"", name}:
                both = pool(kind, seed, stream)
                for entity in [*both.known, *both.late]:
                    yield from _forms(kind, entity)


def _forms(kind: str, entity: Entity) -> Iterator[tuple[str, str]]:
    for form, name in entity.forms.items():
        yield FORMS.get(form, kind), name


def write_gazetteer(path: Path, demo: Demo) -> None:
    with atomic(path) as temporary:
        lines = (json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows(demo))
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
