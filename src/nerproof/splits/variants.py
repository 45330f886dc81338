"""Test variants: every sentence stays, gold mentions are filtered by whether their entity is in a training set."""

from __future__ import annotations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Bools, Corpus, Ints
from nerproof.splits.incidence import entity_ids

KINDS = ("clean", "contaminated")


def keep_mask(corpus: Corpus, train: Ints, keep: str, entities: Ints | None = None) -> Bools:
    """The mentions (of the whole corpus) whose entity is not in train (clean), or is (contaminated)."""
    if keep not in KINDS:
        raise UsageError(f"no test variant named {keep!r}. Known: {', '.join(KINDS)}.")
    ids = entity_ids(corpus) if entities is None else entities
    in_train = np.zeros(corpus.n_sentences, dtype=np.bool_)
    in_train[train] = True
    known = np.zeros(int(ids.max(initial=-1)) + 1, dtype=np.bool_)
    known[ids[in_train[corpus.sentence_of_mention]]] = True
    seen: Bools = known[ids]
    return ~seen if keep == "clean" else seen
