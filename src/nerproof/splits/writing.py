"""A split on disk: its parts in the input's format, manifest.json, quality.json and what was dropped."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.splits.card import sentence_entities
from nerproof.splits.card_seen import Entity
from nerproof.splits.manifest import ids_in_order, manifest
from nerproof.splits.units import sample_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.splits import Split


def write_split(corpus: Corpus, split: Split, card: dict[str, Any], folder: Path, *, format: str) -> list[str]:
    """Writes everything or nothing; returns what the format could not hold, each once."""
    from nerproof.base.atomic import atomic_folder
    from nerproof.formats import FORMATS, WriteOptions, write

    suffix = FORMATS[format].suffix
    options = WriteOptions(scheme=corpus.scheme) if corpus.scheme else WriteOptions()
    named = with_ids(corpus, split) if format != "conll" else corpus
    lost: dict[str, None] = {}
    with atomic_folder(folder, merge=True) as place:
        for name in [*split.parts, *split.variants]:
            made = split.corpus(named, name)
            lost |= dict.fromkeys(write(made, place / f"{name}{suffix}", format=format, options=options))
        if len(split.dropped):
            write(named.select(split.dropped), place / f"dropped{suffix}", format=format, options=options)
            write_json({"dropped": dropped_samples(corpus, split)}, place / "dropped.json")
        write_json(manifest(corpus, split), place / "manifest.json")
        write_json(card, place / "quality.json")
    return list(lost)


def dropped_samples(corpus: Corpus, split: Split) -> list[dict[str, Any]]:
    """Every dropped sample: its id, where it is and which of its entities are in which parts."""
    ids, number = ids_in_order(corpus, split), sample_numbers(corpus, split.unit)
    entities = sentence_entities(corpus)
    sentences: dict[int, list[int]] = defaultdict(list)
    for i in split.dropped.tolist():
        sentences[int(number[i])].append(i)
    parts: dict[Entity, list[str]] = defaultdict(list)
    for name, where in split.parts.items():
        if not name.endswith("/train"):  # of folds the test sets
            for entity in {e for i in where.tolist() for e in entities[i]}:
                parts[entity].append(name)
    rows = []
    for sample, places in sentences.items():
        held = {e: parts[e] for i in places for e in entities[i] if len(parts.get(e, ())) > 1}
        why = "shares entities of several parts" if held else "keeps the parts like the corpus"
        named = [{"surface": s, "type": t, "parts": found} for (s, t), found in sorted(held.items())]
        rows.append({"id": ids[sample], "place": corpus.place(places[0]), "why": why, "entities": named})
    return rows


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
