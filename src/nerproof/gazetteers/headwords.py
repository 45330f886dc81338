"""Words of a name that say what it is: Ltd, Party, University; in several languages (data/headwords.txt)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from nerproof.gazetteers.families import read_sections

PREPOSITIONS = frozenset(["of", "in", "for", "at"])


class Head(NamedTuple):
    """A head word at the end of a name, or before of and the like, and the family that it speaks of."""

    word: str
    family: str
    at_end: bool

    def of(self, name: str) -> bool:
        """Whether a name has this head word."""
        words = f" {name.lower()}"
        return words.endswith(f" {self.word}") if self.at_end else f" {self.word} " in words


@cache
def _sections() -> dict[tuple[str, str], list[str]]:
    return read_sections("headwords.txt")


@cache
def _heads() -> dict[tuple[str, str], str]:
    """(realm, word) -> family; of a word that is listed twice, the first."""
    found: dict[tuple[str, str], str] = {}
    for (realm, family), words in _sections().items():
        for word in words:
            found.setdefault((realm, word), family)
    return found


def family_by_head(realms: set[str], name: str) -> str:
    """The family that a name's head word speaks of, which may be the whole name (Treasury, Gobierno); else nothing."""
    head = head_of(realms, name)
    alone = (_heads().get((r, name.lower()), "") for r in sorted(realms))
    return head.family if head is not None else next(filter(None, alone), "")


def nouns_like(realms: set[str], name: str) -> list[str]:
    """Head words of the family of a word that is itself one, of the same last letter: often of the same gender.

    >>> nouns_like({"organisation"}, "Treasury")[:3], nouns_like({"organisation"}, "Acme")
    (['ministry', 'army', 'navy'], [])
    """
    family = family_by_head(realms, name)
    pairs = ((word, f) for (realm, word), f in _heads().items() if realm in realms)
    return [
        word for word, f in pairs if family and f == family and word[-1] == name[-1].lower() and word != name.lower()
    ]


@cache
def family_beside(word: str) -> str:
    """The family of a name that a word is said of; nothing where it says none.

    >>> family_beside("newspaper"), family_beside("said")
    ('media', '')
    """
    return next((family for (realm, family), own in _sections().items() if realm == "beside" and word in own), "")


def head_of(realms: set[str], name: str) -> Head | None:
    """The last word of a name of several words, its first, or the one before of, if a list has it.

    >>> head_of({"organisation"}, "Delta University"), head_of({"organisation"}, "Delta")
    (Head(word='university', family='school', at_end=True), None)
    """
    words = name.lower().split()
    heads = _heads()
    inner = [word for word, preposition in pairwise(words) if preposition in PREPOSITIONS]
    for word, at_end in ((words[-1], True), (words[0], False), *((w, False) for w in inner)) if len(words) > 1 else ():
        for realm in sorted(realms):
            if (realm, word) in heads:
                return Head(word, heads[realm, word], at_end)
    return None
