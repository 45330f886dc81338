"""Which entity types count, and under which name: --types, --exclude-types, --map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from nerproof.base.errors import UsageError, nearest
from nerproof.corpus import Corpus


@dataclass(frozen=True)
class TypeFilter:
    """Renames first, then keeps or drops.

    >>> corpus = Corpus.from_sentences([["a", "b"]], [[(0, 1, "PERSON"), (1, 2, "DATE")]])
    >>> TypeFilter(exclude=("DATE",), rename={"PERSON": "PER"}).apply(corpus).types
    ('PER',)
    """

    only: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)

    def check(self, found: Iterable[str], *, anyway: bool = False) -> list[str]:
        """Refuses names that no file has; with ``anyway``, says so in notes. ``found``: the types of all files.

        >>> TypeFilter(only=("PERSON",)).check(["PER", "LOC"])
        Traceback (most recent call last):
            ...
        nerproof.base.errors.UsageError: --types: no file has the type 'PERSON'. Did you mean 'PER'?
        """
        known = set(found)
        renamed = {self.rename.get(t, t) for t in known}
        asked = [
            ("--types", self.only, renamed),
            ("--exclude-types", self.exclude, renamed),
            ("--map", self.rename, known),
        ]
        said = [
            _no_such_type(option, name, there) for option, names, there in asked for name in names if name not in there
        ]
        if said and known and not anyway:
            raise UsageError(said[0])
        return [f"warning: {line}" for line in said] if known else []

    def apply(self, corpus: Corpus) -> Corpus:
        if not (self.only or self.exclude or self.rename):
            return corpus
        names = [self.rename.get(t, t) for t in corpus.types]
        keeps = np.array([(not self.only or t in self.only) and t not in self.exclude for t in names], dtype=np.bool_)
        types = tuple(sorted({t for t, k in zip(names, keeps, strict=True) if k}))
        target = np.array([types.index(t) if k else -1 for t, k in zip(names, keeps, strict=True)], dtype=np.int64)
        m = corpus.mentions
        moved = target[m.type] if len(m) else m.type
        stay = moved >= 0
        kept = m.take(stay)
        found = corpus.with_mentions(kept.moved(kept.start, kept.end, moved[stay]), types)
        return replace(found, file_digest=corpus.file_digest)  # the signature says which file, and which types of it

    def __str__(self) -> str:
        parts = [
            "only=" + "+".join(self.only) if self.only else "",
            "without=" + "+".join(self.exclude) if self.exclude else "",
            "map=" + "+".join(f"{a}={b}" for a, b in sorted(self.rename.items())) if self.rename else "",
        ]
        return ",".join(p for p in parts if p)


def _no_such_type(option: str, name: str, known: set[str]) -> str:
    near = nearest(name, known)
    hint = f"Did you mean {near!r}?" if near else f"The types are {', '.join(sorted(known)[:20])}."
    return f"{option}: no file has the type {name!r}. {hint}"
