"""Random corpora that are hard to read in pieces, as files, with the options of one evaluation."""

from __future__ import annotations

import random
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from nerproof import Corpus, write

WORDS = [
    "EU", "eu", "Eu", "Paris", "PARIS", "paris", "New", "York", "new", "the", "of", "Bank", "bank", "in", "Zürich", "ZÜRICH",
    "Straße", "STRASSE", "İzmir", "izmir", "ﬁrm", "１２", "😀", "e\u0301t\u00e9", "\u0130", "a\u200db", "O", "B-PER", "#tag", "-",
    "''", '"', "\\", "a\ufeffb", "x" * 300,
]  # fmt: skip
ONLY_IN_ROWS = ["New York", "a\u00a0b", "\u2028", "tab\there"]  # words that no column file can hold
TYPES = ["PER", "LOC", "ORG", "MISC"]
SCHEMES = ["IOB2", "IOB2", "IOB2", "IOB1", "BIOES", "BILOU", "IO"]
ENDS = {"BIOES": ("B", "I", "E", "S"), "BILOU": ("B", "I", "L", "U")}
BOM = "\ufeff"

Span = tuple[int, int, str]
Sentence = tuple[list[str], list[Span]]


@dataclass(frozen=True)
class Case:
    """Files of one evaluation, and the options that all engines are given."""

    gold: Path
    preds: dict[str, Path]
    train: Path | None
    dev: Path | None
    options: tuple[str, ...]

    def arguments(self) -> list[str]:
        files = {"--gold": self.gold, "--train": self.train, "--dev": self.dev}
        given = [f"{name}={path}" for name, path in files.items() if path is not None]
        return [*given, *(f"--pred={name}={path}" for name, path in self.preds.items()), *self.options]


