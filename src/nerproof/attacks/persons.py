"""Persons: one person of a document has one new name, and the surname alone is the surname of the whole name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nerproof.attacks.shapes import script_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from nerproof.gazetteers.names import PersonNames

INITIALS = re.compile(r"([^\W\d_]\.)+|[^\W\d_]\.?|([^\W\d_]\.?-){1,2}[^\W\d_]\.?")
SUFFIXES = frozenset(["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"])
HANDLE = re.compile(r"[@#]?(?!Ma?c|De|Di|La|Le|Van)\w*[a-z][A-Z]\w*|[@#]?[a-z\d_]{10,}")  # of a person on the web
ROMAN = re.compile(r"[IVX]{2,}|[VX]")
TITLES = frozenset(
    "mr mr. mrs mrs. ms ms. dr dr. prof prof. sir lady lord king queen prince princess pope saint st st. "  # noqa: SIM905
    "president general gen. colonel col. captain capt. sergeant sgt. judge justice father sister don doña rey reina "
    "papa mevrouw meneer koning herr frau".split()
)
LETTERS = "ABCDEFGHJKLMPRST"
TRIES = 60

FULL, MIDDLE, SURNAME, GIVEN = "full name", "full name with a middle name", "surname", "given name"


class Form(NamedTuple):
    """Which tokens of a mention are what."""

    first: int  # -1: none
    last: int  # -1: a given name alone
    kind: str


class Name(NamedTuple):
    """The new name of a person."""

    first: str
    last: str


class Source(Protocol):
    """Where new names of persons come from."""

    def names(self, first: str, last: str, rng: np.random.Generator) -> Callable[[], Name]:
        """A function that draws a name like the given one."""

    def middle(self, name: Name, rng: np.random.Generator) -> str:
        """A further given name that goes with a name."""

    def handle(self, name: Name, rng: np.random.Generator) -> str:
        """What a person of the name is called on the web."""

    def writes(self, script: str) -> bool:
        """Whether there are names in a script."""


@dataclass
class LocaleSource:
    """Names of the locale and the gender that the old name looks like."""

    lists: PersonNames
    write: Callable[[str], str | None]
    _written: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict, repr=False)
    _origin: dict[Name, tuple[str, str]] = field(default_factory=dict, repr=False)

    def names(self, first: str, last: str, rng: np.random.Generator) -> Callable[[], Name]:
        plain = "" if INITIALS.fullmatch(first) else first
        locale = self.lists.locale_of(plain, last)
        gender = self.lists.gender_of(plain, locale)
        parts = self.lists.parts[locale]

        def draw() -> Name:
            name = Name(_pick(self._of(parts.first(gender)), rng), _pick(self._of(parts.last), rng))
            self._origin[name] = (locale, gender)
            return name

        return draw

    def middle(self, name: Name, rng: np.random.Generator) -> str:
        locale, gender = self._origin[name]
        parts = self.lists.parts[locale]
        return _pick(self._of(parts.middle or parts.first(gender)), rng)

    def handle(self, name: Name, _rng: np.random.Generator) -> str:
        return name.first + name.last

    def writes(self, script: str) -> bool:
        return any(script_of(p.last[0]) == script for p in self.lists.parts.values())

    def _of(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names as the text writes them."""
        key = (names[0], names[-1], str(len(names)))
        if key not in self._written:
            self._written[key] = tuple(dict.fromkeys(w for n in names if (w := self.write(n)))) or names
        return self._written[key]


class Mentioned(NamedTuple):
    """A mention of a person: which one it is, its document, its tokens."""

    mention: int
    document: int
    tokens: tuple[str, ...]


@dataclass
class Person:
    """One person of a document: the old name, and its mentions with their forms, the longest first."""

    first: str
    last: str
    mentions: list[tuple[Mentioned, Form]] = field(default_factory=list)


def form_of(tokens: Sequence[str], is_first: Callable[[str], bool]) -> Form:
    """Where the first name and the surname stand, behind titles and before Jr.

    >>> form_of(["Mr.", "John", "F.", "Smith", "Jr."], lambda w: False)
    Form(first=1, last=3, kind='full name with a middle name')
    """
    wordy = [i for i, t in enumerate(tokens) if any(c.isalpha() for c in t)]
    inner = [i for i in wordy if tokens[i].lower() not in SUFFIXES] or wordy
    named = any(tokens[i][:1].isupper() for i in inner)
    while len(inner) > 1 and (tokens[inner[0]].lower() in TITLES or (named and tokens[inner[0]].islower())):
        inner = inner[1:]  # titles, and particles: de Silva
    if not inner:
        return Form(-1, -1, FULL)
    if len(inner) == 1:
        return Form(inner[0], -1, GIVEN) if is_first(_bare(tokens[inner[0]])) else Form(-1, inner[0], SURNAME)
    between = any(_is_name(t) for t in tokens[inner[0] + 1 : inner[-1]])
    return Form(inner[0], inner[-1], MIDDLE if between else FULL)


