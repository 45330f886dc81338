"""memorizer: the baseline that only remembers. Longest match of the training mentions, from left to right."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.models import MODELS, Progress
from nerproof.models.options import options_of
from nerproof.models.store import read_card, save_files
from nerproof.models.tagging import sentence_slices

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "names.json"


@MODELS.register("memorizer")
@dataclass
class Memorizer:
    """Knows each training surface by its most frequent type (ties: the first in the alphabet)."""

    names: dict[tuple[str, ...], str] | None = field(default=None, init=False, repr=False)
    trained_on: str | None = field(default=None, init=False, repr=False)

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,  # noqa: ARG002
        *,
        seed: int = 0,  # noqa: ARG002
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Self:
        counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for i in range(len(corpus.mentions)):
            start, end, type_ = corpus.mention(i)
            if end > start:
                counts[tuple(corpus.tokens.strings(start, end))][type_] += 1
        fitted = replace(self)
        fitted.names = {surface: _most_frequent(types) for surface, types in counts.items()}
        fitted.trained_on = corpus.digest
        return fitted

    def predict(
        self,
        corpus: Corpus,
        *,
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Corpus:
        if self.names is None:
            raise UsageError("the memorizer is not trained. Call train first.")
        types = tuple(sorted(set(self.names.values())))
        number = {t: i for i, t in enumerate(types)}
        lengths = _lengths_by_first_word(self.names)
        tokens = corpus.tokens.strings()
        found: list[tuple[int, int, int]] = []
        for start, end in sentence_slices(corpus):
            i = start
            while i < end:
                n = _longest(self.names, tokens, i, end, lengths.get(tokens[i], ()))
                if n:
                    found.append((i, i + n, number[self.names[tuple(tokens[i : i + n])]]))
                i += n or 1
        columns = [[row[k] for row in found] for k in range(3)]
        return corpus.with_mentions(Mentions.of(*columns), types)

    def save(self, folder: Path) -> None:
        rows = sorted([list(surface), type_] for surface, type_ in (self.names or {}).items())
        data = json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")
        save_files(folder, "memorizer", options_of(self), {NAMES: data}, {"trained_on": self.trained_on})

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        fitted = cls()
        rows = json.loads((folder / NAMES).read_bytes().decode("utf-8", "surrogatepass"))
        fitted.names = {tuple(surface): type_ for surface, type_ in rows}
        fitted.trained_on = card.facts["trained_on"]
        return fitted


def _most_frequent(types: Counter[str]) -> str:
    return min(types, key=lambda t: (-types[t], t))


def _lengths_by_first_word(names: dict[tuple[str, ...], str]) -> dict[str, tuple[int, ...]]:
    lengths: dict[str, set[int]] = defaultdict(set)
    for surface in names:
        lengths[surface[0]].add(len(surface))
    return {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


def _longest(names: dict[tuple[str, ...], str], tokens: list[str], i: int, end: int, lengths: tuple[int, ...]) -> int:
    for n in lengths:
        if i + n <= end and tuple(tokens[i : i + n]) in names:
            return n
    return 0
