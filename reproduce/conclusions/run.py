"""Does recall_if_new predict what is found when every name is really new? Replaces them, and compares.

    python reproduce/conclusions/run.py [--data FOLDER] [--corpora esp,ned,…]

Five systems are trained on each corpus. Every mention of the test set is replaced by an unseen mention of held-out data
of the same type, length and capitals (and, as a control, by a training mention). The recall found then is what
recall_if_new (and recall_if_seen) should have predicted from the unchanged test set.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from figures import begin, skipping

from nerproof.corpus import Corpus, join
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read
from nerproof.measures.pairing import Pair
from nerproof.models import create

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SYSTEMS: dict[str, tuple[str, dict[str, Any]]] = {
    "memorizer": ("memorizer", {}),
    "perceptron": ("perceptron", {"epochs": 4}),
    "perceptron-": ("perceptron", {"epochs": 4, "words": False}),
    "crf": ("crf", {"iterations": 40}),
    "crf-": ("crf", {"iterations": 40, "words": False}),
}
DRAWS = 3
Names = Mapping[tuple[Any, ...], Sequence[list[str]]]


@dataclass
class Parts:
    """One corpus in three parts; new names come from the held-out one."""

    train: Corpus
    held_out: Corpus
    test: Corpus


# --- corpora -----------------------------------------------------------------------------------------------------------


def conll2002(data: Path, language: str) -> Parts:
    return Parts(*(read(data / "conll2002" / f"{language}.{part}") for part in ("train", "testa", "testb")))


def conll2003(data: Path) -> Parts:
    """The development set alone, split by documents."""
    gold = read(data / "conll2003dev" / "gold.conll")
    return dealt(gold, gold.document_of_sentence)


def crossner(data: Path, domain: str) -> Parts:
    """All parts of a domain, split by sentences: its own training set has too few seen names."""
    whole = join([read(data / "crossner" / domain / f"{part}.txt") for part in ("train", "dev", "test")])
    return dealt(whole, np.arange(whole.n_sentences))


def dealt(corpus: Corpus, unit: Any) -> Parts:
    """Units at random to train (50 %), held-out data (25 %) and test (25 %)."""
    place = np.random.default_rng(1).random(int(unit.max()) + 1)[unit]
    return Parts(
        *(corpus.select(np.flatnonzero((a <= place) & (place < b))) for a, b in ((0, 0.5), (0.5, 0.75), (0.75, 1)))
    )


CORPORA: dict[str, Callable[[Path], Parts]] = {
    "esp": lambda data: conll2002(data, "esp"),
    "ned": lambda data: conll2002(data, "ned"),
    "conll03dev": conll2003,
    "politics": lambda data: crossner(data, "politics"),
    "literature": lambda data: crossner(data, "literature"),
}


# --- new names ---------------------------------------------------------------------------------------------------------


def capitals(tokens: Sequence[str]) -> str:
    text = "".join(tokens)
    return "upper" if text.isupper() and len(text) > 1 else "lower" if text.islower() else "mixed"


def surfaces(corpus: Corpus) -> list[tuple[list[str], str]]:
    found = (corpus.mention(i) for i in range(len(corpus.mentions)))
    return [(corpus.tokens.strings(s, e), t) for s, e, t in found if e > s]


def names_of(mentions: Sequence[tuple[list[str], str]]) -> Names:
    """Names by type, length and capitals, as often as they are mentioned; by fewer keys where nothing fits better."""
    found: dict[tuple[Any, ...], list[list[str]]] = defaultdict(list)
    for tokens, kind in mentions:
        for key in ((kind, len(tokens), capitals(tokens)), (kind, len(tokens)), (kind,)):
            found[key].append(tokens)
    return found


def replaced(gold: Corpus, names: Names, rng: np.random.Generator) -> Corpus:
    """Every mention with another name of its kind; a mention stays where there is none."""
    sentences, mentions = [], []
    for i, found in enumerate(gold.mentions_by_sentence()):
        tokens, own, at = [], [], 0
        text = gold.sentence(i)
        for a, b, kind in sorted(found):
            tokens += text[at:a]
            name = _drawn(text[a:b], kind, names, rng)
            own.append((len(tokens), len(tokens) + len(name), kind))
            tokens += name
            at = b
        sentences.append(tokens + text[at:])
        mentions.append(own)
    return Corpus.from_sentences(sentences, mentions)


def _drawn(old: list[str], kind: str, names: Names, rng: np.random.Generator) -> list[str]:
    for key in ((kind, len(old), capitals(old)), (kind, len(old)), (kind,)):
        if names.get(key):
            return names[key][int(rng.integers(len(names[key])))]
    return old


# --- one system on one corpus ------------------------------------------------------------------------------------------


def found_recall(gold: Corpus, predicted: Corpus, types: set[str], some: Any = True) -> float:
    """Recall on the mentions of some types, at some of the places; mentions are in the text's order."""
    pair = Pair.of(gold, predicted)
    own = np.isin(pair.gold.mentions.type, [i for i, t in enumerate(pair.types) if t in types])
    return float(pair.gold_hit[own & some].mean())