def persons_of(mentioned: Iterable[Mentioned], is_first: Callable[[str], bool]) -> list[Person]:
    """Who is who: within a document a surname or a first name alone is the person of that name."""
    by_document: dict[int, list[Mentioned]] = {}
    for m in mentioned:
        by_document.setdefault(m.document, []).append(m)
    found: list[Person] = []
    for own in by_document.values():
        by_last: dict[str, Person] = {}
        by_first: dict[str, Person] = {}
        for m in sorted(own, key=lambda m: (-len(m.tokens), m.mention)):
            person, form = _who(m.tokens, form_of(m.tokens, is_first), by_last, by_first)
            if not person.mentions:
                found.append(person)
            person.mentions.append((m, form))
    return found


def _who(
    tokens: Sequence[str], form: Form, by_last: dict[str, Person], by_first: dict[str, Person]
) -> tuple[Person, Form]:
    """The person that a mention speaks of, and the form that it then has."""
    first = _bare(tokens[form.first]).lower() if form.first >= 0 else ""
    last = _bare(tokens[form.last]).lower() if form.last >= 0 else ""
    if last in by_last and _may_be(by_last[last], first):
        return by_last[last], form
    if not last and first in by_first:
        return by_first[first], form
    if last and not first and last in by_first:  # a first name that looks like a surname
        return by_first[last], Form(form.last, -1, GIVEN)
    if first and not last and first in by_last:
        return by_last[first], Form(-1, form.first, SURNAME)
    person = Person(tokens[form.first] if first else "", tokens[form.last] if last else "")
    if last:
        by_last.setdefault(last, person)
    if first and not INITIALS.fullmatch(first):
        by_first.setdefault(first, person)
    return person, form


def _may_be(person: Person, first: str) -> bool:
    """Whether a person may have a first name (or initials): John Smith is not Mary Smith."""
    own = _bare(person.first).lower()
    if not own or not first or own == first:
        return True
    return own[0] == first[0] and bool(INITIALS.fullmatch(own) or INITIALS.fullmatch(first))


def renamed(
    person: Person, source: Source, accepts: Callable[[int, tuple[str, ...]], bool], rng: np.random.Generator
) -> dict[int, tuple[str, ...]] | None:
    """The new tokens of every mention of a person; None if no name was found that is accepted in all its forms."""
    draw = source.names(_titled(_bare(person.first)), _titled(_bare(person.last)), rng)
    old = {_bare(person.first).lower(), _bare(person.last).lower()}
    for _ in range(TRIES):
        name = draw()
        if {name.first.lower(), name.last.lower()} & old:
            continue
        others: dict[str, str] = {}
        new = {m.mention: compose(m.tokens, form, name, others, source, rng) for m, form in person.mentions}
        if all(accepts(m.mention, new[m.mention]) and new[m.mention] != m.tokens for m, _ in person.mentions):
            return new
    return None


def compose(
    tokens: Sequence[str], form: Form, name: Name, others: dict[str, str], source: Source, rng: np.random.Generator
) -> tuple[str, ...]:
    """The new tokens of a mention: as many as before, with the same initials, particles, titles and capitals.

    ``others``: what was drawn for middle names and initials, the same all through the document.
    """
    if len(tokens) == 1 and HANDLE.fullmatch(tokens[0]):
        return (_like(source.handle(name, rng), tokens[0]),)
    found = []
    for i, token in enumerate(tokens):
        if i == form.last:
            found.append(_like(name.last, token))
        elif i == form.first:
            found.append(_initials(token, name.first, rng) or _like(name.first, token))
        elif not form.first < i < form.last or form.first < 0 or not _is_name(token):
            found.append(token)
        else:
            key = token.lower()
            if key not in others:
                letter = LETTERS[int(rng.integers(len(LETTERS)))]
                others[key] = _initials(token, letter, rng) or source.middle(name, rng)
            found.append(_like(others[key], token))
    return tuple(found)


def _initials(token: str, name: str, rng: np.random.Generator) -> str | None:
    """The initials of a new first name where there were initials; None where there were none."""
    if INITIALS.fullmatch(token) is None or (len(token) > 1 and "." not in token and "-" not in token):
        return None
    letters = iter([name[0].upper(), *(LETTERS[int(i)] for i in rng.integers(len(LETTERS), size=4))])
    return "".join(next(letters) if c.isalpha() else c for c in token)


def _is_name(token: str) -> bool:
    """Whether a token inside a name is a name or an initial: no particle, mark or Roman number."""
    return token[:1].isalpha() and not token.islower() and ROMAN.fullmatch(token) is None


def _bare(token: str) -> str:
    return token.lstrip("@#")


def _titled(word: str) -> str:
    return word.title() if word.isupper() and len(word) > 1 and "." not in word else word


def _like(new: str, old: str) -> str:
    """The new word with the old one's capitals, and its @ or #."""
    mark = old[: len(old) - len(_bare(old))]
    bare = _bare(old)
    if len(bare) > 1 and bare.isupper():
        return mark + new.upper()
    return mark + (new.lower() if bare.islower() else new)


def _pick(names: Sequence[str], rng: np.random.Generator) -> str:
    return names[int(rng.random() * len(names))]
