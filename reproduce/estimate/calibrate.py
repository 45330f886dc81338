"""Learns the method's own error and the reach of the intervals: writes src/nerproof/estimating/calibration.json.

    python reproduce/estimate/run.py --save records.json
    python reproduce/estimate/calibrate.py records.json

The constants are those under which the errors of all pairs are likeliest; families and kinds of pairs weigh the same. The
quantiles are those of the errors of what was held out. The table shows each family judged by constants of the others, and each
CrossNER domain by constants learned without it.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nerproof.estimating.shift import unseen_drop

TARGET = Path(__file__).resolve().parents[2] / "src/nerproof/estimating/calibration.json"
FLOORS, SLOPES, FARS = (0.02, 0.05, 0.08, 0.12), (0.0, 0.25, 0.5, 1.0), (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)


class Records:
    """Columns of the estimates: error, sampling variance, shift and distance, all in log-odds but the last."""

    def __init__(self, rows, old):
        logit = lambda p: np.log(p / (1 - p))
        get = lambda key: np.array([r[5][key] for r in rows], dtype=float)
        self.shift, self.distance = get("shift"), get("distance")
        self.hidden = np.array([unseen_drop(r[5]["gap"], r[5]["distance"]) for r in rows])
        self.raw = logit(np.array([r[6] for r in rows])) - logit(get("value")) - old.get("drop", 0.0) * self.hidden
        before = old["floor"] ** 2 + (old["slope"] * self.shift) ** 2 + (old["far"] * self.distance) ** 2
        self.sampling = np.maximum(get("sd") ** 2 - before, 1e-6)
        self.group = np.array([f"{r[0]} {r[1]}" for r in rows])
        _, index, size = np.unique(self.group, return_inverse=True, return_counts=True)
        self.weight = 1 / size[index]

    def drop(self, keep):
        """How far F1 falls where agreement cannot show it: least squares, groups weigh the same."""
        w, x = self.weight[keep], self.hidden[keep]
        return round(float(max(0.0, -(w * x * self.raw[keep]).sum() / max((w * x * x).sum(), 1e-9))), 2)

    def error(self, drop):
        return self.raw + drop * self.hidden

    def deviation(self, floor, slope, far):
        return np.sqrt(self.sampling + floor**2 + (slope * self.shift) ** 2 + (far * self.distance) ** 2)


def learned(r, keep, least_far=0.0):
    """The likeliest constants; ``least_far`` bounds the growth with strange words from below."""
    w, drop = r.weight[keep], r.drop(keep)
    error = r.error(drop)

    def misfit(constants):
        sd = r.deviation(*constants)[keep]
        z = np.abs(error[keep] / sd)
        return float((w * (np.log(sd) + np.log1p(z**2 / 4) * 2.5)).sum())  # Student's t with four degrees of freedom

    best = min(product(FLOORS, SLOPES, [far for far in FARS if far >= least_far]), key=misfit)
    z = np.abs(error / r.deviation(*best))
    return Constants(drop, *best, {level: quantile(z[keep], w, q) for level, q in (("90", 0.9), ("95", 0.95))}), z


def quantile(values, weights, share):
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return round(float(values[order][np.searchsorted(sums, share * sums[-1])]), 3)


class Constants(NamedTuple):
    drop: float
    floor: float
    slope: float
    far: float
    quantiles: dict[str, float]


def folds(rows):
    """What is held out, and what is learned on: a family at a time; of pairs of domains, all with one domain."""
    everything = np.ones(len(rows), dtype=bool)
    for family in sorted({row[0] for row in rows}):
        mine = np.array([row[0] == family for row in rows])
        yield family, mine, ~mine
    for domain in sorted({row[2].split("→")[-1] for row in rows if row[:2] == ["crossner", "other domain"]}):
        apart = np.array([row[1] == "other domain" and domain in row[2] for row in rows])
        yield (
            f"to {domain}",
            np.array([row[2].startswith("crossner") and row[2].endswith(f"→{domain}") for row in rows]),
            ~apart,
        )
    yield SHIPPED, everything, everything


def enough(r, rows):
    """The least growth with strange words under which domains that were left out are covered as they should be."""
    for far in FARS:
        inside = []
        for name, held, keep in folds(rows):
            if name.startswith("to "):
                found, z = learned(r, keep, far)
                inside += (z[held] <= found.quantiles["90"]).tolist()
        if np.mean(inside) >= LEAST:
            return far
    return FARS[-1]


LEAST, SHIPPED = 0.9, "none (shipped)"


def main():
    if len(sys.argv) < 2:
        sys.exit("no records given: python reproduce/estimate/run.py --save records.json, then name that file.")
    rows, old = json.loads(Path(sys.argv[1]).read_text()), json.loads(TARGET.read_text())
    r = Records(rows, old)
    truth, value = np.array([row[6] for row in rows]), np.array([row[5]["value"] for row in rows])
    print(
        "| held out | kind | drop, floor, slope, far | mean error (points) | 90 % interval holds | 95 % |\n|---|---|---|---|---|---|"
    )
    far, apart = enough(r, rows), np.zeros(len(rows))  # errors of the held out, in standard deviations
    crossed = r.group == "crossner other domain"
    for name, held, keep in folds(rows):
        found, z = learned(r, keep, far)
        centre = np.log(value / (1 - value)) + (old.get("drop", 0.0) - found.drop) * r.hidden
        off = 100 * np.abs(1 / (1 + np.exp(-centre)) - truth)
        if name == SHIPPED:
            found = found._replace(quantiles={k: quantile(apart, r.weight, int(k) / 100) for k in ("90", "95")})
        fresh = held & ~(crossed & (name == "crossner"))  # pairs of domains are judged by those without the domain
        apart[fresh] = z[fresh]
        for group in sorted(set(r.group[held])):
            some = held & (r.group == group)
            inside = [f"{(z[some] <= found.quantiles[level]).mean():.2f}" for level in ("90", "95")]
            print(f"| {name} | {group} | {found[:4]} | {off[some].mean():.2f} | {' | '.join(inside)} |")
    TARGET.write_text(json.dumps(found._asdict(), indent=1, sort_keys=True) + "\n")
    print(found)


if __name__ == "__main__":
    main()
