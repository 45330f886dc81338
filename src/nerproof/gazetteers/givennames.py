"""Given names of the bundled lists by gender and by country, for groups of names."""

from __future__ import annotations

from nerproof.gazetteers.names import LOCALES, locale_parts
from nerproof.measures.namegroups import grouping


def given_name_groups() -> dict[str, dict[str, str]]:
    """Given names by gender and country: only those that the lists have for one gender, or in one country."""
    gender: list[tuple[str, str]] = []
    country: list[tuple[str, str]] = []
    for locale in sorted(LOCALES):
        parts = locale_parts(locale)
        for names, word in ((parts.male, "male"), (parts.female, "female")) if parts else ():
            gender += [(name, word) for name in names]
            country += [(name, locale.partition("_")[2] or locale) for name in names]
    return {"country": grouping(country), "gender": grouping(gender)}
