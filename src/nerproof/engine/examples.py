"""The sentences behind the numbers, bounded: wrong ones first. Chosen while chunks are counted, drawn afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.engine.chunk import Chunk
from nerproof.measures.outcomes import Fates, fates
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell, Found

NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Numbers of sentences, and how much each is worth: 2 with an error of any system, 1 with a mention, 0."""

    number: Ints = field(default_factory=lambda: NONE)
    worth: Ints = field(default_factory=lambda: NONE)

    def merged(self, other: Candidates, budget: int) -> Candidates:
        """The best of both; among equals the first ones."""
        number, worth = np.append(self.number, other.number), np.append(self.worth, other.worth)
        best = np.lexsort((number, -worth))[:budget]
        return Candidates(number[best], worth[best])

    def sentences(self) -> list[int]:
        """The chosen sentences in the corpus's order."""
        return np.sort(self.number).tolist()


def candidates(chunk: Chunk, budget: int) -> Candidates:
    if not budget:
        return Candidates()
    worth = np.zeros(len(chunk.numbers), dtype=np.int64)
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
    first = next(iter(cells.values()))
    of_gold = _memberships(first, numbers, chunk.gold, side="gold")
    of_pred = {k: _memberships(cells[k], numbers, p.pred, side="pred") for k, p in chunk.pairs.items()}
    tokens = _token_slices(first, numbers)
    predicted = {k: _predicted_tokens(cells[k], numbers, p) for k, p in chunk.pairs.items()}
    ends = {name: fates(pair) for name, pair in chunk.pairs.items()}
    return [_item(i, chunk, of_gold, of_pred, tokens, predicted, ends) for i in range(len(chunk.numbers))]


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
    i: int,
    chunk: Chunk,
    of_gold: list[list[int]],
    of_pred: Mapping[str, list[list[int]]],
    tokens: Mapping[int, Ints],
    predicted: Mapping[str, Mapping[int, Ints]],
    ends: Mapping[str, Fates],
) -> dict[str, Any]:
    gold, pairs = chunk.gold, chunk.pairs
    first, last = int(gold.sentences[i]), int(gold.sentences[i + 1])
    document = int(gold.document_of_sentence[i])
    item: dict[str, Any] = {
        "id": int(chunk.numbers[i]),
        "place": gold.place(i),
        "document": gold.document_ids[document] if gold.document_ids else None,
        "tokens": gold.sentence(i),
        "gold": [[*_span(gold, m, first), of_gold[m]] for m in range(*_range(gold.sentence_of_mention, i))],
        "pred": {
            name: [
                [*_span(p.pred, m, first), of_pred[name][m], int(p.pred_hit[m]), ends[name].pred[m]]
                for m in range(*_range(p.pred_sentence, i))
            ]
            for name, p in pairs.items()
        },
    }
    item["fate"] = {name: found.gold[slice(*_range(gold.sentence_of_mention, i))] for name, found in ends.items()}
    item["token_slices"] = _positions(tokens, first, last)
    item["pred_token_slices"] = {name: _positions(found, first, last) for name, found in predicted.items()}
    item["token_errors"] = {name: _token_errors(p, first, last) for name, p in pairs.items()} if tokens else {}
    return item


def _range(sorted_values: Ints, value: int) -> tuple[int, int]:
    return int(np.searchsorted(sorted_values, value)), int(np.searchsorted(sorted_values, value, side="right"))


def _span(corpus: Corpus, mention: int, first: int) -> list[Any]:
    m = corpus.mentions
    return [int(m.start[mention]) - first, int(m.end[mention]) - first, corpus.types[int(m.type[mention])]]


def _positions(slices: Mapping[int, Ints], first: int, last: int) -> dict[str, list[int]]:
    inside = {str(k): _within(v, first, last) for k, v in slices.items()}
    return {k: v for k, v in inside.items() if v}


def _within(positions: Ints, first: int, last: int) -> list[int]:
    a, b = np.searchsorted(positions, [first, last])
    return (positions[a:b] - first).tolist()


def _token_errors(pair: Pair, first: int, last: int) -> list[int]:
    wrong = pair.gold_types_of_tokens[first:last] != pair.pred_types_of_tokens[first:last]
    return np.flatnonzero(wrong).tolist()
