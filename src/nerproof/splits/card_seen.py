"""What of a part is seen in another: samples, mentions and entities, by type, by TMR's sets, and which entities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

Entity = tuple[str, str]
Samples = Sequence[Sequence[Entity]]  # the entities of each sample, one per mention

MOST = 50  # shared entities that are named
PLACES = 3  # of a shared entity
DRAWS = 5
SETS = ("SEEN", "UNSEEN-TYPE", "UNSEEN-TOKENS", "TCM-ALL")


def ratio(count: int, total: int) -> dict[str, Any]:
    """Numerator, denominator and value; the value of nothing is undefined."""
    return {"count": count, "total": total, "value": count / total if total else None}


def directions(names: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is counted in what, in the order to be read: the last part (test) first, against train before all others.

    >>> [f"{a}|{'+'.join(b)}" for a, b in directions(["train", "dev", "test"])]
    ['test|train', 'test|dev', 'test|train+dev', 'dev|train', 'dev|test', 'train|dev', 'train|test']
    """
    for a in reversed(names):
        others = tuple(b for b in names if b != a)
        yield from ((a, (b,)) for b in others)
        if a == names[-1] and len(others) > 1:
            yield a, others


def contamination(samples: Mapping[str, Samples]) -> dict[str, Any]:
    """Every ordered pair of parts, and the last part against all the others together."""
    entities = {name: {e for sample in part for e in sample} for name, part in samples.items()}
    return {
        f"{a}|{'+'.join(others)}": direction(samples[a], set().union(*(entities[b] for b in others)))
        for a, others in directions(list(samples))
    }


def direction(samples: Samples, other: set[Entity]) -> dict[str, Any]:
    """Samples with a seen entity and with seen entities only, seen mentions, shared entities."""
    own = {e for sample in samples for e in sample}
    mentions = [e in other for sample in samples for e in sample]
    return {
        "sample_partial": ratio(sum(any(e in other for e in sample) for sample in samples), len(samples)),
        "sample_full": ratio(sum(bool(sample) and other.issuperset(sample) for sample in samples), len(samples)),
        "mention": ratio(sum(mentions), len(mentions)),
        "entity": ratio(len(own & other), len(own)),
    }


def seen_in_first(
    corpus: Corpus, parts: Mapping[str, Ints], entities: Samples, samples: Mapping[str, Samples]
) -> dict[str, Any]:
    """For each part but the first: what of it is seen in the first, by type and by set, and which entities."""
    first, *others = samples
    times = Counter(e for sample in samples[first] for e in sample)
    return {
        name: {
            "types": _by_type(samples[name], times),
            "sets": tough(samples[name], times.keys()),
            "entities": _shared_entities(corpus, parts[name].tolist(), entities, times),
        }
        for name in others
    }


def _by_type(samples: Samples, other: Counter[Entity]) -> dict[str, Any]:
    """Seen mentions of each type."""
    total = Counter(e[1] for sample in samples for e in sample)
    seen = Counter(e[1] for sample in samples for e in sample if e in other)
    return {t: ratio(seen[t], n) for t, n in sorted(total.items())}


def tough(samples: Samples, other: AbstractSet[Entity]) -> dict[str, Any]:
    """The mentions in each of TMR's sets; TCM-ALL: their surface has two or more types in this part."""
    mentions = [e for sample in samples for e in sample]
    surfaces = {surface for surface, _ in other}
    types = Counter(surface for surface, _ in set(mentions))
    counts = Counter(_set(e, other, surfaces) for e in mentions)
    counts["TCM-ALL"] = sum(types[surface] > 1 for surface, _ in mentions)
    return {name: ratio(counts[name], len(mentions)) for name in SETS}


def _set(entity: Entity, other: AbstractSet[Entity], surfaces: set[str]) -> str:
    if entity in other:
        return "SEEN"
    return "UNSEEN-TYPE" if entity[0] in surfaces else "UNSEEN-TOKENS"


def _shared_entities(
    corpus: Corpus, sentences: Sequence[int], entities: Samples, first: Counter[Entity]
) -> list[dict[str, Any]]:
    """The entities of these sentences that are in the first part, most mentions first, and where some of them are."""
    found: dict[Entity, list[int]] = defaultdict(list)
    for i in sentences:
        for entity in entities[i]:
            if entity in first:
                found[entity].append(i)
    top = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST]
    return [
        {
            "surface": e[0],
            "type": e[1],
            "mentions": len(where),
            "in_first": first[e],
            "places": [corpus.place(i) for i in where[:PLACES]],
        }
        for e, where in top
    ]


# --- what random parts of the same sizes would have -----------------------------------------------------------------


def random_rates(everything: Samples, sizes: Mapping[str, int]) -> dict[str, dict[str, float | None]]:
    """Per direction the shares of seen mentions and of samples with one: means over five random splits."""
    draws = [contamination(_dealt(everything, sizes, seed)) for seed in range(DRAWS)]
    return {
        key: {kind: _mean([draw[key][kind]["value"] for draw in draws]) for kind in ("mention", "sample_partial")}
        for key in draws[0]
    }


def _dealt(everything: Samples, sizes: Mapping[str, int], seed: int) -> dict[str, Samples]:
    waiting = iter(np.random.default_rng(seed).permutation(len(everything)).tolist())
    return {name: [everything[i] for i in islice(waiting, n)] for name, n in sizes.items()}


def _mean(values: list[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return float(np.mean(known)) if len(known) == len(values) else None


def harder_sets(everything: Samples, sizes: Mapping[str, int]) -> dict[str, Any]:
    """TMR's sets of a random part as large as the last one, against a random first one."""
    first, *_, last = _dealt(everything, sizes, 0).values()
    return tough(last, {e for sample in first for e in sample})
