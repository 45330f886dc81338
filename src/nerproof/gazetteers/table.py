"""The table of names behind every gazetteer: rows of (type, class, entity, name) as numpy columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Coded, Ids, Ints
from nerproof.gazetteers.names import PersonNames, split_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Strings = NDArray[Any]  # numpy object arrays: strings are kept as read, never copied into ids

BITS = 1 << 22  # of the hashes of names
COMPOSED = "composed person name"  # the class of names made from first, middle and last names


class Klass(NamedTuple):
    """A fine-grained class within a type (Wikidata's P31)."""

    qid: str
    label: str


class Row(NamedTuple):
    """One row for reading by people."""

    type: str
    class_qid: str
    class_label: str
    entity_qid: str
    name: str


class Rows(NamedTuple):
    """The columns of a table on its way into a Gazetteer."""

    type: Coded
    class_qid: Coded
    class_label: Coded
    entity: Strings
    name: Strings
    class_weight: NDArray[np.float64] | None = None
    class_share: NDArray[np.float64] | None = None
    class_linked: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, rows: Iterable[Sequence[str]]) -> Rows:
        """From (type, class_qid, class_label, entity_qid, name) tuples."""
        columns = list(zip(*rows, strict=True)) or [()] * 5
        coded = [Coded.encode(c) for c in columns[:3]]
        entity, name = (np.array(c, dtype=object) for c in columns[3:5])
        return cls(coded[0], coded[1], coded[2], entity, name)


@dataclass(frozen=True, eq=False)
class Gazetteer:
    """Names by type and class; rows are sorted by group = (type, class), so a group is a slice.

    >>> g = Gazetteer.of(Rows.of([("GPE", "Q515", "city", "Q3519", "Bari")]))
    >>> g.types, g.row(0).name, len(g)
    (('GPE',), 'Bari', 1)
    """

    types: tuple[str, ...]
    classes: tuple[Klass, ...]
    group_type: Ids  # per group
    group_class: Ids
    group_weight: NDArray[np.float64]  # how common the class is among mentions of its type, any scale
    offsets: Ints  # first row of each group, then the number of rows
    names: Strings
    entities: Strings
    group_share: NDArray[np.float64] | None = None  # share of the class's linked mentions that have the type
    group_linked: NDArray[np.float64] | None = None  # how many entities of the class were linked
    origin: str = "memory"
    licence: str = ""
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, rows: Rows, *, origin: str = "memory", licence: str = "", notes: tuple[str, ...] = ()) -> Gazetteer:
        """Groups rows by type and class, in order of first appearance of both."""
        classes, class_id = _classes(rows)
        key = rows.type.ids.astype(np.int64) * max(len(classes), 1) + class_id
        order = np.argsort(key, kind="stable")
        groups, first, counts = np.unique(key[order], return_index=True, return_counts=True)
        weight = counts.astype(np.float64) if rows.class_weight is None else rows.class_weight[order][first]
        share = None if rows.class_share is None else rows.class_share[order][first]
        linked = None if rows.class_linked is None else rows.class_linked[order][first]
        return cls(
            types=rows.type.vocabulary.strings,
            classes=classes,
            group_type=(groups // max(len(classes), 1)).astype(np.int32),
            group_class=(groups % max(len(classes), 1)).astype(np.int32),
            group_weight=weight,
            offsets=np.append(first, len(key)).astype(np.int64),
            names=rows.name[order],
            entities=rows.entity[order],
            group_share=share,
            group_linked=linked,
            origin=origin,
            licence=licence,
            notes=notes,
        )

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def group_of_row(self) -> Ints:
        return np.repeat(np.arange(len(self.group_type)), np.diff(self.offsets))

    def klass(self, group: int) -> Klass:
        return self.classes[int(self.group_class[group])]

    def row(self, i: int) -> Row:
        group = int(self.group_of_row[i])
        k = self.klass(group)
        return Row(self.types[self.group_type[group]], k.qid, k.label, str(self.entities[i]), str(self.names[i]))

    def rows(self) -> Iterator[Row]:
        return (self.row(i) for i in range(len(self)))

    def groups_of(self, type_: str, classes: Sequence[str] = ()) -> Ints:
        """The groups of a type, of the named classes (QID or label) only if any are named."""
        if type_ not in self.types:
            return np.zeros(0, dtype=np.int64)
        found = np.flatnonzero(self.group_type == self.types.index(type_))
        if not classes:
            return found
        wanted = {c.lower() for c in classes}
        keep = [g for g in found.tolist() if {self.klass(g).qid.lower(), self.klass(g).label.lower()} & wanted]
        return np.array(keep, dtype=np.int64)

    @cached_property
    def _hashes(self) -> Ints:
        return np.fromiter(map(hash, self.names.tolist()), dtype=np.int64, count=len(self.names)) & (BITS - 1)

    def find(self, surfaces: set[str]) -> dict[str, list[int]]:
        """The rows that bear each of the given names exactly, in their order.

        A few bits of the hashes leave few rows to look at; a dictionary of a million names would cost more.
        """
        asked = np.zeros(BITS, dtype=bool)
        asked[[hash(s) & (BITS - 1) for s in surfaces]] = True
        found: dict[str, list[int]] = {}
        for row in np.flatnonzero(asked[self._hashes]).tolist():
            if self.names[row] in surfaces:
                found.setdefault(self.names[row], []).append(row)
        return found

    @property
    def has_persons(self) -> bool:
        """Whether there are persons that are real, not composed."""
        return any(self.klass(g).label != COMPOSED for g in self.groups_of("PERSON").tolist())

    def person_names(self) -> PersonNames | None:
        """First names and surnames of the persons, real ones where there are any, else composed ones; None without."""
        groups = self.groups_of("PERSON").tolist()
        real = [g for g in groups if self.klass(g).label != COMPOSED] or groups
        return split_names(n for g in real for n in self.names[self.offsets[g] : self.offsets[g + 1]].tolist())

    def counts(self) -> list[dict[str, Any]]:
        """Per type: classes and names (table 2 of the paper has the same columns)."""
        sizes = np.diff(self.offsets)
        return [
            {
                "type": t,
                "classes": int((self.group_type == i).sum()),
                "names": int(sizes[self.group_type == i].sum()),
            }
            for i, t in enumerate(self.types)
        ]


def _classes(rows: Rows) -> tuple[tuple[Klass, ...], Ints]:
    """The distinct (QID, label) pairs and the pair of each row."""
    labels = max(len(rows.class_label.vocabulary), 1)
    pair = rows.class_qid.ids.astype(np.int64) * labels + rows.class_label.ids
    distinct, inverse = np.unique(pair, return_inverse=True)
    qids, names = rows.class_qid.vocabulary, rows.class_label.vocabulary
    return tuple(Klass(qids[p // labels], names[p % labels]) for p in distinct.tolist()), inverse.reshape(-1)
