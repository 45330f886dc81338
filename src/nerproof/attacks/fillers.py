"""What finds words for the context attack: it fills them into sentences, left to right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

ENT = "ENT"  # the tag of words inside mentions


class Gap(NamedTuple):
    """A sentence with words to be replaced."""

    words: Sequence[str]
    positions: Sequence[int]  # from left to right
    tags: Sequence[str]  # of all words: fine tags, ENT inside mentions
    draws: Sequence[float]  # one uniform number per position: which of the ranks is taken


class Filled(NamedTuple):
    """The new words, and how likely the model finds them together (logarithm; None: could not be filled)."""

    words: tuple[str, ...]
    likelihood: float | None


class Filler(Protocol):
    """A word list with a language model, or a masked language model."""

    @property
    def statement(self) -> str: ...

    def fillable(self, words: Sequence[str], tags: Sequence[str]) -> list[int]:
        """The places of a sentence whose words may be replaced."""

    def fill(self, gaps: Sequence[Gap], ranks: tuple[int, int]) -> list[Filled]:
        """Fills each gap from left to right with words of the given ranks, never with the old word."""


def like(word: str, old: str) -> str:
    """The word with the old one's capitals.

    >>> like("roommates", "Friends"), like("roommates", "FRIENDS")
    ('Roommates', 'ROOMMATES')
    """
    if old.isupper() and len(old) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if old[:1].isupper() else word
