"""The sentences and confusions of several datasets as those of one result: systems and sets get their new names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nerproof.base.results import Result

Kept = dict[str, Any]
Rename = Callable[[str, str], str]  # system, dataset -> the system's name in the combined result
BY_SYSTEM = ("pred", "fate", "token_errors", "pred_token_slices")


def join_sentences(results: Mapping[str, Result], rename: Rename) -> Kept | None:
    """All sentences that the results kept; each has the predictions of its own dataset's systems."""
    found = {name: result.sentences for name, result in results.items() if result.sentences}
    if not found:
        return None
    slices = sorted({one for kept in found.values() for one in kept["slices"]})
    items = [item for name, kept in found.items() for item in _items(name, kept, slices, rename)]
    left_out = sum(int(kept.get("left_out") or 0) for kept in found.values())
    budget = sum(int(kept.get("budget") or 0) for kept in found.values())
    return {"budget": budget, "left_out": left_out, "slices": slices, "items": items}


def join_confusions(results: Mapping[str, Result], rename: Rename) -> dict[str, Any]:
    return {
        rename(system, name): matrix
        for name, result in results.items()
        for system, matrix in (result.extras.get("confusion") or {}).items()
    }


def _items(name: str, kept: Kept, slices: Sequence[str], rename: Rename) -> list[Kept]:
    place = {one: number for number, one in enumerate(slices)}
    new = [place[one] for one in kept["slices"]]
    return [_item(item, name, new, rename) for item in kept["items"]]


def _item(item: Kept, name: str, new: Sequence[int], rename: Rename) -> Kept:
    def mention(one: Sequence[Any]) -> list[Any]:
        return [*one[:3], [new[number] for number in one[3]], *one[4:]]

    def places(found: Mapping[str, Any]) -> dict[str, Any]:
        return {str(new[int(number)]): positions for number, positions in found.items()}

    named = {key: {rename(s, name): v for s, v in (item.get(key) or {}).items()} for key in BY_SYSTEM}
    named["pred"] = {system: [mention(one) for one in found] for system, found in named["pred"].items()}
    named["pred_token_slices"] = {system: places(found) for system, found in named["pred_token_slices"].items()}
    gold = [mention(one) for one in item["gold"]]
    return {**item, **named, "gold": gold, "token_slices": places(item.get("token_slices") or {}), "dataset": name}
