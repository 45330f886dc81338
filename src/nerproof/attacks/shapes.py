"""The form of a name: its tokens, whether it is an acronym, which article it takes, which letters it is written in."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from nerproof.attacks.surfaces import words_of
from nerproof.gazetteers.names import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nerproof.corpus import Corpus

_AN = re.compile(r"[ai]|e(?!u|w)|o(?!ne)|u(?!ni|k|r[aeiou]|s[aeiou]|t[aeo]|ga|z|b)|h(our|onest|eir|onou?r)")
_ODD = re.compile(r"[^\w'.&/ -]|_|^\d+\.")
SHORTEST, LONGEST = 2, 5  # letters of an acronym
SMALL_WORDS = frozenset("of the and for de la del di des du van der und y e a an in on".split())  # noqa: SIM905


has_digit = re.compile(r"\d").search


class Shape(NamedTuple):
    """What a new name must have in common with the old one."""

    tokens: int
    acronym: bool


def letters_of(word: str) -> str:
    """The word without full stops: U.S. is written with the letters US."""
    return word.replace(".", "")


def is_acronym(word: str) -> bool:
    """Two to five capitals, with or without full stops.

    >>> is_acronym("NATO"), is_acronym("U.S."), is_acronym("Rome"), is_acronym("LEIPZIG")
    (True, True, False, False)
    """
    if not word.isupper():
        return False
    letters = letters_of(word)
    return SHORTEST <= len(letters) <= LONGEST and letters.isalpha()


def is_abbreviated(word: str) -> bool:
    """Whether a word is cut short: Fla., Corp."""
    return word[-1] == "." and word[:-1].isalpha() and len(word) <= LONGEST


def shape_of(tokens: Sequence[str]) -> Shape:
    """The shape of a name that was cut into tokens."""
    return Shape(len(tokens), len(tokens) == 1 and is_acronym(tokens[0]))


def takes_an(word: str) -> bool:
    """Whether "an" stands before the word in English: by its sound, as far as letters tell.

    >>> [takes_an(w) for w in ("Iraqi", "European", "Ukrainian", "Umbrian", "FBI", "UN", "hour")]
    [True, False, False, True, True, False, True]
    """
    if is_acronym(word):
        return word[0] in "AEFHILMNORSX"
    return _AN.match(word.lower()) is not None


_THE = re.compile(
    r"(republic|kingdom|states|emirates|federation|union|netherlands|philippines|bahamas|gambia|sudan|congo|river|sea|ocean"
    r"|gulf|desert|canal|strait|court|party|ministry|department|council|commission|committee|senate|congress|parliament"
    r"|army|navy|association|league|agency|bureau|authority|foundation|society|times|post|tribune|herald|gazette|act"
    r"|treaty|convention|accords?|agreement|war|cup|open|championship|prize|award|bridge|museum|tower|orchestra|empire"
    r"|\w{3,}[^su]s)$|^(university|bank|ministry|republic|kingdom|gulf|battle|treaty|department|house|church|isle|bay"
    r"|museum|institute|union|association|order|party|act|government|constitution|federation|siege) (of|for)\b",
    re.IGNORECASE,
)


def takes_the(name: str) -> bool:
    """Whether "the" often stands before a name in English: a plural or a common noun with a capital.

    >>> [takes_the(n) for n in ("United States", "Treaty of Bari", "Supreme Court", "Bari", "Peru")]
    [True, True, True, False, False]
    """
    return _THE.search(name) is not None


_COMPOUND = re.compile(
    r"((?:(?:anti|pro|non|ex|then|pan|post|pre|mid|neo|inter|trans)-)?)([A-Z].+?)"
    r"((?:-(?:\w+ed|\w+ing|born|led|held|run|made|built|style|origin))?)"
)


def compound_of(word: str) -> tuple[str, str, str] | None:
    """What stands before and behind a name in a compound, and the name; None where there is no compound.

    >>> compound_of("Boston-based"), compound_of("anti-American"), compound_of("Saint-Lo")
    (('', 'Boston', '-based'), ('anti-', 'American', ''), None)
    """
    found = _COMPOUND.fullmatch(word)
    return found.groups() if found and (found[1] or found[3]) else None  # type: ignore[return-value]


def initials_of(name: str) -> str:
    """The initials of a name's capitalised words; nothing if they do not make an acronym.

    >>> initials_of("Bank of Nova Scotia"), initials_of("Rome")
    ('BNS', '')
    """
    words = [w for w in name.replace("-", " ").split() if w.lower() not in SMALL_WORDS]
    letters = "".join(w[0] for w in words)
    return letters if 2 <= len(letters) <= LONGEST and letters.isalpha() and letters.isupper() else ""


LATIN = "LATIN"
_ONE_SCRIPT = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}


def script_of(name: str) -> str:
    """The script of a name's first letter; empty where it has none.

    >>> script_of("Zürich"), script_of("Москва"), script_of("1,5"), script_of("東京")
    ('LATIN', 'CYRILLIC', '', 'CJK')
    """
    letter = next((c for c in name if c.isalpha()), "")
    if letter.isascii():
        return LATIN if letter else ""
    script = unicodedata.name(letter, "").split(" ")[0]
    return _ONE_SCRIPT.get(script, script)


class Alphabet:
    """The letters of a text: a name is written in them or not at all."""

    def __init__(self, corpora: Iterable[Corpus]) -> None:
        words = {w for c in corpora if not all(map(str.isascii, c.tokens.vocabulary.strings)) for w in words_of(c)}
        self.letters = frozenset(c for w in words for c in w if c.isalpha() and not c.isascii())

    def write(self, name: str) -> str | None:
        """The name as this text would write it: with its own letters, else without accents; None if neither."""
        if name.isascii():
            return name
        if all(c.isascii() or c in self.letters or not c.isalpha() for c in name):
            return name
        plain = folded(name)
        return plain if plain.isascii() else None


def cased(name: str, old: str) -> str:
    """The name written as the old one is.

    >>> cased("Bari", "ROME"), cased("Bari", "rome"), cased("sport film", "Rome"), cased("Bari", "eBay")
    ('BARI', 'bari', 'Sport film', 'Bari')
    """
    if old.isupper() and sum(map(str.isupper, old)) > 1:
        return name.upper()
    if old.islower():
        return name.lower()
    return name[:1].upper() + name[1:] if old[:1].isupper() and name[:1].islower() else name


def is_presentable(name: str) -> bool:
    """A name as it stands in running text: it begins with a capital and has no brackets, commas or quotes.

    >>> is_presentable("Bari"), is_presentable("Bari (city)"), is_presentable("eBay")
    (True, False, False)
    """
    if len(name) < 2 or name[0].islower() or name.isdigit():
        return False
    if name.replace(" ", "").isalnum():
        return True
    return name[0].isalnum() and (name[-1].isalnum() or name[-1] == ".") and _ODD.search(name) is None
