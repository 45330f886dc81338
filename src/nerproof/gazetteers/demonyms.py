"""Demonyms by language: the adjectives and people of places (our own lists)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_DATA = Path(__file__).resolve().parent / "data"

# How words that no list has give themselves away, where a language writes them with a capital.
_LOOKS = {
    "en": re.compile(r"[A-Z][a-z]{3,}(ian|ean|ese|ish)s?"),
    "nl": re.compile(r"[A-Z][a-zë]{3,}(se|ische|aanse|ijnse|ees)"),
}
# Endings that carry number, gender or case: a new demonym takes that of the old one.
_ENDINGS = {"en": ("s",), "nl": (), "de": ("e", "en", "er", "es", "em"), "es": ("os", "as", "a", "es")}
_GENDERED = frozenset(["os", "as", "a"])  # of Spanish words that end in o
_PLURAL = re.compile(r"(an|i|er|ot|ab|al|av|ino|ine|ak|ek|ar|ac|ard)$")  # people of these: with s


@dataclass(frozen=True)
class Demonyms:
    """The demonyms of a language."""

    language: str
    words: tuple[str, ...]
    common: frozenset[str]  # those of countries

    @property
    def known(self) -> frozenset[str]:
        return _lowered(self.language)

    def has(self, name: str) -> bool:
        """Whether a name is a demonym, in any of its forms."""
        if self.stem(name) is not None:
            return True
        parts = re.split("[ -]", name)
        if len(parts) > 1:
            return all(map(self.has, parts))
        looks = _LOOKS.get(self.language)
        return looks is not None and looks.fullmatch(name.title() if name.isupper() else name) is not None

    def stem(self, name: str) -> tuple[str, str] | None:
        """The listed word and the ending of a form; None where no listed word fits."""
        low = name.lower()
        if low in self.known:
            return low, ""
        for ending in _ENDINGS.get(self.language, ()):
            word = low[: -len(ending)] + ("o" if self.language == "es" and ending in _GENDERED else "")
            if low.endswith(ending) and word in self.known:
                return word, ending
        return None

    def like(self, word: str, old: str) -> str | None:
        """A listed word in the form of an old one; None where it has no such form."""
        found = self.stem(old)
        ending = found[1] if found else "s" if self.language == "en" and re.search(r"\w{3}[^aeious']s$", old) else ""
        if self.language == "en":
            if not ending:
                return word
            return word + "s" if _PLURAL.search(word) else None
        if self.language == "es" and ending and word.endswith("o") != (ending in _GENDERED):
            return None
        return (word[:-1] if ending in _GENDERED else word) + ending


@cache
def demonyms(language: str) -> Demonyms | None:
    """The list of a language; None where there is none."""
    path = _DATA / f"demonyms-{language}.txt"
    if not path.exists():
        return None
    sections: list[list[str]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            sections.append([])
        else:
            sections[-1] += [w.replace("_", " ") for w in line.split()]
    words = tuple(dict.fromkeys(w for section in sections for w in section))
    return Demonyms(language, words, frozenset(sections[0]))


@cache
def _lowered(language: str) -> frozenset[str]:
    found = demonyms(language)
    return frozenset(w.lower() for w in found.words) if found else frozenset()
