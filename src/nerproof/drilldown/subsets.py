"""The sentences behind a subset or bucket: what a system gets right there, and what wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from nerproof.base import inject as declare
from nerproof.base.errors import UnknownName
from nerproof.corpus import Bools, Corpus
from nerproof.drilldown.words import sentences_at
from nerproof.evaluate import Study
from nerproof.measures.outcomes import fates
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import SUITES, Cell


@dataclass(frozen=True)
class Case:
    """One item of a subset: what stands there, what became of it, and its sentence (``id`` counts from 0)."""

    text: str
    gold: str | None
    fate: str  # correct; predicted TYPE; boundary, both or missed
    id: int
    sentence: str

    @property
    def right(self) -> bool:
        return self.fate == "correct"


@dataclass(frozen=True)
class Behind:
    """The items of one subset for one system, counted, and the first of them."""

    system: str
    n_correct: int
    n_wrong: int
    wrong: list[Case]
    correct: list[Case]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def behind(subset: str, study: Study, *, limit: int = 20) -> list[Behind]:
    """For every system the items of a subset, wrong and correct ones apart."""
    return [_of_system(_cell(subset, study, pair), pair, limit) for pair in study.pairs.values()]


def _cell(subset: str, study: Study, pair: Pair) -> Cell:
    """The slice of that name in any suite that the inputs allow."""
    given = study.given(pair)
    known: list[str] = []
    for suite in sorted(SUITES.values(), key=lambda s: s.order):
        if declare.missing(suite.cells, given):
            continue
        for cell in declare.call(suite.cells, given):
            if cell.part.name == subset and cell.part.label == "ALL" and cell.part.gold is not None:
                return cell
            known.append(cell.part.name)
    raise UnknownName.among("subset", subset, list(dict.fromkeys(k for k in known if k != "ALL")))


def _of_system(cell: Cell, pair: Pair, limit: int) -> Behind:
    cases = list(_tokens(cell, pair) if cell.metric.unit == "token" else _mentions(cell, pair))
    wrong, correct = ([c for c in cases if c.right == right] for right in (False, True))
    return Behind(pair.name, len(correct), len(wrong), wrong[:limit], correct[:limit])


def _chosen(mask: Bools | None) -> Sequence[int]:
    found: list[int] = [] if mask is None else np.flatnonzero(mask).tolist()
    return found


def _mentions(cell: Cell, pair: Pair) -> Iterator[Case]:
    """Gold mentions of the slice, then the wrong predictions of it (the right ones are gold mentions)."""
    ends = fates(pair)
    for i in _chosen(cell.part.gold):
        fate = f"predicted {ends.gold[i]}" if ends.gold[i] in pair.types else ends.gold[i]
        yield _mention_case(pair.gold, i, pair.gold.mention(i).type, "correct" if pair.gold_hit[i] else fate)
    for i in _chosen(cell.part.pred):
        if not pair.pred_hit[i]:
            yield _mention_case(pair.pred, i, None, f"predicted {pair.pred.mention(i).type} ({ends.pred[i]})")


def _mention_case(corpus: Corpus, i: int, gold: str | None, fate: str) -> Case:
    sentence, start = int(corpus.sentence_of_mention[i]), int(corpus.mentions.start[i])
    return Case(corpus.surface(i), gold, fate, sentence, sentences_at(corpus, [sentence], [start])[0])


def _tokens(cell: Cell, pair: Pair) -> Iterator[Case]:
    """Tokens of the slice with their gold and predicted types; hard tokens may be outside every mention."""
    gold, pred, names = pair.gold_types_of_tokens, pair.pred_types_of_tokens, (*pair.types, "O")
    inside = cell.metric.name == "token-strict"  # whose items are tokens inside mentions
    items = [at for at in _chosen(cell.part.gold) if gold[at] >= 0 or not inside]
    items += [at for at in _chosen(cell.part.pred) if pred[at] >= 0 and pred[at] != gold[at]]
    for at in dict.fromkeys(items):
        sentence = int(pair.gold.sentence_of(np.array([at]))[0])
        fate = "correct" if gold[at] == pred[at] else f"predicted {names[pred[at]]}"
        shown = sentences_at(pair.gold, [sentence], [at])[0]
        yield Case(pair.gold.tokens.strings(at, at + 1)[0], names[gold[at]], fate, sentence, shown)
