"""The names that an attack can draw from: table 2 of the RockNER paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.attacks.classes import kept_groups
from nerproof.gazetteers.type_map import default_map

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.corpus import Corpus
    from nerproof.gazetteers import Gazetteer
    from nerproof.gazetteers.type_map import Selector


def dictionary(
    corpus: Corpus, gazetteer: Gazetteer, type_map: Mapping[str, Sequence[Selector]]
) -> list[dict[str, Any]]:
    """Table 2: per type its mentions, the classes that names come from, and the names."""
    selectors = default_map(corpus.types) | dict(type_map)
    sizes = gazetteer.offsets[1:] - gazetteer.offsets[:-1]
    rows = []
    for i, type_ in enumerate(corpus.types):
        groups = kept_groups(gazetteer, selectors.get(type_, ()))
        rows.append(
            {
                "type": type_,
                "mentions": int((corpus.mentions.type == i).sum()),
                "classes": len(groups),
                "names": int(sizes[groups].sum()),
            }
        )
    return rows
