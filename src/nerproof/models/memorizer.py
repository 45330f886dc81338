"""memorizer: the baseline that only remembers. Longest match of the training mentions, from left to right."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from nerproof.corpus import Corpus
from nerproof.formats.found import Found, packed
from nerproof.models import MODELS, Progress
from nerproof.models.store import Content, from_json, to_json
from nerproof.models.tagging import sentence_slices
from nerproof.models.trainable import Run, Trainable

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "names.json"
Names = dict[tuple[str, ...], str]


@MODELS.register("memorizer")
@dataclass
class Memorizer(Trainable[Names]):
    """Knows each training surface by its most frequent type (ties: the first in the alphabet)."""

    name: ClassVar[str] = "memorizer"
    window: ClassVar[int] = 0  # words beside a name that it looks at

    def learn(self, corpus: Corpus, run: Run) -> tuple[Names, dict[str, Any]]:  # noqa: ARG002
        counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for i in range(len(corpus.mentions)):
            start, end, type_ = corpus.mention(i)
            if end > start:
                counts[tuple(corpus.tokens.strings(start, end))][type_] += 1
        return {surface: _most_frequent(types) for surface, types in counts.items()}, {}

    def label(self, fitted: Names, corpus: Corpus, progress: Progress | None) -> Corpus:  # noqa: ARG002
        lengths = _lengths_by_first_word(fitted)
        tokens = corpus.tokens.strings()
        found: list[Found] = []
        for start, end in sentence_slices(corpus):
            i = start
            while i < end:
                n = _longest(fitted, tokens, i, end, lengths.get(tokens[i], ()))
                if n:
                    found.append(Found(i, i + n, fitted[tuple(tokens[i : i + n])]))
                i += n or 1
        return corpus.with_mentions(*packed(found)).with_types(sorted(set(fitted.values())))

    def files(self, fitted: Names) -> dict[str, Content]:
        return {NAMES: to_json(sorted([list(surface), type_] for surface, type_ in fitted.items()))}

    def restore(self, folder: Path, facts: dict[str, Any]) -> Names:  # noqa: ARG002
        return {tuple(surface): type_ for surface, type_ in from_json(folder / NAMES)}


def _most_frequent(types: Counter[str]) -> str:
    return min(types, key=lambda t: (-types[t], t))


def _lengths_by_first_word(names: Names) -> dict[str, tuple[int, ...]]:
    lengths: dict[str, set[int]] = defaultdict(set)
    for surface in names:
        lengths[surface[0]].add(len(surface))
    return {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


def _longest(names: Names, tokens: list[str], i: int, end: int, lengths: tuple[int, ...]) -> int:
    for n in lengths:
        if i + n <= end and tuple(tokens[i : i + n]) in names:
            return n
    return 0
