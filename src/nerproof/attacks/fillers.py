"""What a masked language model is to the context attack: it fills words into sentences, left to right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Gap(NamedTuple):
    """A sentence with words to be replaced."""

    words: Sequence[str]
    positions: Sequence[int]  # from left to right
    kinds: Sequence[int]  # the kind of content word at each position (words.py)
    draws: Sequence[float]  # one uniform number per position: which of the ranks is taken


class Filled(NamedTuple):
    """The new words, and how likely the model finds them together (logarithm; None: could not be filled)."""

    words: tuple[str, ...]
    likelihood: float | None


class Filler(Protocol):
    """A masked language model."""

    @property
    def statement(self) -> str: ...

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
