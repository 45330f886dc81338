"""Which entity types count, and under which name: --types, --exclude-types, --map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

import numpy as np

from nerproof.corpus import Corpus, Mentions
from nerproof.record import record


@record(eq=True)
class TypeFilter:
    """Renames first, then keeps or drops.

    >>> corpus = Corpus.from_sentences([["a", "b"]], [[(0, 1, "PERSON"), (1, 2, "DATE")]])
    >>> TypeFilter(exclude=("DATE",), rename={"PERSON": "PER"}).apply(corpus).types
    ('PER',)
    """

    only: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)

    def apply(self, corpus: Corpus) -> Corpus:
        if not (self.only or self.exclude or self.rename):
            return corpus
        names = [self.rename.get(t, t) for t in corpus.types]
        kept = np.array([(not self.only or t in self.only) and t not in self.exclude for t in names], dtype=np.bool_)
        types = tuple(sorted({t for t, k in zip(names, kept, strict=True) if k}))
        target = np.array([types.index(t) if k else -1 for t, k in zip(names, kept, strict=True)], dtype=np.int64)
        m = corpus.mentions
        moved = target[m.type] if len(m) else m.type
        stay = moved >= 0
        found = corpus.with_mentions(Mentions.of(m.start[stay], m.end[stay], moved[stay]), types)
        return replace(found, file_digest=corpus.file_digest)  # the signature says which file, and which types of it

    def __str__(self) -> str:
        parts = [
            "only=" + "+".join(self.only) if self.only else "",
            "without=" + "+".join(self.exclude) if self.exclude else "",
            "map=" + "+".join(f"{a}={b}" for a, b in sorted(self.rename.items())) if self.rename else "",
        ]
        return ",".join(p for p in parts if p)
