"""Words of a name that say what it is: Ltd, Party, University; in several languages (data/headwords.txt)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from nerproof.gazetteers.families import read_sections


class Head(NamedTuple):
    """A head word, at the end of a name or at its beginning (University of …), and the family that it speaks of."""

    word: str
    family: str
    at_end: bool

    def of(self, name: str) -> bool:
        """Whether a name has this head word."""
        words = name.lower()
        return words.endswith(f" {self.word}") if self.at_end else words.startswith(f"{self.word} ")


@cache
def _heads() -> dict[tuple[str, str], str]:
    """(realm, word) -> family; of a word that is listed twice, the first."""
    found: dict[tuple[str, str], str] = {}
    for (realm, family), words in read_sections("headwords.txt").items():
        for word in words:
            found.setdefault((realm, word), family)
    return found


def head_of(realms: set[str], name: str) -> Head | None:
    """The last or the first word of a name of several words, if a list has it.

    >>> head_of({"organisation"}, "Delta University"), head_of({"organisation"}, "Delta")
    (Head(word='university', family='school', at_end=True), None)
    """
    words = name.lower().split()
    heads = _heads()
    for word, at_end in ((words[-1], True), (words[0], False)) if len(words) > 1 else ():
        for realm in sorted(realms):
            if (realm, word) in heads:
                return Head(word, heads[realm, word], at_end)
    return None
