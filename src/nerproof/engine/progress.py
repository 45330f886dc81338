"""A progress line on the terminal for what takes longer than two seconds; nothing where no person looks on."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

PATIENCE = 2.0  # seconds without a word
PAUSE = 0.2  # seconds between two words


class Progress:
    """How many sentences of how many have passed.

    >>> with Progress("counted", 3) as progress:
    ...     progress.advance(3)
    >>> progress.n
    3
    """

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.n = what, total, 0
        self.shown = False
        self.next = time.monotonic() + PATIENCE

    def __enter__(self) -> Self:
        return self

    def advance(self, n: int) -> None:
        self.n += n
        if time.monotonic() < self.next or not sys.stderr.isatty():
            return
        self.next, self.shown = time.monotonic() + PAUSE, True
        share = f" ({100 * self.n // self.total} %)" if self.total else ""
        sys.stderr.write(f"\r{self.what} {self.n:,} sentences{share}")
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
