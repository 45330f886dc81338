"""Fits the curve of ``nerproof audit`` where the truth is known and writes src/nerproof/auditing/calibration.json.

    python reproduce/audit/calibrate.py [--data ../shared/data]

Fitted on planted errors (WNUT17's real systems; our models on CoNLL-2002 Spanish and CrossNER ai, music) and on the
published correction of the first half of CoNLL-2003's development set, which weighs as much as all planted corpora together
(four times as much where systems vote: planted errors are not those that people make). The second half, Dutch and the other domains are for
run.py to check on. The spread is how far a curve fitted without a corpus is off on it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from figures import begin
from known import alternatives, conll2003dev, cross_validated, planted_folds, planted_systems, wrong_sites

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


def second_half(data, evidence):
    """What the spread is measured on: the half that no curve has seen."""
    if evidence == VOTES:
        return _real(data, second=True)
    return [table(cross_validated(conll2003dev(data).only(names)), half=1) for names in ([], ["florian"])]


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


def shift(x, y, curve):
    """What has to be added to the log-odds so that they expect as many errors as there are."""
    low, high = -8.0, 8.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 / (1 + np.exp(-(x @ curve + middle)))).sum() < y.sum() else (low, middle)
    return low


def spread(corpora, second_half, evidence):
    """Standard deviation of that shift over corpora, each judged by the curve of the others."""
    found = []
    for name, tables in corpora.items():
        if name == REAL:  # the only real one: it is judged by its other half
            curve, tables = fitted(corpora, evidence), second_half
        else:
            curve = fitted({k: v for k, v in corpora.items() if k != name}, evidence)
        found += [shift(x, y, curve) for x, y in tables]
        print(f"  without {name}: off by", *(f"{shift(x, y, curve):+.2f}" for x, y in tables))
    return float(np.sqrt(np.mean(np.square(found))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared/data")
    parser.add_argument("--only", choices=[VOTES, FOLDS])
    chosen = parser.parse_args()
    found = {}
    for evidence, collect in ((VOTES, by_systems), (FOLDS, by_folds)):
        if chosen.only in {None, evidence}:
            print(evidence, flush=True)
            corpora = collect(chosen.data)
            curve = dict(zip(NAMES, np.round(fitted(corpora, evidence), 4).tolist(), strict=False))
            found[evidence] = curve, round(spread(corpora, second_half(chosen.data, evidence), evidence), 4)
            print(json.dumps(curve), found[evidence][1])
    made = json.loads(TARGET.read_text())
    for evidence, (curve, off) in found.items():
        made[evidence], made["spread"][evidence] = curve, off
    TARGET.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    begin(main)
