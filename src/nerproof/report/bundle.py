"""The chart library that vl-convert carries, packed once per version into the user's cache folder (2 s)."""

from __future__ import annotations

import base64
import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from nerproof.base.cachefolder import cache_folder


@dataclass(frozen=True)
class Bundle:
    """``packed`` is base64 of gzip; ``digest`` is the hash that a Content-Security-Policy names."""

    packed: str
    digest: str


def bundle() -> Bundle:
    """The library, from the cache when what is there is whole."""
    import vl_convert  # importlib.metadata takes ten times as long to say its version

    path = cache_folder() / f"vega-{vl_convert.__version__}.txt"  # type: ignore[attr-defined]
    return _cached(path) or _made(path)


def packed(content: bytes, level: int = 5) -> str:
    """Bytes for a data block of the page; no time stamp inside, so the same content gives the same page.

    Level 6 takes twice as long for 5 % less.
    """
    return base64.b64encode(gzip.compress(content, compresslevel=level, mtime=0)).decode("ascii")


def csp_digest(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


def _cached(path: Path) -> Bundle | None:
    try:
        digest, text = path.read_text("ascii").split("\n", 1)
        script = gzip.decompress(base64.b64decode(text, validate=True)).decode()
    except (OSError, ValueError, EOFError, gzip.zlib.error):  # type: ignore[attr-defined]
        return None
    return Bundle(text, digest) if csp_digest(script) == digest else None


def _made(path: Path) -> Bundle:
    import vl_convert

    from nerproof.base.atomic import atomic

    script: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    made = Bundle(packed(script.encode(), 9), csp_digest(script))
    try:
        with atomic(path) as temporary:
            temporary.write_text(f"{made.digest}\n{made.packed}", "ascii")
    except OSError:  # a read-only home only costs the two seconds again
        return made
    return made
