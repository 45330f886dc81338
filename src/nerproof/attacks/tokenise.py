"""Cuts a name into tokens the way a corpus does: learnt from the corpus's own tokens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus import Corpus

KEPT_AT_EDGE = 0.05  # a mark that stands on words in this share of its uses stays on them
KEPT_INSIDE = 0.005  # less is enough inside words and for points: a comma is mostly a comma, "1,5" is still one token
FEW = 20  # uses of a mark that say too little; then inner hyphens and apostrophes stay
STAY = frozenset("-'’&/")
ABBREVIATION = 4  # letters before a point: "St.", "Inc."
CLITICS = ("'s", "’s", "n't", "'t")


@dataclass
class NameTokeniser:
    """Which punctuation a corpus leaves on or in its words; everything else becomes tokens of its own.

    >>> from nerproof.corpus import Corpus
    >>> cut = NameTokeniser.learn(Corpus.from_sentences([["Jean-Luc", "(", "A.", ")", "'s", ","]]))
    >>> cut("Anne-Marie (B.) Smith's")
    ('Anne-Marie', '(', 'B.', ')', 'Smith', "'s")
    """

    inside: frozenset[str]  # marks between two letters that stay: the hyphen of "Jean-Luc"
    inside_digits: frozenset[str]
    before: frozenset[str]  # marks that stay at the start of a word
    after: frozenset[str]  # marks that stay at the end of a word; for the point, of a short word
    known: frozenset[str]  # the corpus's own tokens with marks: never cut
    clitics: tuple[str, ...]
    _cut: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def learn(cls, corpus: Corpus) -> NameTokeniser:
        counts = np.bincount(corpus.tokens.ids, minlength=len(corpus.tokens.vocabulary)).tolist()
        uses: dict[str, Counter[str]] = {k: Counter() for k in ("inside", "digits", "before", "after", "alone")}
        known = set()
        for token, n in zip(corpus.tokens.vocabulary.strings, counts, strict=True):
            if n and not token.isalnum():
                known.add(token)
                for place, mark in _marks(token):
                    uses[place][mark] += n
        alone = uses.pop("alone")

        def kept(place: str) -> frozenset[str]:
            least = {m: KEPT_INSIDE if place in {"inside", "digits"} or m == "." else KEPT_AT_EDGE for m in uses[place]}
            return frozenset(m for m, n in uses[place].items() if n >= least[m] * (n + alone[m]))

        inside = kept("inside") | {m for m in STAY if uses["inside"][m] + alone[m] < FEW}
        clitics = tuple(c for c in CLITICS if c in known)
        words = frozenset(t for t in known if any(c.isalnum() for c in t))
        return cls(inside, kept("digits"), kept("before"), kept("after"), words, clitics)

    def __call__(self, name: str) -> tuple[str, ...]:
        words = name.split()
        if name.replace(" ", "").isalnum():
            return tuple(words)
        found: list[str] = []
        for word in words:
            if word.isalnum():
                found.append(word)
            else:
                if word not in self._cut:
                    self._cut[word] = tuple(self._pieces(word))
                found += self._cut[word]
        return tuple(found)

    def _pieces(self, word: str) -> Iterator[str]:
        if word.isalnum() or word in self.known:
            yield word
            return
        start, end = self._strip(word)
        yield from word[:start]
        middle = word[start:end]
        clitic = next((c for c in self.clitics if middle.endswith(c) and len(middle) > len(c)), "")
        yield from self._between(middle[: len(middle) - len(clitic)])
        yield from (part for part in (clitic, *word[end:]) if part)

    def _strip(self, word: str) -> tuple[int, int]:
        """Where the word begins and ends when marks that the corpus would cut off are off."""
        start, end = 0, len(word)
        while start < end and not word[start].isalnum() and not (word[start] in self.before and start + 1 < end):
            start += 1
        while end > start and not word[end - 1].isalnum() and not self._stays(word[start:end]):
            end -= 1
        return start, end

    def _stays(self, word: str) -> bool:
        mark = word[-1]
        if mark == ".":
            return "." in self.after and (len(word) <= ABBREVIATION + 1 or "." in word[:-1])
        return mark in self.after and len(word) > 1

    def _between(self, word: str) -> Iterator[str]:
        """Cuts at inner marks that the corpus does not keep inside words."""
        begin = 0
        for i in range(1, len(word) - 1):
            mark = word[i]
            if mark.isalnum() or not (word[i - 1].isalnum() and word[i + 1].isalnum()):
                continue
            keep = self.inside_digits if word[i - 1].isdigit() and word[i + 1].isdigit() else self.inside
            # A point between letters belongs to "U.S." wherever points stay at the end of words.
            if mark not in keep and not (mark == "." and "." in self.after):
                yield from (word[begin:i], mark)
                begin = i + 1
        if word[begin:]:
            yield word[begin:]


def _marks(token: str) -> Iterator[tuple[str, str]]:
    """Where marks stand in a token: (place, mark)."""
    if not any(c.isalnum() for c in token):
        if len(token) == 1:
            yield "alone", token
        return
    if not token[0].isalnum():
        yield "before", token[0]
    if not token[-1].isalnum() and (token[-1] != "." or len(token) <= ABBREVIATION + 1):
        yield "after", token[-1]
    for left, mark, right in zip(token, token[1:], token[2:], strict=False):
        if not mark.isalnum() and left.isalnum() and right.isalnum():
            yield ("digits" if left.isdigit() and right.isdigit() else "inside"), mark
