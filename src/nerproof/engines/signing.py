"""Digests of large files by a process of their own: nobody needs them before the end.

The command line begins it before numpy is loaded, while nothing else could be done on a second processor.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from nerproof.engines.crew import Crew, Turns
from nerproof.engines.size import LARGE
from nerproof.formats.source import digest_of_files

PATIENT = 10  # its niceness: one processor is idle now and then
OTHERS = (".parquet", ".gz", ".bz2", ".xz")  # files that one process cuts for all

Signing = Crew[str, None, dict[str, str]]
_ahead: dict[tuple[str, ...], Signing] = {}


def begin(paths: Sequence[str]) -> None:
    """Signs files ahead, if they look as if several processes would read them."""
    files = [Path(p) for p in paths]
    if all(f.is_file() and f.suffix not in OTHERS and f.stat().st_size > LARGE for f in files):
        _ahead[tuple(paths)] = Crew(1, _sign, paths, None)


def signing(paths: Sequence[str]) -> Signing:
    """The process that signs these files; it may be at work already."""
    return _ahead.pop(tuple(paths), None) or Crew(1, _sign, paths, None)


def _sign(turns: Turns[str], context: None) -> dict[str, str]:  # noqa: ARG001
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    return {path: digest_of_files([Path(path)]) for _, path in turns}
