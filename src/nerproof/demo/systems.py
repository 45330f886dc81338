"""The demo's three systems: one that only remembers, one that does both, one that never sees the name."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any


@dataclass(frozen=True)
class System:
    """A registered model with its options; ``notes`` say what it stands in for."""

    model: str
    options: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


SYSTEMS = ("memorizer", "crf", "context")


def chosen(name: str) -> System:
    """The system of a name; the perceptron stands in where crfsuite is not installed."""
    if name == "memorizer":
        return System("memorizer")
    options = {"words": False} if name == "context" else {}
    if find_spec("pycrfsuite") is not None:
        return System("crf", options)
    note = f"{name} is a perceptron: python-crfsuite is not installed (pip install 'nerproof[models]')"
    return System("perceptron", options, (note,))
