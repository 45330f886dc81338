"""What a dataset holds: sizes, ambiguous and unseen mentions (hardeval's tables 1 and 2)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.lexicon import Lexicon, n_distinct


def statistics(parts: Mapping[str, Corpus]) -> dict[str, dict[str, int]]:
    """Counts of every part; ambiguity for ``train``, what is unseen in it for the others."""
    return statistics_of({name: Lexicon(c) for name, c in parts.items()})


def statistics_of(lexica: Mapping[str, Lexicon]) -> dict[str, dict[str, int]]:
    """The same from indexes that are already there."""
    train = lexica.get("train")
    return {
        name: dict(own.counted)
        if own.counted is not None
        else _sizes(own.corpus, own)
        | (_ambiguous(own) if name == "train" else _unseen(own.corpus, own, train) if train else {})
        for name, own in lexica.items()
    }


def _entities(lexicon: Lexicon) -> Ints:
    corpus = lexicon.corpus
    return lexicon.surface_of_mention * max(len(corpus.types), 1) + corpus.mentions.type


def _sizes(corpus: Corpus, own: Lexicon) -> dict[str, int]:
    return {
        "documents": corpus.n_documents if corpus.marked_documents else 0,
        "sentences": corpus.n_sentences,
        "tokens": corpus.n_tokens,
        "words": int(np.count_nonzero(own.token_count)),
        "mentions": len(corpus.mentions),
        "unique_mentions": n_distinct(own.surface_of_mention),
        "unique_tuples": n_distinct(_entities(own)),
    }


def _ambiguous(own: Lexicon) -> dict[str, int]:
    """Mentions whose surface has more than one type."""
    ambiguous = own.ambiguous_surfaces
    return {
        "ambiguous_mentions": int(ambiguous[own.surface_of_mention].sum()),
        "ambiguous_unique_mentions": int(ambiguous.sum()),
    }


def _unseen(corpus: Corpus, own: Lexicon, train: Lexicon) -> dict[str, int]:
    """Mentions whose surface (or surface and type) is no training mention."""
    surface, entity = train.surface_count(corpus) == 0, train.entity_count(corpus) == 0
    return {
        "unseen_mentions": int(surface.sum()),
        "unseen_unique_mentions": n_distinct(own.surface_of_mention[surface]),
        "unseen_tuples": int(entity.sum()),
        "unseen_unique_tuples": n_distinct(_entities(own)[entity]),
    }
