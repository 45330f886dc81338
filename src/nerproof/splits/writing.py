"""A split on disk: its parts in the input's format, manifest.json and quality.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.splits.manifest import ids_in_order, manifest
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.splits import Split


def write_split(corpus: Corpus, split: Split, card: dict[str, Any], folder: Path, *, format: str) -> list[str]:
    """Writes everything; returns what the format could not hold, each once."""
    from nerproof.base.atomic import atomic_folder
    from nerproof.formats import FORMATS, WriteOptions, write

    suffix = FORMATS[format].suffix
    options = WriteOptions(scheme=corpus.scheme) if corpus.scheme else WriteOptions()
    named = with_ids(corpus, split) if format != "conll" else corpus
    lost: dict[str, None] = {}
    with atomic_folder(folder, merge=True) as place:
        for name in _names(split):
            made = split.corpus(named, name)
            lost |= dict.fromkeys(write(made, place / f"{name}{suffix}", format=format, options=options))
        write_json(manifest(corpus, split), place / "manifest.json")
        write_json(card, place / "quality.json")
    return list(lost)


def _names(split: Split) -> Iterator[str]:
    yield from split.parts
    yield from split.variants


def with_ids(corpus: Corpus, split: Split) -> Corpus:
    """The corpus with the manifest's ids as a field, for formats that can hold it."""
    if "id" in corpus.fields:
        return corpus
    ids = ids_in_order(corpus, split)
    column = [ids[i] for i in sample_numbers(corpus, split.unit).tolist()]
    return replace(corpus, fields={**corpus.fields, "split_id": column})


def write_json(data: dict[str, Any], path: Path) -> None:
    from nerproof.base.atomic import atomic

    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    with atomic(path) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8", newline="\n")
