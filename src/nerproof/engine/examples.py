"""The sentences behind the numbers, bounded: wrong ones first. Chosen while chunks are counted, drawn afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.engine.chunk import Chunk
from nerproof.measures.outcomes import Fates, fates
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell, Found

NONE = np.zeros(0, dtype=np.int64)
Positions = list[dict[str, list[int]]]  # of each sentence: by slice, the places of its tokens


@dataclass(frozen=True, eq=False)
class Candidates:
    """Numbers of sentences, and how much each is worth: 2 with an error of any system, 1 with a mention, 0.

    Those of the highest worth come first, and among equals the first sentences.
    """

    number: Ints = field(default_factory=lambda: NONE)
    worth: NDArray[np.uint8] = field(default_factory=lambda: NONE.astype(np.uint8))

    def merged(self, other: Candidates, budget: int) -> Candidates:
        """The best of both; ``other`` is about later sentences."""
        number, worth = np.append(self.number, other.number), np.append(self.worth, other.worth)
        best = np.argsort(2 - worth, kind="stable")[:budget]  # of 8 bits: fast
        return Candidates(number[best], worth[best])

    def sentences(self) -> list[int]:
        """The chosen sentences in the corpus's order."""
        return np.sort(self.number).tolist()


def candidates(chunk: Chunk, budget: int) -> Candidates:
    if not budget:
        return Candidates()
    worth = np.zeros(len(chunk.numbers), dtype=np.uint8)
    worth[chunk.gold.sentence_of_mention] = 1
    for pair in chunk.pairs.values():
        worth[pair.gold_sentence[~pair.gold_hit]] = 2
        worth[pair.pred_sentence[~pair.pred_hit]] = 2
    return Candidates().merged(Candidates(chunk.numbers, worth), budget)


def slices(cells: Mapping[str, Found], types: Sequence[str]) -> list[str]:
    """The names of all slices."""
    found = {slice_ for own in cells.values() for _, c in own for slice_, _ in c.leaves(types)}
    return sorted(found - {"ALL"})


def draw(chunk: Chunk, cells: Mapping[str, Found], names: Sequence[str]) -> list[dict[str, Any]]:
    """All sentences of a chunk with gold, predictions, and the slices that mentions and tokens are in."""
    numbers = {name: i for i, name in enumerate(names)}
    first, cuts = next(iter(cells.values())), chunk.gold.sentences
    found = {name: fates(pair) for name, pair in chunk.pairs.items()}
    of_tokens = _token_slices(first, numbers)
    tokens = _by_sentence(of_tokens, cuts)
    gold = _gold_mentions(chunk.gold, _memberships(first, numbers, chunk.gold, side="gold"))
    drawn = {
        name: _System(
            _predicted_mentions(pair, _memberships(cells[name], numbers, pair.pred, side="pred"), found[name]),
            _grouped(found[name].gold, chunk.gold.sentence_of_mention, len(cuts) - 1),
            _by_sentence(_predicted_tokens(cells[name], numbers, pair), cuts),
            _by_sentence({0: _wrong_tokens(pair)}, cuts) if of_tokens else None,
        )
        for name, pair in chunk.pairs.items()
    }
    return [_item(i, chunk, gold[i], tokens, drawn) for i in range(len(chunk.numbers))]


class _System(NamedTuple):
    """What one system made of every sentence."""

    mentions: list[list[Any]]
    fates: list[list[Any]]  # of gold's mentions
    tokens: Positions  # predicted ones, by slice
    wrong: Positions | None  # tokens with another label than gold's, where any slice is of tokens


def _memberships(cells: Found, numbers: Mapping[str, int], corpus: Corpus, *, side: str) -> list[list[int]]:
    """The slices of each mention."""
    found: list[list[int]] = [[] for _ in range(len(corpus.mentions))]
    seen: set[str] = set()
    for _, cell in cells:
        if cell.types == "slice":
            for i, t in enumerate(corpus.mentions.type.tolist()):
                found[i].append(numbers[f"{cell.part.name}:{corpus.types[t]}"])
            continue
        mask: Bools | None = getattr(cell.part, side)
        if not _is_own(cell) or mask is None or cell.part.name in seen:
            continue
        seen.add(cell.part.name)
        for i in np.flatnonzero(mask).tolist():
            found[i].append(numbers[cell.part.name])
    return found


