"""A line on the terminal while a large file is read: how far it is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

PATIENCE = 2.0  # seconds without a word
PAUSE = 0.2  # seconds between two words


class Watch:
    """Says how many sentences have passed, once that takes long; nothing where no person looks on.

    >>> with Watch("counted") as watch:
    ...     watch.saw(3)
    >>> watch.n
    3
    """

    def __init__(self, what: str, times: int = 1) -> None:
        self.what, self.n = what, 0
        self.times = times  # processes that are about equally fast: what the others did is not asked
        self.shown = False
        self.next = time.monotonic() + PATIENCE

    def __enter__(self) -> Self:
        return self

    def saw(self, n: int) -> None:
        self.n += n * self.times
        if time.monotonic() < self.next or not sys.stderr.isatty():
            return
        self.next, self.shown = time.monotonic() + PAUSE, True
        sys.stderr.write(f"\r{self.what} {self.n:,} sentences")
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