def case(folder: Path, seed: int, *, rows: bool = False, without: Container[str] = ()) -> Case:
    """Column files, or with ``rows`` Parquet files, which may nest mentions and hold empty sentences.

    ``without`` names what is not to be drawn: options, "nested" mentions of gold, "U+FEFF" at the beginning of
    sentences, files with "no mention".
    """
    dice = random.Random(seed)
    gold = _sentences(dice, dice.choice([1, 5, 40, 120]), rows=rows, nested="nested" not in without)
    marked = [([BOM + w[0], *w[1:]] if w and dice.random() < 0.3 else w, m) for w, m in gold]
    gold = gold if "U+FEFF" in without else marked
    train = _sentences(dice, dice.choice([1, 30, 150]), rows=rows) + dice.sample(gold, len(gold) // 3)
    dev = _sentences(dice, 10, rows=rows)
    names = "abc"[: dice.randint(1, 3)]
    systems = {name: [(w, _guess(dice, len(w), m, nested=rows)) for w, m in gold] for name in names}
    if "no mention" in without:
        systems = {name: found if any(m for _, m in found) else _filled(found) for name, found in systems.items()}
        gold, train, dev = (part if any(m for _, m in part) else _filled(part) for part in (gold, train, dev))
    starts = sorted({0, *dice.sample(range(len(gold)), len(gold) // 4)}) if dice.random() < 0.5 else None
    saved = _Saver(folder, dice, rows=rows, starts=starts)
    return Case(
        gold=saved(gold, "gold", documents=True),
        preds={name: saved(found, name, documents=True) for name, found in systems.items()},
        train=saved(train, "train") if dice.random() < 0.8 else None,
        dev=saved(dev, "dev") if dice.random() < 0.3 else None,
        options=_options(dice, without),
    )


# --- sentences -------------------------------------------------------------------------------------------------------


def _sentences(dice: random.Random, n: int, *, rows: bool, nested: bool = True) -> list[Sentence]:
    words = WORDS + ONLY_IN_ROWS if rows else WORDS
    shortest = 0 if rows else 1
    found = [[dice.choice(words) for _ in range(dice.randint(shortest, 9))] for _ in range(n)]
    if not any(found):
        found[0] = ["EU"]
    return [(words, _mentions(dice, len(words), nested=rows and nested)) for words in found]


def _filled(sentences: list[Sentence]) -> list[Sentence]:
    """With a mention in every sentence that has a word."""
    return [(words, [(0, 1, "PER")] if words else []) for words, _ in sentences]


def _mentions(dice: random.Random, n: int, *, nested: bool) -> list[Span]:
    if nested and dice.random() < 0.3:
        spans = [(s, min(n, s + dice.randint(1, 4)), dice.choice(TYPES)) for s in range(n) if dice.random() < 0.5]
        return sorted(set(spans))
    found, at = [], 0
    while at < n:
        if dice.random() < 0.35:
            end = min(n, at + dice.choice([1, 1, 2, 3, 5]))
            found.append((at, end, dice.choice(TYPES)))
            at = end
        else:
            at += 1
    return found


def _guess(dice: random.Random, n: int, gold: list[Span], *, nested: bool) -> list[Span]:
    """Gold with mistakes; a type that gold lacks now and then."""
    if dice.random() < 0.2:
        return _mentions(dice, n, nested=nested)
    kept = [m for m in gold if dice.random() < 0.8]
    return [(s, e, dice.choice([*TYPES, "OTHER"]) if dice.random() < 0.15 else t) for s, e, t in kept]


# --- files -----------------------------------------------------------------------------------------------------------


class _Saver:
    """Writes sentences as a file; what files of one evaluation share is drawn once."""

    def __init__(self, folder: Path, dice: random.Random, *, rows: bool, starts: list[int] | None) -> None:
        self.folder, self.dice, self.rows, self.starts = folder, dice, rows, starts
        self.delimiter = dice.choice(["\t", " "])

    def __call__(self, sentences: list[Sentence], name: str, *, documents: bool = False) -> Path:
        starts = self.starts if documents else None
        return self._parquet(sentences, name, starts) if self.rows else self._columns(sentences, name, starts)

    def _parquet(self, sentences: list[Sentence], name: str, starts: list[int] | None) -> Path:
        path = self.folder / f"{name}.parquet"
        words, mentions = ([s[k] for s in sentences] for k in (0, 1))
        write(Corpus.from_sentences(words, mentions, document_starts=starts), path, format="parquet")
        return path

    def _columns(self, sentences: list[Sentence], name: str, starts: list[int] | None) -> Path:
        dice, path = self.dice, self.folder / f"{name}.conll"
        scheme, end = dice.choice(SCHEMES), dice.choice(["\n"] * 4 + ["\r\n"])
        broken = dice.choice([0, 0, 0.05, 0.3])
        gap = dice.choice([end, end, end * 2, f" {end}"])
        lines = []
        for i, (words, mentions) in enumerate(sentences):
            if starts and i in starts:
                lines.append(f"-DOCSTART-{self.delimiter}O{end}{end}")
            tags = self._tags(len(words), mentions, scheme, broken)
            lines += [f"{w}{self.delimiter}{t}{end}" for w, t in zip(words, tags, strict=True)]
            lines.append(gap if dice.random() < 0.2 else end)
        text = "".join(lines)
        if dice.random() < 0.2:
            text = text.rstrip("\r\n ")
        path.write_bytes((BOM if dice.random() < 0.2 else "").encode() + text.encode())
        return path

    def _tags(self, n: int, mentions: list[Span], scheme: str, broken: float) -> list[str]:
        tags = ["O"] * n
        for start, end, kind in mentions:
            for k in range(start, end):
                tags[k] = f"{_prefix(scheme, k, start, end, tags)}-{kind}"
        return [f"{self.dice.choice('BI')}-{t[2:]}" if t != "O" and self.dice.random() < broken else t for t in tags]


def _prefix(scheme: str, k: int, start: int, end: int, tags: list[str]) -> str:
    if scheme in ENDS:
        begin, inside, last, single = ENDS[scheme]
        return single if end - start == 1 else begin if k == start else last if k == end - 1 else inside
    if scheme == "IO":
        return "I"
    if scheme == "IOB1":
        return "B" if k == start > 0 and tags[k - 1] != "O" else "I"
    return "B" if k == start else "I"


# --- options ---------------------------------------------------------------------------------------------------------

CHOICES = (
    "--lower",
    "--unit=document",
    "--contamination-unit=document",
    "--repair=discard",
    "--standard-metrics=all",
    "--hardeval-strict",
    "--hardeval-compare=bilou",
    "--interpreteval-buckets=7",
    "--interpreteval-balanced",
    "--exclude-types=ORG",
    "--map=LOC=PLACE",
    "--with-dev",
    "--suite=standard",
    "--compat=hardeval",
    "--compat=interpreteval",
)


def _options(dice: random.Random, without: Container[str]) -> tuple[str, ...]:
    chosen = [option for option in CHOICES if dice.random() < 0.15 and option not in without]
    return (*chosen, f"--resamples={dice.choice([0, 5, 20])}", f"--seed={dice.randint(0, 9)}")
