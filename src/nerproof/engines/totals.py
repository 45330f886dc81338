"""From partials to a result: everything is added up, then scored as it would be in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from nerproof.base import inject as declare
from nerproof.base.results import Result, Row
from nerproof.corpus import Corpus, Ints
from nerproof.engines.cutting import GOLD
from nerproof.engines.partials import Context, Partial, PieceStudy, Reading
from nerproof.engines.runs import WHOLE, Runs
from nerproof.engines.sums import FactSums, Survey
from nerproof.evaluate import Options, Study, assemble
from nerproof.index.trainingdata import check_training
from nerproof.record import record
from nerproof.resampling.bootstrap import run_length
from nerproof.suites.recipe import Cell, Found, Suite

Tables = dict[str, Counter[tuple[str, str]]]  # by system: counts by two names, such as gold type and fate


def nested(tables: Tables) -> dict[str, dict[str, dict[str, int]]]:
    """By system, first and second name."""
    found: dict[str, dict[str, dict[str, int]]] = {name: {} for name in tables}
    for name, counter in tables.items():
        for (a, b), n in counter.items():
            found[name].setdefault(a, {})[b] = n
    return found


@dataclass
class Totals:
    """Everything that was added up."""

    resampled: bool = True
    units: int = 0  # that are resampled, where their number is known: they are added up in runs as long as needed
    readings: dict[str, Reading] = field(default_factory=dict)
    runs: dict[str, Runs] = field(default_factory=dict)
    facts: FactSums = field(default_factory=FactSums)
    confusion: Tables = field(default_factory=dict)
    semeval: Tables = field(default_factory=dict)

    def add(self, partial: Partial) -> None:
        for name, reading in partial.readings.items():
            self.readings.setdefault(name, Reading()).add(reading)
        for name, counts in partial.counts.items():
            if name not in self.runs:
                self.runs[name] = Runs(run_length(self.units) if self.resampled else WHOLE)
            self.runs[name].add(partial.columns[name], counts, partial.n)
        self.facts.add(partial.facts)
        for own, found in ((self.confusion, partial.confusion), (self.semeval, partial.semeval)):
            for name, table in found.items():
                counter = own.setdefault(name, Counter())
                counter.update({(a, b): n for a, row in table.items() for b, n in row.items()})

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(sorted({t for r in self.readings.values() for t in r.types}))


@record(eq=True)
class Inputs:
    """The files by name (gold is ""), their digests, and the label schemes that were settled beforehand."""

    paths: Mapping[str, str | Path]
    digests: Mapping[str, str]
    schemes: Mapping[str, str] = field(default_factory=dict)


@record(eq=True)
class Outline:
    """What the signature says about a corpus that was never there as a whole."""

    sources: tuple[str, ...]
    digest: str
    scheme: str | None
    repairs: int
    n_sentences: int
    n_tokens: int
    n_documents: int
    marked_documents: bool


def finish(
    inputs: Inputs, options: Options, context: Context, suites: Sequence[Suite], totals: Totals, seen: Survey
) -> Result:
    outlines = {name: _outline(inputs, name, totals.readings[name]) for name in totals.readings}
    study = Study(
        cast("Corpus", outlines[GOLD]),
        {name: cast("Corpus", o) for name, o in outlines.items() if name != GOLD},
        cast("Corpus | None", context.train),
        context.dev,
        options,
        _notes(inputs, options, totals, context),
    )
    cells = {name: _cells(suites, context, totals.types) for name in totals.runs}
    counts = {name: _table(cells[name], runs) for name, runs in totals.runs.items()}
    result = assemble(study, suites, cells, counts, _data_rows(totals, seen, context))
    if totals.confusion:
        result.extras |= {"confusion": nested(totals.confusion), "semeval": nested(totals.semeval)}
    gold = outlines[GOLD]
    if context.lexicon is not None:
        from nerproof.engines.facts import statistics

        sizes = {"sentences": gold.n_sentences, "tokens": gold.n_tokens}
        sizes["documents"] = gold.n_documents if gold.marked_documents else 0
        result.extras["statistics"] = statistics(totals.facts, context, sizes)
    given: dict[str, Any] = {"lexicon": context.lexicon, "dev": context.dev, "switches": dict(options.switches)}
    given |= {"marked_documents": gold.marked_documents}
    result.notes += [note for s in suites if s.notes for note in declare.call(s.notes, given)]
    return result


def _data_rows(totals: Totals, seen: Survey, context: Context) -> list[Row]:
    if not context.tokens:
        return []
    from nerproof.engines.facts import data_rows

    return data_rows(totals.facts, seen, context, totals.types)


def _outline(inputs: Inputs, name: str, reading: Reading) -> Outline:
    return Outline(
        (str(inputs.paths[name]),),
        inputs.digests[name],
        next(iter(reading.schemes), None) or inputs.schemes.get(name),
        reading.repairs,
        reading.sentences,
        reading.tokens,
        reading.documents,
        reading.marked,
    )


def _cells(suites: Sequence[Suite], context: Context, types: tuple[str, ...]) -> Found:
    """The cells in their order, as they are for a corpus that has all types: their masks are of no use here."""
    empty = replace(Corpus.from_sentences([["_"]], [[]]), types=types)
    study = PieceStudy(empty, {"": empty}, dev=context.dev, options=context.options, context=context)
    found: list[tuple[Suite, Cell]] = []
    for suite in suites:
        found += [(suite, cell) for cell in declare.call(suite.cells, study.given(study.pairs[""]))]
    return found


def _table(cells: Found, runs: Runs) -> Ints:
    names = [(s.name, c.metric.name, c.part.name, c.part.label, k) for s, c in cells for k in c.metric.columns]
    return np.stack([runs.column(name) for name in names], axis=1)


def _notes(inputs: Inputs, options: Options, totals: Totals, context: Context) -> tuple[str, ...]:
    repair = options.reading.repair
    own = {
        name: [*repairs_note(inputs.paths[name], repair, r), *r.look.warnings(str(inputs.paths[name]))]
        for name, r in totals.readings.items()
    }
    gold = totals.readings[GOLD]
    extra = [
        f"{name}: predicts types that gold lacks: {', '.join(sorted(r.used - gold.types))} (counted as false positives)"
        for name, r in totals.readings.items()
        if name != GOLD and r.used - gold.types
    ]
    notes = [*own.pop(GOLD), *extra, *(n for found in own.values() for n in found)]
    if context.train is not None:
        types, digest = tuple(sorted(gold.types)), inputs.digests[GOLD]
        known = replace(Corpus.from_sentences([["_"]], [[]]), types=types, file_digest=digest)
        notes += [*context.train.notes, *check_training(known, cast("Corpus", context.train))]
    return tuple(dict.fromkeys(notes))


def repairs_note(path: str | Path, repair: str, reading: Reading) -> list[str]:
    """What was repaired in a file, if anything."""
    first, n = reading.first_break, reading.repairs
    if first is None:
        return []
    scheme = next(iter(reading.schemes), "its scheme")
    mentions = "1 mention breaks" if n == 1 else f"{n} mentions break"
    return [f"{path}:{first.line}: {mentions} {scheme}, first at {first.tag!r}; repaired by --repair {repair}"]
