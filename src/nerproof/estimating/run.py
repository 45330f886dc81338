"""estimate(): the scores of systems on text without gold, from a labelled set and from how far the systems agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.base.version import __version__
from nerproof.corpus import Corpus
from nerproof.corpus.outline import Outline
from nerproof.engine.prepare import load_all
from nerproof.engine.study import Input, Options
from nerproof.engine.votes import read_votes
from nerproof.estimating.agreement import METRICS, counts, exact, unit_cuts
from nerproof.estimating.distance import distance
from nerproof.estimating.drift import drift
from nerproof.estimating.shift import Estimate, Tables, estimate_one
from nerproof.estimating.trust import verdict
from nerproof.measures.votes import GOLD, Votes
from nerproof.models import Progress, create

SUITE = "estimate"
ENOUGH = 50  # mentions of a type, in both texts, for an estimate of its own


@dataclass(frozen=True, eq=False)
class Texts:
    """The labelled set and the new text with the votes of the same systems on both; gold is the first voter."""

    gold: Corpus
    labelled: Votes
    base: Corpus  # the new text
    new: Votes  # gold stands for the truth where ``known``
    known: bool
    notes: tuple[str, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        return self.labelled.voters[1:]


def estimate(
    gold: Input,
    predictions: Mapping[str, Input],
    new: Mapping[str, Input],
    *,
    new_gold: Input | None = None,
    train: Input | Sequence[Input] | None = None,
    second: Sequence[str] = (),
    by: str | None = None,
    progress: Progress | None = None,
    options: Options | None = None,
    stream: bool | None = None,
    **changes: Any,
) -> Result:
    """F1, precision and recall of each system on new text without gold, with 90 % and 95 % intervals.

    ``predictions`` are on the labelled set ``gold``, ``new`` on the new text, by the same names. ``second`` names
    models that are trained on ``train`` as further opinions. ``by`` is a field of the new text (month, source) by
    which agreement is followed. ``new_gold`` puts the truth beside the estimates. ``stream`` reads predictions chunk by
    chunk (None: where files are large).
    """
    chosen = options or Options(**changes)
    texts = _texts(gold, predictions, new, new_gold, chosen, stream)
    texts = _with_second(texts, second, load_all(train, chosen), chosen.seed, progress)
    if not chosen.resamples:
        raise UsageError("an estimate is worth nothing without its interval. Leave out --resamples 0")
    if len(texts.systems) < 2:
        raise UsageError("one system agrees with nobody. Give a second one, or --second crf with --train FILE")
    votes = texts.new.only(texts.systems)
    apart = distance(texts.gold, texts.base)

    @cache
    def tables(type_: str | None) -> Tables:
        both = counts(texts.labelled, unit_cuts(texts.gold), type_), counts(votes, unit_cuts(texts.base), type_)
        return Tables(*both, chosen.resamples, chosen.seed, apart)

    rows = [row for name in predictions for row in _rows(name, texts, votes, tables)]
    result = Result(_signature(texts, second, chosen), _ranked(rows), [*texts.notes])
    if by:
        along = drift(texts.base, votes, texts.labelled, texts.gold, by)
        result.extras = {"estimate": {"drift": along}}
        _warn(rows, along)
    return result


def _warn(rows: list[Row], along: Mapping[str, Any]) -> None:
    """One estimate for a text that changes on the way is not to be trusted."""
    alarms = sum(group["alarm"] for group in along["groups"])
    for row in rows if alarms else ():
        if row.more["verdict"] == "estimate":
            of = f"of {len(along['groups'])} groups by {along['field']}"
            row.more |= {"verdict": "careful", "reason": f"{alarms} {of} raise an alarm: the text changes on the way"}


# --- inputs ----------------------------------------------------------------------------------------------------------


def _texts(
    gold: Input,
    predictions: Mapping[str, Input],
    new: Mapping[str, Input],
    new_gold: Input | None,
    options: Options,
    stream: bool | None,
) -> Texts:
    if set(predictions) != set(new):
        odd = min(set(predictions) ^ set(new))
        raise UsageError(
            f"{odd!r} has predictions for one of the two texts only. Give --pred {odd}=… and --new {odd}=…"
        )
    corpus, labelled, notes = read_votes(gold, predictions, options, stream=stream)
    text = new[next(iter(predictions))] if new_gold is None else new_gold  # any system has the new text's tokens
    base, votes, more = read_votes(text, {name: new[name] for name in predictions}, options, stream=stream)
    return Texts(corpus, labelled, base, votes, new_gold is not None, tuple(dict.fromkeys([*notes, *more])))


def _with_second(
    texts: Texts, second: Sequence[str], train: Corpus | None, seed: int, progress: Progress | None
) -> Texts:
    if not second:
        return texts
    if train is None:
        raise UsageError("a second opinion has to be trained. Give --train FILE beside --second")
    for kind in second:
        name = kind if kind not in texts.systems else f"{kind} (second opinion)"
        model = create(kind).train(train, seed=seed, progress=progress)
        labelled, new = (Votes.of({name: model.predict(text)}) for text in (texts.gold, texts.base))
        texts = replace(texts, labelled=texts.labelled.beside(labelled), new=texts.new.beside(new))
    return texts


def _signature(texts: Texts, second: Sequence[str], options: Options) -> dict[str, Any]:
    return {
        "gold": str(Outline.of(texts.gold)),
        "new": str(Outline.of(texts.base)),
        "voters": list(texts.systems),
        "second": list(second),
        "resamples": options.resamples,
        "seed": options.seed,
        "version": __version__,
    }


# --- rows ------------------------------------------------------------------------------------------------------------


def _rows(name: str, texts: Texts, new: Votes, tables: Callable[[str | None], Tables]) -> list[Row]:
    found, foreign = [], _foreign(texts.labelled, new, name)
    for label in ("ALL", *_types(texts.gold, new, name)):
        type_ = None if label == "ALL" else label
        for metric in METRICS:
            one = estimate_one(tables(type_), new.voters.index(name), metric)
            density = (one.n_new / texts.base.n_tokens) / max(one.n_labelled / texts.gold.n_tokens, 1e-9)
            judged = verdict(one, foreign, density) if type_ is None else verdict(one)
            found.append(_row(name, label, metric, one, judged, _truth(name, texts, type_, metric)))
    return found


def _foreign(labelled: Votes, new: Votes, name: str) -> float:
    """Share of a system's predictions in the new text whose types nobody, gold or system, has in the labelled set."""
    there = {labelled.types[t] for t in np.unique(labelled.type)}
    known = np.array([t in there for t in new.types], dtype=np.bool_)
    own = new.type[new.has[:, new.voters.index(name)]]
    return float(np.mean(~known[own])) if len(own) else 0.0


