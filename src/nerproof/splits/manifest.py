"""The manifest: every unit's id by part, without any text; a split can be recreated from it and the corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError
from nerproof.splits import Split, Variant
from nerproof.splits.units import UNITS, content_ids, sample_numbers
from nerproof.splits.variants import keep_mask

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

FORMAT = "nerproof-split/1"
MOST_BYTES = 1 << 30


def manifest(corpus: Corpus, split: Split) -> dict[str, Any]:
    """Plain JSON values. Ids are digests of content; equal samples are told apart by -2, -3 …."""
    ids = ids_in_order(corpus, split)
    of_sentence = sample_numbers(corpus, split.unit)

    def names(sentences: Ints) -> list[str]:
        return [ids[i] for i in np.unique(of_sentence[sentences]).tolist()]

    return {
        "format": FORMAT,
        "method": split.method,
        "seed": split.seed,
        "unit": split.unit,
        "options": split.options,
        "corpus": {"digest": corpus.content_digest, "units": len(ids), "sources": sources(corpus)},
        "order": list(split.parts),  # sorted keys lose it
        "parts": {name: names(where) for name, where in split.parts.items()},
        "dropped": names(split.dropped),
        "variants": {k: {"part": v.part, "against": v.against, "keep": v.keep} for k, v in split.variants.items()},
        "old_parts": {name: names(where) for name, where in old_parts(corpus).items()},
    }


def ids_in_order(corpus: Corpus, split: Split) -> list[str]:
    """The id of each unit in the order of the corpus: those the split was made with, or made anew."""
    if split.units is None:
        return content_ids(corpus, split.unit)
    ids = [""] * split.units.n_samples
    for name, i in zip(split.units.ids, split.units.original.tolist(), strict=True):
        ids[i] = name
    return ids


def sources(corpus: Corpus) -> list[dict[str, str]]:
    """The files and the digest of what was read from each."""
    parts = old_parts(corpus)
    alone = corpus.sources[0] if corpus.sources and not parts else None
    if alone is not None:
        return [{"name": alone, "digest": corpus.content_digest}]
    return [{"name": name, "digest": corpus.select(where).content_digest} for name, where in parts.items()]


def old_parts(corpus: Corpus) -> dict[str, Ints]:
    """Sentences by the file they came from; nothing for a single file."""
    if corpus.source is None or len(corpus.sources) < 2:
        return {}
    return {name: np.flatnonzero(corpus.source == i) for i, name in enumerate(corpus.sources)}


def read_manifest(path: Path) -> dict[str, Any]:
    """A manifest from disk; anything else is an error that says so."""
    note_input(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError.at(path, None, "is too large for a manifest")
        data = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise InputError.at(path, None, f"is not JSON ({error})") from None
    except OSError as error:
        raise InputError.at(path, None, f"cannot be read ({error.strerror})") from None
    if not _is_manifest(data):
        fix = "Give the manifest.json that nerproof split wrote."
        raise InputError.at(path, None, "is not the manifest of a split", fix=fix)
    return dict(data)


def _is_manifest(data: Any) -> bool:
    """Part names become file names, so a name that could lead out of the folder is refused."""
    if not (isinstance(data, dict) and data.get("format") == FORMAT and data.get("unit") in UNITS):
        return False
    lists = [data.get("parts"), {"dropped": data.get("dropped"), "order": data.get("order", [])}]
    fine = all(isinstance(d, dict) and all(_is_ids(v) for v in d.values()) for d in lists)
    return (
        fine and all(_safe(name) for name in [*data["parts"], *_variants(data)]) and isinstance(data.get("seed"), int)
    )


def _is_ids(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(i, str) for i in value)


def _variants(data: dict[str, Any]) -> dict[str, Any]:
    found = data.get("variants", {})
    return found if isinstance(found, dict) else {}


def _safe(name: str) -> bool:
    pieces = name.split("/")
    return not name.startswith("/") and "\\" not in name and all(p not in ("", ".", "..") for p in pieces)


def from_manifest(corpus: Corpus, data: dict[str, Any]) -> Split:
    """The same split of the same corpus, whatever the order of its files and sentences."""
    unit = data["unit"]
    place = {name: i for i, name in enumerate(content_ids(corpus, unit))}
    of_sentence = sample_numbers(corpus, unit)
    wanted = {i for ids in [*data["parts"].values(), data["dropped"]] for i in ids}
    missing = sorted(wanted - place.keys())
    if missing:
        fix = "Give the same files, read with the same options."
        what = f"{len(missing)} of its {len(wanted)} {unit}s are not in the input, the first {missing[0]!r}"
        raise InputError.at("manifest", None, what, fix=fix)

    def sentences(ids: list[str]) -> Ints:
        chosen = np.zeros(len(place), dtype=np.bool_)
        chosen[[place[i] for i in ids]] = True
        return np.flatnonzero(chosen[of_sentence])

    extra = len(place) - len(wanted)
    order = {name: i for i, name in enumerate(data.get("order") or [])}
    names = sorted(data["parts"], key=lambda name: (order.get(name, len(order)), name))
    parts = {name: sentences(data["parts"][name]) for name in names}
    return Split(
        parts,
        str(data.get("method")),
        unit=unit,
        seed=data["seed"],
        options=dict(data.get("options") or {}),
        variants=_made_variants(corpus, parts, data),
        dropped=sentences(data["dropped"]),
        notes=(f"{extra} {unit}s of the input are in no part of the manifest",) if extra else (),
    )


def _made_variants(corpus: Corpus, parts: dict[str, Ints], data: dict[str, Any]) -> dict[str, Variant]:
    made = {}
    for name, v in _variants(data).items():
        if not (isinstance(v, dict) and v.get("part") in parts and v.get("against") in parts):
            raise InputError.at("manifest", None, f"its variant {name!r} names a part that is not there")
        keep = str(v.get("keep"))
        made[name] = Variant(v["part"], v["against"], keep, keep_mask(corpus, parts[v["against"]], keep))
    return made
