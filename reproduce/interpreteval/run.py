"""InterpretEval (Fu, Liu & Neubig, EMNLP 2020): attributes, buckets and the model-wise measures of eleven system outputs."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import Figures, arguments, begin, cases, golden

from nerproof import evaluate
from nerproof.formats import ReadOptions

COUNTS = ("n_gold", "n_pred", "n_correct")


def buckets(figures: Figures, name: str, result, alias: str, want: dict) -> None:
    ours = [r for r in result.where(system="s", metric="f1") if r.slice.startswith(f"{alias}:")]
    figures.check(f"golden {name}", f"{alias} number of buckets", len(want["buckets"]), len(ours))
    for row, bucket in zip(ours, want["buckets"], strict=False):
        expected = tuple(bucket[c] for c in COUNTS)
        figures.check(f"golden {name}", f"{row.slice} {'/'.join(COUNTS)}", expected, tuple(row.more[c] for c in COUNTS))


def one(figures: Figures, name: str, result, want: dict) -> None:
    for alias, figure in want["attributes"].items():
        if alias == "tag":  # the golden files hold at most six types, ours all of them: compared in tests/golden
            continue
        buckets(figures, name, result, alias, figure)
        for measure, key in (("s_rho", "S_rho"), ("s_sigma", "S_sigma_pop")):
            ours = result.value(measure, suite="interpreteval", system="s", slice=alias)
            figures.check(f"golden {name}", f"{alias} {measure}", figure[key], ours, tolerance=1e-9)
    for alias, zeta in want["zeta"].items():
        ours = result.value("zeta", suite="interpreteval", system="", slice=alias)
        figures.check(f"golden {name}", f"zeta {alias}", zeta, ours, tolerance=1e-9)


def program(figures: Figures, name: str, files: dict, want: dict) -> None:
    """The authors' program in both of its modes."""
    reading = ReadOptions(extra={"all_columns": False, "flat_stream": True})
    for mode, figure in want.items():
        switches = {"interpreteval_compat": mode}
        result = evaluate(
            **files, suites=["interpreteval"], resamples=0, align="position", reading=reading, switches=switches
        )
        one(figures, f"program ({mode}) {name}", result, figure)


def main() -> int:
    given = arguments("Reproduces InterpretEval's buckets and measures.")
    figures = Figures(verbose=given.verbose)
    for name, train, gold, pred, want in cases(given):
        result = evaluate(gold, {"s": pred}, train=train, suites=["interpreteval"], resamples=0, align="position")
        one(figures, name, result, want["interpreteval"])
        corpus, _, system = name.rpartition(" ")
        files = {"gold": gold, "predictions": {"s": pred}, "train": train}
        program(figures, name, files, golden(given.golden, "interpreteval_program")[corpus][system])
    return figures.end()


if __name__ == "__main__":
    begin(main)
