"""Partials and surveys as bytes, to travel between machines: JSON and numpy arrays, nothing that could run."""

from __future__ import annotations

import json
from collections import Counter
from io import BytesIO
from typing import Any

import numpy as np

from nerproof.corpus import Vocabulary
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.partials import Partial, Reading
from nerproof.engines.parts import Break
from nerproof.engines.sums import Entities, Facts, Survey


def pack_partial(partial: Partial) -> bytes:
    meta = {
        "readings": {name: _reading(r) for name, r in partial.readings.items()},
        "n": partial.n,
        "columns": partial.columns,
        "sums": [[*key, n] for key, n in partial.facts.sums.items()],
        "confusion": partial.confusion,
        "semeval": partial.semeval,
    }
    return _pack(meta, [*(partial.counts[name] for name in partial.columns), partial.facts.words])


def unpack_partial(data: bytes) -> Partial:
    meta, arrays = _unpack(data)
    n = len(meta["columns"])
    return Partial(
        {name: _read(r) for name, r in meta["readings"].items()},
        meta["n"],
        {name: [tuple(c) for c in columns] for name, columns in meta["columns"].items()},
        dict(zip(meta["columns"], arrays[:n], strict=True)),
        Facts(Counter({tuple(key): total for *key, total in meta["sums"]}), arrays[n]),
        meta["confusion"],
        meta["semeval"],
    )


def pack_survey(survey: Survey) -> bytes:
    values = {name: [[v, n] for v, n in counter.items()] for name, counter in survey.values.items()}
    own = survey.entities
    blob, offsets = own.book.packed()
    arrays = [np.frombuffer(blob, dtype=np.uint8), offsets, *own.book.surface_words(), own.seen]
    return _pack({"sentences": survey.sentences, "types": own.types, "values": values}, arrays)


def unpack_survey(data: bytes) -> Survey:
    meta, (blob, offsets, ids, cuts, seen) = _unpack(data)
    book = Wordbook()
    book.add(Vocabulary.from_blob(blob.tobytes(), offsets))
    book.add_surfaces(ids, cuts[:-1], cuts[1:])
    values = {name: Counter(dict(pairs)) for name, pairs in meta["values"].items()}
    return Survey(meta["sentences"], Entities(book, meta["types"], seen), values)


def _reading(reading: Reading) -> dict[str, Any]:
    return {k: sorted(v) if isinstance(v, set) else v for k, v in vars(reading).items()}


def _read(data: dict[str, Any]) -> Reading:
    sets = {k: set(data[k]) for k in ("types", "used", "schemes")}
    first = Break(*data["first_break"]) if data["first_break"] else None
    return Reading(**{**data, **sets, "first_break": first})


def _pack(meta: dict[str, Any], arrays: list[Any]) -> bytes:
    out = BytesIO()
    header = np.frombuffer(json.dumps(meta).encode("utf-8", "surrogatepass"), dtype=np.uint8)
    np.savez_compressed(out, header, *arrays)
    return out.getvalue()


def _unpack(data: bytes) -> tuple[dict[str, Any], list[Any]]:
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        header, *arrays = (stored[f"arr_{i}"] for i in range(len(stored.files)))
    return json.loads(header.tobytes().decode("utf-8", "surrogatepass")), arrays
