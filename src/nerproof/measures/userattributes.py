"""Attributes of the user: a Python file, a CSV or JSON column with one value per sentence, or a metadata field."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError, UsageError
from nerproof.base.plugins import failing
from nerproof.measures.attributes import ATTRIBUTES, Attribute
from nerproof.measures.attributes import add as register

MAX_CATEGORIES = 50
_SUFFIXES = {".py", ".csv", ".tsv", ".json"}


class Gold(NamedTuple):
    """What is asked of gold, in memory or not."""

    n_sentences: int
    fields: Mapping[str, Sequence[Any]]


@contextmanager
def own_attributes(items: Sequence[str], gold: Callable[[], Gold]) -> Iterator[None]:
    """Attributes that are known for the time of one evaluation: their values belong to its gold."""
    names = [name for item in items for name in add(item, gold())]
    try:
        yield
    finally:
        for name in names:
            ATTRIBUTES.forget(name, lambda known: known.own)


def add(item: str, gold: Gold) -> list[str]:
    """What the command line names: a file, or a metadata field of gold."""
    return load(item, gold) if Path(item).suffix in _SUFFIXES else [add_field(item, gold)]


def load(path: str | Path, gold: Gold) -> list[str]:
    """Registers what a file defines and returns the new names.

    A ``.py`` file is run: it is the user's own program, named on the user's own command line.
    """
    path = Path(path)
    note_input(path)
    before = dict(ATTRIBUTES.items())
    if path.suffix == ".py":
        _run(path)
    elif path.suffix in {".csv", ".tsv"}:
        for name, values in _columns(path).items():
            add_column(name, values, gold, source=str(path))
    elif path.suffix == ".json":
        for name, values in _json_columns(path).items():
            add_column(name, values, gold, source=str(path))
    else:
        raise InputError.at(path, None, "is not an attribute file", fix="Give a .py, .csv, .tsv or .json file.")
    added = [name for name, item in ATTRIBUTES.items() if before.get(name) is not item]
    if not added:
        raise InputError.at(path, None, "defines no attribute", fix="Decorate a function with @attribute(…).")
    return added


def _run(path: Path) -> None:
    spec = importlib.util.spec_from_file_location(f"nerproof_user_{path.stem}", path.absolute())
    if spec is None or spec.loader is None or not path.exists():
        raise InputError.at(path, None, "does not exist")
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except Exception as error:
        raise failing(path, error) from error


def _columns(path: Path) -> dict[str, list[str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    if not rows:
        raise InputError.at(path, None, "has no row below its header")
    return {str(name): [row[name] or "" for row in rows] for name in rows[0] if name}


def _json_columns(path: Path) -> dict[str, list[Any]]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    if not isinstance(data, dict) or not all(isinstance(v, list) for v in data.values()):
        raise InputError.at(path, None, "is not an object of columns", fix='Write {"name": [value per sentence, …]}.')
    return data


def add_field(name: str, gold: Gold) -> str:
    """A metadata field of the corpus as an attribute."""
    if name not in gold.fields:
        known = ", ".join(sorted(gold.fields)) or "none"
        raise UsageError(f"gold has no field {name!r}. Fields there: {known}")
    return add_column(name, gold.fields[name], gold, source="gold")


def add_column(name: str, values: Sequence[Any], gold: Gold, *, source: str) -> str:
    """One value per sentence: numbers are cut into buckets, anything else is a category each."""
    if len(values) != gold.n_sentences:
        what = f"column {name!r} has {len(values)} values; gold has {gold.n_sentences} sentences"
        raise InputError.at(source, None, what, fix="Give one value per sentence, in the order of gold.")
    column = _numbers(values)
    if column is not None:
        item = Attribute(
            name,
            lambda numbers: column[numbers],
            unit="sentence",
            rule="equal",
            bucketed=True,
            description=f"from {source}",
        )
    else:
        names = sorted({str(v) for v in values})
        if len(names) > MAX_CATEGORIES:
            raise InputError.at(
                source,
                None,
                f"column {name!r} has {len(names)} distinct values; a category has at most {MAX_CATEGORIES}",
            )
        codes = np.array([names.index(str(v)) for v in values], dtype=np.int64)
        facts: dict[str, Any] = {"kind": "category", "categories": tuple(names), "description": f"from {source}"}
        item = Attribute(name, lambda numbers: codes[numbers], unit="sentence", bucketed=True, **facts)
    register(item)
    return name


def _numbers(values: Sequence[Any]) -> Any:
    try:
        found = np.array([float(v) for v in values])
    except (TypeError, ValueError):
        return None
    return None if np.isnan(found).any() else found
