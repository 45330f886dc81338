"""Puts chosen names into a corpus and writes the log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks.hard import harder
from nerproof.attacks.shapes import initials_of, is_acronym
from nerproof.attacks.units import NO_CANDIDATE, NOT_SAMPLED
from nerproof.corpus.edits import Edit, splice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nerproof.attacks import AttackOptions
    from nerproof.attacks.selection import Choice, Names, Selection
    from nerproof.attacks.units import Unit, Units
    from nerproof.corpus import Corpus
    from nerproof.gazetteers import Gazetteer

ROUNDS = 3  # draws for a name that is not better known as something else


@dataclass(frozen=True)
class Replacement:
    """One attack or control: ``kind`` is what its edits are called."""

    kind: str
    units: Units
    selection: Selection
    options: AttackOptions
    gazetteer: Gazetteer | None = None
    misleading: Callable[[Sequence[Unit], Sequence[Choice | None]], set[int]] | None = None

    def run(self, rng: np.random.Generator) -> tuple[Corpus, list[Edit]]:
        """The changed corpus, and one line of the log per mention."""
        # Names are drawn for all units, whatever the coverage: small samples share their names with large ones.
        chosen = self._chosen(rng)
        if self.options.hard:
            chosen = harder(chosen, self.units.all, self.selection, self.options.reference, rng)
        sample = self.units.sampled(self.options.coverage, rng.permutation(len(chosen)))
        new: dict[int, tuple[str, ...]] = {}
        edits = []
        for i, reason in enumerate(self.units.reasons):
            choice = chosen[self.units.unit_of_mention[i]] if reason is None else None
            why = reason or (NO_CANDIDATE if choice is None else None if i in sample else NOT_SAMPLED)
            if why is None and choice is not None:
                new[i] = choice.tokens[i]
            edits.append(self._edit(i, choice if why is None else None, why))
        which = np.array(sorted(new), dtype=np.int64)
        m = self.units.corpus.mentions
        return splice(self.units.corpus, m.start[which], m.end[which], [new[i] for i in which.tolist()]), edits

    def _chosen(self, rng: np.random.Generator) -> list[Choice | None]:
        """A name for every unit; one that would mislead is drawn again a few times."""
        units, taken = self.units.all, self._originals()
        chosen = [self._new_in_document(unit, rng, taken[self.units.documents[unit.head]]) for unit in units]
        refused: set[tuple[str, str]] = set()
        for _ in range(ROUNDS if self.misleading is not None else 0):
            assert self.misleading is not None
            again = self.misleading(units, chosen)
            refused |= {(units[u].type, c.name) for u in again if (c := chosen[u]) is not None}
            for u in sorted(again):
                own = taken[self.units.documents[units[u].head]]
                chosen[u] = self._new_in_document(units[u], rng, own, refused) or chosen[u]
        if self.misleading is not None:
            for short, long in self.units.short_forms.items():
                chosen[short] = self._shortened(short, chosen[long]) or chosen[short]
        return chosen

    def _shortened(self, short: int, long: Choice | None) -> Choice | None:
        """The new name of a longer form, cut or abbreviated as the old one is."""
        unit = self.units.all[short]
        old = self.units.entities[unit.head][1]
        if long is None:
            return None
        words = long.name.split(" ")
        cut = " ".join(words[: old.count(" ") + 1]) if len(words) > old.count(" ") + 1 else ""
        return self.selection.written_as(unit, initials_of(long.name) if is_acronym(old) else cut, long)

    def _originals(self) -> dict[int, set[tuple[str, str]]]:
        """By document, the types and names that stand in it: a new name must not be another entity of the text."""
        found: dict[int, set[tuple[str, str]]] = {}
        for document, entity in zip(self.units.documents, self.units.entities, strict=True):
            found.setdefault(document, set()).add(entity)
        return found

    def _new_in_document(
        self, unit: Unit, rng: np.random.Generator, taken: set[tuple[str, str]], refused: Names = ()
    ) -> Choice | None:
        """A name that no other entity of the document has, if another one of its form is to be had."""
        choice = self.selection.choose(unit, rng, refused, taken)
        if choice is not None:
            taken.add((unit.type, choice.name))
        return choice

    @cached_property
    def _spans(self) -> list[tuple[int, int, int]]:
        corpus = self.units.corpus
        m, where = corpus.mentions, corpus.sentence_of_mention
        columns = (where, m.start - corpus.sentences[where], m.end - corpus.sentences[where])
        return list(zip(*(c.tolist() for c in columns), strict=True))

    def _edit(self, i: int, choice: Choice | None, reason: str | None) -> Edit:
        sentence, start, end = self._spans[i]
        type_, original = self.units.entities[i]
        first, core, core_end, last = self.units.edges[i]
        if (first, last) != (core, core_end):  # an article or possessive stands outside the core
            original = " ".join(self.units.corpus.tokens.strings(first, last))
        place = (self.kind, self.units.documents[i], sentence, start, end, original)
        if choice is None:
            return Edit(*place, mention=i, type=type_, reason=reason)
        new = " ".join(choice.tokens[i])
        klass = self.gazetteer.klass(choice.group) if self.gazetteer is not None and choice.group >= 0 else None
        known = self.gazetteer is not None and choice.row >= 0
        return Edit(
            *place,
            new=new,
            mention=i,
            type=type_,
            class_qid=klass.qid if klass else None,
            class_label=klass.label if klass else self._form(i),
            qid=str(self.gazetteer.entities[choice.row]) if known and self.gazetteer is not None else None,
            link=choice.how,
            family=choice.family,
        )

    def _form(self, i: int) -> str | None:
        """The subclass of a person: full name, surname, given name."""
        person = self.units.all[self.units.unit_of_mention[i]].person
        return next((form.kind for m, form in person.mentions if m.mention == i), None) if person is not None else None
