"""Several results as one, for looking at them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Data = Mapping[str, Any]
Bucket = tuple[str, Any, Any]  # name, lower and upper edge


def combined(results: Sequence[tuple[str, Data]]) -> dict[str, Any]:
    """Rows of all files; a system that two files have gets its file's name; buckets with other edges are left out."""
    names = _names(results)
    rows, notes = [], []
    for file, data in results:
        rows += [_renamed(row, names[file]) for row in data["rows"] if row.get("system") or file == results[0][0]]
        notes += [f"{file}: {note}" for note in data.get("notes", ())]
    rows, refused = _same_edges(rows, [_edges(data) for _, data in results])
    confusion: dict[str, Any] = {}
    for file, data in results:
        confusion |= _by_new_name((data.get("extras") or {}).get("confusion"), names[file])
    return {
        "signature": {"combined": {file: data.get("signature", {}) for file, data in results}},
        "rows": rows,
        "notes": [*refused, f"rows about the data alone are those of {results[0][0]}", *notes],
        "sentences": _sentences(results, names),
        "extras": {"confusion": confusion} if confusion else {},
    }


def _names(results: Sequence[tuple[str, Data]]) -> dict[str, dict[str, str]]:
    """New names by file and old name: kept where only one file has them."""
    found = {
        file: list(dict.fromkeys(row["system"] for row in data["rows"] if row.get("system"))) for file, data in results
    }
    often = [system for systems in found.values() for system in systems]
    return {
        file: {s: s if often.count(s) == 1 else f"{s} ({file})" for s in systems} for file, systems in found.items()
    }


def _renamed(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed = {key: names.get(row[key], row[key]) for key in ("system", "other") if row.get(key)}
    return dict(row) | changed


def _same_edges(
    rows: list[dict[str, Any]], edges: Sequence[Mapping[str, set[Bucket]]]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Without the attributes that two files cut differently: other edges, or another number of buckets."""
    names = sorted({name for one in edges for name in one})
    bad = [name for name in names if len({frozenset(one[name]) for one in edges if name in one}) > 1]
    if not bad:
        return rows, []
    kept = [row for row in rows if row["suite"] != "interpreteval" or str(row["slice"]).partition(":")[0] not in bad]
    return kept, [
        f"buckets of {', '.join(bad)} are left out: the files cut them at different edges, so they cannot be compared"
    ]


def _edges(data: Data) -> dict[str, set[Bucket]]:
    """The buckets of every attribute of a file; categories have no edges."""
    found: dict[str, set[Bucket]] = {}
    for row in data["rows"]:
        if row["suite"] == "interpreteval" and ":" in str(row["slice"]) and "hi" in row:
            attribute, _, bucket = str(row["slice"]).partition(":")
            found.setdefault(attribute, set()).add((bucket, row.get("lo"), row.get("hi")))
    return found


def _sentences(results: Sequence[tuple[str, Data]], names: Mapping[str, Mapping[str, str]]) -> dict[str, Any] | None:
    """The sentences that all files kept with the same tokens and gold; slices are those of the first file."""
    kept = [(file, data.get("sentences")) for file, data in results]
    if any(not found or not found.get("items") for _, found in kept):
        return None
    (file, first), *others = [(file, found) for file, found in kept if found]
    rest = [
        (other, {item.get("id"): item for item in found["items"]}, _numbers(found["slices"], first["slices"]))
        for other, found in others
    ]
    items = []
    for item in first["items"]:
        same = [(other, by_id.get(item.get("id")), numbers) for other, by_id, numbers in rest]
        if all(
            found and found["tokens"] == item["tokens"] and _bare(found["gold"]) == _bare(item["gold"])
            for _, found, _ in same
        ):
            items.append(
                _merged(item, names[file], [(names[other], found, numbers) for other, found, numbers in same if found])
            )
    left_out = max(int(found.get("left_out") or 0) for _, found in kept if found) + len(first["items"]) - len(items)
    if not items:
        return None
    training = _same_training([found for _, found in kept if found])
    return {"budget": first.get("budget"), "left_out": left_out, "slices": first["slices"], "items": items} | training


def _same_training(kept: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What all results with training evidence say alike of a name."""
    found = [one["training"] for one in kept if one.get("training")]
    names = {name: evidence for one in found for name, evidence in one.items()}
    same = {name: e for name, e in names.items() if all(one.get(name, e) == e for one in found)}
    return {"training": same} if len(found) == len(kept) else {}


def _bare(mentions: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(mention[:3]) for mention in mentions]


def _numbers(own: Sequence[str], first: Sequence[str]) -> dict[int, int]:
    place = {name: number for number, name in enumerate(first)}
    return {number: place[name] for number, name in enumerate(own) if name in place}


def _merged(
    item: Mapping[str, Any],
    names: Mapping[str, str],
    others: Sequence[tuple[Mapping[str, str], Mapping[str, Any], Mapping[int, int]]],
) -> dict[str, Any]:
    made = {key: _by_new_name(item.get(key), names) for key in ("pred", "token_errors", "fate")}
    for renamed, other, numbers in others:
        moved = {
            system: [[*p[:3], [numbers[n] for n in p[3] if n in numbers], *p[4:]] for p in found]
            for system, found in other["pred"].items()
        }
        for key in made:
            made[key] |= _by_new_name(moved if key == "pred" else other.get(key), renamed)
    return dict(item) | made


def _by_new_name(found: Mapping[str, Any] | None, names: Mapping[str, str]) -> dict[str, Any]:
    return {names[system]: value for system, value in (found or {}).items() if system in names}
