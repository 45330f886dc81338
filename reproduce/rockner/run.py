"""RockNER (Lin et al., EMNLP 2021): table 1's settings on free corpora with the CRF, both controls, several seeds.

OntoNotes is not free, so the paper's own figures cannot be had here; what is checked is what it claims: entity attacks
cost much, context attacks little, and splicing itself nothing (the swap control stays within 3 points of none or above).
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from figures import Figures, arguments, begin, has

from nerproof.attacks import attack
from nerproof.attacks.language import guess_language
from nerproof.augment import augment
from nerproof.corpus import Corpus, join
from nerproof.engine.evaluate import Options, Study, run
from nerproof.formats import read
from nerproof.gazetteers import open_gazetteer
from nerproof.measures.pairing import Pair
from nerproof.models import create
from nerproof.suites.attacked import Setting
from nerproof.suites.recipe import SUITES

SEEDS = 3
DOMAINS = ("ai", "literature", "music", "politics", "science")
COVERAGES = (20, 40, 60, 80)
OFFICIAL, MIXED = "WNUT17", "WNUT17, parts mixed"

Loader = Callable[[], tuple[Corpus, list[Corpus], Corpus]]
COLUMNS = (
    ("none", "f1"),
    ("E", "f1"),
    ("E hard", "f1"),
    ("C", "f1"),
    ("E+C", "f1"),
    ("swap", "f1"),
    ("natural", "f1"),
    ("naturally-unseen", "recall"),
    ("C & E", "jaccard"),
    ("C & E", "jaccard_wrong"),
    ("E", "linked_share"),
)
HEAD = "F1 none | E | E hard | C | E+C | swap control | natural control | recall, naturally unseen | Jaccard E, C | of all wrong | linked"


class Models(NamedTuple):
    """The evaluated systems and two others that are none of them: what contexts and what hard names are tried on."""

    systems: dict
    weak: object
    other: object


def corpora(given: Namespace) -> Iterator[tuple[str, Corpus, list[Corpus], Corpus]]:
    """Name, training data, other seen data and test data of every corpus that is there and asked for."""
    for name, load in {**_conll2002(given), **_wnut17(given), **_crossner(given)}.items():
        if given.only is None or str(given.only) in name:
            yield name, *load()


def _conll2002(given: Namespace) -> dict[str, Loader]:
    found: dict[str, Loader] = {}
    for lang, name in (("esp", "Spanish"), ("ned", "Dutch")):
        files = [f"{lang}.{part}" for part in ("train", "testa", "testb")]
        if has(given, "conll2002", *files):
            found[f"CoNLL-2002 {name}"] = lambda files=files: _three(*(read(given.conll2002 / f) for f in files))
    return found


def _wnut17(given: Namespace) -> dict[str, Loader]:
    files = ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")
    if not has(given, "wnut17", *files):
        return {}
    parts = lambda: [read(given.wnut17 / f) for f in files]
    return {OFFICIAL: lambda: _three(*parts()), MIXED: lambda: mixed(parts())}


def _crossner(given: Namespace) -> dict[str, Loader]:
    """The published training parts have 100-200 sentences; a CRF needs more, so dev is trained on, too."""
    found: dict[str, Loader] = {}
    for d in DOMAINS:
        files = [f"{d}/{part}.txt" for part in ("train", "dev", "test")]
        if has(given, "crossner", *files):
            found[f"CrossNER {d}"] = lambda files=files: _joined(*(read(given.crossner / f) for f in files))
    return found


def _three(train: Corpus, dev: Corpus, test: Corpus) -> tuple[Corpus, list[Corpus], Corpus]:
    return train, [dev], test


def _joined(train: Corpus, dev: Corpus, test: Corpus) -> tuple[Corpus, list[Corpus], Corpus]:
    return join([train, dev]), [], test


def mixed(parts: list[Corpus]) -> tuple[Corpus, list[Corpus], Corpus]:
    """The same sentences divided at random, as many for training as before: now names are shared."""
    whole = join(parts)
    order = np.random.default_rng(0).permutation(whole.n_sentences)
    n = parts[0].n_sentences
    return whole.select(np.sort(order[:n])), [], whole.select(np.sort(order[n:]))


def trained(train: Corpus, *, augmented: bool) -> Models:
    """The evaluated CRF, with augmented data too if asked for; a weak CRF and a perceptron as references."""
    third = train.select(np.arange(0, train.n_sentences, 3))
    weak = create("crf", {"iterations": 30}).train(third)
    systems = {"crf": create("crf").train(train)}
    if augmented:
        for method in ("entity-switching", "random-masking", "mixing-up"):
            systems[f"crf + {method}"] = create("crf").train(augment(train, [method], seed=0).corpus)
    return Models(systems, weak, create("perceptron").train(train))


def versions(train: Corpus, seen: list[Corpus], test: Corpus, names, seed: int, models: Models) -> dict[str, Setting]:
    """Every attacked version of the test set with the systems' predictions."""
    options = {
        "train": train,
        "others": seen,
        "gazetteer": names,
        "reference": models.weak.predict,
        "seed": seed,
    }
    english = guess_language(train) == "en"  # contexts of other languages are refused
    modes = {"E": "entity", "swap": "swap"} | ({"C": "context", "E+C": "full"} if english else {})
    done = {s: attack(test, m, **options) for s, m in modes.items()}
    if seen:
        done["natural"] = attack(test, "natural", **options)
    done["E hard"] = attack(test, "entity", **options | {"hard": True, "reference": models.other.predict})
    for coverage in COVERAGES:
        done[f"coverage={coverage}"] = attack(test, "entity", coverage=coverage, **options)
    return {
        name: Setting(
            name,
            d.corpus,
            {s: m.predict(d.corpus) for s, m in models.systems.items()},
            d.edits,
            {"facts": d.facts},
        )
        for name, d in done.items()
    }


