"""Entity contamination (Babl et al., 2025): rates and ΔF1 of given predictions. Splits and training runs: see README.md."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import Figures, arguments, cases, golden

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


def rates(figures: Figures, data: Path, folder: Path) -> None:
    parts = [
        (
            f"crossner {d}",
            data / "crossner" / d / "train.txt",
            data / "crossner" / d / "test.txt",
            golden(folder, "crossner")[d],
        )
        for d in DOMAINS
    ]
    for lang in ("esp", "ned"):
        place = data / "conll2002"
        parts.append(
            (
                f"conll2002 {lang}",
                place / f"{lang}.train",
                place / f"{lang}.testb",
                golden(folder, "conll2002")[lang]["contamination"],
            )
        )
    place = data / "wnut17"
    parts.append(
        (
            "wnut17",
            place / "wnut17train.conll",
            place / "emerging.test.annotated",
            golden(folder, "wnut17")["contamination"],
        )
    )
    for name, train, test, want in parts:
        if not train.exists():
            continue
        found = directions({"train": read(train), "test": read(test)})
        for direction in ("test|train", "train|test"):
            for rate, (count, total) in RATES.items() if direction in want else ():
                expected = (want[direction][count], want[direction][total])
                ours = found[direction][rate]
                figures.check(f"golden {name}", f"{direction} {rate}", expected, (ours.count, ours.total))


def scores(figures: Figures, data: Path, folder: Path) -> None:
    for name, train, gold, pred, want in cases(data, folder):
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
        if folder is not None:
            own(figures, name, *(next(folder.glob(f"{part}.*")) for part in ("train", "test")))
    rates(figures, given.data, given.golden)
    scores(figures, given.data, given.golden)
    return figures.end()


if __name__ == "__main__":
    sys.exit(main())
