"""Person names composed from first, middle and last names, as RockNER does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np


@dataclass(frozen=True)
class NameParts:
    """Where composed person names come from."""

    first: tuple[str, ...]
    middle: tuple[str, ...]
    last: tuple[str, ...]

    @classmethod
    def split(cls, names: Iterable[str]) -> NameParts:
        """The parts of whole names: the first word, the words between, the last word.

        >>> NameParts.split(["Norman D. McMahon", "April Hart"])
        NameParts(first=('Norman', 'April'), middle=('D.',), last=('McMahon', 'Hart'))
        """
        words = [w for w in (n.split() for n in names) if len(w) > 1]
        first = dict.fromkeys(w[0] for w in words)
        middle = dict.fromkeys(" ".join(w[1:-1]) for w in words if len(w) > 2)
        last = dict.fromkeys(w[-1] for w in words)
        return cls(tuple(first), tuple(middle), tuple(last))

    def compose(self, length: int, rng: np.random.Generator) -> str:
        """A name of about the mention's length: last; first last; first middle last."""
        pick = rng.random(3)
        last = self.last[int(pick[2] * len(self.last))]
        if length <= 1:
            return last
        first = self.first[int(pick[0] * len(self.first))]
        if length == 2 or not self.middle:
            return f"{first} {last}"
        return f"{first} {self.middle[int(pick[1] * len(self.middle))]} {last}"
