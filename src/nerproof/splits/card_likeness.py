"""How like the corpus each part is: mentions per sample, lengths, and how often its entities occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

Entity = tuple[str, str]
Samples = Sequence[Sequence[Entity]]

HISTOGRAM = {"0": 0, "1": 1, "2": 2, "3": 3, "4-5": 5, "6-8": 8, "9+": None}  # mentions per sample: upto which
LENGTHS = {"1": 1, "2": 2, "3": 3, "4+": None}  # tokens per mention
FREQUENCY = {"1": 1, "2-4": 4, "5-9": 9, "10+": None}  # mentions of the entity in the corpus
POINTS, RELATIVE = 0.005, 0.05  # a histogram bin may differ by the larger of the two


def bin_of(value: int, bins: Mapping[str, int | None]) -> str:
    """The first bin that reaches so far.

    >>> bin_of(5, HISTOGRAM), bin_of(12, HISTOGRAM)
    ('4-5', '9+')
    """
    return next(name for name, most in bins.items() if most is None or value <= most)


def histogram(samples: Mapping[str, Samples], everything: Samples) -> dict[str, Any]:
    """Samples per number of mentions and part, beside what the part would hold if it were like the corpus."""
    whole = Counter(bin_of(len(s), HISTOGRAM) for s in everything)
    found: dict[str, Any] = {name: {} for name in HISTOGRAM}
    for part, some in samples.items():
        here = Counter(bin_of(len(s), HISTOGRAM) for s in some)
        for name, row in found.items():
            target = len(some) * whole[name] / max(len(everything), 1)
            allowed = max(POINTS * len(some), RELATIVE * target, 0.5)
            off = abs(here[name] - target)
            within = off <= allowed + 1e-9 or off < 1  # the whole numbers around the target
            row[part] = {"count": here[name], "target": target, "allowed": allowed, "within": within}
    return found


def frequencies(samples: Mapping[str, Samples], everything: Samples) -> dict[str, Any]:
    """Per part the share of its mentions by how often their entity occurs in the corpus; ``corpus`` is all of it."""
    times = Counter(e for sample in everything for e in sample)
    return {
        part: _shares(Counter(bin_of(times[e], FREQUENCY) for s in some for e in s), FREQUENCY)
        for part, some in {**samples, "corpus": everything}.items()
    }


def lengths(corpus: Corpus, parts: Mapping[str, Ints]) -> dict[str, Any]:
    """Per part the share of its mentions by their tokens."""
    tokens = (corpus.mentions.end - corpus.mentions.start).tolist()
    where = corpus.sentence_of_mention.tolist()
    counts: dict[str, Counter[str]] = {name: Counter() for name in [*parts, "corpus"]}
    part_of = {i: name for name, some in parts.items() for i in some.tolist()}
    for i, n in zip(where, tokens, strict=True):
        counts["corpus"][bin_of(n, LENGTHS)] += 1
        if i in part_of:
            counts[part_of[i]][bin_of(n, LENGTHS)] += 1
    return {name: _shares(some, LENGTHS) for name, some in counts.items()}


def _shares(counts: Counter[str], bins: Mapping[str, int | None]) -> dict[str, Any]:
    total = counts.total()
    return {
        name: {"count": counts[name], "total": total, "value": counts[name] / total if total else None} for name in bins
    }
