"""How sure is a plain CRF, in its domain, outside it and on new names; and does a threshold chosen on dev help?

    python reproduce/confidence/run.py [--data FOLDER] [--corpora esp,ned,…] [--iterations 40]

A CRF is trained on each corpus and predicts its development and its test set with the probability of every span.
Thresholds (by F1, and by a price list in which a spurious mention costs four times a miss) and a temperature are chosen
on dev and applied to the test set. CRFs of CrossNER's domains and of CoNLL-2003's news also predict the test sets of other
domains: for that, types are made coarse (person, organisation, location) in all of them, so that only the domain differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.base.results import Result
from nerproof.corpus import Corpus
from nerproof.corpus.typefilter import TypeFilter
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read
from nerproof.models import create

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
DOMAINS = ("ai", "literature", "music", "politics", "science")
CORPORA = ("esp", "ned", "conll2003", "wnut17", *DOMAINS)
COSTS = {"miss": 1.0, "spurious": 4.0, "wrong-type": 4.0, "boundary": 4.0}
COARSE = {
    "person": ("PER", "politician", "writer", "musicalartist", "scientist", "researcher"),
    "organisation": ("ORG", "politicalparty", "band", "university"),
    "location": ("LOC", "country"),
}


@dataclass
class Parts:
    """One corpus in three parts."""

    train: Corpus
    dev: Corpus
    test: Corpus


def coarse(parts: Parts) -> Parts:
    """The same sentences with persons, organisations and locations only."""
    rename = {fine: name for name, several in COARSE.items() for fine in several}
    kept = TypeFilter(only=tuple(COARSE), rename=rename)
    return Parts(*(kept.apply(corpus) for corpus in (parts.train, parts.dev, parts.test)))


def parts_of(data: Path, name: str) -> Parts:
    if name in {"esp", "ned"}:
        return Parts(*(read(data / "conll2002" / f"{name}.{part}") for part in ("train", "testa", "testb")))
    if name == "wnut17":
        names = ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")
        return Parts(*(read(data / "wnut17" / file) for file in names))
    if name == "conll2003":  # only its development set is there: three parts of its documents
        gold = read(data / "conll2003dev" / "gold.conll")
        part = gold.document_of_sentence % 4
        return Parts(*(gold.select(mask) for mask in (part < 2, part == 2, part == 3)))
    return Parts(*(read(data / "crossner" / name / f"{part}.txt") for part in ("train", "dev", "test")))


def judged(train: Corpus, dev: tuple[Corpus, Corpus], test: tuple[Corpus, Corpus], **more: Any) -> Result:
    """The result of predictions on a test set, with thresholds from dev."""
    shared = tuple(sorted(set(train.types) & set(test[0].types)))
    options = {
        "suites": ["standard", "confidence", "cost"],
        "switches": {"costs": COSTS},
        "types": TypeFilter(only=shared),
    }
    return evaluate(
        test[0], {"crf": test[1]}, train=train, dev=dev[0], dev_predictions={"crf": dev[1]}, **options, **more
    )


def value(result: Result, metric: str, slice_: str = "ALL", suite: str = "confidence") -> str:
    """A score in points with its interval."""
    row = next(result.where(suite=suite, metric=metric, slice=slice_, label="ALL"), None)
    if row is None or row.value is None:
        return "–"
    scale = 1 if suite == "cost" else 100
    ends = "" if row.low is None else f" [{scale * row.low:.1f}, {scale * row.high:.1f}]"
    return f"{scale * row.value:.1f}{ends}"


COLUMNS = ("test set", "n", "F1", "mean score", "right", "ECE", "ECE seen", "ECE new", "ECE recalibrated", "AUROC")


def reliability(name: str, result: Result) -> tuple[str, ...]:
    n = next(result.where(suite="confidence", metric="share_right", slice="ALL", label="ALL")).total
    parts = ("ALL", "SEEN", "UNSEEN", "recalibrated")
    means = [value(result, m).partition(" ")[0] for m in ("mean_score", "share_right")]
    own = (name, str(n), value(result, "f1", suite="standard").partition(" ")[0], *means)
    return (*own, *(value(result, "ece", part) for part in parts), value(result, "auroc").partition(" ")[0])


RECALIBRATED = ("test set", "n on dev", "ECE", "by temperature", "by isotonic regression")


def recalibrated(name: str, on_dev: Corpus, result: Result) -> tuple[str, ...]:
    parts = ("ALL", "recalibrated", "recalibrated-isotonic")
    return (name, str(len(on_dev.mentions)), *(value(result, "ece", part) for part in parts))


GAINS = ("test set", "threshold", "gain of F1", "by type", "cheapest threshold", "cost", "saved")


def gains(name: str, result: Result) -> tuple[str, ...]:
    thresholds = [next(result.where(suite=s, metric="threshold", label="ALL")).value for s in ("confidence", "cost")]
    one, two = (f"{t:.2f}" for t in thresholds)
    f1 = [value(result, "gain_f1", part) for part in ("at-threshold", "at-type-thresholds")]
    cost = value(result, "cost", suite="cost").partition(" ")[0]
    return (name, one, *f1, two, cost, value(result, "cost_saved", "at-cheapest-threshold", "cost"))


def elsewhere(data: Path, name: str, iterations: int) -> Iterator[tuple[str, ...]]:
    """A CRF of coarse types on its own test set and on those of the other domains."""
    parts = coarse(parts_of(data, name))
    model = create("crf", {"iterations": iterations}).train(parts.train)
    dev = (parts.dev, model.predict(parts.dev))
    for other in (name, *(n for n in DOMAINS if n != name)):
        test = parts.test if other == name else coarse(parts_of(data, other)).test
        yield reliability(f"{name} → {other}", judged(parts.train, dev, (test, model.predict(test))))


def table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--iterations", type=int, default=40)
    args = parser.parse_args()
    if not args.data.is_dir():
        print(f"{args.data} does not exist: nothing was computed")
        return 2
    inside, outside, again, thresholds = [], [], [], []
    names = args.corpora.split(",")
    for name in names:
        parts = parts_of(args.data, name)
        model = create("crf", {"iterations": args.iterations}).train(parts.train)
        dev = (parts.dev, model.predict(parts.dev))
        result = judged(parts.train, dev, (parts.test, model.predict(parts.test)))
        inside.append(reliability(name, result))
        again.append(recalibrated(name, dev[1], result))
        thresholds.append(gains(name, result))
        print("done:", " | ".join(inside[-1]), flush=True, file=sys.stderr)
        if name in {*DOMAINS, "conll2003"}:
            outside += elsewhere(args.data, name, args.iterations)
    for title, header, rows in (
        ("In its domain", COLUMNS, inside),
        ("Outside it: persons, organisations and locations", COLUMNS, outside),
        ("Recalibrated on dev", RECALIBRATED, again),
        ("Thresholds chosen on dev", GAINS, thresholds),
    ):
        if rows:
            print(f"\n## {title}\n", *table(header, rows), sep="\n")
    _means(inside, outside)
    return 0


def _means(inside: list[tuple[str, ...]], outside: list[tuple[str, ...]]) -> None:
    at = COLUMNS.index("ECE")
    own = [row for row in outside if len(set(row[0].split(" → "))) == 1]
    groups = {
        "in their domain": inside,
        "in their domain, coarse types": own,
        "outside it, coarse types": [row for row in outside if row not in own],
    }
    for title, rows in groups.items():
        found = [float(row[at].partition(" ")[0]) for row in rows if row[at] != "–"]
        if found:
            spread = f"{min(found):.1f} to {max(found):.1f}, {len(found)} test sets"
            print(f"\nmean ECE {title}: {np.mean(found):.1f} ({spread})")


if __name__ == "__main__":
    raise SystemExit(main())
