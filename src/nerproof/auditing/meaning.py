"""What probable errors of gold mean for the systems' scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from nerproof.auditing.probability import Ranked
from nerproof.corpus import Corpus, Floats, Ints
from nerproof.engine.study import Options
from nerproof.resampling.bootstrap import bootstrap
from nerproof.resampling.intervals import interval

DOUBTFUL = 0.5  # a site is not trusted when gold is more likely wrong than right
_UNIT = 1000  # expected mentions are counted in thousandths, so that sums are exact


@dataclass(frozen=True, eq=False)
class Meaning:
    """Per system its scores, the best first; and what happens to the ranking, as findings."""

    systems: list[dict[str, Any]]
    findings: list[dict[str, Any]]


def meaning(ranked: Ranked, gold: Corpus, systems: Sequence[str], options: Options) -> Meaning:
    """F1 against gold, on the trusted sites and against audited gold, with intervals; and whether the ranking flips."""
    if not systems:
        return Meaning([], [])
    counts = _Counts(ranked, gold)
    sums = {name: _resampled(counts.of(name), options) for name in systems}
    found = [_system(name, counts, *sums[name], options) for name in systems]
    for key, place in (("f1", "rank"), ("f1_audited", "rank_audited")):
        for i, system in enumerate(_best_first(found, key)):
            system[place] = i + 1
    best = _best_first(found, "f1")
    audited = {name: values[2] for name, values in sums.items()}
    return Meaning(best, _flips(best, audited, gold.n_sentences) if len(best) > 1 else [])


def _flips(best: list[dict[str, Any]], audited: Mapping[str, Floats], n: int) -> list[dict[str, Any]]:
    """One finding for every two systems whose order against audited gold is the other way round."""
    swapped = [(a, b) for a, b in combinations(best, 2) if a["rank_audited"] > b["rank_audited"]]
    if not swapped:
        text = "The ranking of the systems is the same against gold and against audited gold."
        return [_finding("ok", text, [s["system"] for s in best], None, None, n)]
    return [_flip(a["system"], b["system"], audited[b["system"]] - audited[a["system"]], n) for a, b in swapped]


def _flip(worse: str, better: str, ahead: Floats, n: int) -> dict[str, Any]:
    ends = interval(ahead[1:]) if len(ahead) > 1 else None
    sure = ends is not None and ends[0] > 0
    shown = "" if ends is None else f" [{100 * ends[0]:.2f}, {100 * ends[1]:.2f}]"
    lead = f"{better} by {100 * ahead[0]:.2f} points{shown} against audited gold"
    said = f"{worse} is ahead of {better} against gold, {lead}"
    tail = "the ranking flips." if sure else "no significant difference, so neither ranking is certain."
    return _finding("warn" if sure else "unknown", f"{said}: {tail}", [worse, better], float(ahead[0]), ends, n)


def _finding(
    severity: str, text: str, systems: list[str], value: float | None, ends: tuple[float, float] | None, n: int
) -> dict[str, Any]:
    low, high = ends or (None, None)
    about = {"rule": "audited-ranking", "question": "comparison", "severity": severity, "text": text}
    return {**about, "system": systems, "value": value, "low": low, "high": high, "n": n}


def _best_first(found: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    return sorted(found, key=lambda s: (-(s[key]["value"] or 0.0), s["system"]))


class _Counts:
    """Per unit (document, or sentence where no documents are marked): mentions of gold, of a system, and in common."""

    def __init__(self, ranked: Ranked, gold: Corpus) -> None:
        self.votes, self.ranked = ranked.alternatives.votes, ranked
        v = self.votes
        self.doubt = np.zeros(v.n_sites)
        self.doubt[ranked.site] = ranked.probability
        self.audited = self._audited()
        cuts = gold.documents if gold.marked_documents else np.arange(gold.n_sentences + 1)
        sentence = np.searchsorted(v.sentences, v.start, side="right") - 1
        self.unit = np.searchsorted(cuts, sentence, side="right") - 1
        self.n_units = len(cuts) - 1

    def _audited(self) -> Floats:
        """For each mention of the table, the probability that it is right."""
        v, r = self.votes, self.ranked
        found = v.has[:, 0] * (1 - self.doubt[v.site])
        voter = np.zeros(v.n_sites, dtype=np.int64)
        voter[r.site] = r.alternatives.voter[r.row]
        proposed = v.has[np.arange(len(v.start)), voter[v.site]] & (self.doubt[v.site] > 0)
        return found + proposed * self.doubt[v.site]

    def of(self, name: str) -> Ints:
        """Units × (common, gold, system) against gold, on trusted sites, and against audited gold in thousandths."""
        v = self.votes
        system, gold = v.has[:, v.voters.index(name)], v.has[:, 0]
        trusted = self.doubt[v.site] < DOUBTFUL
        audited = np.rint(self.audited * _UNIT)
        columns = [system & gold, gold, system, system & gold & trusted, gold & trusted, system & trusted]
        thousandths = [audited * system, audited, system * _UNIT]
        rows = [np.bincount(self.unit, c.astype(np.float64), minlength=self.n_units) for c in (*columns, *thousandths)]
        return np.stack(rows, axis=1).astype(np.int64)

    def blamed(self, name: str) -> tuple[int, float]:
        """Sites where the system differs from gold, and how many of them are expected to be gold's errors."""
        v, r = self.votes, self.ranked
        answers = v.answers[:, v.voters.index(name)]
        agrees = answers[r.site] == r.alternatives.voter[r.row]
        return int((answers != 0).sum()), float(r.probability[agrees].sum())


def _resampled(counts: Ints, options: Options) -> tuple[Floats, Floats, Floats]:
    sums = bootstrap(counts, resamples=options.resamples, seed=options.seed)
    return f1(sums[:, 0:3]), f1(sums[:, 3:6]), f1(sums[:, 6:9])


def f1(sums: Floats) -> Floats:
    """Twice what is in common over both sizes; NaN where there is nothing."""
    total = sums[:, 1] + sums[:, 2]
    return np.where(total > 0, 2 * sums[:, 0] / np.where(total > 0, total, 1), np.nan)


def _system(
    name: str, counts: _Counts, plain: Floats, trusted: Floats, audited: Floats, options: Options
) -> dict[str, Any]:
    differs, golds = counts.blamed(name)
    scores = {"f1": plain, "f1_trusted": trusted, "f1_audited": audited}
    shown = {key: _with_interval(values, options) for key, values in scores.items()}
    return {"system": name, "differs": differs, "gold_probably_wrong": round(golds, 3), **shown}


def _with_interval(values: Floats, options: Options) -> dict[str, float | None]:
    value = None if np.isnan(values[0]) else float(values[0])
    ends = interval(values[1:]) if options.resamples else None
    return {"value": value, "low": ends[0] if ends else None, "high": ends[1] if ends else None}
