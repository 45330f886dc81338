"""RockNER (Lin et al., EMNLP 2021): table 1's settings on free corpora with the CRF, both controls, several seeds.

OntoNotes is not free, so the paper's own figures cannot be had here; what is checked is what it claims: entity attacks
cost much, context attacks little, and splicing itself nothing (the swap control stays within 3 points of none or above).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from figures import Figures, arguments

from nerproof.attacks import attack
from nerproof.augment import augment
from nerproof.corpus import Corpus, join
from nerproof.evaluate import Options, Study, run
from nerproof.gazetteers import open_gazetteer
from nerproof.models import create
from nerproof.readers import read
from nerproof.recipes import SUITES
from nerproof.suites.attacked import Setting

SEEDS = 3
DOMAINS = ("ai", "literature", "music", "politics", "science")
FILTERS = ("class_type_share>=0.5", "class_linked_qids>=2")
NAMES = {"entity": "E", "context": "C", "full": "E+C", "swap": "swap"}
COVERAGES = (20, 40, 60, 80)


def corpora(data: Path) -> dict[str, tuple[Corpus, list[Corpus], Corpus]]:
    """Name -> training data, other seen data, test data."""
    c, w, x = data / "conll2002", data / "wnut17", data / "crossner"
    found = {
        "CoNLL-2002 Spanish": (read(c / "esp.train"), [read(c / "esp.testa")], read(c / "esp.testb")),
        "CoNLL-2002 Dutch": (read(c / "ned.train"), [read(c / "ned.testa")], read(c / "ned.testb")),
        "WNUT17": (
            read(w / "wnut17train.conll"),
            [read(w / "emerging.dev.conll")],
            read(w / "emerging.test.annotated"),
        ),
    }
    for d in DOMAINS:
        # The published training parts have 100-200 sentences; a CRF needs more, so dev is trained on, too.
        parts = {p: read(x / d / f"{p}.txt") for p in ("train", "dev", "test")}
        found[f"CrossNER {d}"] = (join([parts["train"], parts["dev"]]), [], parts["test"])
    return found


def study(train: Corpus, seen: list[Corpus], test: Corpus, names, seed: int, models) -> Study:
    """The systems' predictions on the original and on every attacked version."""
    systems, reference = models
    options = {"train": train, "others": seen, "gazetteer": names, "reference": reference.predict}
    versions = {short: attack(test, mode, seed=seed, **options) for mode, short in NAMES.items()}
    for coverage in COVERAGES:
        versions[f"coverage={coverage}"] = attack(test, "entity", seed=seed, coverage=coverage, **options)
    settings = {
        name: Setting(
            name,
            done.corpus,
            {s: m.predict(done.corpus) for s, m in systems.items()},
            done.edits,
            {"facts": done.facts},
        )
        for name, done in versions.items()
    }
    predicted = {s: m.predict(test) for s, m in systems.items()}
    chosen = Options(suites=["rockner"], resamples=0)
    return Study(test, predicted, train, options=chosen, more={"attacked": settings})


def trained(train: Corpus, *, augmented: bool) -> tuple[dict, object]:
    """The evaluated CRF, with augmented data too if asked for, and a weaker reference that is none of them."""
    third = train.select(np.arange(0, train.n_sentences, 3))
    reference = create("crf", {"iterations": 30}).train(third)
    systems = {"crf": create("crf").train(train)}
    if augmented:
        for method in ("entity-switching", "random-masking", "mixing-up"):
            systems[f"crf + {method}"] = create("crf").train(augment(train, [method], seed=0).corpus)
    return systems, reference


def spread(values: list[float | None]) -> str:
    found = [100 * v for v in values if v is not None]
    if not found:
        return "–"
    return f"{np.mean(found):.1f} ± {np.std(found, ddof=1) if len(found) > 1 else 0:.1f}"


COLUMNS = (
    ("none", "f1"),
    ("E", "f1"),
    ("C", "f1"),
    ("E+C", "f1"),
    ("swap", "f1"),
    ("naturally-unseen", "recall"),
    ("C & E", "jaccard"),
    ("E", "linked_share"),
)


def main() -> int:
    options = arguments(__doc__, ("--only", "one corpus by its name"), ("--gazetteer", "names (Parquet)"))
    figures = Figures(verbose=options.verbose)
    SUITES.discover()  # a missing package is an error now, not after half an hour
    names = open_gazetteer(options.gazetteer or options.data / "wikidata_names.parquet", filters=FILTERS)
    print(
        "| corpus | system | F1 none | E | C | E+C | swap control | recall, naturally unseen | Jaccard E, C | linked |"
    )
    print("|---" * 10 + "|")
    curves = []
    for name, (train, seen, test) in corpora(options.data).items():
        if options.only and str(options.only) not in name:
            continue
        models = trained(train, augmented=name == "WNUT17")
        results = [run(study(train, seen, test, names, seed, models)) for seed in range(SEEDS)]
        for system in models[0]:
            found = {
                key: [value(r, system, *key) for r in results]
                for key in (*COLUMNS, *((f"coverage={c}", "f1") for c in COVERAGES))
            }
            print(f"| {name} | {system} | " + " | ".join(spread(found[k]) for k in COLUMNS) + " |", flush=True)
            curves.append((name, system, [spread(found[f"coverage={c}", "f1"]) for c in COVERAGES]))
            claims(figures, f"{name}, {system}", found)
    print(
        "\nF1 by coverage of the entity attack\n\n| corpus | system | 20 % | 40 % | 60 % | 80 % |\n|---|---|---|---|---|---|"
    )
    for name, system, cells in curves:
        print(f"| {name} | {system} | " + " | ".join(cells) + " |")
    print()
    return figures.end()


def value(result, system: str, slice_: str, metric: str) -> float | None:
    owner = "" if metric == "linked_share" else system
    for wanted in (slice_, " & ".join(reversed(slice_.split(" & ")))):
        for row in result.where(suite="rockner", system=owner, metric=metric, slice=wanted, label="ALL"):
            return row.value
    return None


NOTHING_TO_LOSE = "WNUT17's test set shares no mention with its training set: none is as unseen as E already"


def claims(figures: Figures, name: str, found: dict) -> None:
    """What must hold for every seed."""
    known = NOTHING_TO_LOSE if name.startswith("WNUT17") else ""
    for seed in range(SEEDS):
        none, e, c, both, swap = (found[s, "f1"][seed] for s in ("none", "E", "C", "E+C", "swap"))
        what = f"{name}, seed {seed}"
        figures.check("F1 E is far below none (10 points or more)", what, True, none - e >= 0.10, known=known)
        figures.check("F1 E is far below the swap control (10 points or more)", what, True, swap - e >= 0.10)
        figures.check("the swap control is within 3 points of none or above", what, True, swap >= none - 0.03)
        figures.check("C costs less than E", what, True, c >= e, known=known)
        figures.check("E+C is no easier than E (1 point)", what, True, both <= e + 0.01)


if __name__ == "__main__":
    sys.exit(main())
