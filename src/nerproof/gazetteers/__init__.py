"""Gazetteers: where replacement names come from. One file per back end, one table whatever the source.

A gazetteer is named as ``BACKEND``, ``BACKEND:WHERE`` or by a file: ``bundled``, ``bundled:es_ES``,
``names.parquet``, ``sparql:https://…``, ``dump:latest-all.json.gz``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nerproof.base.errors import UsageError
from nerproof.base.registry import Registry
from nerproof.gazetteers.table import COMPOSED, Gazetteer, Klass, Rows

__all__ = [
    "COMPOSED",
    "GAZETTEERS",
    "Backend",
    "Gazetteer",
    "GazetteerOptions",
    "Klass",
    "Rows",
    "gazetteer",
    "open_gazetteer",
]

USER_AGENT = "nerproof (https://pypi.org/project/nerproof; NER robustness tests)"


@dataclass(frozen=True)
class GazetteerOptions:
    """What a user may say about a source of names; each back end uses what concerns it."""

    language: str = "en"
    filters: tuple[str, ...] = ()  # "class_type_share>=0.5": rows of a file to keep
    classes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # type -> QIDs of classes; empty: the defaults
    limit: int = 1000  # names per class
    page: int = 500
    timeout: float = 60.0
    retries: int = 4
    pause: float = 1.0  # seconds between two questions to a server, and the first back-off
    user_agent: str = USER_AGENT
    cache: Path | None = None  # None: the user's cache folder


@dataclass(frozen=True)
class Backend:
    """A kind of source: ``load`` makes the table; ``licence`` is the licence of its names."""

    name: str
    load: Callable[[str, GazetteerOptions], Gazetteer]
    licence: str
    description: str = ""


GAZETTEERS: Registry[Backend] = Registry("gazetteer", "nerproof.gazetteers")

Load = Callable[[str, GazetteerOptions], Gazetteer]


def gazetteer(name: str, *, licence: str) -> Callable[[Load], Load]:
    """Registers a function as the loader of a back end."""

    def wrap(load: Load) -> Load:
        description = (load.__doc__ or "").strip().split("\n")[0]
        GAZETTEERS.add(name, Backend(name, load, licence, description))
        return load

    return wrap


def open_gazetteer(name: str | Path, options: GazetteerOptions | None = None, **changes: Any) -> Gazetteer:
    """The gazetteer of a name (see the module): keyword arguments are the fields of GazetteerOptions."""
    chosen = replace(options or GazetteerOptions(), **changes)
    backend, where = _backend_of(str(name))
    if chosen.filters and backend.name != "file":
        raise UsageError(f"{name} has no columns to filter by ({chosen.filters[0]}): filters are for files of names.")
    found = backend.load(where, chosen)
    return found if found.licence else replace(found, licence=backend.licence)


def _backend_of(name: str) -> tuple[Backend, str]:
    head, _, where = name.partition(":")
    # A file on disk wins over a back end of the same name, a drive letter is no back end.
    if not Path(name).exists() and head in GAZETTEERS:
        return GAZETTEERS[head], where
    if Path(name).exists() or Path(name).suffix:
        return GAZETTEERS["file"], name
    known = ", ".join(GAZETTEERS)
    raise UsageError(
        f"no gazetteer {name!r}: it is neither a file nor one of: {known}. Write for example bundled:en_US."
    )
