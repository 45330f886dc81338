"""Python's search for cycles, paused: it walks through a million names again and again and finds none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """No cyclic garbage collection inside the block: a quarter of the time of an attack."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if not gc.get_freeze_count():  # what was made inside is old now: enabling would begin with a walk through it
                gc.freeze()
                gc.unfreeze()
            gc.enable()
