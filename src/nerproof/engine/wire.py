"""Sums of chunks as bytes and back: a JSON tree and numpy arrays. What is read can be nothing but data."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UsageError
from nerproof.corpus import Vocabulary
from nerproof.corpus.checks import Look
from nerproof.engine.examples import Candidates
from nerproof.engine.run import Partial, Survey, SystemCounts
from nerproof.index.lexicon import Part
from nerproof.scoring.tables import Typed

RECORDS = {c.__name__: c for c in (Candidates, Look, Part, Partial, Survey, SystemCounts, Typed)}
Arrays = list[NDArray[Any]]


def encoded(value: Any) -> bytes:
    """Numbers, strings, lists, sets, mappings with any such keys, arrays, and the records that chunks give.

    >>> decoded(encoded({("a", 1): Counter(x=2), "b": [None, {1.5}]}))
    {('a', 1): Counter({'x': 2}), 'b': [None, {1.5}]}
    """
    arrays: Arrays = []
    tree = json.dumps(_tree(value, arrays)).encode()
    stream = io.BytesIO()
    named = {str(i): array for i, array in enumerate(arrays)}
    np.savez(stream, allow_pickle=False, tree=np.frombuffer(tree, dtype=np.uint8), **named)
    return stream.getvalue()


def decoded(data: bytes) -> Any:
    with np.load(io.BytesIO(data), allow_pickle=False) as found:
        arrays = [found[str(i)] for i in range(len(found.files) - 1)]
        return _value(json.loads(found["tree"].tobytes()), arrays)


def _tree(value: Any, arrays: Arrays) -> Any:
    """Scalars as they are, everything else as a list of its kind and its parts."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return ["array", len(arrays) - 1]
    if isinstance(value, Vocabulary):
        blob, offsets = value.packed()
        return ["words", _tree(np.frombuffer(blob, dtype=np.uint8), arrays), _tree(offsets, arrays)]
    if isinstance(value, Mapping):
        kind = "counter" if isinstance(value, Counter) else "mapping"
        return [kind, *([_tree(k, arrays), _tree(v, arrays)] for k, v in value.items())]
    if isinstance(value, list | tuple | set):  # a named tuple comes back as a plain one
        return ["tuple" if isinstance(value, tuple) else type(value).__name__, *(_tree(x, arrays) for x in value)]
    name = type(value).__name__
    if RECORDS.get(name) is not type(value):
        raise UsageError(f"a suite gives back {name!r} of a chunk, which cannot be sent: use numbers and strings")
    state: dict[str, Any] = (
        value.__getstate__() if isinstance(value, Part) else vars(value)
    )  # a part: its own words only
    return [name, *(_tree(state[k], arrays) for k in value.__dataclass_fields__)]


def _value(tree: Any, arrays: Arrays) -> Any:
    if not isinstance(tree, list):
        return tree
    kind, *parts = tree
    if kind == "array":
        return arrays[parts[0]]
    values = [_value(p, arrays) for p in parts] if kind not in {"mapping", "counter"} else []
    pairs = {_value(k, arrays): _value(v, arrays) for k, v in parts} if kind in {"mapping", "counter"} else {}
    if kind == "words":
        return Vocabulary.from_blob(values[0].tobytes(), values[1])
    made = {"mapping": pairs, "counter": Counter(pairs), "list": values, "tuple": tuple(values)}
    if kind in made:
        return made[kind]
    return set(values) if kind == "set" else RECORDS[kind](*values)
