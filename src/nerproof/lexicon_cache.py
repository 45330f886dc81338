"""Indexes of large training corpora, kept on disk by content digest and mapped into memory: npy files, no pickle."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numpy as np

from nerproof.base.version import __version__
from nerproof.corpus import Corpus
from nerproof.corpus.ngrams import Ngrams
from nerproof.lexicon import Lexicon

LARGE = 2_000_000  # tokens; smaller indexes are built faster than they are found


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "nerproof" / f"lexicon-{__version__}"


def indexed(corpus: Corpus, *, large: int = LARGE) -> Lexicon:
    """The lexicon of a corpus; that of a large one comes from the cache when the same content was indexed before."""
    if corpus.n_tokens < large:
        return Lexicon(corpus)
    folder = cache_folder() / digest_of(corpus)
    try:
        if not folder.exists():
            _store(Lexicon(corpus), folder)
        return _load(corpus, folder)
    except (OSError, ValueError):  # a full disk or a damaged cache must not stop an evaluation
        _remove(folder)
        return Lexicon(corpus)


def digest_of(corpus: Corpus) -> str:
    """SHA-256 of what is indexed. Numbers count as they are: that costs a tenth of the corpus's content digest."""
    blob, offsets = corpus.tokens.vocabulary.packed()
    m = corpus.mentions
    digest = hashlib.sha256("\n".join(corpus.types).encode("utf-8", "surrogatepass"))
    for part in (blob, offsets, corpus.tokens.ids, corpus.sentences, m.start, m.end, m.type):
        digest.update(part if isinstance(part, bytes) else np.ascontiguousarray(part).data)
        digest.update(b"\0")
    return digest.hexdigest()[:32]


def _store(lexicon: Lexicon, folder: Path) -> None:
    """Written aside and renamed, so that a folder is complete or not there."""
    import tempfile

    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=folder.parent))
    grams, node = lexicon.surfaces
    arrays = {
        "token_types": lexicon.token_types,
        "token_count": lexicon.token_count,
        "surface_types": lexicon.surface_types,
        "node": node,
        "bases": np.array(grams.bases, dtype=np.int64),
        **{f"level{i}": level for i, level in enumerate(grams.levels)},
    }
    for name, array in arrays.items():
        np.save(aside / f"{name}.npy", array, allow_pickle=False)
    try:
        aside.rename(folder)
    except OSError:  # another process was faster
        _remove(aside)


def _remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def _load(corpus: Corpus, folder: Path) -> Lexicon:
    def array(name: str) -> np.ndarray:
        return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False))

    bases = tuple(array("bases").tolist())
    levels = tuple(array(f"level{i}") for i in range(len(bases)))
    lexicon = Lexicon(corpus)
    grams = Ngrams(levels, bases, len(corpus.tokens.vocabulary))
    # What a lexicon computes once it keeps in its dictionary; here it finds it computed.
    lexicon.__dict__.update(
        surfaces=(grams, array("node")),
        token_types=array("token_types"),
        token_count=array("token_count"),
        surface_types=array("surface_types"),
    )
    return lexicon
