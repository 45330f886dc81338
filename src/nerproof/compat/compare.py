"""Every scorer on the same tags: their numbers, and the first places where they read different mentions.

>>> found = compare(TagPair.of([["O", "B-PER"]], [["O", "I-PER"]]))
>>> {v.name: v.f1 for v in found.verdicts if v.name.startswith("seqeval")}
{'seqeval': 1.0, 'seqeval-strict': 0.0}
>>> found.differences[0].why
"'I-PER' follows 'O': no mention is open that it could continue"
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import NerproofError
from nerproof.compat import SCORERS, TagPair
from nerproof.compat.coding import number
from nerproof.compat.counts import rows_by_type
from nerproof.compat.reasons import explain
from nerproof.compat.spans import Reading, Spans
from nerproof.corpus import Coded, Vocabulary
from nerproof.corpus.schemes import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nerproof.compat.counts import Row
    from nerproof.corpus import Bools, Ids, Ints

OURS = "nerproof --repair "
NOTHING = "no mention"
OWN_RULES = {
    "begin": "what breaks the scheme is a mention all the same (the default)",
    "discard": "what breaks the scheme is no mention",
    "error": "what breaks the scheme is refused",
}


@dataclass(frozen=True)
class Verdict:
    """One scorer's strict scores, or what it said instead."""

    name: str
    rule: str
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    n_gold: int | None = None
    n_pred: int | None = None
    error: str | None = None


@dataclass(frozen=True)
class Difference:
    """A stretch of tags that scorers read differently; sentence and tokens are numbered from 1."""

    side: str
    sentence: int
    first: int
    last: int
    tags: tuple[str, ...]
    readings: Mapping[str, tuple[str, ...]]  # what is read there, and by whom
    why: str


@dataclass(frozen=True)
class Comparison:
    """The scorers' numbers and the first of the places where they differ."""

    verdicts: tuple[Verdict, ...]
    differences: tuple[Difference, ...]
    n_differences: int


def compare(pair: TagPair, *, limit: int = 10) -> Comparison:
    """All scorers and our own repairs on one pair of tag columns."""
    verdicts: list[Verdict] = []
    readings: dict[str, Reading] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # seqeval's remarks on strange tags are told as reasons here
        for name, rule in _rules().items():
            try:
                readings[name] = _read(name, pair)
                verdicts.append(_verdict(name, rule, readings[name], pair))
            except NerproofError as error:
                verdicts.append(Verdict(name, rule, error=str(error)))
    gold, pred = (_differing(pair, readings, side) for side in ("gold", "pred"))
    shown = [_difference(pair, *place) for place in (gold + pred)[:limit]]
    return Comparison(tuple(verdicts), tuple(shown), len(gold) + len(pred))


def _rules() -> dict[str, str]:
    ours = {OURS + repair: rule for repair, rule in OWN_RULES.items()}
    return ours | {name: scorer.rule for name, scorer in SCORERS.items()}


def _read(name: str, pair: TagPair) -> Reading:
    if name.startswith(OURS):
        return _own_reading(pair, name.removeprefix(OURS))
    return SCORERS[name].read(pair)


def _verdict(name: str, rule: str, reading: Reading, pair: TagPair) -> Verdict:
    ours = name.startswith(OURS)
    rows = rows_by_type(reading.tally(len(pair.gold)), empty=None) if ours else SCORERS[name].score(pair)
    precision, recall, f1 = (_value(rows, metric) for metric in ("precision", "recall", "f1"))
    return Verdict(name, rule, precision, recall, f1, n_gold=len(reading.gold.start), n_pred=len(reading.pred.start))


def _value(rows: list[Row], metric: str) -> Any:
    return next(row["value"] for row in rows if (row["label"], row["metric"]) == ("ALL", metric))


def _own_reading(pair: TagPair, repair: str) -> Reading:
    """How nerproof itself reads both sides under a repair, each in the scheme found for it."""
    offsets = np.concatenate([[0], np.cumsum(pair.lengths)])
    sides = [_decode(pair, ids[pair.at], offsets, repair) for ids in (pair.gold, pair.pred)]
    names = sorted({name for types, _ in sides for name in types})
    moved = [
        Spans(spans.start, spans.end, np.array([names.index(t) for t in types], dtype=np.int32)[spans.type])
        for types, spans in sides
    ]
    return Reading(names, moved[0], moved[1])


