"""Indexes of large training files, kept in the user's cache folder: arrays without pickle, and a manifest.

The manifest names every array with its shape, its type and a checksum. A folder is written aside, synced and renamed,
and an index whose folder differs from its manifest in anything is built anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.cachefolder import cache_folder
from nerproof.base.version import __version__
from nerproof.corpus import Coded, Corpus, Mentions
from nerproof.index.lexicon import Lexicon

Arrays = dict[str, NDArray[Any]]
Facts = dict[str, Any]
MANIFEST = "manifest.json"
LAYOUT = 1  # of the arrays; another one is another cache


def lexicon_folder() -> Path:
    return cache_folder() / f"lexicon-{__version__}-{LAYOUT}"


def cached(key: str, build: Callable[[], tuple[Lexicon, Facts]]) -> tuple[Lexicon, Facts]:
    """The index of that key and the facts kept beside it; built and saved if they are not there."""
    folder = lexicon_folder() / hashlib.sha256(key.encode()).hexdigest()[:32]
    found = load(folder)
    if found is None:
        found = build()
        try:
            save(*found, folder)
        except OSError:  # a full disk or a folder that cannot be written must not stop an evaluation
            return found
    return found


def save(lexicon: Lexicon, facts: Mapping[str, Any], folder: Path) -> None:
    """Writes an index; the folder is complete or not there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        arrays = _arrays(lexicon)
        for name, array in arrays.items():
            with (aside / f"{name}.npy").open("wb") as stream:
                np.save(stream, array, allow_pickle=False)
                stream.flush()
                os.fsync(stream.fileno())
        about: dict[str, Any] = {
            "types": lexicon.types,
            "sizes": dict(lexicon.sizes),
            "corpus_types": list(lexicon.corpus.types),
        }
        about |= {"marked": lexicon.corpus.marked_documents, "facts": dict(facts)}
        manifest = {"arrays": {name: _described(array) for name, array in arrays.items()}, "about": about}
        with (aside / MANIFEST).open("w", encoding="utf-8") as text:
            json.dump(manifest, text)
            text.flush()
            os.fsync(text.fileno())
        _replace(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def load(folder: Path) -> tuple[Lexicon, Facts] | None:
    """The index of a folder; None where it is not there, or is not what its manifest says."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        arrays = {name: _array(folder / f"{name}.npy", said) for name, said in manifest["arrays"].items()}
        return _lexicon(arrays, manifest["about"]), manifest["about"]["facts"]
    except (OSError, ValueError, KeyError, TypeError, EOFError):
        return None


def _replace(aside: Path, folder: Path) -> None:
    """Another process may have been faster; a folder that could not be loaded is replaced."""
    if folder.exists():
        shutil.rmtree(folder, ignore_errors=True)
    aside.rename(folder)


def _described(array: NDArray[Any]) -> dict[str, Any]:
    digest = hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()
    return {"shape": list(array.shape), "dtype": str(array.dtype), "sha256": digest}


def _array(path: Path, said: Mapping[str, Any]) -> NDArray[Any]:
    array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    if _described(array) != said:
        raise ValueError(f"{path} is not what the manifest says")
    return np.asarray(array)


def _arrays(lexicon: Lexicon) -> Arrays:
    corpus, (blob, offsets), (spans, cuts) = lexicon.corpus, lexicon.book.packed(), lexicon.book.surface_words()
    m = corpus.mentions
    arrays: Arrays = {"words": np.frombuffer(blob, dtype=np.uint8), "offsets": offsets, "spans": spans, "cuts": cuts}
    arrays |= {"ids": corpus.tokens.ids, "sentences": corpus.sentences, "documents": corpus.documents}
    arrays |= {"start": m.start, "end": m.end, "type": m.type}
    for name, pairs in (("labels", lexicon.labels), ("entities", lexicon.entities)):
        arrays |= {f"{name}{i}": column for i, column in enumerate(pairs.triples())}
    return arrays


def _lexicon(arrays: Arrays, about: Mapping[str, Any]) -> Lexicon:
    lexicon = Lexicon()
    lexicon.book.__setstate__(
        {"words": (arrays["words"].tobytes(), arrays["offsets"]), "spans": (arrays["spans"], arrays["cuts"])}
    )
    lexicon.types = list(about["types"])
    lexicon.sizes.update(about["sizes"])
    for name, pairs in (("labels", lexicon.labels), ("entities", lexicon.entities)):
        pairs.add_counts((arrays[f"{name}0"], arrays[f"{name}1"], arrays[f"{name}2"]))
    lexicon.keep(
        Corpus(
            Coded(arrays["ids"], lexicon.book),
            arrays["sentences"],
            Mentions(arrays["start"], arrays["end"], arrays["type"]),
            tuple(about["corpus_types"]),
            arrays["documents"],
            marked_documents=about["marked"],
        )
    )
    return lexicon
