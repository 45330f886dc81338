"""Families of classes: what a name is, coarsely enough that a rare class has company (city, team, company, event …).

A family is read off the label of a class (data/families.txt). Labels that speak of fiction, of the past or of
Wikidata's own pages have none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"

PLACE, ORGANISATION, OTHER, PERSON = "place", "organisation", "other", "person"
REALMS: Mapping[str, str] = {"GPE": PLACE, "LOC": PLACE, "FAC": PLACE, "ORG": ORGANISATION, "PERSON": PERSON}

DEMONYM, TEAM, COUNTRY, CITY = "demonym", "team", "country", "city"
UNFIT = "unfit"


def realm_of(type_: str) -> str:
    """Where the families of a gazetteer type are listed."""
    return REALMS.get(type_, OTHER)


def family_of(type_: str, label: str) -> str | None:
    """The family of a class, by the type and the label; None where the label fits none.

    >>> family_of("GPE", "big city"), family_of("ORG", "association football club"), family_of("GPE", "fictional city")
    ('city', 'team', None)
    """
    return _family(realm_of(type_), label)


@cache
def _family(realm: str, label: str) -> str | None:
    patterns = _patterns()
    if patterns[UNFIT, ""].search(label):
        return None
    return next((family for (r, family), p in patterns.items() if r == realm and p.search(label)), None)


@cache
def _patterns() -> dict[tuple[str, str], re.Pattern[str]]:
    """(realm, family) -> its pattern, in the order of the file; a blank within an alternative is written _."""
    listed = read_sections("families.txt")
    return {k: re.compile("|".join(v).replace("_", " "), re.IGNORECASE) for k, v in listed.items()}


def read_sections(name: str) -> dict[tuple[str, str], list[str]]:
    """A data file with headings ``realm family =`` and words below them."""
    found: dict[tuple[str, str], list[str]] = {}
    current: list[str] = []
    for line in (DATA / name).read_text("utf-8").splitlines():
        if line.endswith("="):
            realm, _, family = line.removesuffix("=").strip().partition(" ")
            current = found.setdefault((realm, family), [])
        elif not line.startswith("#"):
            current += line.split()
    return found