class Place(NamedTuple):
    """What strata may know of a mention: its words, its type, its sentence, and where in it they begin."""

    name: list[str]
    kind: str
    text: list[str]
    at: int

    @property
    def length(self) -> int:
        return min(len(self.name), 3)


STRATA: dict[str, Callable[[Place], tuple[Any, ...]]] = {
    "none": lambda _: (),
    "type": lambda p: (p.kind,),
    "type, length": lambda p: (p.kind, p.length),
    "type, capitals": lambda p: (p.kind, capitals(p.name)),
    "type, length, capitals": lambda p: (p.kind, p.length, capitals(p.name)),
    "type, length, short sentence": lambda p: (p.kind, p.length, len(p.text) < 10),
    "type, length, first in sentence": lambda p: (p.kind, p.length, p.at == 0),
    "type, capitals, headline": lambda p: (p.kind, capitals(p.name), np.mean([w[:1].isupper() for w in p.text]) > 0.6),
}


def standardised(pair: Pair, seen: Any, strata: str) -> float:
    """Recall if every name were new under other strata; small strata fall back to their type, else are left out."""
    gold = pair.gold
    keys = []
    for i in range(len(gold.mentions)):
        a, b, kind = gold.mention(i)
        sentence = int(pair.gold_sentence[i])
        at = a - int(gold.sentences[sentence])
        keys.append(STRATA[strata](Place(gold.tokens.strings(a, b), kind, gold.sentence(sentence), at)))
    groups = _usable(keys, seen)
    total = sum(len(g) for g in groups)
    return sum(len(g) * pair.gold_hit[g][~seen[g]].mean() for g in groups) / total if total else float("nan")


def _usable(keys: list[tuple[Any, ...]], seen: Any) -> list[Any]:
    """Mentions by stratum; those with fewer than ten on a side join the largest of their type."""
    places: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for i, key in enumerate(keys):
        places[key].append(i)
    sides = {key: min(int(seen[p].sum()), int((~seen[p]).sum())) for key, p in places.items()}
    out = []
    for kind in dict.fromkeys(key[:1] for key in places):
        own = [key for key in places if key[:1] == kind]
        good = [key for key in own if sides[key] >= 10]
        if good:
            largest = max(good, key=lambda key: len(places[key]))
            rest = [i for key in own if key not in good for i in places[key]]
            out += [np.array(places[key] + (rest if key == largest else [])) for key in good]
    return out


def plain(tmr: Mapping[Any, Any], slice_: str, types: set[str]) -> float:
    """Recall on a set, over the types that found_recall looks at."""
    rows = [tmr[slice_, label, "recall"] for label in types]
    return sum(r.count for r in rows) / sum(r.total for r in rows)


def measured(name: str, parts: Parts, system: str) -> dict[str, Any]:
    """What was predicted from the test set, and what was found on replaced names."""
    kind, options = SYSTEMS[system]
    model = create(kind, options).train(parts.train)
    predicted = model.predict(parts.test)
    result = evaluate(parts.test, {"s": predicted}, train=parts.train, suites=["standard", "tmr", "contamination"])
    tmr = {(r.slice, r.label, r.metric): r for r in result.where(suite="tmr", system="s")}
    types = {
        label
        for (_, label, metric), r in tmr.items()
        if metric == "retention" and label != "ALL" and r.value is not None
    }
    known = {tuple(tokens) for tokens, _ in surfaces(parts.train)}
    new = names_of([(t, k) for t, k in surfaces(parts.held_out) if tuple(t) not in known])
    old = names_of(surfaces(parts.train))
    entities = {(tuple(t), k) for t, k in surfaces(parts.train)}
    seen = np.array([(tuple(t), k) in entities for t, k in surfaces(parts.test)])
    found = {}
    for side, names in (("new", new), ("seen", old)):
        draws = [replaced(parts.test, names, np.random.default_rng([7, d])) for d in range(DRAWS)]
        answers = [(gold, model.predict(gold)) for gold in draws]
        for places, some in (("", True), (" where new", ~seen), (" where seen", seen)):
            found[f"{side}{places}"] = float(np.mean([found_recall(*both, types, some) for both in answers]))
    f1, delta = result.value("f1", system="s"), result.value("delta_f1", suite="contamination", system="s")
    pair = Pair.of(parts.test, predicted)
    retention = tmr["ALL", "ALL", "retention"]
    return {
        "corpus": name,
        "system": system,
        "f1": f1,
        "found_new": found["new"],
        "found_seen": found["seen"],
        "where_new": found["new where new"],
        "where_seen": found["new where seen"],
        "if_new": tmr["ALL", "ALL", "recall_if_new"].value,
        "if_seen": tmr["ALL", "ALL", "recall_if_seen"].value,
        "plain_new": plain(tmr, "UNSEEN-ANY", types),
        "plain_seen": plain(tmr, "SEEN", types),
        "retention": retention.value,
        "low": retention.low,
        "high": retention.high,
        "kept_f1": 1 - delta / f1 if f1 else None,
        "coverage": tmr["ALL", "ALL", "retention_coverage"].value,
        "verdict": next(f.verdict for f in result.findings if f.rule == "memory"),
        "strata": {s: standardised(pair, seen, s) for s in STRATA},
    }


