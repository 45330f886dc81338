"""Names to draw from, by class, family and shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from nerproof.attacks.classes import OWN
from nerproof.attacks.linking import is_well_known
from nerproof.attacks.shapes import Shape, initials_of, is_abbreviated, is_presentable
from nerproof.gazetteers.bundled import native_cities
from nerproof.gazetteers.countries import country_codes, country_names
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.families import CITY, COUNTRY, DEMONYM, TEAM
from nerproof.gazetteers.headwords import Head
from nerproof.gazetteers.supplement import made_of

if TYPE_CHECKING:
    from nerproof.attacks.classes import Catalogue

ENOUGH = 20  # names that make a choice
FEW = 5  # names with a head word that do
SMALL_LETTERS = frozenset(
    [OWN, "medicine", "software", "product", "vehicle", "work", "election"]
)  # names that may end in
SHORT_COUNTRIES = {"en": "NZ SA UAE PNG DRC CAR ROK HK KSA PRC GDR UAR".split(), "es": "EAU RDC RCA RFA".split()}  # noqa: SIM905
STATES = [
    "Ariz.",
    "Ark.",
    "Colo.",
    "Conn.",
    "Ill.",
    "Ind.",
    "Kan.",
    "Mich.",
    "Minn.",
    "Mo.",
    "Neb.",
    "Nev.",
    "Okla.",
    "Ore.",
    "Pa.",
    "Tenn.",
    "Va.",
    "Wash.",
    "Wis.",
    "Ont.",
]
SHORT_REGIONS = "BVI NI NSW BC PEI NWT WA NY NJ NC SC NH NM RI DC LA USVI ACT".split()  # noqa: SIM905

_CLUB_WORD = re.compile(
    r"(?i)(f\.?c\.?|a\.?c\.?|s\.?c\.?|s\.?k\.?|f\.?k\.?|c\.?d\.?|s\.?v\.?|a\.?s\.?|r\.?c\.?|u\.?s\.?|c\.?f\.?|n\.?k\.?|b\.?k\.?|i\.?f\.?"
    r"|a\.?f\.?c\.?|\d+\.?|vfb|vfl|tsv|spvgg|kv|gks|hc|jk|ks|mfk|fsv|clube?|football|futebol|sport|sporting|real|deportivo|atletico"
    r"|atlético|association|team|hk|bc|ec|ssc|ca|ik|gnk|hnk|rsc|krc|bsc|tus|acf|uc|aa|cr|se|pfc|baseball|rugby|league|basketball)"
)
_NICKNAME = re.compile(
    r"(?i)(\w{4,}s|sox|united|city|town|rovers|albion|athletic|county|wanderers|hotspur|magic|heat|jazz|wild|dynamo)"
)
_PART = re.compile(r"(?i)las|los|el|la|san|santa|new|st\.?|saint|north|south|east|west|the|al|red|white")  # no town


class Entry(NamedTuple):
    """A name that may be put in."""

    name: str
    row: int  # -1: not a row of the gazetteer
    group: int


Shapes = dict[Shape, list[Entry]]


@dataclass
class Pools:
    """The names of a gazetteer as a text would write them, without those that are already known."""

    catalogue: Catalogue
    write: Callable[[str], str | None]
    seen: frozenset[str]
    language: str
    cut: Callable[[str], tuple[str, ...]]
    _made: dict[object, Shapes] = field(default_factory=dict, repr=False)

    def of_group(self, group: int) -> Shapes:
        """The names of a class by shape; those of better known entities only, if they are enough."""
        if group not in self._made:
            rows = list(self._rows(group))
            entities = self.catalogue.gazetteer.entities
            known = [e for e in rows if is_well_known(entities[e.row])]
            self._made[group] = self._by_shape(known if len(known) >= ENOUGH else rows)
        return self._made[group]

    def of_family(self, groups: Sequence[int], family: str, type_: str) -> Shapes:
        """The names of all classes of a family of a type."""
        key = (type_, family)
        if key not in self._made:
            found: Shapes = {}
            for group in groups:
                for shape, entries in self.of_group(group).items():
                    found.setdefault(shape, []).extend(entries)
            if family == DEMONYM:
                found = self._by_shape(self._demonyms())
            if family == COUNTRY:
                found = self._by_shape(self._countries(found)) or found
            self._made[key] = {s: _distinct(es) for s, es in found.items()}
        return self._made[key]

    def of_head(self, groups: Sequence[int], family: str, type_: str, head: Head) -> Shapes:
        """The names of a family that have the head word, at the same end; where they are few, made ones, too."""
        key = (type_, family, head)
        if key not in self._made:
            found = self._by_shape(e for g in groups for e in self._rows(g, head))
            made = made_of(self.language, frozenset(self.catalogue.types_of[type_]), family)
            for shape, entries in self._by_shape(Entry(n, -1, -1) for n in made if head.of(n)).items():
                if len(found.get(shape, ())) < FEW:
                    found.setdefault(shape, []).extend(entries)
            self._made[key] = {s: _distinct(es) for s, es in found.items()}
        return self._made[key]

    def clubs(self, groups: Sequence[int], type_: str) -> Shapes:
        """Short names of clubs: Deportivo Alavés plays as Alavés."""
        key = (type_, TEAM, "short")
        if key not in self._made:
            whole = self.of_family(groups, TEAM, type_)
            short = [
                Entry(name, e.row, e.group)
                for entries in whole.values()
                for e in entries
                if (name := short_club(e.name)) and name.lower() not in self.seen
            ]
            cities = self._cities({e.name for e in short})
            named = [e for e in short if e.name in cities]
            self._made[key] = {
                s: _distinct(es) for s, es in self._by_shape(named if len(named) >= ENOUGH else short).items()
            }
        return self._made[key]

    def _cities(self, names: set[str]) -> set[str]:
        """Those of the names that a town bears."""
        gazetteer = self.catalogue.gazetteer
        towns = {g for g in self.catalogue.places.tolist() if self.catalogue.family[g] == CITY}
        return {
            n for n, rows in gazetteer.find(names).items() if any(int(gazetteer.group_of_row[r]) in towns for r in rows)
        }

    def short_places(self, family: str, old: str) -> list[Entry]:
        """Countries by their code where the old name is one; else countries, or states and provinces, by initials."""
        listed: Sequence[str] = SHORT_COUNTRIES.get(self.language, ())
        if old in country_codes():
            listed = country_codes()
        elif self.language == "en" and (family != COUNTRY or is_abbreviated(old)):
            listed = STATES if is_abbreviated(old) else SHORT_REGIONS
        return [Entry(n, -1, -1) for n in listed if not {n.lower(), f"{'.'.join(n)}.".lower()} & self.seen]

    def acronyms(self, groups: Sequence[int], family: str, type_: str, letters: int) -> list[Entry]:
        """Acronyms of a family: those that the gazetteer has, and the initials of its longer names."""
        key = (type_, family, letters)
        if key not in self._made:
            whole = self.of_family(groups, family, type_)
            listed = [e for s, es in whole.items() if s.acronym for e in es if len(e.name.replace(".", "")) == letters]
            made = [
                Entry(initials, e.row, e.group)
                for s, es in whole.items()
                if s.tokens >= letters
                for e in es
                if len(initials := initials_of(e.name)) == letters and initials.lower() not in self.seen
            ]
            self._made[key] = {Shape(1, True): _distinct([*listed, *made])}
        return self._made[key][Shape(1, True)]

    def _rows(self, group: int, head: Head | None = None) -> Iterator[Entry]:
        """The names of a class that may be put in (with a head word, if any)."""
        gazetteer, seen, write = self.catalogue.gazetteer, self.seen, self.write
        first, end = int(gazetteer.offsets[group]), int(gazetteer.offsets[group + 1])
        names = gazetteer.names[first:end].tolist()
        if self.language == "en" and self.catalogue.family[group] not in SMALL_LETTERS:
            names = [n if n[n.rfind(" ") + 1 :][:1].isupper() else "" for n in names]  # a label, no name: Ega river
        if self.catalogue.family[group] == CITY and (native := native_cities(self.language)):
            names = [n if n in native else "" for n in names]  # English labels of others: Warsaw
        for row, name in enumerate(names, start=first):
            if head is not None and not head.of(name):
                continue
            written = name if name.isascii() else write(name)
            if written and written.lower() not in seen and is_presentable(written):
                yield Entry(written, row, group)

    def _by_shape(self, entries: Iterable[Entry]) -> Shapes:
        found: dict[tuple[int, bool], list[Entry]] = {}
        for e in entries:
            name = e.name
            tokens = name.count(" ") + 1 if name.isascii() and name.replace(" ", "").isalpha() else len(self.cut(name))
            if tokens:
                found.setdefault((tokens, tokens == 1 and name.isupper()), []).append(e)
        return {Shape(*key): own for key, own in found.items()}

    def country_names(self) -> list[Entry]:
        """The countries of today that have one word."""
        names = [w for n in country_names(self.language).values() if n.isalpha() and (w := self.write(n))]
        return [Entry(n, -1, -1) for n in names]

    def _countries(self, listed: Shapes) -> list[Entry]:
        """The countries of today among those of a gazetteer, as the text's language calls them."""
        names = country_names(self.language)
        found = [
            Entry(written, e.row, e.group)
            for entries in listed.values()
            for e in entries
            if (written := self.write(names.get(e.name, "")))
        ]
        return [e for e in found if e.name.lower() not in self.seen]

    def _demonyms(self) -> list[Entry]:
        listed = demonyms(self.language)
        words = [w for d in (listed.words if listed else ()) if (w := self.write(d))]
        return [Entry(w, -1, -1) for w in words if w.lower() not in self.seen]


def _distinct(entries: Sequence[Entry]) -> list[Entry]:
    return list({e.name: e for e in reversed(entries)}.values())[::-1]


def short_club(name: str) -> str | None:
    """The name of a club as results write it; None if nothing short is left.

    >>> short_club("Deportivo Alaves"), short_club("FC Twente"), short_club("Boston Red Sox")
    ('Alaves', 'Twente', 'Boston Red')
    >>> short_club("Las Vegas Aces") is None
    True
    """
    if "national" in name or "women" in name or any(c.isdigit() for c in name):
        return None
    words = [w for w in name.split() if not _CLUB_WORD.fullmatch(w)]
    while len(words) > 1 and _NICKNAME.fullmatch(words[-1]):
        words.pop()
    if all(map(_PART.fullmatch, words)):
        return None
    return " ".join(words) if 1 <= len(words) <= 2 and words[0][:1].isupper() and len(words[0]) > 2 else None
