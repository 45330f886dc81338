"""A torch module's weights as npz bytes and back, without pickle."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn


def to_npz(network: nn.Module) -> bytes:
    buffer = io.BytesIO()
    arrays = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def from_npz(network: nn.Module, path: Path) -> None:
    """Fills a module; a file that does not fit it is an error that names it."""
    import torch

    try:
        with np.load(path, allow_pickle=False) as arrays:
            network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in arrays.files})
    except (OSError, ValueError, RuntimeError, KeyError, zipfile.BadZipFile):
        raise InputError.at(path, None, "does not fit its model.json", fix="Train the model again.") from None
