"""The exceptions people meet: each is one line that says what is wrong, where, and what to do.

    NerproofError(ValueError)
    ├── InputError      a file is not what it should be: path:line: what. fix
    ├── UsageError      the options do not go together
    ├── UnknownName     no such attribute, reader, model …; names the nearest
    └── MissingExtra    an optional package is not installed; names the install line

A bug keeps its traceback: nothing else is caught.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


class NerproofError(ValueError):
    """Base class of all errors in inputs, options and arguments."""


class UsageError(NerproofError):
    """Wrong options or arguments, or ones that exclude each other."""


class InputError(NerproofError):
    """An error in a file.

    >>> str(InputError.at("test.conll", 118, "tag 'X-ORG' has an unknown prefix", fix="Use B- or I-."))
    "test.conll:118: tag 'X-ORG' has an unknown prefix. Use B- or I-."
    """

    @classmethod
    def at(cls, path: object, line: int | None, what: str, *, fix: str = "") -> Self:
        place = f"{path}:{line}" if line else f"{path}"
        return cls(f"{place}: {what}. {fix}".rstrip())


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like a wrong one, if any is.

    >>> nearest("tmrr", ["standard", "tmr"]), nearest("F1", ["f1", "recall"])
    ('tmr', 'f1')
    """
    import difflib  # only mistakes need it

    names = {other.casefold(): other for other in sorted(known)}
    near = difflib.get_close_matches(name.casefold(), names, n=1)
    return names[near[0]] if near else None


MOST_LISTED = 40  # names that an error lists


class UnknownName(NerproofError):
    """An unknown name; the message suggests the nearest one."""

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str], *, listed: bool = False) -> Self:
        """``listed``: a kind that ``nerproof list`` knows."""
        names = sorted(known)
        near = nearest(name, names)
        some = names[:MOST_LISTED] + [f"… ({len(names)} in all)"] * (len(names) > MOST_LISTED)
        hint = f"Did you mean {near!r}?" if near else f"Known: {', '.join(some)}."
        see = f" See: nerproof list {kind}s" if listed else ""
        return cls(f"no {kind} named {name!r}. {hint}{see}")


class MissingExtra(NerproofError):
    """A missing optional package; the message has the command that installs it."""

    @classmethod
    def of(cls, package: str, extra: str) -> Self:
        return cls(f"{package} is not installed. Install it with: pip install 'nerproof[{extra}]'")
