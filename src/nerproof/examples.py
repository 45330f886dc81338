"""The sentences behind the numbers: which mentions and tokens each slice holds, for drill-down and `inspect`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.measures.outcomes import Fates, fates
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import Cell

Cells = Sequence[tuple[str, Cell]]  # suite name, cell


def sentences(pairs: Mapping[str, Pair], cells: Mapping[str, Cells], *, budget: int) -> dict[str, Any]:
    """Up to ``budget`` sentences, those with an error of any system first, with gold and predictions."""
    gold = next(iter(pairs.values())).gold
    chosen = _choose(gold, pairs, budget)
    names = sorted({c.part.name for found in cells.values() for _, c in found if c.part.name != "ALL"})
    numbers = {name: i for i, name in enumerate(names)}
    first = next(iter(cells.values()))
    gold_slices = _memberships(first, numbers, len(gold.mentions), side="gold")
    pred_slices = {k: _memberships(cells[k], numbers, len(p.pred.mentions), side="pred") for k, p in pairs.items()}
    tokens = _token_slices(first, numbers)
    predicted = {k: _predicted_tokens(cells[k], numbers, p) for k, p in pairs.items()}
    ends = {name: fates(pair) for name, pair in pairs.items()}
    items = [_item(int(i), gold, pairs, gold_slices, pred_slices, tokens, predicted, ends) for i in chosen]
    return {"budget": budget, "left_out": gold.n_sentences - len(chosen), "slices": names, "items": items}


def _choose(gold: Corpus, pairs: Mapping[str, Pair], budget: int) -> Ints:
    """Wrong sentences first, then those with mentions, then the rest; back in the corpus's order."""
    worth = np.zeros(gold.n_sentences, dtype=np.int64)
    worth[gold.sentence_of_mention] = 1
    for pair in pairs.values():
        worth[pair.gold_sentence[~pair.gold_hit]] = 2
        worth[pair.pred_sentence[~pair.pred_hit]] = 2
    return np.sort(np.argsort(-worth, kind="stable")[:budget])


def _memberships(cells: Cells, numbers: Mapping[str, int], n: int, *, side: str) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(n)]
    seen: set[str] = set()
    for _, cell in cells:
        mask: Bools | None = getattr(cell.part, side)
        if cell.metric.unit != "mention" or cell.part.label != "ALL" or mask is None or cell.part.name in seen:
            continue
        seen.add(cell.part.name)
        for i in np.flatnonzero(mask).tolist():
            found[i].append(numbers[cell.part.name])
    return found


def _token_slices(cells: Cells, numbers: Mapping[str, int]) -> dict[int, Ints]:
    return {
        numbers[c.part.name]: np.flatnonzero(c.part.gold)
        for _, c in cells
        if c.metric.unit == "token" and c.part.gold is not None and c.part.name in numbers
    }


def _predicted_tokens(cells: Cells, numbers: Mapping[str, int], pair: Pair) -> dict[int, Ints]:
    """Tokens inside predicted mentions, by the bucket of their predicted label."""
    inside = pair.pred_types_of_tokens >= 0
    return {
        numbers[c.part.name]: np.flatnonzero(c.part.pred & inside)
        for _, c in cells
        if c.metric.unit == "token" and c.part.pred is not None and c.part.name in numbers
    }


def _item(
    i: int,
    gold: Corpus,
    pairs: Mapping[str, Pair],
    gold_slices: list[list[int]],
    pred_slices: Mapping[str, list[list[int]]],
    tokens: Mapping[int, Ints],
    predicted: Mapping[str, Mapping[int, Ints]],
    ends: Mapping[str, Fates],
) -> dict[str, Any]:
    first, last = int(gold.sentences[i]), int(gold.sentences[i + 1])
    document = int(gold.document_of_sentence[i])
    item: dict[str, Any] = {
        "id": i,
        "place": gold.place(i),
        "document": gold.document_ids[document] if gold.document_ids else None,
        "tokens": gold.sentence(i),
        "gold": [[*_span(gold, m, first), gold_slices[m]] for m in range(*_range(gold.sentence_of_mention, i))],
        "pred": {
            name: [
                [*_span(p.pred, m, first), pred_slices[name][m], int(p.pred_hit[m]), ends[name].pred[m]]
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
