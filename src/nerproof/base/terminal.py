"""Text for terminals: what a corpus or a name holds cannot steer the terminal it is shown on."""

from __future__ import annotations

import re
import sys
from typing import Any, TextIO

# All control characters but tab and line end, marks that turn the direction of writing, and halves of characters.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""The text with control characters written out.

    >>> visible("a\x1b[31mb")
    'a\\u001b[31mb'
    """
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)  # as JSON writes them


def markup(text: str) -> str:
    """The text as it can stand in the markup of rich."""
    from rich.markup import escape

    return escape(visible(text))


class VisibleStream:
    """Standard output or standard error: text that is written to it is made visible.

    Rich writes past it, for it steers the terminal itself; what it is given must have gone through ``markup``.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # the name by which rich finds the stream

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def make_streams_visible() -> None:
    """For the whole program: everything that is printed is visible."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, VisibleStream):
            setattr(sys, name, VisibleStream(stream))
