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
    return function if numba is None else _jit(function, cache=True, nogil=True)


def inlined(function: F) -> F:
    """A piece of an entry point, inlined by force: a call would pass the words of all arrays."""
    return function if numba is None else _jit(function, forceinline=True)


def _jit(function: F, **options: Any) -> F:
    """Without numba's runtime, which would count the references of forty arrays at every turn: half as much work again.

    So no array may be made inside.
    """
    made: F = numba.njit(_nrt=False, **options)(function)
    return made
