"""The datasheet of a dataset: what its parts hold, share and get wrong, and how they were made. Plain JSON values."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.auditing.inconsistencies import inconsistencies
from nerproof.base.version import __version__
from nerproof.corpus import Corpus, join
from nerproof.splits.card import quality
from nerproof.splits.manifest import FORMAT

MOST = 10  # names, sentences or sites that are shown
MOST_BYTES = 1 << 28
RECIPE = ("method", "seed", "unit", "options")


def describe_dataset(parts: Mapping[str, Corpus], *, near: bool | None = None) -> dict[str, Any]:
    """Counts of every part, what later parts share with the first, and likely errors.

    ``near``: look for near-duplicate sentences; None: unless there are very many.
    """
    whole, where = join(list(parts.values())), _numbers(parts)
    card = quality(whole, where, near=near)
    return {
        "parts": {name: _size(c) for name, c in parts.items()},
        "types": {name: _types(c) for name, c in parts.items()},
        "overlap": {k: v for k, v in card["contamination"].items() if k.endswith(f"|{next(iter(parts))}")},
        "duplicates": card["duplicates"],
        "ambiguous": _ambiguous(whole),
        "inconsistencies": [found.to_dict() for found in inconsistencies([whole], limit=MOST)],
        "recipe": recipe(parts),
        "version": __version__,
    }


def _numbers(parts: Mapping[str, Corpus]) -> dict[str, Any]:
    """The sentences of each part in all of them joined."""
    cuts = np.cumsum([0, *(c.n_sentences for c in parts.values())])
    return {name: np.arange(cuts[i], cuts[i + 1]) for i, name in enumerate(parts)}


def _size(corpus: Corpus) -> dict[str, Any]:
    return {
        "files": [Path(s).name for s in corpus.sources if s != "memory"],
        "digest": corpus.digest,
        "documents": corpus.n_documents if corpus.marked_documents else None,
        "sentences": corpus.n_sentences,
        "tokens": corpus.n_tokens,
        "mentions": len(corpus.mentions),
        "scheme": corpus.scheme,
        "notes": list(corpus.notes),
    }


def _types(corpus: Corpus) -> dict[str, int]:
    counts = np.bincount(corpus.mentions.type, minlength=len(corpus.types)).tolist()
    return {name: n for name, n in zip(corpus.types, counts, strict=True) if n}


def _ambiguous(corpus: Corpus) -> dict[str, Any]:
    """Names with two or more types, most frequent first."""
    types: dict[str, Counter[str]] = defaultdict(Counter)
    for i in range(len(corpus.mentions)):
        types[corpus.surface(i)][corpus.mention(i).type] += 1
    found = {name: dict(sorted(counts.items())) for name, counts in types.items() if len(counts) > 1}
    ordered = sorted(found.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    mentions = sum(sum(counts.values()) for counts in found.values())
    return {"names": len(found), "mentions": mentions, "examples": dict(ordered[:MOST])}


def recipe(parts: Mapping[str, Corpus]) -> dict[str, Any] | None:
    """How the parts were split, where ``nerproof split`` made them: of the manifest.json beside the first file."""
    sources = next(iter(parts.values())).sources
    place = Path(sources[0]).parent / "manifest.json" if sources else None
    if place is None or not place.is_file() or place.stat().st_size > MOST_BYTES:
        return None
    try:
        data = json.loads(place.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    return {name: data.get(name) for name in RECIPE}
