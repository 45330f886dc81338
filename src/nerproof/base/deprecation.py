"""Old names that still work for one release, with a warning that names the new one."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from nerproof.base.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])


def warn_renamed(old: str, new: str, *, gone: str, level: int = 2) -> None:
    """Says that a name has changed; ``level`` is how far up the caller to be told of is."""
    warnings.warn(f"{old} is now {new}; the old name goes in nerproof {gone}", DeprecationWarning, stacklevel=level)


def renamed_keyword(old: str, new: str, *, gone: str) -> Callable[[F], F]:
    """Lets a function take a keyword argument under its old name, too.

    >>> @renamed_keyword("colour", "color", gone="9.0")
    ... def paint(*, color):
    ...     return color
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     paint(colour="red"), str(said[0].message)
    ('red', 'paint(colour=…) is now paint(color=…); the old name goes in nerproof 9.0')
    """

    def wrap(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **keywords: Any) -> Any:
            if old in keywords:
                if new in keywords:
                    raise UsageError(f"{function.__name__} got {new}= and its old name {old}=. Give one of them")
                name = function.__name__
                warn_renamed(f"{name}({old}=…)", f"{name}({new}=…)", gone=gone, level=3)
                keywords[new] = keywords.pop(old)
            return function(*args, **keywords)

        return call  # type: ignore[return-value]

    return wrap
