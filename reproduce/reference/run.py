"""The golden figures come from these slow programs: computes them again and compares."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import Case, Figures, arguments, begin, cases
from reference.contamination import scores
from reference.files import read, tagged
from reference.hardeval import VARIANTS, hardeval
from reference.interpreteval import interpreteval
from reference.tmr import tmr

COUNTS = ("n_gold", "n_pred", "n_correct")


def one(figures: Figures, case: Case) -> None:
    train, gold = read(case.train), read(case.gold)
    pred, want = tagged(gold, read(case.pred)), case.figures
    found = tmr(train, gold, pred)
    for name, by_type in want["tmr"].items():
        for label, figure in by_type.items():
            ours = found[name].get(label, {"found": 0, "gold": 0})
            figures.check(
                f"tmr {case.name}", f"{name} {label}", (figure["found"], figure["gold"]), tuple(ours.values())
            )
    for variant in VARIANTS:
        for name, ours in hardeval(train, gold, pred, variant).items():
            figure = want["hardeval"][variant][name]
            expected = (figure["errors"], figure["tokens"])
            figures.check(f"hardeval {case.name}", f"{variant} {name}", expected, tuple(ours.values()))
    for name, value in scores(train, gold, pred).items():
        figures.check(f"contamination {case.name}", name, want["contamination"][name], value, tolerance=1e-9)
    for alias, ours in interpreteval(train, gold, pred).items():
        figure = want["interpreteval"]["attributes"][alias]
        expected = [{k: b[k] for k in COUNTS} for b in figure["buckets"]]
        figures.check(f"interpreteval {case.name}", f"{alias} buckets", expected, ours["buckets"])
        known = {"zeta": want["interpreteval"]["zeta"][alias], **{k: figure[k] for k in ("S_rho", "S_sigma_pop")}}
        for name, value in known.items():
            figures.check(f"interpreteval {case.name}", f"{alias} {name}", value, ours[name], tolerance=1e-9)


def main() -> int:
    given = arguments(__doc__ or "")
    figures = Figures(verbose=given.verbose)
    for case in cases(given):
        one(figures, case)
    return figures.end()


if __name__ == "__main__":
    begin(main)
