"""Groups of names: by the script they are written in, and by what a list says of a name or of its first word."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from nerproof.base import inject
from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Corpus
from nerproof.measures.attributes import ATTRIBUTES

PERSONS = ("PER", "PERSON", "PERS", "PEOPLE", "NAME")
MOST_BYTES = 64 << 20
MOST_VALUES = 20  # groups of a grouping that are reported, the largest
NameGroups = Mapping[str, Mapping[str, str]]  # grouping -> name in lower case -> group


def read_groups(path: Path) -> dict[str, dict[str, str]]:
    """A CSV or TSV file with a column ``name`` and one column per grouping; a name with two groups has none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError.at(path, None, f"is larger than {MOST_BYTES >> 20} MB")
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    groupings = [c for c in (rows[0] if rows else {}) if c and c != "name"]
    if not rows or "name" not in rows[0] or not groupings:
        fix = "Write a header: name,gender,country"
        raise InputError.at(path, 1, "has no column 'name' beside another column", fix=fix)
    return {g: grouping((str(row["name"] or ""), str(row[g] or "")) for row in rows) for g in groupings}


def grouping(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names in lower case with their group; those with several groups are left out.

    >>> grouping([("Ada", "f"), ("Kim", "f"), ("kim", "m")])
    {'ada': 'f'}
    """
    found: dict[str, set[str]] = {}
    for name, group in pairs:
        if name.strip() and group.strip():
            found.setdefault(name.strip().casefold(), set()).add(group.strip())
    return {name: next(iter(groups)) for name, groups in found.items() if len(groups) == 1}


@cache
def script_of(surface: str) -> str:
    """The script of most letters; Latin with and without letters beyond ASCII apart.

    >>> script_of("Ada"), script_of("Zoë"), script_of("Путин")
    ('Latin', 'Latin beyond ASCII', 'Cyrillic')
    """
    letters = [c for c in surface if c.isalpha()]
    if not letters:
        return "no letters"
    scripts = Counter(unicodedata.name(c, "other").split()[0].capitalize() for c in letters)
    script = min(scripts, key=lambda s: (-scripts[s], s))
    return "Latin beyond ASCII" if script == "Latin" and not all(c.isascii() for c in letters) else script


def group_of(surface: str, names: Mapping[str, str]) -> str | None:
    """By the whole name, else by its first word."""
    whole = surface.casefold()
    return names.get(whole) or names.get(whole.split(" ", 1)[0])


def groups_of(gold: Corpus, wanted: Bools, lists: NameGroups) -> dict[str, list[str | None]]:
    """By grouping the group of every mention; None where nothing says."""
    surfaces = [gold.surface(i) if w else None for i, w in enumerate(wanted.tolist())]
    found = {"script": [None if s is None else script_of(s) for s in surfaces]}
    for name, names in lists.items():
        found[name] = [None if s is None else group_of(s, names) for s in surfaces]
    return found


def own_categories(gold: Corpus, wanted: Bools, given: Mapping[str, Any]) -> dict[str, list[str | None]]:
    """The categories of mentions by attributes from outside, such as metadata fields, which all of a sentence share."""
    found: dict[str, list[str | None]] = {}
    for item in ATTRIBUTES.values():
        if item.own and item.kind == "category" and item.unit != "token" and not inject.missing(item.compute, given):
            codes = inject.call(item.compute, given)
            each = codes[gold.sentence_of_mention] if item.unit == "sentence" else codes
            found[item.label] = [item.categories[c] if w else None for c, w in zip(each, wanted, strict=True)]
    return found


def types_grouped(types: tuple[str, ...], asked: str | None) -> frozenset[str]:
    """The types whose mentions are grouped: those asked for, else persons, else all."""
    if asked:
        return frozenset(t.strip() for t in asked.split(",") if t.strip())
    persons = frozenset(t for t in types if t.upper() in PERSONS)
    return persons or frozenset(types)
