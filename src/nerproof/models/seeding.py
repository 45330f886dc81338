"""Libraries that draw from the global generators: their states are put back afterwards."""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from nerproof.models.extras import need

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def global_generators_kept() -> Iterator[None]:
    torch = need("torch", package="torch", extra="torch")
    before = random.getstate(), np.random.get_state(), torch.get_rng_state()  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])  # noqa: NPY002
        torch.set_rng_state(before[2])