# --- tables ------------------------------------------------------------------------------------------------------------


def points(value: float | None) -> str:
    return "–" if value is None or value != value else f"{100 * value:.1f}"


def show(rows: list[dict[str, Any]]) -> None:
    print(
        "| corpus | system | F1 | found, all names new | recall_if_new | plain recall on new | found retention | retention | 1 − ΔF1/F1 | coverage | verdict |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    for r in rows:
        interval = f"{points(r['retention'])} [{points(r['low'])}, {points(r['high'])}]"
        cells = [points(r[k]) for k in ("f1", "found_new", "if_new", "plain_new")]
        cells += [points(kept(r)), interval, points(r["kept_f1"]), points(r["coverage"]), r["verdict"]]
        print("|", " | ".join([r["corpus"], r["system"], *cells]), "|")
    summary(rows)
    places(rows)


def places(rows: list[dict[str, Any]]) -> None:
    """New names where new ones were, beside those that were there; and where seen names were."""
    print(
        "\n| corpus | system | new names as they are | other new names in their places | new names in the places of seen ones |"
    )
    print("|---|---|--:|--:|--:|")
    for r in rows:
        if r["system"] != "memorizer":
            cells = [points(r[k]) for k in ("plain_new", "where_new", "where_seen")]
            print("|", " | ".join([r["corpus"], r["system"], *cells]), "|")


def kept(row: Mapping[str, Any]) -> float:
    """Retention as found: recall on new names / recall on seen ones, in the same sentences."""
    return row["found_new"] / row["found_seen"] if row["found_seen"] else float("nan")


def summary(rows: list[dict[str, Any]]) -> None:
    """Mean error of each prediction of recall, and correlation of each with the retention found."""
    learned = [r for r in rows if r["system"] != "memorizer"]
    print(
        "\nMean absolute error of predicted recall on new names, in points (without the memorizer, whose recall is 0):"
    )
    found = np.array([r["found_new"] for r in learned])
    for name, values in (
        ("recall_if_new", [r["if_new"] for r in learned]),
        ("plain recall on new mentions", [r["plain_new"] for r in learned]),
        *((f"strata: {s}", [r["strata"][s] for r in learned]) for s in STRATA),
    ):
        errors = np.array(values) - found
        print(f"  {name:32} {100 * np.nanmean(abs(errors)):5.1f}   (mean {100 * np.nanmean(errors):+5.1f})")
    left_out(learned)
    print("\nCorrelation with the retention found (all systems; then within corpora, without the memorizer):")
    for name, key in (("retention", "retention"), ("plain new / plain seen", None), ("1 − ΔF1/F1", "kept_f1")):
        both = [(kept(r), r[key] if key else r["plain_new"] / r["plain_seen"]) for r in rows]
        own = [(kept(r), r[key] if key else r["plain_new"] / r["plain_seen"], r["corpus"]) for r in learned]
        print(
            f"  {name:32} r = {_r(both):.3f}   mean error {_error(both):5.1f}   within corpora r = {_within(own):.3f}"
        )


def left_out(rows: list[dict[str, Any]]) -> None:
    """The error on each corpus with the strata that predict best on the others."""
    wrong = {(r["corpus"], r["system"], s): abs(r["strata"][s] - r["found_new"]) for r in rows for s in STRATA}
    errors = []
    for corpus in dict.fromkeys(r["corpus"] for r in rows):
        best = min(
            STRATA, key=lambda s: np.nanmean([e for (c, _, own), e in wrong.items() if c != corpus and own == s])
        )
        errors.append(np.nanmean([e for (c, _, own), e in wrong.items() if c == corpus and own == best]))
    print(f"  strata chosen on the other corpora  {100 * np.mean(errors):5.1f}")


def _r(pairs: Sequence[tuple[float, float]]) -> float:
    return float(np.corrcoef(np.array(pairs).T)[0, 1])


def _error(pairs: Sequence[tuple[float, float]]) -> float:
    return float(100 * np.abs(np.diff(np.array(pairs), axis=1)).mean())


def _within(triples: Sequence[tuple[float, float, str]]) -> float:
    """Correlation after the mean of each corpus is taken off."""
    names = sorted({c for *_, c in triples})
    centred = []
    for name in names:
        own = np.array([(a, b) for a, b, c in triples if c == name])
        centred += (own - own.mean(axis=0)).tolist()
    return _r(centred)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of conll2002, conll2003dev, crossner")
    parser.add_argument("--corpora", default=",".join(CORPORA), help="comma-separated; of: " + ", ".join(CORPORA))
    chosen = parser.parse_args()
    rows = []
    for name in chosen.corpora.split(","):
        with skipping(name):
            parts = CORPORA[name](chosen.data)
            for system in SYSTEMS:
                began = time.process_time()
                rows.append(measured(name, parts, system))
                print(f"<!-- {name} {system}: {time.process_time() - began:.0f} CPU-s -->", flush=True)
    if rows:
        show(rows)


if __name__ == "__main__":
    begin(main)
