"""What a dataset holds: sizes, ambiguous and unseen mentions (hardeval's tables 1 and 2)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nerproof.corpus import Corpus
from nerproof.index.lexicon import Lexicon, n_distinct


def statistics(parts: Mapping[str, Corpus]) -> dict[str, dict[str, int]]:
    """Counts of every part; ambiguity for ``train``, what is unseen in it for the others."""
    return statistics_of({name: Lexicon(c) for name, c in parts.items()})


def statistics_of(lexica: Mapping[str, Lexicon]) -> dict[str, dict[str, int]]:
    """The same from indexes that are already there."""
    train = lexica.get("train")
    return {
        name: _sizes(own) | (_ambiguous(own) if name == "train" else _unseen(own, train) if train else {})
        for name, own in lexica.items()
    }


def _sizes(own: Lexicon) -> dict[str, int]:
    sizes = {name: own.sizes[name] for name in ("documents", "sentences", "tokens")}
    return sizes | {
        "words": int(np.count_nonzero(own.token_count)),
        "mentions": own.sizes["mentions"],
        "unique_mentions": int(np.count_nonzero(own.surface_mentions)),
        "unique_tuples": len(own.entities.triples()[0]),
    }


def _ambiguous(own: Lexicon) -> dict[str, int]:
    """Mentions whose surface has more than one type."""
    ambiguous = own.ambiguous_surfaces
    return {
        "ambiguous_mentions": int(own.surface_mentions[ambiguous].sum()),
        "ambiguous_unique_mentions": int(ambiguous.sum()),
    }


def _unseen(own: Lexicon, train: Lexicon) -> dict[str, int]:
    """Mentions whose surface (or surface and type) is no training mention."""
    surface, _, count = own.entities.triples()
    by_surface, by_entity = (found == 0 for found in train.entities_of(own))
    return {
        "unseen_mentions": int(count[by_surface].sum()),
        "unseen_unique_mentions": n_distinct(surface[by_surface]),
        "unseen_tuples": int(count[by_entity].sum()),
        "unseen_unique_tuples": int(by_entity.sum()),
    }
