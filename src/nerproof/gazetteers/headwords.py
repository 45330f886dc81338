"""Words of a name that say what it is: Ltd, Party, University; in several languages (data/headwords.txt)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from nerproof.gazetteers.families import read_sections

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    """Head words of the family of a name that is itself one, of the same last letter: often of the same gender.

    >>> nouns_like({"organisation"}, "Treasury")[:3], nouns_like({"organisation"}, "Acme")
    (['ministry', 'army', 'navy'], [])
    """
    family = "" if " " in name else family_by_head(realms, name)
    pairs = ((word, f) for (realm, word), f in _heads().items() if realm in realms)
    return [word for word, f in pairs if f == family and word[-1] == name[-1].lower() and word != name.lower()]


def family_beside(words: Sequence[str]) -> str:
    """The family that the first of some words speaks of that are said of a name; nothing where none does.

    >>> family_beside(["news", "the"]), family_beside(["said", "the"])
    ('media', '')
    """
    listed = {w: family for (realm, family), own in _sections().items() if realm == "beside" for w in own}
    return next((listed[w] for w in words if w in listed), "")


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
