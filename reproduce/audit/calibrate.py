"""Fits the curve of ``nerproof audit`` where the truth is known and writes src/nerproof/auditing/calibration.json.

    python reproduce/audit/calibrate.py [--data ../shared/data]

Fitted on planted errors (WNUT17's real systems; our models on CoNLL-2002 Spanish and CrossNER ai, music) and on the
published correction of the first half of CoNLL-2003's development set, which weighs as much as all planted corpora together
(four times as much where systems vote: planted errors are not those that people make). The second half, Dutch and the other domains are for
run.py to check on. How far the curve is off on those of them that are named HELD here, as the shift and the slope that their
log-odds would have needed, makes the intervals of ``nerproof audit``. ``--keep`` leaves the curves as they are and learns only that.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from figures import begin
from known import alternatives, conll2003dev, cross_validated, planted_folds, planted_systems, wrong_sites
from planted import plant

from nerproof.auditing.probability import FOLDS, NAMES, VOTES, features
from nerproof.auditing.reliability import logistic

TARGET = Path(__file__).resolve().parents[2] / "src/nerproof/auditing/calibration.json"
SYSTEMS = ("wnut17", "esp", "ai", "music")
FOLDED = ("esp.testb", "ai", "music", "wnut17")
SHARES = (0.05, 0.1)


def table(known, *, half=None):
    """Features of the best alternative of every disputed site (by plain vote), and whether gold is wrong there."""
    found, odds = alternatives(known)
    wrong, _ = wrong_sites(known, found.votes)
    x = features(found, odds)
    order = np.lexsort((-(x[:, 1] + x[:, 2] / 4 + (0 if odds is None else odds)), found.site))
    first = order[np.r_[True, np.diff(found.site[order]) != 0]]
    if half is not None:
        document = known.gold.document_of_sentence[found.votes.site_sentence[found.site[first]]]
        first = first[(document >= known.gold.n_documents // 2) == half]
    return x[first], wrong[found.site[first]]


def by_systems(data):
    """Per corpus the tables of one, two, three … systems."""
    found = {}
    for name in SYSTEMS:
        rng, tables = np.random.default_rng(0), []
        for seed, share in enumerate(SHARES):
            known = planted_systems(data, name, share, seed)
            sizes = sorted({min(n, len(known.systems)) for n in (1, 2, 3, 5, 7)})
            subsets = [rng.choice(sorted(known.systems), size=n, replace=False).tolist() for n in sizes]
            tables += [table(known.only(subset)) for subset in subsets]
        found[name] = tables
    return {**found, REAL: _real(data)}


def _real(data, *, second=False):
    known, rng = conll2003dev(data).half(second=second), np.random.default_rng(0)
    names = sorted(known.systems)
    sizes = [n for n in (1, 2, 3, 5, 8, 12, 16) for _ in range(3)]
    return [table(known.only(rng.choice(names, size=n, replace=False).tolist())) for n in sizes]


def by_folds(data):
    """Our models alone; on the published correction also beside one to three real systems."""
    found = {name: [table(planted_folds(data, name))] for name in FOLDED}
    whole, rng, tables = conll2003dev(data), np.random.default_rng(0), []
    for n in (0, 1, 2, 3):
        names = rng.choice(sorted(whole.systems), size=n, replace=False).tolist()
        tables.append(table(cross_validated(whole.only(names)), half=0))
    return {**found, REAL: tables}


REAL = "conll2003dev"


def fitted(corpora, evidence):
    """One curve; every planted corpus has the same weight, the real one one or four times that of all of them."""
    xs, ys, ws = [], [], []
    for name, tables in corpora.items():
        n = sum(len(y) for _, y in tables) / (REAL_WEIGHT[evidence] * (len(corpora) - 1) if name == REAL else 1)
        for x, y in tables:
            xs.append(x), ys.append(y), ws.append(np.full(len(y), WEIGHT / n))
    return logistic(np.concatenate(xs), np.concatenate(ys), np.concatenate(ws))


WEIGHT = 2000.0  # sites that a corpus counts for
REAL_WEIGHT = {VOTES: 4.0, FOLDS: 1.0}  # times all planted corpora; models on folds repeat what real gold has wrong


HELD = ("ned.testb", "politics", "literature", "science")


def held_out(data, evidence):
    """Tables of corpora that no curve is fitted on: for systems the second half of the real one, and errors planted in its correction."""
    whole = conll2003dev(data)
    if evidence == VOTES:
        yield from _real(data, second=True)
        planted, rng = replace(whole, gold=plant(whole.truth, 0.05, 7)), np.random.default_rng(7)
        for n in (1, 1, 2, 3, 3, 5, 16):
            yield table(planted.only(rng.choice(sorted(whole.systems), size=n, replace=False).tolist()))
    else:
        yield from (table(planted_folds(data, name)) for name in HELD)
        yield from (table(cross_validated(whole.only(names)), half=1) for names in ([], ["florian"]))


def needed(data, evidence, curve):
    """(shift, slope) that the log-odds of each table would have needed."""
    scores = ((x @ curve, y) for x, y in held_out(data, evidence))
    fits = (logistic(np.stack([np.ones(len(s)), s], axis=1), y) for s, y in scores)
    return [[round(float(value), 2) for value in fit] for fit in fits]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared/data")
    parser.add_argument("--only", choices=[VOTES, FOLDS])
    parser.add_argument("--keep", action="store_true", help="keep the curves")
    chosen = parser.parse_args()
    made = json.loads(TARGET.read_text())
    for evidence, collect in ((VOTES, by_systems), (FOLDS, by_folds)):
        if chosen.only in {None, evidence}:
            if not chosen.keep:
                curve = np.round(fitted(collect(chosen.data), evidence), 4).tolist()
                made[evidence] = dict(zip(NAMES, curve, strict=False))
            curve = np.array(list(made[evidence].values()))
            made["held out"][evidence] = needed(chosen.data, evidence, curve)
            print(evidence, json.dumps(made[evidence]), json.dumps(made["held out"][evidence]), flush=True)
    TARGET.write_text(re.sub(r"\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]", r"[\1, \2]", json.dumps(made, indent=1)) + "\n")


if __name__ == "__main__":
    begin(main)