def _is_own(cell: Cell) -> bool:
    return cell.metric.unit == "mention" and cell.part.label == "ALL"


def _token_slices(cells: Found, numbers: Mapping[str, int]) -> dict[int, Ints]:
    return {
        numbers[c.part.name]: np.flatnonzero(c.part.gold)
        for _, c in cells
        if c.metric.unit == "token" and c.part.gold is not None and c.part.name in numbers
    }


def _predicted_tokens(cells: Found, numbers: Mapping[str, int], pair: Pair) -> dict[int, Ints]:
    """Tokens inside predicted mentions, by the bucket of their predicted label."""
    inside = pair.pred_types_of_tokens >= 0
    return {
        numbers[c.part.name]: np.flatnonzero(c.part.pred & inside)
        for _, c in cells
        if c.metric.unit == "token" and c.part.pred is not None and c.part.name in numbers
    }


def _item(
    i: int, chunk: Chunk, mentions: list[Any], tokens: Positions, systems: Mapping[str, _System]
) -> dict[str, Any]:
    gold = chunk.gold
    document = int(gold.document_of_sentence[i])
    return {
        "id": int(chunk.numbers[i]),
        "place": gold.place(i),
        "document": gold.document_ids[document] if gold.document_ids else None,
        "tokens": gold.sentence(i),
        "gold": mentions,
        "pred": {name: own.mentions[i] for name, own in systems.items()},
        "fate": {name: own.fates[i] for name, own in systems.items()},
        "token_slices": tokens[i],
        "pred_token_slices": {name: own.tokens[i] for name, own in systems.items()},
        "token_errors": {name: own.wrong[i].get("0", []) for name, own in systems.items() if own.wrong is not None},
    }


def _gold_mentions(corpus: Corpus, slices: Sequence[list[int]]) -> list[list[Any]]:
    """By sentence: start, end and type of each gold mention, and the slices it is in."""
    items = [[*span, own] for span, own in zip(_spans(corpus), slices, strict=True)]
    return _grouped(items, corpus.sentence_of_mention, corpus.n_sentences)


def _predicted_mentions(pair: Pair, slices: Sequence[list[int]], found: Fates) -> list[list[Any]]:
    """By sentence: the same of each prediction, whether it is right, and what became of it."""
    columns = (_spans(pair.pred), slices, pair.pred_hit.astype(int).tolist(), found.pred)
    items = [[*span, own, hit, fate] for span, own, hit, fate in zip(*columns, strict=True)]
    return _grouped(items, pair.pred_sentence, pair.n_sentences)


def _spans(corpus: Corpus) -> list[tuple[int, int, str]]:
    """Start and end of each mention in its sentence, and its type."""
    m, first = corpus.mentions, corpus.sentences[corpus.sentence_of_mention]
    columns = ((m.start - first).tolist(), (m.end - first).tolist(), m.type.tolist())
    return [(start, end, corpus.types[t]) for start, end, t in zip(*columns, strict=True)]


def _grouped(items: Sequence[Any], sentence: Ints, n: int) -> list[list[Any]]:
    """Items by the sentence that each is in."""
    cuts = np.searchsorted(sentence, np.arange(n + 1)).tolist()
    return [list(items[a:b]) for a, b in pairwise(cuts)]


def _by_sentence(slices: Mapping[int, Ints], sentences: Ints) -> Positions:
    """Tokens of each slice as places in their sentences."""
    found: Positions = [{} for _ in sentences[1:]]
    for name, tokens in slices.items():
        cuts = np.searchsorted(tokens, sentences)
        inside, ends = (tokens - np.repeat(sentences[:-1], np.diff(cuts))).tolist(), cuts.tolist()
        for i in np.flatnonzero(np.diff(cuts)).tolist():
            found[i][str(name)] = inside[ends[i] : ends[i + 1]]
    return found


def _wrong_tokens(pair: Pair) -> Ints:
    return np.flatnonzero(pair.gold_types_of_tokens != pair.pred_types_of_tokens)
