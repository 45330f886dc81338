"""How like the corpus each part is: mentions per type and per sample, lengths, and how often its entities occur."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.splits.card_seen import Samples, ratio

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

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


def types(
    samples: Mapping[str, Samples], everything: Samples, ratios: Mapping[str, float] | None, tolerance: float
) -> dict[str, Any]:
    """Mentions per type and part, beside what the part's share of the corpus would hold."""
    kept = sum(map(len, samples.values())) / max(len(everything), 1)  # less than 1 where samples are dropped
    asked = {name: share * kept for name, share in (ratios or {}).items()}
    whole = Counter(t for sample in everything for _, t in sample)
    found: dict[str, Any] = {t: {} for t in sorted(whole)}
    for part, some in samples.items():
        here = Counter(t for sample in some for _, t in sample)
        share = asked.get(part, len(some) / max(len(everything), 1))
        for t, row in found.items():
            target = share * whole[t]
            row[part] = _cell(here[t], target, max(tolerance * target, 0.5 * target**0.5))
    return found


def histogram(samples: Mapping[str, Samples], everything: Samples) -> dict[str, Any]:
    """Samples per number of mentions and part, beside what the part would hold if it were like the corpus."""
    whole = Counter(bin_of(len(s), HISTOGRAM) for s in everything)
    found: dict[str, Any] = {name: {} for name in HISTOGRAM}
    for part, some in samples.items():
        here = Counter(bin_of(len(s), HISTOGRAM) for s in some)
        for name, row in found.items():
            target = len(some) * whole[name] / max(len(everything), 1)
            row[part] = _cell(here[name], target, max(POINTS * len(some), RELATIVE * target))
    return found


def _cell(count: int, target: float, slack: float) -> dict[str, Any]:
    """A count beside its target; the next whole numbers are always allowed: 1.4 ± 0.3 holds none."""
    allowed = max(slack, math.ceil(target) - target, target - math.floor(target))
    return {"count": count, "target": target, "allowed": allowed, "within": abs(count - target) <= allowed + 1e-9}


def frequencies(samples: Mapping[str, Samples], everything: Samples) -> dict[str, Any]:
    """Per part the share of its mentions by how often their entity occurs in the corpus; ``corpus`` is all of it."""
    times = Counter(e for sample in everything for e in sample)
    return {
        part: _shares(Counter(bin_of(times[e], FREQUENCY) for s in some for e in s), FREQUENCY)
        for part, some in {**samples, "corpus": everything}.items()
    }


def lengths(corpus: Corpus, parts: Mapping[str, Ints]) -> dict[str, Any]:
    """Per part the share of its mentions by their tokens."""
    tokens, where = corpus.mentions.end - corpus.mentions.start, corpus.sentence_of_mention
    return {
        part: _shares(Counter(bin_of(n, LENGTHS) for n in tokens[np.isin(where, some)].tolist()), LENGTHS)
        for part, some in {**parts, "corpus": np.arange(corpus.n_sentences)}.items()
    }


def _shares(counts: Counter[str], bins: Mapping[str, int | None]) -> dict[str, Any]:
    return {name: ratio(counts[name], counts.total()) for name in bins}
