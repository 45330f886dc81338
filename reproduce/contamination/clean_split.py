"""What is a clean split for? It shows the score on new names that retention predicts from the usual split.

    python reproduce/contamination/clean_split.py [--data FOLDER] [--corpora esp,ned,…] [--effort 1]

A CRF is trained on the usual split (the corpus's own, or a random one where that has too few seen names) and again on
the clean split of the same sentences in the same sizes. With s the share of seen mentions in the clean test set,
retention predicts the recall there: s · recall_if_seen + (1 − s) · recall_if_new, both from the usual split.
Ends with exit code 1 if a prediction is more than five points off.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from figures import begin, skipping

from nerproof.corpus import Corpus, join
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read
from nerproof.models import create
from nerproof.splits import split
from nerproof.splits.card import quality

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
WITHIN = 0.05


def conll2002(data: Path, language: str) -> tuple[Corpus, Corpus]:
    train, test = (read(data / "conll2002" / f"{language}.{part}") for part in ("train", "testb"))
    return train, test


def dealt(corpus: Corpus, unit: np.ndarray) -> tuple[Corpus, Corpus]:
    """Units at random: 75 % train, 25 % test."""
    inside = np.random.default_rng(1).random(int(unit.max()) + 1)[unit] < 0.75
    return corpus.select(np.flatnonzero(inside)), corpus.select(np.flatnonzero(~inside))


def conll2003(data: Path) -> tuple[Corpus, Corpus]:
    gold = read(data / "conll2003dev" / "gold.conll")
    return dealt(gold, gold.document_of_sentence)


def crossner(data: Path, domain: str) -> tuple[Corpus, Corpus]:
    whole = join([read(data / "crossner" / domain / f"{part}.txt") for part in ("train", "dev", "test")])
    return dealt(whole, np.arange(whole.n_sentences))


CORPORA: dict[str, Callable[[Path], tuple[Corpus, Corpus]]] = {
    "conll03dev": conll2003,
    "politics": lambda data: crossner(data, "politics"),
    "esp": lambda data: conll2002(data, "esp"),
    "ned": lambda data: conll2002(data, "ned"),
}


def measured(train: Corpus, test: Corpus) -> dict[str, float | None]:
    """Recall and the rows of suite tmr of a CRF trained on one part and asked about the other."""
    found = create("crf", {"iterations": 40}).train(train).predict(test)
    result = evaluate(test, {"crf": found}, train=train, suites=["standard", "tmr"], resamples=0)
    wanted = ("recall", "recall_if_new", "recall_if_seen", "retention")
    return {r.metric: r.value for r in result.rows if r.slice == r.label == "ALL" and r.metric in wanted}


def clean(train: Corpus, test: Corpus, effort: float) -> tuple[Corpus, Corpus, float]:
    """The same sentences split anew in the same sizes, and the share of seen mentions of the test set."""
    whole = join([train, test])
    share = test.n_sentences / whole.n_sentences
    made = split(whole, ratios={"train": 1 - share, "test": share}, effort=effort)
    seen = quality(whole, made.parts, near=False)["contamination"]["test|train"]["mention"]["value"]
    return made.corpus(whole, "train"), made.corpus(whole, "test"), seen


def line(name: str, parts: tuple[Corpus, Corpus], effort: float) -> bool:
    """Prints one corpus; says whether the prediction is within five points."""
    usual = measured(*parts)
    train, test, seen = clean(*parts, effort)
    found = measured(train, test)["recall"]
    predicted = seen * usual["recall_if_seen"] + (1 - seen) * usual["recall_if_new"]
    lost, foretold = usual["recall"] - found, usual["recall"] - predicted
    values = (usual["recall"], usual["retention"], seen, predicted, found, foretold, lost, lost - foretold)
    print(f"| {name} | " + " | ".join(f"{100 * v:.1f}" for v in values) + " |", flush=True)
    return abs(lost - foretold) <= WITHIN


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=DATA)
    options.add_argument("--corpora", default=",".join(CORPORA))
    options.add_argument("--effort", type=float, default=1.0)
    given = options.parse_args()
    print(
        "| corpus | recall, usual split | retention | seen in clean test | predicted | found | lost: predicted | lost | off |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    held = []
    for name in given.corpora.split(","):
        with skipping(name):
            held.append(line(name, CORPORA[name](given.data), given.effort))
    print(f"{sum(held)} of {len(held)} corpora within {100 * WITHIN:.0f} points")
    return 0 if all(held) else 1


if __name__ == "__main__":
    begin(main)
