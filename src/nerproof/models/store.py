"""A saved model: a folder with ``model.json`` (the card) and data files, each bound by its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from nerproof.base.atomic import atomic, atomic_folder, note_input
from nerproof.base.errors import InputError
from nerproof.base.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

CARD = "model.json"
Content: TypeAlias = "bytes | Callable[[Path], object]"  # of a file, or what writes it


@dataclass(frozen=True)
class Card:
    """What is known about a saved model without opening its data files."""

    model: str
    options: dict[str, Any]
    files: dict[str, str]  # name below the folder -> SHA-256
    facts: dict[str, Any] = field(default_factory=dict)  # types, digest of the training data, epochs …
    version: str = __version__

    @property
    def digest(self) -> str:
        """Names the model: the same weights and options, the same 16 hex digits."""
        kept = {k: v for k, v in asdict(self).items() if k != "version"}
        return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def save_files(
    folder: Path,
    model: str,
    options: Mapping[str, Any],
    files: Mapping[str, Content],
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Writes the data files (bytes, or a function that writes to a path), then the card, each atomically."""
    try:
        with atomic_folder(folder, merge=True) as place:
            for name, content in files.items():
                _write(place / name, content)
            card = Card(model, dict(options), digests(place, list(files)), dict(facts or {}))
            text = json.dumps(asdict(card), sort_keys=True, indent=1, ensure_ascii=False) + "\n"
            (place / CARD).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError.at(folder, None, f"cannot be written ({error.strerror or error})") from None


def read_card(folder: Path) -> Card:
    """The card of a saved model; the files it names are checked."""
    path = folder / CARD
    if not path.is_file():
        fix = "Give the folder that `nerproof train --out` wrote."
        raise InputError.at(folder, None, "has no saved model (no model.json)", fix=fix)
    note_input(folder)
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        card = Card(raw["model"], raw["options"], raw["files"], raw["facts"], raw["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError.at(path, None, f"is not a model card ({error})", fix="Train the model again.") from None
    for name, wanted in card.files.items():
        if digests(folder, [name]) != {name: wanted}:
            fix = "Train the model again."
            raise InputError.at(folder / name, None, "is missing or was changed", fix=fix)
    return card


def digests(folder: Path, names: list[str]) -> dict[str, str]:
    """SHA-256 of files; a folder's is that of its files' names and contents."""
    return {name: _digest(folder / name) for name in sorted(names)}


def _digest(path: Path) -> str:
    whole = hashlib.sha256()
    parts = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    for part in parts:
        if not part.is_file():
            return ""
        whole.update(str(part.relative_to(path)).encode() + b"\0")
        with part.open("rb") as stream:
            while block := stream.read(1 << 20):
                whole.update(block)
    return whole.hexdigest()


def _write(path: Path, content: Content) -> None:
    if callable(content):
        content(path)
        return
    with atomic(path) as temporary:
        temporary.write_bytes(content)


def to_json(value: Any) -> bytes:
    """Plain values as a file of a model; lone surrogates survive."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def from_json(path: Path) -> Any:
    return json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
