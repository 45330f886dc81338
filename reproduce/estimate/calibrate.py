"""Learns the method's own error and the reach of the intervals: writes src/nerproof/estimating/calibration.json.

    python reproduce/estimate/run.py --save records.json
    python reproduce/estimate/calibrate.py records.json

The constants are those under which the errors of all pairs are likeliest; families and kinds of pairs weigh the same. The
quantiles are those of the errors themselves. The table shows each family judged by constants of the others.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parents[2] / "src/nerproof/estimating/calibration.json"
FLOORS, SLOPES, FARS = (0.02, 0.05, 0.08, 0.12), (0.0, 0.25, 0.5, 1.0), (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)


class Records:
    """Columns of the estimates: error, sampling variance, shift and distance, all in log-odds but the last."""

    def __init__(self, rows, old):
        logit = lambda p: np.log(p / (1 - p))
        get = lambda key: np.array([r[5][key] for r in rows], dtype=float)
        self.shift, self.distance = get("shift"), get("distance")
        self.error = logit(np.array([r[6] for r in rows])) - logit(get("value"))
        before = old["floor"] ** 2 + (old["slope"] * self.shift) ** 2 + (old["far"] * self.distance) ** 2
        self.sampling = np.maximum(get("sd") ** 2 - before, 1e-6)
        self.group = np.array([f"{r[0]} {r[1]}" for r in rows])
        _, index, size = np.unique(self.group, return_inverse=True, return_counts=True)
        self.weight = 1 / size[index]

    def deviation(self, floor, slope, far):
        return np.sqrt(self.sampling + floor**2 + (slope * self.shift) ** 2 + (far * self.distance) ** 2)


def learned(r, keep):
    w = r.weight[keep]

    def misfit(constants):
        sd = r.deviation(*constants)[keep]
        z = np.abs(r.error[keep] / sd)
        return float((w * (np.log(sd) + np.log1p(z**2 / 4) * 2.5)).sum())  # Student's t with four degrees of freedom

    best = min(product(FLOORS, SLOPES, FARS), key=misfit)
    z = np.abs(r.error / r.deviation(*best))[keep]
    return best, {level: quantile(z, w, share) for level, share in (("90", 0.9), ("95", 0.95))}


def quantile(values, weights, share):
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return round(float(values[order][np.searchsorted(sums, share * sums[-1])]), 3)


def main():
    if len(sys.argv) < 2:
        sys.exit("no records given: python reproduce/estimate/run.py --save records.json, then name that file.")
    rows, old = json.loads(Path(sys.argv[1]).read_text()), json.loads(TARGET.read_text())
    r = Records(rows, old)
    print("| held out | constants of the others (floor, slope, far) | 90 % interval holds | 95 % |\n|---|---|---|---|")
    held = np.zeros((len(rows), 2), dtype=bool)
    for family in sorted({row[0] for row in rows}):
        mine = np.array([row[0] == family for row in rows])
        constants, reach = learned(r, ~mine)
        z = np.abs(r.error / r.deviation(*constants))
        held[mine] = np.stack([z <= reach["90"], z <= reach["95"]], axis=1)[mine]
        for group in sorted(set(r.group[mine])):
            some = r.group == group
            print(f"| {group} | {constants} | {held[some, 0].mean():.2f} | {held[some, 1].mean():.2f} |")
    constants, reach = learned(r, np.ones(len(rows), dtype=bool))
    z = np.abs(r.error / r.deviation(*constants))
    for group in sorted(set(r.group)):
        some = r.group == group
        print(
            f"| {group}, learned on all | {constants} | {(z <= reach['90'])[some].mean():.2f} | {(z <= reach['95'])[some].mean():.2f} |"
        )
    made = dict(zip(("floor", "slope", "far"), constants, strict=True)) | {"quantiles": reach}
    TARGET.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")
    print(made)


if __name__ == "__main__":
    main()
