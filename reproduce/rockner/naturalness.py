"""Are the attacks natural? F1 under E beside the natural control, what is counted, and sentences for a blind reading.

    python reproduce/rockner/naturalness.py --data ../shared/data [--only WNUT17]
    python reproduce/rockner/naturalness.py --data ../shared/data --grammar 150
    python reproduce/rockner/naturalness.py --data ../shared/data --blind FOLDER
    python reproduce/rockner/naturalness.py --marks reproduce/rockner/readings

English only: CoNLL-2003's development set (its documents divided 60 : 20 : 20), WNUT17 as published, CrossNER (train and half
of dev to train on, the other half held out). The CRF of models/, three seeds of the attack, the gazetteer of the shared
data. ``--grammar`` parses context-attacked sentences with link-grammar (Debian's package).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from figures import begin

from nerproof.attacks import attack
from nerproof.attacks.review import ATTACKED, UNTOUCHED
from nerproof.attacks.surfaces import lowered_surfaces
from nerproof.corpus import Corpus, join
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read
from nerproof.gazetteers import open_gazetteer
from nerproof.measures.pairing import Pair
from nerproof.models import create

SEEDS = 3
FEWEST = 5  # unseen mentions of a stratum
SEED = 6  # of what is read: not looked at before
ORGANISATIONS = ("ORG", "organisation", "corporation", "group")
SENTENCE = range(8, 31)  # tokens of a sentence that is read or parsed

Parts = tuple[Corpus, Corpus, Corpus]  # train, held out, test


def news(data: Path) -> Parts:
    """CoNLL-2003's development set, divided by documents."""
    whole = read(data / "conll2003dev" / "gold.conll")
    order = np.random.default_rng(0).permutation(whole.n_documents)
    part = np.zeros(whole.n_documents, dtype=int)
    part[order[int(0.6 * len(order)) : int(0.8 * len(order))]] = 1
    part[order[int(0.8 * len(order)) :]] = 2
    owner = part[whole.document_of_sentence]
    train, held, test = (whole.select(np.flatnonzero(owner == k)) for k in range(3))
    return train, held, test


def tweets(data: Path) -> Parts:
    names = ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")
    train, held, test = (read(data / "wnut17" / f) for f in names)
    return train, held, test


def domain(name: str) -> Callable[[Path], Parts]:
    """A domain of CrossNER: train and half of dev to train on, the other half held out."""

    def load(data: Path) -> Parts:
        train, dev, test = (read(data / "crossner" / name / f"{p}.txt") for p in ("train", "dev", "test"))
        half = np.arange(dev.n_sentences) % 2 == 0
        return join([train, dev.select(half)]), dev.select(~half), test

    return load


CORPORA: dict[str, Callable[[Path], Parts]] = {
    "CoNLL-2003 dev": news,
    "CrossNER politics": domain("politics"),
    "WNUT17": tweets,
    "CrossNER science": domain("science"),
    "CrossNER music": domain("music"),
}


def f1(pair: Pair) -> float:
    return 200 * int(pair.gold_hit.sum()) / max(len(pair.gold.mentions) + len(pair.pred.mentions), 1)


def recall(pair: Pair, types: tuple[str, ...]) -> float:
    own = np.array([pair.gold.types[t] in types for t in pair.gold.mentions.type.tolist()])
    return 100 * float(pair.gold_hit[own].mean()) if own.any() else float("nan")


def unseen(train: Corpus, test: Corpus) -> Any:
    """Which mentions of the test set training does not have, ignoring case."""
    known = lowered_surfaces(train)
    return np.array([test.surface(i).lower() not in known for i in range(len(test.mentions))])


def if_new_by_line(before: Pair, new: Any) -> float:
    """Recall on unseen mentions by type, length, and whether their line is prose; weighted by all mentions."""
    gold, m = before.gold, before.gold.mentions
    prose = [any(w.islower() for w in gold.sentence(int(i))) for i in gold.sentence_of_mention]
    strata = np.stack([m.type, np.minimum(m.end - m.start, 3), prose], axis=1)
    total = weight = 0.0
    for stratum in np.unique(strata, axis=0):
        own = (strata == stratum).all(axis=1)
        if (own & new).sum() >= FEWEST:
            total += own.sum() * before.gold_hit[own & new].mean()
            weight += own.sum()
    return 100 * total / weight if weight else float("nan")


