"""The demo's data files: ``[section]`` headings, one entry per line, ``#`` comments."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def sections(name: str) -> dict[str, list[str]]:
    """The entries of each section of a data file; a heading ending in ``words`` holds one entry per word."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    split = False
    for line in files("nerproof.demo").joinpath("data", name).read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
            split = heading.endswith(" words")
            current = found.setdefault(heading.removesuffix(" words"), [])
        elif line and not line.startswith("#"):
            current.extend(line.split() if split else [line])
    return found
