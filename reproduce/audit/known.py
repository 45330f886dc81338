"""Corpora where the truth is known: with errors planted, or with a published correction; and systems to judge them by."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from planted import plant

from nerproof import join, read
from nerproof.auditing.alternatives import Alternatives
from nerproof.auditing.folds import MODELS, Folds
from nerproof.corpus import Coded, Corpus
from nerproof.corpus.align import align
from nerproof.corpus.schemes import decode
from nerproof.measures.votes import GOLD, Votes
from nerproof.models import create, load
from nerproof.models.store import CARD

CACHE = Path(os.environ.get("NERPROOF_CACHE", "/tmp/nerproof-reproduce"))


@dataclass
class Known:
    """Gold, the truth, and the answers of systems on the same tokens."""

    name: str
    gold: Corpus
    truth: Corpus
    systems: dict[str, Corpus]
    folds: Folds | None = None

    def errors(self):
        """Start and end of every site where gold is wrong, by absolute tokens."""
        votes = Votes.of({GOLD: self.gold, "truth": self.truth})
        wrong = votes.answers[:, 1] != 0
        return votes.site_start[wrong], votes.site_end[wrong]

    def half(self, second: bool):
        """A half of the documents, in their order."""
        first = self.gold.document_of_sentence < self.gold.n_documents // 2
        part = np.flatnonzero(~first if second else first)
        cut = lambda c: c.select(part)
        systems = {k: cut(c) for k, c in self.systems.items()}
        return replace(self, gold=cut(self.gold), truth=cut(self.truth), systems=systems)

    def only(self, names):
        return replace(self, systems={name: self.systems[name] for name in names})


def wrong_sites(known, votes):
    """Which sites of a table hold an error, and for each error the last site that does (-1: none)."""
    wrong, hit = np.zeros(votes.n_sites, dtype=bool), []
    for start, end in zip(*known.errors(), strict=True):
        first = int(np.searchsorted(votes.site_end, start, side="right"))
        last = int(np.searchsorted(votes.site_start, end, side="left"))
        wrong[first:last] = True
        hit.append(last - 1 if last > first else -1)
    return wrong, np.array(hit)


# --- corpora ---------------------------------------------------------------------------------------------------------


def conll2003dev(data):
    """The development set with sixteen real systems; the truth is a published correction of the same characters."""
    folder = data / "conll2003dev"
    gold = read(folder / "gold.conll")
    tokens = [
        line.split()[0] != "-DOCSTART-" for line in (folder / "gold.conll").read_text().splitlines() if line.strip()
    ]
    systems = {}
    for path in sorted((folder / "submissions").glob("*.tags")):
        tags = [line.split()[-1] for line in path.read_text().splitlines() if line.strip()]
        found = decode(Coded.encode([t for t, kept in zip(tags, tokens, strict=True) if kept]), gold.sentences)
        systems[path.stem] = gold.with_mentions(found.mentions, found.types)
    clean = align(gold, read(folder / "clean.conll"), mode="text")
    fits = clean.mentions.end > clean.mentions.start
    return Known("conll2003dev", gold, clean.with_mentions(clean.mentions.take(fits), clean.types), systems)


def wnut17(data):
    folder = data / "wnut17"
    gold = read(folder / "emerging.test.annotated")
    return gold, {
        p.stem: align(gold, read(p), mode="position") for p in sorted((folder / "submissions").glob("*.conll"))
    }


def conll2002(data, language):
    """Our models, trained on every third sentence of the training set, on the development set."""
    train = read(data / "conll2002" / f"{language}.train")
    gold = read(data / "conll2002" / f"{language}.testa")
    return gold, trained(language, train.select(np.arange(train.n_sentences) % 3 == 0), gold)


def crossner(data, domain):
    folder = data / "crossner" / domain
    train, gold = join([read(folder / "train.txt"), read(folder / "dev.txt")]), read(folder / "test.txt")
    return gold, trained(domain, train, gold)


def trained(name, train, gold):
    """The predictions of our models, which are kept in the cache folder."""
    found = {}
    for model, (kind, options) in MODELS.items():
        home = CACHE / "systems" / f"{name}-{model}"
        if not (home / CARD).exists():
            create(kind, options).train(train).save(home)
        found[model] = load(home).predict(gold)
    return found


def by_systems(data, name):
    """Gold and systems of a corpus by its short name."""
    if name == "wnut17":
        return wnut17(data)
    return conll2002(data, name) if name in {"esp", "ned"} else crossner(data, name)


def planted_systems(data, name, share=0.05, seed=0):
    truth, systems = by_systems(data, name)
    return Known(name, plant(truth, share, seed), truth, systems)


def training_set(data, name):
    """The data of ``--cross-validate``: CoNLL-2002's files, all three files of a CrossNER domain, WNUT17's training set."""
    if name == "wnut17":
        return read(data / "wnut17" / "wnut17train.conll")
    if "." in name:
        return read(data / "conll2002" / name)
    return join([read(data / "crossner" / name / f"{part}.txt") for part in ("train", "dev", "test")])


def cross_validated(known, n=5):
    """The same, judged by our models on folds."""
    folds = Folds.trained(known.gold, n, folder=CACHE / "folds")
    return replace(known, systems={**known.systems, **folds.predictions(known.gold)}, folds=folds)


def planted_folds(data, name, share=0.05, seed=0):
    truth = training_set(data, name)
    return cross_validated(Known(name, plant(truth, share, seed), truth, {}))


def alternatives(known):
    """The alternatives of a case, and the CRFs' log-odds where there are folds."""
    found = Alternatives.of(Votes.of({GOLD: known.gold, **known.systems}))
    return found, None if known.folds is None else known.folds.log_odds(known.gold, found)
