"""From a corpus's type names to the gazetteer's: ``PER=PERSON``, ``band=ORG/musical group``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Selector(NamedTuple):
    """Names of a gazetteer type, of one class (QID or label) only if one is named."""

    type: str
    klass: str = ""


def _of(text: str) -> tuple[Selector, ...]:
    parts = [part.strip().partition("/") for part in text.split("|")]
    return tuple(Selector(type_.strip(), klass.strip()) for type_, _, klass in parts if type_.strip())


# Keys are lower-case; the corpus's own spelling does not matter.
DEFAULTS: Mapping[str, str] = {
    # OntoNotes; numeric types (DATE, CARDINAL, MONEY …) are absent on purpose: they are not attacked
    **{
        t.lower(): t
        for t in [
            "PERSON",
            "GPE",
            "LOC",
            "ORG",
            "FAC",
            "NORP",
            "EVENT",
            "WORK_OF_ART",
            "PRODUCT",
            "LAW",
            "LANGUAGE",
        ]
    },
    # CoNLL-2002 and CoNLL-2003, and what others call the same
    **dict.fromkeys(["per", "people", "human", "name", "patient", "doctor", "author", "actor", "director"], "PERSON"),
    **dict.fromkeys(["artist", "athlete", "cleric", "scholar", "soldier", "manager"], "PERSON"),
    **dict.fromkeys(["misc", "miscellaneous", "oth"], "NORP | EVENT | WORK_OF_ART | PRODUCT | LANGUAGE | LAW"),
    **dict.fromkeys(["organisation", "organization"], "ORG"),
    # WNUT 2016 and 2017, MultiCoNER
    **dict.fromkeys(["location", "place", "geo", "geoloc"], "GPE | LOC | FAC"),
    **dict.fromkeys(["corporation", "corp", "company", "business", "brand", "manufacturer"], "ORG/company"),
    **dict.fromkeys(["group", "grp"], "ORG/band | ORG/team | ORG/party | ORG/association"),
    **dict.fromkeys(["creativework", "cw", "work", "art", "workofart"], "WORK_OF_ART"),
    **dict.fromkeys(["product", "prod", "pro"], "PRODUCT"),
    **dict.fromkeys(["event", "eve", "evt", "evn"], "EVENT"),
    **dict.fromkeys(["facility", "building", "station"], "FAC"),
    # CrossNER, Few-NERD
    **dict.fromkeys(["politician", "writer", "musicalartist", "scientist", "researcher"], "PERSON"),
    "country": "GPE/country",
    **dict.fromkeys(["city", "town", "settlement"], "GPE/city"),
    **dict.fromkeys(["state", "province", "region"], "GPE/region"),
    **dict.fromkeys(["mountain", "river", "lake", "island", "bodiesofwater"], "LOC/nature"),
    **dict.fromkeys(["nationality", "demonym"], "NORP/demonym"),
    "religion": "NORP/belief",
    **dict.fromkeys(["politicalparty", "party"], "ORG/political party | NORP/political party"),
    "university": "ORG/university | ORG/public university | ORG/private university",
    **dict.fromkeys(["school", "education"], "ORG/school"),
    **dict.fromkeys(["team", "sportsteam", "club"], "ORG/team"),
    **dict.fromkeys(["media", "newspaper"], "ORG/media"),
    "government": "ORG/government",
    "band": "ORG/musical group | ORG/rock band | ORG/band",
    "song": "WORK_OF_ART/song | WORK_OF_ART/single",
    "album": "WORK_OF_ART/album | WORK_OF_ART/studio album",
    **dict.fromkeys(["film", "movie"], "WORK_OF_ART/film"),
    "tvshow": "WORK_OF_ART/television series",
    "book": "WORK_OF_ART/literary work | WORK_OF_ART/written work | WORK_OF_ART/book | WORK_OF_ART/novel",
    "poem": "WORK_OF_ART/poem | WORK_OF_ART/literary work",
    "magazine": "ORG/magazine | WORK_OF_ART/magazine",
    "academicjournal": "ORG/scientific journal | ORG/academic journal",
    "award": "AWARD | WORK_OF_ART/award | ORG/award | EVENT/award",
    "election": "ELECTION | EVENT/election",
    "conference": "EVENT/convention | EVENT/academic conference | EVENT/conference",
    "chemicalcompound": "PRODUCT/chemical compound",
    "musicgenre": "NORP/music genre",
    **dict.fromkeys(["discipline", "field"], "NORP/academic discipline"),
    "programlang": "PRODUCT/programming language | LANGUAGE/programming language",
    "astronomicalobject": "LOC/astronomical object | LOC/asteroid | LOC/star | LOC/planet",
    **dict.fromkeys(["car", "automobile"], "PRODUCT/automobile model | PRODUCT/automobile"),
    "software": "PRODUCT/software",
}


_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# What a type may say about a person or a thing: no name.
_ATTRIBUTES = frozenset(
    "title age date time id number code price email phone url role position gender job address type".split()  # noqa: SIM905
)

# "LOC" means places that are no countries in OntoNotes, and all places where there is no GPE beside it.
_PLACES = "GPE | LOC | FAC"


def default_map(types: Iterable[str]) -> dict[str, tuple[Selector, ...]]:
    """The gazetteer types of each corpus type; a type that is not in it is not attacked.

    >>> sorted(default_map(["PER", "DATE", "person-politician", "PersonAge", "COMPANY_NAME"]))
    ['COMPANY_NAME', 'PER', 'person-politician']
    """
    names = list(types)
    has_gpe = any(t.lower() == "gpe" for t in names)
    found = {}
    for name in names:
        key = _key(name)
        if key is not None:
            found[name] = _of(_PLACES if key == "loc" and not has_gpe else DEFAULTS[key])
    return found


def _key(name: str) -> str | None:
    """The default that a type name speaks of: the whole name, its last part, or the first of ``person-politician``."""
    parts = [p.lower() for p in _PART.findall(name)]
    whole = re.sub(r"[^a-z]", "", name.lower())
    if name.lower() in DEFAULTS or whole in DEFAULTS:
        return name.lower() if name.lower() in DEFAULTS else whole
    kept = [p for p in parts if p != "name"] or parts
    if not kept or kept[-1] in _ATTRIBUTES:
        return None
    first = kept[0] if re.search(r"[-/.:]", name) else kept[-1]  # these marks stand between a type and its subtype
    return next((p for p in (kept[-1], first) if p in DEFAULTS), None)


def parse_type_map(texts: Sequence[str]) -> dict[str, tuple[Selector, ...]]:
    """``TYPE=SELECTOR|SELECTOR`` options; an empty right side leaves the type alone.

    >>> parse_type_map(["band=ORG/musical group|ORG/Q215380"])["band"][0]
    Selector(type='ORG', klass='musical group')
    """
    found = {}
    for text in texts:
        name, equals, right = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"the type map {text!r} is not TYPE=GAZETTEER_TYPE, for example PER=PERSON.")
        found[name.strip()] = _of(right)
    return found
