"""English words that a context attack may put in: forms by tag, lemmas, meanings, habits (data/english.tsv.gz).

Made by reproduce/rockner/make_words.py from WordNet 3.0 (Princeton University, WordNet licence), the frequencies of
wordfreq, the forms of lemminflect and the tags of HanTa.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).resolve().parent / "data" / "english.tsv.gz"
KIND = {
    "NN": "n", "NNS": "n", "VB": "v", "VBD": "v", "VBG": "v", "VBN": "v", "VBP": "v", "VBZ": "v",
    "JJ": "a", "JJR": "a", "JJS": "a", "RB": "r",
}  # fmt: skip


class Lemma(NamedTuple):
    """What is known of a word: WordNet's field, verb frames, the senses above it, how much commoner its plural is."""

    word: str
    field: int
    frames: frozenset[int]
    above: tuple[int, ...]
    plural: float


class Form(NamedTuple):
    """A form that may be put in."""

    word: str
    lemma: Lemma


@dataclass(frozen=True)
class Words:
    """Forms by tag."""

    forms: dict[tuple[str, str], Lemma] = field(default_factory=dict)  # (tag, form)
    usable: dict[tuple[str, int], list[Form]] = field(default_factory=dict)  # (tag, field)

    def lemma(self, tag: str, word: str) -> Lemma | None:
        return self.forms.get((tag, word.lower()))


@cache
def english_words() -> Words:
    """The list, read once."""
    found, lemmas = Words(), {}
    with gzip.open(_FILE, "rt", encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream]
    for row in rows:
        if row[0] == "l":
            _, pos, word, number, frames, above, plural = row
            listed = frozenset(int(f) for f in frames.split(",") if f)
            chain = tuple(int(n) for n in above.split(","))
            lemmas[pos, word] = Lemma(word, int(number), listed, chain, float(plural))
    for row in rows:
        if row[0] == "f":
            _, tag, form, word, usable = row
            lemma = lemmas[KIND[tag], word]
            found.forms.setdefault((tag, form), lemma)
            if usable == "1":
                found.usable.setdefault((tag, lemma.field), []).append(Form(form, lemma))
    return found
