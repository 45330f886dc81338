"""A deterministic tokenizer that keeps character offsets, for texts that come without tokens.

Words keep their inner apostrophes and hyphens, numbers their inner points and commas; every other character that is no
white space is a token of its own. Han and kana are cut character by character, since no blank parts their words.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from nerproof.base.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Offsets = list[tuple[int, int]]

TOKENIZERS = ("words", "blanks")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[^ \t\r\n]+")
_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"


def tokenize(text: str, how: str = "words") -> Offsets:
    """Character offsets of the tokens of a text.

    >>> text = "O'Neill's 3.5 co-workers (in U.S.)"
    >>> [text[s:e] for s, e in tokenize(text)]
    ["O'Neill's", '3.5', 'co-workers', '(', 'in', 'U', '.', 'S', '.', ')']
    >>> [text[s:e] for s, e in tokenize(text, "blanks")]
    ["O'Neill's", '3.5', 'co-workers', '(in', 'U.S.)']
    """
    if how not in TOKENIZERS:
        raise UnknownName.among("tokenizer", how, TOKENIZERS)
    pattern = _BLANKS if how == "blanks" else _words(_marks(text))
    return [match.span() for match in pattern.finditer(text)]


def _marks(text: str) -> str:
    """The combining and invisible characters of a text: Python's ``\\w`` has no vowel signs, so words would break."""
    if text.isascii():
        return ""
    return "".join(sorted(c for c in set(text) if c > "\x7f" and unicodedata.category(c) in {"Mn", "Mc", "Me", "Cf"}))


@lru_cache(maxsize=64)
def _words(marks: str) -> re.Pattern[str]:
    inner = f"(?:(?![{_IDEOGRAPH}])\\w" + (f"|[{re.escape(marks)}])" if marks else ")")
    # One pass without going back: a text of a million digits and points must not cost its square.
    joint = rf"(?:['’‐-](?={inner})|(?<=\d)[.,:](?=\d))"
    return re.compile(rf"(?![{_IDEOGRAPH}])\w{inner}*+(?:{joint}{inner}*+)*+|\S")


def cut(tokens: Offsets, text: str, places: Iterable[int], how: str = "words") -> tuple[Offsets, int]:
    """The tokens cut at the given places, the pieces tokenized again, and how many tokens were cut.

    >>> cut([(0, 9), (10, 12)], "EU-summit of", [2, 9])
    ([(0, 2), (2, 3), (3, 9), (10, 12)], 1)
    """
    inside: dict[int, list[int]] = {}
    starts = [start for start, _ in tokens]
    for place in sorted(set(places)):
        i = bisect_right(starts, place) - 1
        if i >= 0 and tokens[i][0] < place < tokens[i][1]:
            inside.setdefault(i, []).append(place)
    if not inside:
        return tokens, 0
    pieces: Offsets = []
    for i, (start, end) in enumerate(tokens):
        if i not in inside:
            pieces.append((start, end))
            continue
        edges = [start, *inside[i], end]
        for a, b in pairwise(edges):
            pieces += [(a + s, a + e) for s, e in tokenize(text[a:b], how)]
    return pieces, len(inside)


def line_starts(text: str) -> list[int]:
    """Where the lines of a text begin; U+2028 and its kin are characters, not line ends."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def sentence_starts(tokens: Offsets, places: Sequence[int]) -> list[int]:
    """The first token of every sentence, where sentences begin at the given characters; empty ones vanish.

    >>> sentence_starts([(0, 2), (3, 5), (6, 8)], [0, 6])
    [0, 2]
    """
    owners = [bisect_right(places, start) for start, _ in tokens]
    return [i for i, owner in enumerate(owners) if i == 0 or owner != owners[i - 1]]


def token_at(tokens: Offsets, place: int) -> int:
    """The token that holds a character, or the next one; the last one beyond the end."""
    return min(bisect_left([end for _, end in tokens], place + 1), len(tokens) - 1)