def _types(gold: Corpus, new: Votes, name: str) -> list[str]:
    """Types with enough mentions of gold and of the system in both texts."""
    in_gold = np.bincount(gold.mentions.type, minlength=len(gold.types))
    own = new.type[new.has[:, new.voters.index(name)]]
    predicted = {new.types[t]: n for t, n in enumerate(np.bincount(own, minlength=len(new.types)).tolist())}
    return [
        t for t, n in zip(gold.types, in_gold.tolist(), strict=True) if n >= ENOUGH and predicted.get(t, 0) >= ENOUGH
    ]


def _truth(name: str, texts: Texts, type_: str | None, metric: str) -> float | None:
    if not texts.known:
        return None
    both = texts.new.only((GOLD, name))
    common = counts(both, np.array([0, texts.base.n_sentences]), type_)[0].astype(np.float64)
    return exact(common, 1, 0, metric)


def _row(name: str, label: str, metric: str, one: Estimate, judged: tuple[str, str], truth: float | None) -> Row:
    kind, reason = judged
    told = kind != "cannot tell"
    more = {
        "low_90": one.low_90 if told else None,
        "high_90": one.high_90 if told else None,
        "labelled": one.labelled,
        "agreement_labelled": one.agreement_labelled,
        "agreement_new": one.agreement_new,
        "n_new": one.n_new,
        "distance": one.distance,
        "verdict": kind,
        "reason": reason,
        **({} if truth is None else {"truth": truth}),
    }
    ends = (one.low, one.high) if told else (None, None)
    value = one.value if told else None
    return Row(SUITE, name, metric, value, label=label, low=ends[0], high=ends[1], more=more)


def _ranked(rows: list[Row]) -> list[Row]:
    """Puts each system's rank by estimated F1 into its rows."""
    best = [r for r in rows if r.metric == "f1" and r.label == "ALL" and r.value is not None]
    order = {r.system: i + 1 for i, r in enumerate(sorted(best, key=lambda r: (-(r.value or 0.0), r.system)))}
    for row in rows:
        row.more["rank"] = order.get(row.system)
    return rows
