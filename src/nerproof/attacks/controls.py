"""swap and natural: the controls, with names that people wrote. Each mention gives way to another one of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.language import guess_language
from nerproof.attacks.persons import HANDLE, INITIALS, Name, form_of
from nerproof.attacks.pools import Entry, Shapes
from nerproof.attacks.replacement import Replacement
from nerproof.attacks.selection import Offer, Selection
from nerproof.attacks.shapes import Shape, script_of, shape_of
from nerproof.attacks.surfaces import lowered_surfaces, word_test
from nerproof.attacks.units import Units
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Transformed
from nerproof.gazetteers.demonyms import demonyms
from nerproof.gazetteers.names import by_locale, has_faker
from nerproof.gazetteers.type_map import default_map

if TYPE_CHECKING:
    import numpy as np

    from nerproof.attacks.units import Unit
    from nerproof.corpus import Corpus

MENTION = "mention"
HELD_OUT, OWN = "held-out gold", "the test set's own unseen mentions"


@ATTACKS.register("swap")
def swap(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by training mentions of their type and form: the control with seen names."""
    if options.train is None:
        raise UsageError("the swap control takes its mentions from the training data. Pass --train FILE.")
    names = surfaces([options.train], frozenset())
    return replace_by_mentions("swap", corpus, options, names, frozenset(), rng)


@ATTACKS.register("natural")
def natural(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by unseen mentions of held-out text, else of the corpus itself: the control with new names."""
    if options.train is None and not options.others:
        raise UsageError("the natural control takes mentions that training lacks. Pass --train FILE.")
    known = lowered_surfaces(options.train) if options.train is not None else frozenset()
    names = surfaces([*options.others, corpus], known)
    done = replace_by_mentions("natural", corpus, options, names, known, rng)
    distinct = {t: len(set(n)) for t, n in sorted(names.items())}
    source = HELD_OUT if options.others else OWN
    return replace(done, facts={**done.facts, "source": source, "distinct_names": distinct})


def surfaces(corpora: Sequence[Corpus], known: frozenset[str]) -> dict[str, list[str]]:
    """The surfaces of each type that are not known, once per document, since new names are drawn per document."""
    found: dict[str, list[str]] = {}
    for corpus in corpora:
        documents = corpus.document_of_sentence[corpus.sentence_of_mention].tolist()
        rows = (
            (d, corpus.types[t], corpus.surface(i))
            for i, (d, t) in enumerate(zip(documents, corpus.mentions.type.tolist(), strict=True))
        )
        for _, type_, name in dict.fromkeys(rows):
            if name and name.lower() not in known:
                found.setdefault(type_, []).append(name)
    return found


@dataclass
class MentionNames:
    """Offers of mentions of the same type, shape, capitals and kind (demonym or not)."""

    units: Units
    names: dict[str, list[str]]
    is_word: Callable[[str], bool]
    is_demonym: Callable[[str], bool]
    _made: dict[tuple[str, bool], Shapes] = field(default_factory=dict, repr=False)

    def offers(self, unit: Unit, _rng: np.random.Generator) -> Iterator[Offer]:
        surface = self.units.entities[unit.head][1]
        kind = self.is_demonym(surface)
        shape = self.units.shape(unit, self.is_word)
        for own in (self._of(unit.type, demonym=kind), self._of(unit.type, demonym=not kind)):
            yield Offer(own.get(shape, []), MENTION)
            near = sorted(own, key=lambda s: (s.acronym != shape.acronym, abs(s.tokens - shape.tokens), s.tokens))
            for other in near:
                yield Offer(own[other], MENTION)

    def written(self, entry: Entry, _unit: Unit) -> str | None:
        return entry.name

    def _of(self, type_: str, *, demonym: bool) -> Shapes:
        key = (type_, demonym)
        if key not in self._made:
            found: Shapes = {}
            for name in self.names.get(type_, ()):
                if self.is_demonym(name) == demonym:
                    found.setdefault(self._shape(name), []).append(Entry(name, -1, -1))
            self._made[key] = found
        return self._made[key]

    def _shape(self, name: str) -> Shape:
        shape = shape_of(name.split(" "))
        return Shape(shape.tokens, shape.acronym and not self.is_word(name.title()))


@dataclass
class MentionedPersons:
    """Names of persons as held-out text has them: whole names, and surnames alone."""

    names_: Sequence[str]
    is_first: Callable[[str], bool]

    @cached_property
    def _whole(self) -> list[Name]:
        split = [n.split(" ") for n in self.names_]
        forms = [(w, form_of(w, self.is_first)) for w in split]
        return [
            Name(_plain(w[f.first]), _plain(w[f.last]))
            for w, f in forms
            if f.first >= 0 and f.last > 0 and not INITIALS.fullmatch(w[f.first])
        ]

    @cached_property
    def _single(self) -> list[str]:
        alone = [_plain(n) for n in self.names_ if " " not in n and not HANDLE.fullmatch(n)]
        return alone or [_plain(n.split(" ")[-1]) for n in self.names_]

    @cached_property
    def _handles(self) -> list[str]:
        return [n for n in self.names_ if HANDLE.fullmatch(n)]

    def names(self, first: str, last: str, rng: np.random.Generator) -> Callable[[], Name]:
        whole, single = self._whole, self._single

        def draw() -> Name:
            if first and last and whole:
                return whole[int(rng.random() * len(whole))]
            one = single[int(rng.random() * len(single))]
            other = single[int(rng.random() * len(single))]
            return Name(other, one) if last else Name(one, other)

        return draw

    def middle(self, _name: Name, rng: np.random.Generator) -> str:
        return self._whole[int(rng.random() * len(self._whole))].first if self._whole else self._single[0]

    def handle(self, name: Name, rng: np.random.Generator) -> str:
        return self._handles[int(rng.random() * len(self._handles))] if self._handles else name.last

    def writes(self, script: str) -> bool:
        return any(script_of(n) == script for n in self.names_)


def _plain(word: str) -> str:
    """The word without the capitals of a headline."""
    return word.title() if len(word) > 1 and word.isupper() and "." not in word else word


def replace_by_mentions(
    kind: str, corpus: Corpus, options: AttackOptions, names: dict[str, list[str]], known: frozenset[str],
    rng: np.random.Generator,
) -> Transformed:  # fmt: skip
    """A control: every mention gives way to one of the given surfaces of its type; no surface of ``known`` comes in.

    New persons are put together from parts, so that a document is consistent; seen ones stay whole, or they are new.
    """
    language = options.language or guess_language(options.train or corpus)
    listed = demonyms(language)
    in_text = word_test(options.train or corpus)
    wanted = default_map(corpus.types) | dict(options.type_map)
    roles = {t: {s.type for s in wanted.get(t, ())} if kind != "swap" else set() for t in corpus.types}
    is_first = by_locale(language).is_first_name if has_faker() else lambda _word: False
    units = Units(corpus, language, roles, options.consistent, is_first)
    persons = [n for t in roles if units.is_person(t) for n in names.get(t, ())]
    found = MentionNames(units, names, lambda w: bool(in_text(w)), listed.has if listed else lambda _w: False)
    selection = Selection(units, found, MentionedPersons(persons, is_first) if persons else None, known, _split)
    plain = replace(options, hard=False)
    changed, edits = Replacement(kind, units, selection, plain).run(rng)
    replaced = sum(e.new is not None for e in edits)
    return Transformed(changed, edits, facts={"attack": kind, "mentions": len(edits), "replaced": replaced})


def _split(name: str) -> tuple[str, ...]:
    """A surface's own tokens: it was cut by the corpus that it comes from."""
    return tuple(name.split(" "))
