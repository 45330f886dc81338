"""Are the attacks natural? F1 under E beside the natural control, what is counted, and sentences for a blind reading.

    python reproduce/rockner/naturalness.py --data ../shared/data
    python reproduce/rockner/naturalness.py --data ../shared/data --agreement
    python reproduce/rockner/naturalness.py --marks reproduce/rockner/readings

English only: CoNLL-2003's development set (its documents divided 60 : 20 : 20), WNUT17 as published, CrossNER politics (train
and half of dev to train on, the other half held out). The CRF of models/, three seeds of the attack, the gazetteer of the
shared data. ``--grammar`` parses context-attacked sentences with link-grammar (Debian's package).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from figures import begin

from nerproof.attacks import attack
from nerproof.attacks.review import ATTACKED, UNTOUCHED
from nerproof.corpus import Corpus, join
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read
from nerproof.gazetteers import open_gazetteer
from nerproof.measures.pairing import Pair
from nerproof.models import create

SEEDS = 3
SEED = 5  # of what is read: not looked at before
ALSO_READ = ("science", "music")
ORGANISATIONS = ("ORG", "organisation", "corporation", "group")
SENTENCE = range(8, 31)  # tokens of a sentence that is read or parsed


def corpora(data: Path) -> dict[str, tuple[Corpus, Corpus, Corpus]]:
    """(train, held out, test) by name."""
    news = read(data / "conll2003dev" / "gold.conll")
    order = np.random.default_rng(0).permutation(news.n_documents)
    part = np.zeros(news.n_documents, dtype=int)
    part[order[int(0.6 * len(order)) : int(0.8 * len(order))]] = 1
    part[order[int(0.8 * len(order)) :]] = 2
    owner = part[news.document_of_sentence]
    tweets = [read(data / "wnut17" / f) for f in ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated")]
    return {
        "CoNLL-2003 dev": tuple(news.select(np.flatnonzero(owner == k)) for k in range(3)),
        "CrossNER politics": domain(data, "politics"),
        "WNUT17": tuple(tweets),
    }  # type: ignore[return-value]


def domain(data: Path, name: str) -> tuple[Corpus, Corpus, Corpus]:
    """A domain of CrossNER: train and half of dev to train on, the other half held out."""
    train, dev, test = (read(data / "crossner" / name / f"{p}.txt") for p in ("train", "dev", "test"))
    half = np.arange(dev.n_sentences) % 2 == 0
    return join([train, dev.select(half)]), dev.select(~half), test


def f1(pair: Pair) -> float:
    return 200 * int(pair.gold_hit.sum()) / max(len(pair.gold.mentions) + len(pair.pred.mentions), 1)


def recall(pair: Pair, types: tuple[str, ...]) -> float:
    own = np.array([pair.gold.types[t] in types for t in pair.gold.mentions.type.tolist()])
    return 100 * float(pair.gold_hit[own].mean()) if own.any() else float("nan")


def entity(name: str, parts: tuple[Corpus, Corpus, Corpus], names: object) -> dict[str, list[float]]:
    """Rows by seed, and the counted naturalness of the last."""
    train, held, test = parts
    model, memorizer = create("crf").train(train), create("memorizer").train(train)
    none = f1(Pair.of(test, model.predict(test), name="crf"))
    for seed in range(SEEDS):
        made = {
            m: attack(test, m, train=train, others=[held], gazetteer=names, seed=seed)
            for m in ("entity", "natural", "swap")
        }
        pairs = {m: Pair.of(d.corpus, model.predict(d.corpus), name="crf") for m, d in made.items()}
        e = made["entity"]
        blind = f1(Pair.of(e.corpus, memorizer.predict(e.corpus), name="memorizer"))
        scores = " | ".join(f"{f1(pairs[m]):.1f}" for m in ("entity", "natural", "swap"))
        gap = abs(f1(pairs["entity"]) - f1(pairs["natural"]))
        orgs = " | ".join(f"{recall(pairs[m], ORGANISATIONS):.1f}" for m in ("entity", "natural"))
        print(f"| {name} | {seed} | {none:.1f} | {scores} | {gap:.1f} | {orgs} | {blind:.1f} |", flush=True)
    return e.facts["naturalness"]


def agreement(name: str, parts: tuple[Corpus, Corpus, Corpus], names: object) -> None:
    """recall_if_new of the untouched test set beside the recall on the natural control (and on E), all types."""
    train, held, test = parts
    model = create("crf").train(train)
    rows = evaluate(test, {"crf": model.predict(test)}, train=train, suites=["tmr"], resamples=0).rows
    found = next(r.value for r in rows if r.slice == "ALL" and r.label == "ALL" and r.metric == "recall_if_new")
    new = f"{100 * found:.1f}" if found is not None else "–"
    recalls = {}
    for mode in ("natural", "entity"):
        made = [attack(test, mode, train=train, others=[held], gazetteer=names, seed=s).corpus for s in range(SEEDS)]
        pairs = [Pair.of(c, model.predict(c), name="crf") for c in made]
        recalls[mode] = 100 * float(np.mean([p.gold_hit.mean() for p in pairs]))
    print(f"| {name} | {new} | {recalls['natural']:.1f} | {recalls['entity']:.1f} |", flush=True)


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


def grammar(name: str, parts: tuple[Corpus, Corpus, Corpus], n: int) -> None:
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


def blind(parts_by_name: dict[str, tuple[Corpus, Corpus, Corpus]], names: object, folder: Path) -> None:
    """20 new and 10 old names, 12 attacked and 6 untouched sentences of each corpus, shuffled; the key apart.

    A name is shown in its place. The text is the corpora's own, so it stays outside the project; the key and the marks
    have none of it.
    """
    rng = np.random.default_rng(18)
    shown: dict[str, list[tuple[str, dict[str, Any]]]] = {"names": [], "contexts": []}
    for name, (train, held, test) in parts_by_name.items():
        done = attack(test, "entity", train=train, others=[held], gazetteer=names, seed=SEED)
        for k, i in enumerate(rng.permutation(len(done.made))[:30].tolist()):
            e, new = done.made[i], k % 3 < 2
            place = in_place(done.corpus if new else test, int(e.mention or 0))
            item = {"corpus": name, "mention": e.mention, "type": e.type, "kind": ATTACKED if new else UNTOUCHED}
            shown["names"].append((f"{e.type}: {place}", item | ({"name": e.new} if new else {})))
        words = attack(test, "context", train=train, seed=SEED)
        changed = sorted({e.sentence for e in words.made if len(test.sentence(e.sentence)) in SENTENCE})
        for k, s in enumerate(rng.permutation(changed)[:18].tolist()):
            new = k % 3 < 2
            item = {"corpus": name, "sentence": s, "kind": ATTACKED if new else UNTOUCHED}
            shown["contexts"].append((" ".join((words.corpus if new else test).sentence(s)), item))
    folder.mkdir(parents=True, exist_ok=True)
    for what, rows in shown.items():
        order = rng.permutation(len(rows)).tolist()
        (folder / f"{what}.txt").write_text("".join(f"{k}\t{rows[i][0]}\n" for k, i in enumerate(order)), "utf-8")
        key = [rows[i][1] for i in order]
        (folder / f"{what}-key.json").write_text(
            json.dumps({"items": key}, ensure_ascii=False, indent=0) + "\n", "utf-8"
        )


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
    """Prints the shares of yes by kind and corpus: ``names-marks.txt`` and ``contexts-marks.txt`` list what is wrong."""
    for what in ("names", "contexts"):
        items = json.loads((folder / f"{what}-key.json").read_text("utf-8"))["items"]
        wrong = {int(w) for w in (folder / f"{what}-marks.txt").read_text("utf-8").split("#")[0].split()}
        counts: dict[tuple[str, str], list[int]] = {}
        for k, item in enumerate(items):
            for corpus in (item["corpus"], "all"):
                own = counts.setdefault((item["kind"], corpus), [0, 0])
                own[0] += k not in wrong
                own[1] += 1
        for (kind, corpus), (yes, n) in sorted(counts.items()):
            print(f"| {what} | {kind} | {corpus} | {yes} of {n} | {100 * yes / n:.1f} % |")


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--blind", type=Path, help="Folder for names and sentences to be read, and their key.")
    arguments.add_argument("--marks", type=Path, help="Folder with a key and marks to be counted.")
    arguments.add_argument("--grammar", type=int, default=0, help="Sentences per corpus that link-grammar parses.")
    arguments.add_argument("--agreement", action="store_true", help="recall_if_new beside the natural control.")
    given = arguments.parse_args()
    if given.marks is not None:
        read_marks(given.marks)
        return 0
    names = open_gazetteer(given.data / "wikidata_names.parquet")
    if given.blind is not None:
        more = {f"CrossNER {d}": domain(given.data, d) for d in ALSO_READ}
        blind(corpora(given.data) | more, names, given.blind)
        return 0
    if given.agreement:
        print(f"| corpus | recall_if_new | recall, natural control | recall, E |\n{'|---' * 4}|")
    elif not given.grammar:
        head = "corpus | seed | none | E | natural | swap | abs(E - natural) | organisations E | natural | memorizer E"
        print(f"| {head} |\n{'|---' * 10}|")
    for name, parts in corpora(given.data).items():
        if given.agreement:
            agreement(name, parts, names)
        elif given.grammar:
            grammar(name, parts, given.grammar)
        else:
            print(json.dumps({name: entity(name, parts, names)}), file=sys.stderr)
    return 0


if __name__ == "__main__":
    begin(main)