def _decode(pair: TagPair, ids: Ids, offsets: Ints, repair: str) -> tuple[tuple[str, ...], Spans]:
    # Only the side's own tags: a scheme is found by the prefixes that are used.
    used, own = np.unique(ids, return_inverse=True)
    vocabulary = Vocabulary(pair.tags[i] for i in used.tolist())
    found = decode(Coded(own.astype(np.int32), vocabulary), offsets, repair=repair)
    m = found.mentions
    last = pair.at[m.end - 1] if len(m) else m.end
    return found.types, Spans(pair.at[m.start], last + 1, m.type.astype(np.int32))


# --- places ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Votes:
    """All mentions that anyone reads on one side, sorted by place, and who reads them."""

    start: Ints
    end: Ints
    type: Ints
    names: list[str]
    who: dict[str, Bools]


def _differing(pair: TagPair, readings: Mapping[str, Reading], side: str) -> list[tuple[str, _Votes, Ints]]:
    """Groups of overlapping mentions that not everybody reads, in the order of the text."""
    votes = _votes(readings, side, len(pair.gold))
    if not votes.who or not len(votes.start):
        return []
    disputed = np.flatnonzero(~np.all(list(votes.who.values()), axis=0))
    if not len(disputed):
        return []
    reach = np.maximum.accumulate(votes.end[disputed])
    # Neighbours that touch are one dispute: where one program cuts, another goes on.
    cuts = np.flatnonzero(votes.start[disputed][1:] > reach[:-1]) + 1
    return [(side, votes, group) for group in np.split(disputed, cuts)]


def _votes(readings: Mapping[str, Reading], side: str, n_places: int) -> _Votes:
    spans: dict[str, Spans] = {name: getattr(reading, side) for name, reading in readings.items()}
    names, codes = number(name for reading in readings.values() for name in reading.names)
    keys, at = {}, 0
    for name, reading in readings.items():
        types = codes[at : at + len(reading.names)].astype(np.int64)
        at += len(reading.names)
        mine = spans[name]
        type_ = types[mine.type] if len(mine.type) else np.zeros(0, dtype=np.int64)
        keys[name] = (mine.start * (n_places + 1) + mine.end) * max(len(names), 1) + type_
    every = np.unique(np.concatenate([*keys.values(), np.zeros(0, dtype=np.int64)]))
    place, type_ = np.divmod(every, max(len(names), 1))
    start, end = np.divmod(place, n_places + 1)
    return _Votes(start, end, type_, names, {name: np.isin(every, own) for name, own in keys.items()})


def _difference(pair: TagPair, side: str, votes: _Votes, group: Ints) -> Difference:
    first, last = int(votes.start[group].min()), int(votes.end[group].max()) - 1
    ids = pair.gold if side == "gold" else pair.pred
    tags = tuple(pair.tags[i] for i in ids[first : last + 1].tolist())
    sentence, token = int(pair.sentence_of(np.array([first]))[0]), int(pair.offset_in_sentence(np.array([first]))[0])
    before = pair.tags[int(ids[first - 1])] if token else None
    readings: dict[str, tuple[str, ...]] = {}
    for name, reads in votes.who.items():
        text = _text(votes, group[reads[group]], first - token)
        readings[text] = (*readings.get(text, ()), name)
    return Difference(
        "gold" if side == "gold" else "predictions",
        sentence + 1,
        token + 1,
        token + 1 + last - first,
        tags,
        readings,
        explain(before, tags),
    )


def _text(votes: _Votes, mentions: Ints, sentence_start: int) -> str:
    """Mentions in words, tokens numbered from 1: ``PER 2-3``."""
    parts = []
    for i in mentions.tolist():
        a, b = int(votes.start[i]) - sentence_start + 1, int(votes.end[i]) - sentence_start
        parts.append(f"{votes.names[int(votes.type[i])]} {a}" + (f"-{b}" if b > a else ""))
    return ", ".join(parts) or NOTHING
