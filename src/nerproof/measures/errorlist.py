"""The errors themselves, one JSON line each: class, gold, prediction, sentence, file and line.

Classes: ``type`` (right span, wrong type), ``boundary`` (right type, overlapping span), ``both`` (overlap, wrong type),
``missed``, ``spurious``. Mentions are paired as in metrics/matching.py.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from typing import IO, TYPE_CHECKING, Any, Self

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.measures.metrics.matching import assignment_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from nerproof.corpus import Corpus
    from nerproof.measures.pairing import Pair

CLASSES = ("type", "boundary", "both", "missed", "spurious")


def errors(pair: Pair) -> Iterator[dict[str, Any]]:
    """Every gold mention that was not predicted as it is and every wrong prediction, in the order of the text."""
    found = assignment_of(pair)
    wrong_gold = np.flatnonzero(~pair.gold_hit)
    wrong_pred = np.flatnonzero(~pair.pred_hit & (found.pred < 0))
    items = [(int(pair.gold.mentions.start[g]), 0, g, int(found.gold[g])) for g in wrong_gold.tolist()]
    items += [(int(pair.pred.mentions.start[p]), 1, -1, p) for p in wrong_pred.tolist()]
    for _, _, g, p in sorted(items):
        yield _error(pair, g, p)


def _error(pair: Pair, g: int, p: int) -> dict[str, Any]:
    sentence = int(pair.gold_sentence[g] if g >= 0 else pair.pred_sentence[p])
    return {
        "class": _class(pair, g, p),
        "gold": _mention(pair.gold, g, sentence) if g >= 0 else None,
        "pred": _mention(pair.pred, p, sentence) if p >= 0 else None,
        "sentence": " ".join(pair.gold.sentence(sentence)),
        "place": pair.gold.place(sentence),
        "system": pair.name,
    }


def _class(pair: Pair, g: int, p: int) -> str:
    if g < 0 or p < 0:
        return "spurious" if g < 0 else "missed"
    gold, pred = pair.gold.mention(g), pair.pred.mention(p)
    if gold.type == pred.type:
        return "boundary"
    return "type" if (gold.start, gold.end) == (pred.start, pred.end) else "both"


def _mention(corpus: Corpus, i: int, sentence: int) -> dict[str, Any]:
    first = int(corpus.sentences[sentence])
    mention = corpus.mention(i)
    span = {"start": mention.start - first, "end": mention.end - first}
    return {**span, "type": mention.type, "text": corpus.surface(i)}


def count_by_class(items: Iterable[dict[str, Any]]) -> dict[str, int]:
    """How many errors of each class; all five are there."""
    counts = dict.fromkeys(CLASSES, 0)
    for item in items:
        counts[item["class"]] += 1
    return counts


def lines(pair: Pair) -> list[str]:
    """The errors of one system on one chunk as JSON."""
    return [json.dumps(item, ensure_ascii=False, sort_keys=True) for item in errors(pair)]


def write_errors(pairs: Iterable[Pair], path: Path) -> int:
    """Writes the errors of all systems as JSONL and returns how many there are."""
    found = {pair.name: lines(pair) for pair in pairs}
    with ErrorFile(path, list(found)) as file:
        file.write(found)
    return file.n


class ErrorFile:
    """One temporary file per system; ``path`` appears when all is well."""

    def __init__(self, path: Path | None, systems: Sequence[str]) -> None:
        self.path, self.n = path, 0
        self._files: dict[str, IO[str]] = {}
        self._systems = systems

    def __enter__(self) -> Self:
        for name in self._systems if self.path is not None else ():
            self._files[name] = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")
        return self

    def write(self, lines: Mapping[str, Sequence[str]]) -> None:
        for name, found in lines.items():
            self.n += len(found)
            self._files[name].writelines(f"{line}\n" for line in found)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and self.path is not None:
                self._copy(self.path)
        finally:
            for file in self._files.values():
                file.close()

    def _copy(self, path: Path) -> None:
        with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
            for file in self._files.values():
                file.seek(0)
                shutil.copyfileobj(file, out)
