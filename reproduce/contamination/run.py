"""Entity contamination (Babl et al., 2025): rates and ΔF1 of given predictions. Splits and training runs: see README.md."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import Figures, arguments, begin, cases, golden, has

from nerproof import evaluate
from nerproof.formats import read
from nerproof.index.overlap import directions

DOMAINS = ("ai", "literature", "music", "politics", "science")
RATES = {
    "partial_rate": ("partial", "samples"),
    "full_rate": ("full", "samples"),
    "mention_rate": ("mentions_contaminated", "mentions"),
    "entity_rate": ("entities_contaminated", "entities"),
}
SCORES = {
    "F1": "f1",
    "F1_clean": "f1_clean",
    "F1_contaminated": "f1_contaminated",
    "R_clean": "recall_clean",
    "R_contaminated": "recall_contaminated",
    "delta_F1": "delta_f1",
    "delta_R": "delta_recall",
    "F1_clean_exact": "f1_clean_exact",
    "P_unseen": "precision_unseen",
    "F1_unseen": "f1_unseen",
}
# Share of contaminated test samples, rounded, as the paper's table 3 prints beside each dataset's name.
TABLE_3 = {"ACE05": 70, "CoNLL04": 83, "GENIA": 74, "NYT": 99, "SciERC": 50}


def rates(figures: Figures, given: Namespace) -> None:
    parts = []
    if has(given, "crossner", *(f"{d}/{part}.txt" for d in DOMAINS for part in ("train", "test"))):
        places = {d: given.crossner / d for d in DOMAINS}
        known = golden(given.golden, "crossner")
        parts += [(f"crossner {d}", p / "train.txt", p / "test.txt", known[d]) for d, p in places.items()]
    for lang in ("esp", "ned"):
        files = (f"{lang}.train", f"{lang}.testb")
        if has(given, "conll2002", *files):
            known = golden(given.golden, "conll2002")[lang]["contamination"]
            parts.append((f"conll2002 {lang}", *(given.conll2002 / f for f in files), known))
    files = ("wnut17train.conll", "emerging.test.annotated")
    if has(given, "wnut17", *files):
        known = golden(given.golden, "wnut17")["contamination"]
        parts.append(("wnut17", *(given.wnut17 / f for f in files), known))
    for name, train, test, want in parts:
        found = directions({"train": read(train), "test": read(test)})
        for direction in ("test|train", "train|test"):
            for rate, (count, total) in RATES.items() if direction in want else ():
                expected = (want[direction][count], want[direction][total])
                ours = found[direction][rate]
                figures.check(f"golden {name}", f"{direction} {rate}", expected, (ours.count, ours.total))


def scores(figures: Figures, given: Namespace) -> None:
    for name, train, gold, pred, want in cases(given):
        result = evaluate(gold, {"s": pred}, train=train, suites=["contamination"], resamples=0, align="position")
        for theirs, ours in SCORES.items():
            value = result.value(ours, suite="contamination", system="s")
            figures.check(f"golden {name}", theirs, want["contamination"][theirs], value, tolerance=1e-9)


def own(figures: Figures, name: str, train: Path, test: Path) -> None:
    """A corpus of the paper that the user brings: the rate beside its name in table 3."""
    rate = directions({"train": read(train), "test": read(test)})["test|train"]["partial_rate"]
    figures.check("paper table 3", f"{name} contaminated test samples %", TABLE_3[name], round(100 * rate.value))


def main() -> int:
    more = [(f"--{name.lower()}", f"folder with train and test of {name} (train.* and test.*)") for name in TABLE_3]
    given = arguments("Reproduces contamination rates and ΔF1.", *more)
    figures = Figures(verbose=given.verbose)
    for name in TABLE_3:
        folder = getattr(given, name.lower())
        files = [next(iter(sorted(folder.glob(f"{part}.*"))), None) for part in ("train", "test")] if folder else []
        if None in files:
            print(f"skipped {name}: {folder} has no train.* and test.*")
        elif files:
            own(figures, name, *files)
    rates(figures, given)
    scores(figures, given)
    return figures.end()


if __name__ == "__main__":
    begin(main)
