"""Decorators for the kernels: compiled by numba where it is installed, plain Python otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numba
except ImportError:
    numba = None

IS_COMPILED = numba is not None and not numba.config.DISABLE_JIT


def compiled(function: F) -> F:
    """An entry point: kept in numba's cache on disk, runs without the interpreter's lock."""
    if numba is None:
        return function
    made: F = numba.njit(cache=True, nogil=True)(function)
    return made


def inlined(function: F) -> F:
    """A piece of an entry point.

    Inlined by force: a call would pass some 180 words and count references of every array, three times the work
    of the piece itself (0.75M moves a second became 2.2M).
    """
    if numba is None:
        return function
    made: F = numba.njit(forceinline=True)(function)
    return made
