"""Person names by locale: first names, middle names and surnames, and which locale and gender a name looks like."""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import MissingExtra, UnknownName

# How often news in any language speaks of people of a locale, roughly; a text's own language counts OWN times as much.
LOCALES: Mapping[str, float] = {
    "en_US": 6, "en_GB": 4, "de_DE": 3, "fr_FR": 3, "es_ES": 3, "it_IT": 3, "nl_NL": 2, "sv_SE": 2, "en_IN": 2,
    "pt_PT": 1, "pt_BR": 1, "no_NO": 1, "da_DK": 1, "fi_FI": 1, "pl_PL": 1, "cs_CZ": 1, "hr_HR": 1, "hu_HU": 1,
    "ro_RO": 1, "tr_TR": 1, "id_ID": 1, "es_MX": 1, "en_IE": 1, "en_NZ": 1, "sk_SK": 1, "sl_SI": 1, "et_EE": 1,
    "lv_LV": 1, "lt_LT": 1, "en_TH": 1, "ga_IE": 0.5, "zu_ZA": 0.5, "en_PK": 0.5, "nl_BE": 1,
    "ru_RU": 2, "ja_JP": 1, "zh_CN": 1, "zh_TW": 0.5, "en_KE": 0.5, "uz_UZ": 0.5, "sw": 0.5,
}  # fmt: skip
OWN = 30.0
SMOOTHING = 0.1
LISTED = 3.0  # how much likelier a locale is whose lists have a name (logarithm)
CLEARLY = 1.5  # how much likelier a first name must look like a woman's
GAZETTEER = "gazetteer"
_UNDECOMPOSED = str.maketrans({
    "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "’": "'", "‘": "'", "ʻ": "'",
    "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "–": "-", "ə": "a",
})  # fmt: skip
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(['’-][^\W\d_]+)*")

Floats = NDArray[np.float64]


class Parts(NamedTuple):
    """What names of a locale are made of."""

    male: tuple[str, ...]
    female: tuple[str, ...]
    last: tuple[str, ...]
    middle: tuple[str, ...] = ()

    def first(self, gender: str) -> tuple[str, ...]:
        return self.female if gender == "f" else self.male


@dataclass(frozen=True)
class PersonNames:
    """First names and surnames by locale, with a model of their letters."""

    parts: Mapping[str, Parts]
    prior: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def locales(self) -> tuple[str, ...]:
        return tuple(self.parts)

    @cached_property
    def _table(self) -> tuple[dict[str, int], Floats]:
        """Log probabilities of letter trigrams: a column per locale and part (male, female, last); last row: unseen."""
        index: dict[str, int] = {}
        lists = [names for p in self.parts.values() for names in p[:3]]
        rows = [[index.setdefault(g, len(index)) for n in names for g in trigrams(n)] for names in lists]
        counts = np.stack([np.bincount(r, minlength=len(index) + 1) for r in rows], axis=1).astype(np.float64)
        return index, np.log((counts + SMOOTHING) / (counts.sum(axis=0) + 3000))

    @property
    def sizes(self) -> list[int]:
        """How many given names, middle names and surnames there are, without parts that have none."""
        all_ = self.parts.values()
        given = {n for p in all_ for n in (*p.male, *p.female)}
        middle, last = ({n for p in all_ for n in getattr(p, part)} for part in ("middle", "last"))
        return [len(names) for names in (given, middle, last) if names]

    @cached_property
    def _prior(self) -> Floats:
        return np.log([self.prior.get(k, 1.0) for k in self.locales]) * 0.5

    def _scores(self, name: str) -> Floats:
        """Per locale and part, how much a name looks like one of it."""
        index, table = self._table
        unseen = len(index)
        return np.asarray(table[[index.get(g, unseen) for g in trigrams(name)]].sum(axis=0).reshape(-1, 3))

    def locale_of(self, first: str, last: str) -> str:
        """The locale that a name looks like most."""
        if len(self.locales) == 1:
            return self.locales[0]
        score = self._prior.copy()
        if last:
            score += self._scores(last)[:, 2]
            score[self._listed[1].get(last.lower(), [])] += LISTED
        if len(first) > 2:
            score += self._scores(first)[:, :2].max(axis=1)
            score[self._listed[0].get(first.lower(), [])] += LISTED
        return self.locales[int(score.argmax())]

    @cached_property
    def _listed(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """First names and surnames -> the locales whose lists have them."""
        found: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        for i, (male, female, last) in enumerate(self._known.values()):
            for names, part in ((male | female, found[0]), (last, found[1])):
                for name in names:
                    part.setdefault(name, []).append(i)
        return found

    def gender_of(self, first: str, locale: str) -> str:
        """``m`` or ``f``: by the locale's lists, else by the letters."""
        own = self._known[locale]
        if first.lower() in own[1] and first.lower() not in own[0]:
            return "f"
        if len(first) < 3 or first.lower() in own[0]:
            return "m"
        male, female = self._scores(first)[self.locales.index(locale), :2]
        return "f" if female > male + CLEARLY else "m"

    @cached_property
    def _known(self) -> dict[str, tuple[frozenset[str], ...]]:
        return {k: tuple(frozenset(n.lower() for n in names) for names in p[:3]) for k, p in self.parts.items()}

    @cached_property
    def _first_only(self) -> frozenset[str]:
        first, last = self._listed
        return frozenset(first.keys() - last.keys())

    def is_first_name(self, word: str) -> bool:
        """Whether a word alone is a first name rather than a surname."""
        return word.lower() in self._first_only


def trigrams(name: str) -> list[str]:
    """The letter trigrams of a name, with its edges.

    >>> trigrams("Li")
    ['^^l', '^li', 'li$']
    """
    text = f"^^{name.lower()}$"
    return [text[i : i + 3] for i in range(len(text) - 2)]


def split_names(names: Iterable[str]) -> PersonNames | None:
    """Names composed of the parts of whole names: the first word, the words between, the last word; None without any.

    >>> split_names(["Norman D. McMahon", "April Hart"]).parts["gazetteer"].last
    ('McMahon', 'Hart')
    """
    words = [w for w in (n.split() for n in names) if len(w) > 1]
    if not words:
        return None
    first = tuple(dict.fromkeys(w[0] for w in words))
    middle = tuple(dict.fromkeys(m for w in words for m in w[1:-1]))
    last = tuple(dict.fromkeys(w[-1] for w in words))
    return PersonNames({GAZETTEER: Parts(first, first, last, middle)})


@cache
def by_locale(language: str) -> PersonNames:
    """Names of all locales of Faker that are written in Latin letters; those of the language count more."""
    there = faker_locales()
    found = {locale: parts for locale in LOCALES if locale in there and (parts := locale_parts(locale)) is not None}
    prior = {k: LOCALES[k] * (OWN if k.startswith(f"{language}_") and language != "en" else 1.0) for k in found}
    return PersonNames(found, prior)


def locale_parts(locale: str) -> Parts | None:
    """The lists of one locale; None if it has no surnames or no first names."""
    provider = faker_provider(locale)
    # Lists in Latin letters where a language is written otherwise.
    kind = "romanized_names" if hasattr(provider, "last_romanized_names") else "names"
    male, female, both = (_words(provider, f"first_{kind}{f}") for f in ("_male", "_female", ""))
    # Where women and men have surnames of their own, the men's.
    last = tuple(map(_irish, _words(provider, f"last_{kind}_male") or _words(provider, f"last_{kind}")))
    return Parts(male or both, female or both, last) if last and (male or both) else None


def faker_provider(locale: str) -> Any:
    """Faker's lists of a locale."""
    if locale not in faker_locales():
        raise UnknownName.among("locale", locale, faker_locales())
    return importlib.import_module(f"faker.providers.person.{locale}").Provider


@cache
def faker_locales() -> tuple[str, ...]:
    """The locales that Faker has lists of."""
    import pkgutil

    try:
        from faker.providers import person
    except ImportError:
        raise MissingExtra.of("Faker", "attack") from None
    return tuple(m.name for m in pkgutil.iter_modules(person.__path__))


def _words(provider: Any, name: str) -> tuple[str, ...]:
    """One-word names only: a blank inside would move the border between first and last name."""
    listed = dict.fromkeys(_latin(n) for n in getattr(provider, name, None) or () if isinstance(n, str))
    return tuple(n for n in listed if n[:1].isupper() and _WORD.fullmatch(n) and "A" <= folded(n)[0] <= "Z")


def _latin(name: str) -> str:
    """A name in Latin letters with one capital: Russian ones by their sound."""
    if not name.isascii():
        name = "".join(_CYRILLIC.get(c, c) for c in name.lower()).capitalize() if name[0].lower() in _CYRILLIC else name
    return name.capitalize() if name.isupper() else name


def _irish(surname: str) -> str:
    """Faker writes Mcneil."""
    return f"Mc{surname[2:].capitalize()}" if surname.startswith("Mc") and surname[2:].islower() else surname


def folded(name: str) -> str:
    """The name in plain letters.

    >>> folded("São Łódź")
    'Sao Lodz'
    """
    if name.isascii():
        return name
    apart = unicodedata.normalize("NFKD", name.translate(_UNDECOMPOSED))
    return "".join(c for c in apart if not unicodedata.combining(c))


def has_faker() -> bool:
    from importlib.util import find_spec

    return find_spec("faker") is not None