def scored(train: Corpus, test: Corpus, settings: dict[str, Setting], models: Models):
    predicted = {s: m.predict(test) for s, m in models.systems.items()}
    chosen = Options(suites=["rockner"], resamples=1000)
    return run(Study(test, predicted, train, options=chosen, more={"attacked": settings}))


def by_memory(
    train: Corpus, test: Corpus, settings: dict[str, Setting], system: str, predicted: Corpus
) -> list[float | None]:
    """Share of test mentions that training holds (ignoring case); recall on them, none and E; on the others, none and E."""
    known = {train.surface(i).lower() for i in range(len(train.mentions))}
    seen = np.array([test.surface(i).lower() in known for i in range(len(test.mentions))])
    before = Pair.of(test, predicted).gold_hit
    after = Pair.of(settings["E"].gold, settings["E"].systems[system]).gold_hit
    cells = [np.mean(hit[mask]) if mask.any() else None for mask in (seen, ~seen) for hit in (before, after)]
    return [float(np.mean(seen)), *cells]


def spread(values: list[float | None]) -> str:
    found = [100 * v for v in values if v is not None]
    if not found:
        return "–"
    return f"{np.mean(found):.1f} ± {np.std(found, ddof=1) if len(found) > 1 else 0:.1f}"


def table(title: str, columns: str, rows: list[tuple[str, str, list[str]]]) -> None:
    print(f"\n{title}\n\n| corpus | system | {columns} |\n{'|---' * (columns.count('|') + 3)}|")
    for name, system, cells in rows:
        print(f"| {name} | {system} | " + " | ".join(cells) + " |")


def row(result, system: str, slice_: str, metric: str):
    owner = "" if metric == "linked_share" else system
    for wanted in (slice_, " & ".join(reversed(slice_.split(" & ")))):
        for found in result.where(suite="rockner", system=owner, metric=metric, slice=wanted, label="ALL"):
            return found
    return None


def interval(result, system: str, setting: str) -> str:
    found = row(result, system, setting, "drop_f1")
    if found is None:
        return "–"
    return f"{100 * found.value:.1f} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def main() -> int:
    options = arguments(__doc__, ("--only", "corpora whose name holds this"), ("--gazetteer", "names (Parquet)"))
    figures = Figures(verbose=options.verbose)
    SUITES.discover()  # a missing package is an error now, not after half an hour
    source = options.gazetteer or options.data / "wikidata_names.parquet"
    if not source.exists():
        print(f"nothing was done: {source} does not exist. Give a Parquet file of names with --gazetteer")
        return 2
    names = open_gazetteer(source)
    drops, curves, memory = [], [], []
    print(f"| corpus | system | {HEAD} |\n{'|---' * (len(COLUMNS) + 2)}|")
    for name, train, seen, test in corpora(options):
        models = trained(train, augmented=name == OFFICIAL)
        made = [versions(train, seen, test, names, seed, models) for seed in range(SEEDS)]
        results = [scored(train, test, settings, models) for settings in made]
        for system, model in models.systems.items():
            found = {
                k: [r.value if (r := row(x, system, *k)) else None for x in results]
                for k in (*COLUMNS, *((f"coverage={c}", "f1") for c in COVERAGES))
            }
            print(f"| {name} | {system} | " + " | ".join(spread(found[k]) for k in COLUMNS) + " |", flush=True)
            curves.append((name, system, [spread(found[f"coverage={c}", "f1"]) for c in COVERAGES]))
            drops.append((name, system, [interval(results[0], system, s) for s in ("E", "E hard", "C", "E+C", "swap")]))
            shares = zip(*(by_memory(train, test, s, system, model.predict(test)) for s in made), strict=True)
            memory.append((name, system, [spread(list(cell)) for cell in shares]))
            claims(figures, name, system, found, results)
    table("F1 by coverage of the entity attack", "20 % | 40 % | 60 % | 80 %", curves)
    table(
        "Drop of F1 in points [95 % interval, paired bootstrap over sentences], seed 0",
        "E | E hard | C | E+C | swap",
        drops,
    )
    table(
        "Recall on mentions that training has (ignoring case) and on the others",
        "share seen | seen, none | seen, E | others, none | others, E",
        memory,
    )
    print()
    return figures.end()


NOTHING_TO_LOSE = "WNUT17's test set shares no mention with its training set: none is as unseen as E already"


def claims(figures: Figures, name: str, system: str, found: dict, results: list) -> None:
    """What must hold for every seed."""
    known = NOTHING_TO_LOSE if name == OFFICIAL else ""
    for seed in range(SEEDS):
        none, e, hard, c, both, swap = (found[s, "f1"][seed] for s in ("none", "E", "E hard", "C", "E+C", "swap"))
        what = f"{name}, {system}, seed {seed}"
        figures.check("F1 E is far below none (10 points or more)", what, True, none - e >= 0.10, known=known)
        figures.check("F1 E is far below the swap control (10 points or more)", what, True, swap - e >= 0.10)
        figures.check("the swap control is within 3 points of none or above", what, True, swap >= none - 0.03)
        if c is not None and both is not None:
            figures.check("C costs less than E", what, True, c >= e, known=known)
            figures.check("E+C is no easier than E (1 point)", what, True, both <= e + 0.01)
        figures.check("hard names are no easier than E (1 point)", what, True, hard <= e + 0.01)
        low = row(results[seed], system, "E hard", "drop_f1").low
        figures.check("with hard names the interval of the drop is above 0", what, True, low > 0)


if __name__ == "__main__":
    begin(main)
