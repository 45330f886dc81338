"""How far ``nerproof estimate`` is off, and how often its intervals hold the truth: tables for README.md.

python reproduce/estimate/run.py [--data ../shared/data] [--family NAME] [--seed 0] [--save records.json]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from figures import begin, skipping
from pairs import FAMILIES

from nerproof.estimating import shift as method
from nerproof.estimating.agreement import scores
from nerproof.estimating.distance import distance

SIZES = (2, 3, 5, 16)


def subsets(names, rng):
    """Groups of two, three … systems, each at most once or a few of them drawn."""
    for size in SIZES:
        if size <= len(names):
            for _ in range(1 if size == len(names) else 2):
                yield sorted(rng.choice(names, size=size, replace=False).tolist())


def judged(data, families, seed=0):
    """One record per pair, group of systems and system: the estimate and the truth."""
    found, rng = [], np.random.default_rng(seed)
    for family in families:
        with skipping(family):
            found += _estimates(family, FAMILIES[family](data), rng)
        print(f"  {family}: {sum(f[0] == family for f in found)} estimates", file=sys.stderr, flush=True)
    return found


def _estimates(family, pairs, rng):
    for pair in pairs:
        for names in subsets(sorted(pair.labelled.systems), rng):
            labelled, new = pair.labelled.counts(names), pair.new.counts(names)
            tables = method.Tables(labelled, new[:, 1:, 1:], 200, 0, distance(pair.labelled.gold, pair.new.gold))
            for k, name in enumerate(names):
                one = method.estimate_one(tables, k, "f1")
                truth = float(scores(new.sum(axis=0, dtype=float), "f1")[k + 1, 0])
                yield family, pair.kind, pair.name, len(names), name, one, truth


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared/data")
    parser.add_argument("--family", action="append", choices=list(FAMILIES))
    parser.add_argument("--save", type=Path, help="write the records, to look at them")
    parser.add_argument("--seed", type=int, default=0, help="decides which groups of systems are drawn")
    chosen = parser.parse_args()
    records = judged(chosen.data, chosen.family or list(FAMILIES), chosen.seed)
    if chosen.save:
        rows = [[*r[:5], {k: getattr(r[5], k) for k in vars(r[5])}, r[6]] for r in records]
        chosen.save.write_text(json.dumps(rows))
    show(records)


def show(records):
    print(
        "| family | kind | systems | estimates | mean error (points) | no shift | 90 % interval holds | 95 % | mean half width (points) |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    keys = sorted({(r[0], r[1], r[3]) for r in records})
    for key in [*keys, *sorted({("all", r[1], r[3]) for r in records})]:
        some = [r for r in records if key[0] in {r[0], "all"} and (r[1], r[3]) == key[1:]]
        off = np.mean([abs(r[5].value - r[6]) for r in some])
        none = np.mean([abs(r[5].labelled - r[6]) for r in some])
        hold = [
            np.mean([getattr(r[5], "low" + s) <= r[6] <= getattr(r[5], "high" + s) for r in some]) for s in ("_90", "")
        ]
        width = np.mean([(r[5].high_90 - r[5].low_90) / 2 for r in some])
        print(
            f"| {' | '.join(map(str, key))} | {len(some)} | {100 * off:.2f} | {100 * none:.2f} | {hold[0]:.2f} | {hold[1]:.2f} | {100 * width:.1f} |"
        )


if __name__ == "__main__":
    begin(main)
