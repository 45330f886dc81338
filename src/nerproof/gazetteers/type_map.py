"""From a corpus's type names to the gazetteer's: ``PER=PERSON``, ``band=ORG/musical group``."""

from __future__ import annotations

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
    # CoNLL-2002 and CoNLL-2003
    "per": "PERSON",
    "misc": "NORP | EVENT | WORK_OF_ART | PRODUCT | LANGUAGE | LAW",
    # WNUT 2017
    "location": "GPE | LOC | FAC",
    "corporation": "ORG/company",
    "group": "ORG/band | ORG/team | ORG/party | ORG/association",
    "creative-work": "WORK_OF_ART",
    "creative_work": "WORK_OF_ART",
    # CrossNER
    "organisation": "ORG",
    "organization": "ORG",
    **dict.fromkeys(["politician", "writer", "musicalartist", "scientist", "researcher"], "PERSON"),
    "country": "GPE/country | GPE/sovereign state | GPE/historical country",
    "politicalparty": "ORG/political party | NORP/political party",
    "university": "ORG/university | ORG/public university | ORG/private university",
    "band": "ORG/musical group | ORG/rock band | ORG/band",
    "song": "WORK_OF_ART/song | WORK_OF_ART/single",
    "album": "WORK_OF_ART/album | WORK_OF_ART/studio album",
    "book": "WORK_OF_ART/literary work | WORK_OF_ART/written work | WORK_OF_ART/book | WORK_OF_ART/novel",
    "poem": "WORK_OF_ART/poem | WORK_OF_ART/literary work",
    "magazine": "ORG/magazine | WORK_OF_ART/magazine",
    "academicjournal": "ORG/scientific journal | ORG/academic journal",
    "award": "WORK_OF_ART/award | ORG/award | EVENT/award",
    "election": "EVENT/election | EVENT/presidential election | EVENT/general election",
    "conference": "EVENT/convention | EVENT/academic conference | EVENT/conference",
    "chemicalcompound": "PRODUCT/chemical compound",
    "musicgenre": "NORP/music genre",
    "discipline": "NORP/academic discipline",
    "field": "NORP/academic discipline",
    "programlang": "PRODUCT/programming language | LANGUAGE/programming language",
    "astronomicalobject": "LOC/astronomical object | LOC/asteroid | LOC/star | LOC/planet",
}


# "LOC" means places that are no countries in OntoNotes, and all places where there is no GPE beside it.
_PLACES = "GPE | LOC | FAC"


def default_map(types: Iterable[str]) -> dict[str, tuple[Selector, ...]]:
    """The gazetteer types of each corpus type; a type that is not in it is not attacked.

    >>> sorted(default_map(["PER", "DATE"]))
    ['PER']
    """
    names = list(types)
    has_gpe = any(t.lower() == "gpe" for t in names)
    found = {}
    for name in names:
        key = name.lower()
        if key in DEFAULTS:
            found[name] = _of(_PLACES if key == "loc" and not has_gpe else DEFAULTS[key])
    return found


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
