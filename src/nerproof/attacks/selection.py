"""Chooses a new name for every unit: the one way of attack, controls, hard names, curves and benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nerproof.attacks.language import ARTICLES, POSSESSIVES, QUOTES
from nerproof.attacks.persons import renamed
from nerproof.attacks.shapes import LATIN, cased, has_digit, is_presentable, script_of, takes_an, takes_the

if TYPE_CHECKING:
    import numpy as np

    from nerproof.attacks.persons import Source
    from nerproof.attacks.pools import Entry
    from nerproof.attacks.units import Unit, Units

TRIES = 25
SCANNED = 3000  # names of a tier that are looked through when no try was accepted

PREFERRED = 40  # allowed names that are looked at for one that suits

COMPOSED = "composed"

Names = Container[tuple[str, str]]  # pairs of type and name


class Offer(NamedTuple):
    """Names of which any will do, and how they were found."""

    entries: list[Entry]
    how: str
    family: str | None = None


class Choice(NamedTuple):
    """The new tokens of each mention of a unit, and where the name came from."""

    tokens: dict[int, tuple[str, ...]]
    name: str
    how: str
    family: str | None = None
    row: int = -1
    group: int = -1


class Namer(Protocol):
    """Where names of units that are no persons come from: offers, the best first."""

    def offers(self, unit: Unit, rng: np.random.Generator) -> Iterator[Offer]: ...

    def written(self, entry: Entry, unit: Unit) -> str | None:
        """The name in the form that the unit needs (an acronym with full stops, a plural); None: it has none."""


@dataclass
class Selection:
    """Draws names that fit: not known, the right article, as many tokens, the mention's capitals."""

    units: Units
    namer: Namer
    source: Source | None
    seen: frozenset[str]
    cut: Callable[[str], tuple[str, ...]]

    def choose(self, unit: Unit, rng: np.random.Generator, refused: Names = (), taken: Names = ()) -> Choice | None:
        """A new name; ``refused`` and ``taken`` are pairs of type and name. A taken one comes last among its like."""
        if unit.person is not None:
            return self._person(unit, rng, (refused, taken)) or self._person(unit, rng, (refused,))
        for offer in self.namer.offers(unit, rng):
            found = self._first(unit, offer, rng, refused, taken)
            if found is not None:
                return found
        return None

    def _person(self, unit: Unit, rng: np.random.Generator, refused: Sequence[Names]) -> Choice | None:
        script = script_of(self.units.entities[unit.head][1]) or LATIN
        if self.source is None or unit.person is None or not self.source.writes(script):
            return None

        def accepts(mention: int, core: tuple[str, ...]) -> bool:
            name = " ".join(core)
            whole = " ".join(self._in_place(core, mention)).lower()
            return (
                name.lower() not in self.seen
                and whole not in self.seen
                and not any((unit.type, name) in names for names in refused)
                and self._article_fits(mention, core[0])
            )

        core = renamed(unit.person, self.source, accepts, rng)
        if core is None:
            return None
        return Choice({m: self._in_place(words, m) for m, words in core.items()}, " ".join(core[unit.head]), COMPOSED)

    def _article_fits(self, mention: int, word: str) -> bool:
        """Whether a word may follow the article before a mention."""
        article, (first, core, _, _) = self.units.articles[mention], self.units.edges[mention]
        if article and word == "The":
            return first < core  # one inside the mention gives way
        return article in {"", "the"} or takes_an(word) == (article == "an")

    def _in_place(self, core: tuple[str, ...], mention: int) -> tuple[str, ...]:
        """The tokens of a person with the article and the possessive that the mention has."""
        first, start, end, last = self.units.edges[mention]
        strings = self.units.corpus.tokens.strings
        return (*strings(first, start), *core, *strings(end, last))

    def _first(self, unit: Unit, offer: Offer, rng: np.random.Generator, refused: Names, taken: Names) -> Choice | None:
        """A name that is allowed, of the first ones one that suits; one that is taken where there is no other."""
        allowed: list[Choice] = []
        repeated: Choice | None = None
        for entry in _order(offer.entries, rng):
            name = self.namer.written(entry, unit)
            if name is None or (unit.type, name) in refused or not self._may_stand(name, unit):
                continue
            tokens = self._tokens(name, unit)
            if tokens is not None:
                choice = Choice(tokens, name, offer.how, offer.family, entry.row, entry.group)
                if (unit.type, name) in taken:
                    repeated = repeated or choice
                    continue
                if self._suits(name, unit):
                    return choice
                allowed.append(choice)
                if len(allowed) >= PREFERRED:
                    break
        return allowed[0] if allowed else repeated

    def written_as(self, unit: Unit, name: str, like: Choice) -> Choice | None:
        """A name in the place of a unit, chosen as another one was; None if it is no name or may not stand there."""
        fits = is_presentable(name) and name[name.rfind(" ") + 1].isupper() and self._may_stand(name, unit)
        tokens = self._tokens(name, unit) if fits else None
        return None if tokens is None else like._replace(tokens=tokens, name=name)

    def _may_stand(self, name: str, unit: Unit) -> bool:
        """Whether a name has the script of the mention and goes with an article before it."""
        old = self.units.entities[unit.head][1]
        if not (name.isascii() and old.isascii()) and script_of(name) != (script_of(old) or LATIN):
            return False
        behind = [m for m in unit.mentions if self.units.articles[m]]
        return all(self._article_fits(m, cased(name, self.units.entities[m][1]).split()[0]) for m in behind)

    def _suits(self, name: str, unit: Unit) -> bool:
        """Whether a name has a number where the old one has, and takes "the" where that stands before the old one."""
        old = self.units.entities[unit.head][1]
        if has_digit(old) and not has_digit(name):
            return False
        return not (self.units.articles[unit.head] == "the" and takes_the(old)) or takes_the(name)

    def _tokens(self, name: str, unit: Unit) -> dict[int, tuple[str, ...]] | None:
        """The name in the place of every mention; None if it is known or is the old name anywhere."""
        found = {}
        for m in unit.mentions:
            tokens = self.fitted(name, m)
            if not tokens:
                return None
            written = " ".join(tokens).lower()
            first, _, _, last = self.units.edges[m]
            if written in self.seen or name.lower() in self.seen or written == self._old(m, first, last):
                return None
            found[m] = tokens
        return found

    def _old(self, mention: int, first: int, last: int) -> str:
        edges = self.units.edges[mention]
        if edges[1:3] == (first, last):
            return self.units.entities[mention][1].lower()
        return " ".join(self.units.corpus.tokens.strings(first, last)).lower()

    def fitted(self, name: str, mention: int) -> tuple[str, ...]:
        """The tokens of a name in the place of a mention, with one article; without any where the name takes none."""
        first, start, end, last = self.units.edges[mention]
        tokens = self.cut(cased(name, self.units.entities[mention][1]))
        if (start == first and end == last) or not tokens:
            return tokens
        front, back = (self.units.corpus.tokens.strings(*edge) for edge in ((first, start), (end, last)))
        articles = ARTICLES.get(self.units.language, ())
        bare = tokens[0].lower() in articles or (front == ["the"] and not takes_the(name))
        kept = (w for w in front if w in QUOTES or not bare)
        return (*kept, *tokens, *(() if tokens[-1] in POSSESSIVES else back))


def _order(entries: Sequence[Entry], rng: np.random.Generator) -> Iterator[Entry]:
    """Some at random, then all of them from anywhere on."""
    n = len(entries)
    if not n:
        return
    for pick in rng.random(min(TRIES, n)).tolist():
        yield entries[int(pick * n)]
    begin = int(rng.random() * n)
    for i in range(min(n, SCANNED)):
        yield entries[(begin + i) % n]