def entity(name: str, parts: Parts, names: object) -> None:
    """A row per seed; then, over the seeds, what is counted, and two estimates of the recall on new names side by side."""
    train, held, test = parts
    model, memorizer = create("crf").train(train), create("memorizer").train(train)
    before = Pair.of(test, model.predict(test), name="crf")
    new, recalls = unseen(train, test), []
    ways = {"E": ("entity", [held]), "natural": ("natural", [held]), "own": ("natural", []), "swap": ("swap", [])}
    for seed in range(SEEDS):
        made = {
            w: attack(test, m, train=train, others=others, gazetteer=names, seed=seed)
            for w, (m, others) in ways.items()
        }
        pairs = {w: Pair.of(d.corpus, model.predict(d.corpus), name="crf") for w, d in made.items()}
        e = made["E"]
        blind = f1(Pair.of(e.corpus, memorizer.predict(e.corpus), name="memorizer"))
        scores = " | ".join(f"{f1(p):.1f}" for p in pairs.values())
        gap = abs(f1(pairs["E"]) - f1(pairs["natural"]))
        orgs = " | ".join(f"{recall(pairs[m], ORGANISATIONS):.1f}" for m in ("E", "natural"))
        print(f"| {name} | {seed} | {f1(before):.1f} | {scores} | {gap:.1f} | {orgs} | {blind:.1f} |", flush=True)
        recalls.append([pairs[w].gold_hit[rows].mean() for w in ("natural", "E") for rows in (slice(None), new)])
    counted = " | ".join(f"{100 * m['share']:.1f} % of {m['cases']}" for m in e.facts["naturalness"].values())
    print(f"counted: | {name} | {e.facts['replaced']} of {e.facts['mentions']} | {counted} |", file=sys.stderr)
    rows = evaluate(test, {"crf": before.pred}, train=train, suites=["tmr"], resamples=0).rows
    found = next(r.value for r in rows if r.slice == "ALL" and r.label == "ALL" and r.metric == "recall_if_new")
    estimate = "–" if found is None else f"{100 * found:.1f}"
    natural, natural_new, attacked, attacked_new = (f"{100 * x:.1f}" for x in np.mean(recalls, axis=0))
    there = f"{100 * before.gold_hit[new].mean():.1f} | {natural_new} | {attacked_new}"
    lines = f"{if_new_by_line(before, new):.1f}"
    print(f"recall: | {name} | {estimate} | {lines} | {natural} | {attacked} | {there} |", file=sys.stderr)


def parsed(sentences: list[list[str]]) -> list[bool]:
    """Whether link-grammar finds a complete linkage of each sentence; one that takes too long counts as not parsed."""
    lines = [" ".join(s).lstrip("!%* ") for s in sentences]
    command = ["link-parser", "en", "-verbosity=1", "-graphics=0", "-null=0", "-timeout=2", "-panic=0", "-echo=1"]
    run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    found, told = set(), ""
    for line in run.stdout.splitlines():
        told = line.strip() if line.strip() in lines else told
        if re.match(r"Found \d+ linkage", line):
            found.add(told)
    return [line in found for line in lines]


def grammar(name: str, parts: Parts, n: int) -> None:
    train, _, test = parts
    done = attack(test, "context", train=train, seed=0)
    changed = sorted({e.sentence for e in done.made if len(test.sentence(e.sentence)) in SENTENCE})
    some = np.random.default_rng(1).permutation(changed)[:n].tolist()
    before, after = (parsed([c.sentence(s) for s in some]) for c in (test, done.corpus))
    kept = sum(a and b for a, b in zip(before, after, strict=True))
    shares = {k: v["share"] for k, v in done.facts["naturalness"].items()}
    print(
        f"| {name} | {len(done.made)} | {shares['prose_attacked']:.3f} of {done.facts['prose']} | {shares['new_words']:.3f} | {kept} of {sum(before)} |"
    )


