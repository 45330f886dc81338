"""Pairs of texts that both have gold: one plays the labelled set, the other the new text."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "audit"))
from known import conll2003dev, trained, wnut17

from nerproof import join, read
from nerproof.corpus.typefilter import TypeFilter
from nerproof.estimating.agreement import counts, unit_cuts
from nerproof.measures.votes import GOLD, Votes

DOMAINS = ("ai", "literature", "music", "politics", "science")


@dataclass
class Text:
    gold: object
    systems: dict

    def part(self, keep):
        where = np.flatnonzero(keep)
        return Text(self.gold.select(where), {k: c.select(where) for k, c in self.systems.items()})

    def counts(self, names, type_=None):
        """Units × voters × voters, gold first."""
        votes = Votes.of({GOLD: self.gold, **{name: self.systems[name] for name in names}})
        return counts(votes, unit_cuts(self.gold), type_)


@dataclass
class Pair:
    name: str
    kind: str  # "in domain" or "other domain"
    labelled: Text
    new: Text


def halves(name, text, parts=2):
    """Halves (or smaller parts) in the text's order, each from each other: another time, other subjects."""
    kind = "in domain" if parts == 2 else "small parts"
    document = text.gold.document_of_sentence
    quarter = document * parts // text.gold.n_documents
    cut = [text.part(quarter == k) for k in range(parts)]
    for a, b in combinations(range(parts), 2):
        yield Pair(f"{name} {a + 1}→{b + 1} of {parts}", kind, cut[a], cut[b])
        yield Pair(f"{name} {b + 1}→{a + 1} of {parts}", kind, cut[b], cut[a])


def conll2002(data):
    for language in ("esp", "ned"):
        train = read(data / "conll2002" / f"{language}.train")
        few = train.select(np.arange(train.n_sentences) % 3 == 0)
        texts = {}
        for part in ("testa", "testb"):
            gold = read(data / "conll2002" / f"{language}.{part}")
            texts[part] = Text(gold, trained(language, few, gold))
        yield Pair(f"{language} testa→testb", "in domain", texts["testa"], texts["testb"])
        yield Pair(f"{language} testb→testa", "in domain", texts["testb"], texts["testa"])
        for part, text in texts.items():
            yield from halves(f"{language}.{part}", text)
            yield from halves(f"{language}.{part}", text, 4)


def crossner(data):
    """Models of one domain on its own test set and on the others', for the types that both have."""
    files = {d: data / "crossner" / d for d in DOMAINS}
    gold = {d: read(files[d] / "test.txt") for d in DOMAINS}
    for domain in DOMAINS:
        train = join([read(files[domain] / "train.txt"), read(files[domain] / "dev.txt")])
        texts = {d: Text(gold[d], trained(domain, train, gold[d])) for d in DOMAINS}
        yield from halves(f"crossner {domain}", texts[domain])
        for other in DOMAINS:
            if other != domain:
                shared = tuple(sorted(set(gold[domain].types) & set(gold[other].types)))
                kept = [only(texts[d], shared) for d in (domain, other)]
                yield Pair(f"crossner {domain}→{other}", "other domain", *kept)


def only(text, types):
    chosen = TypeFilter(only=types)
    return Text(chosen.apply(text.gold), {k: chosen.apply(c) for k, c in text.systems.items()})


def wnut(data):
    gold, systems = wnut17(data)
    yield from halves("wnut17 test", Text(gold, systems), 4)
    train, dev = read(data / "wnut17" / "wnut17train.conll"), read(data / "wnut17" / "emerging.dev.conll")
    both = [Text(g, trained("wnut17", train, g)) for g in (dev, gold)]
    yield Pair("wnut17 dev→test", "other domain", *both)
    yield Pair("wnut17 test→dev", "other domain", *reversed(both))


def conll2003(data):
    known = conll2003dev(data)
    yield from halves("conll2003dev", Text(known.gold, known.systems))
    yield from halves("conll2003dev", Text(known.gold, known.systems), 4)


FAMILIES = {"conll2002": conll2002, "crossner": crossner, "wnut17": wnut, "conll2003dev": conll2003}
