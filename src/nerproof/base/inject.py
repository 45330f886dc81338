"""The signature of a function is its declaration: it gets what its parameters name, as pytest fixtures do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from nerproof.base.errors import NerproofError

T = TypeVar("T")

NEEDS = {
    "lexicon": "needs --train",
    "dev": "needs --dev",
    "scored": "needs predictions with scores",
    "costs": "needs --costs",
    "attacked": "needs --attacked and --attacked-pred",
}


class MissingInput(NerproofError):
    """A function asks for something the user did not give; the reason says which option gives it."""


@cache
def asked(function: Callable[..., Any]) -> tuple[tuple[str, bool], ...]:
    """The names a function asks for, and whether it can do without."""
    parameters = inspect.signature(function).parameters.values()
    return tuple((p.name, p.default is not inspect.Parameter.empty) for p in parameters)


def missing(function: Callable[..., Any], given: Mapping[str, Any]) -> str | None:
    """Why a function cannot be called with what is given; None if it can."""
    lacking = [name for name, optional in asked(function) if not optional and given.get(name) is None]
    return NEEDS.get(lacking[0], f"needs {lacking[0]}") if lacking else None


def call(function: Callable[..., T], given: Mapping[str, Any]) -> T:
    """Calls a function with the named inputs it asks for."""
    reason = missing(function, given)
    if reason:
        raise MissingInput(reason)
    return function(**{name: given[name] for name, _ in asked(function) if given.get(name) is not None})