def blind(name: str, parts: Parts, names: object, folder: Path) -> None:
    """20 new and 10 old names, 12 attacked and 6 untouched sentences, shuffled: text for the reader, the key apart.

    A name is shown in its place. The text is the corpora's own, so it stays outside the project; the key and the marks
    have none of it.
    """
    train, held, test = parts
    rng = np.random.default_rng(18)
    shown: dict[str, list[tuple[str, dict[str, Any]]]] = {"names": [], "contexts": []}
    done = attack(test, "entity", train=train, others=[held], gazetteer=names, seed=SEED)
    for k, i in enumerate(rng.permutation(len(done.made))[:30].tolist()):
        e, new = done.made[i], k % 3 < 2
        place = in_place(done.corpus if new else test, int(e.mention or 0))
        item = {"mention": e.mention, "type": e.type, "kind": ATTACKED if new else UNTOUCHED}
        shown["names"].append((f"{e.type}: {place}", item | ({"name": e.new} if new else {})))
    words = attack(test, "context", train=train, seed=SEED)
    changed = sorted({e.sentence for e in words.made if len(test.sentence(e.sentence)) in SENTENCE})
    for k, s in enumerate(rng.permutation(changed)[:18].tolist()):
        new = k % 3 < 2
        item = {"sentence": s, "kind": ATTACKED if new else UNTOUCHED}
        shown["contexts"].append((" ".join((words.corpus if new else test).sentence(s)), item))
    folder.mkdir(parents=True, exist_ok=True)
    for what, rows in shown.items():
        order = rng.permutation(len(rows)).tolist()
        stem = (
            f"{name.rsplit(maxsplit=1)[-1]}-{what}" if "Cross" in name else f"{name.split('-', maxsplit=1)[0]}-{what}"
        )
        text = "".join(f"{k}\t{rows[i][0]}\n" for k, i in enumerate(order))
        (folder / f"{stem}.txt").write_text(text, "utf-8")
        key = json.dumps({"corpus": name, "items": [rows[i][1] for i in order]}, ensure_ascii=False, indent=0)
        (folder / f"{stem}-key.json").write_text(key + "\n", "utf-8")


def in_place(corpus: Corpus, mention: int, window: int = 7) -> str:
    """A mention in brackets between the words around it."""
    start, end = int(corpus.mentions.start[mention]), int(corpus.mentions.end[mention])
    sentence = int(corpus.sentence_of_mention[mention])
    first, last = (
        max(int(corpus.sentences[sentence]), start - window),
        min(int(corpus.sentences[sentence + 1]), end + window),
    )
    words = corpus.tokens.strings
    return " ".join([*words(first, start), "[", *words(start, end), "]", *words(end, last)])


def read_marks(folder: Path) -> None:
    """Prints the shares of yes by kind and corpus: ``X-marks.txt`` lists what is wrong in ``X-key.json``."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for path in sorted(folder.glob("*-key.json")):
        key = json.loads(path.read_text("utf-8"))
        marks = path.with_name(path.name.replace("-key.json", "-marks.txt")).read_text("utf-8")
        wrong = {int(w) for w in marks.split("#")[0].split()}
        for k, item in enumerate(key["items"]):
            for corpus in (key["corpus"], "all"):
                own = counts.setdefault((path.name.split("-")[-2], item["kind"], corpus), [0, 0])
                own[0] += k not in wrong
                own[1] += 1
    for (what, kind, corpus), (yes, n) in sorted(counts.items()):
        print(f"| {what} | {kind} | {corpus} | {yes} of {n} | {100 * yes / n:.1f} % |")


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--only", choices=list(CORPORA), action="append", help="Corpora (default: all).")
    arguments.add_argument("--blind", type=Path, help="Folder for names and sentences to be read, and their key.")
    arguments.add_argument("--marks", type=Path, help="Folder with keys and marks to be counted.")
    arguments.add_argument("--grammar", type=int, default=0, help="Sentences per corpus that link-grammar parses.")
    given = arguments.parse_args()
    if given.marks is not None:
        read_marks(given.marks)
        return 0
    names = open_gazetteer(given.data / "wikidata_names.parquet")
    if given.blind is None and not given.grammar:
        head = "corpus | seed | none | E | natural | natural, test set only | swap | abs(E - natural)"
        print(f"| {head} | organisations E | natural | memorizer E |\n{'|---' * 11}|")
    for name in given.only or CORPORA:
        parts = CORPORA[name](given.data)
        if given.blind is not None:
            blind(name, parts, names, given.blind)
        elif given.grammar:
            grammar(name, parts, given.grammar)
        else:
            entity(name, parts, names)
    return 0


if __name__ == "__main__":
    begin(main)
