"""Names of our own making, by language: organisations, events, works and the like, from patterns and lists."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nerproof.gazetteers.demonyms import demonyms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_DATA = Path(__file__).resolve().parent / "data"
LANGUAGES = tuple(sorted(p.stem.removeprefix("made-") for p in _DATA.glob("made-*.txt")))
PER_PATTERN = 150
_ELISION = re.compile(r"\bde (?=[AEIOUYÉÈÊÎÔ])")
_SLOT = re.compile(r"\{(\w+)\}")
_STARTS = (
    "Nova Terra Vira Syn Axi Omni Calix Verdi Lumi Quanta Zeno Altor Helio Orbi Medi Tela Ferro Agri Pana Cori".split()  # noqa: SIM905
)
_ENDS = "tek corp dyne med net gen lux soft plex star tron via com line mar dor bank tel".split()  # noqa: SIM905

Record = tuple[str, str, str, str, str]


def made_names(
    language: str, cities: Sequence[str], countries: Sequence[str], surnames: Sequence[str]
) -> Iterator[Record]:
    """(type, class, label, id, name) of every pattern, filled up to PER_PATTERN times; the same on every call."""
    path = _DATA / f"made-{language}.txt"
    if not path.exists():
        return
    listed = demonyms(language)
    words: dict[str, Sequence[str]] = {
        "city": cities,
        "country": countries,
        "last": surnames,
        "demonym": sorted(listed.common) if listed else countries,
        "coined": [a + b for a in _STARTS for b in _ENDS if a[-1] != b[0]],
        "number": [str(n) for n in range(110, 990, 20)],
        "letter": list("BCDFGHKLMRTX"),
        "year": [str(y) for y in range(1948, 2024)],
    }
    classes, own = _parsed(path.read_text("utf-8"))
    words |= own
    rng = np.random.default_rng(0)
    for (type_, qid, label), patterns in classes.items():
        seen: set[str] = set()
        for pattern in patterns:
            for filled in _filled(pattern, words, rng):
                name = _ELISION.sub("d'", filled) if language == "fr" else filled
                if name not in seen:
                    seen.add(name)
                    yield type_, qid, label, f"made:{label}:{len(seen)}", name


def _parsed(text: str) -> tuple[dict[tuple[str, str, str], list[str]], dict[str, list[str]]]:
    """Patterns by class, and lists of words by name."""
    classes: dict[tuple[str, str, str], list[str]] = {}
    words: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            type_, qid, label = line.strip("[]").split(" ", 2)
            current = classes.setdefault((type_, qid, label), [])
        elif line.startswith("@"):
            name, *listed = line[1:].split()
            words[name] = [part for word in listed for part in word.split("|")]
        elif line and not line.startswith("#"):
            current += [p.strip() for p in line.split("|")]
    return classes, words


def _filled(pattern: str, words: Mapping[str, Sequence[str]], rng: np.random.Generator) -> Iterator[str]:
    slots = _SLOT.findall(pattern)
    if not slots or not all(words.get(s) for s in slots):
        return
    for _ in range(PER_PATTERN):
        drawn = [words[s][int(rng.random() * len(words[s]))] for s in slots]
        if all(a != b for a, b in pairwise(drawn)):
            parts = iter(drawn)
            yield _SLOT.sub(lambda _m: next(parts), pattern)  # noqa: B023
