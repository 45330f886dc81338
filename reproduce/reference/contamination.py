"""Entity contamination by its definitions: rates between two parts, and scores of the clean and the contaminated test."""

from __future__ import annotations

from reference.files import Mention, Sentence, mentions, surface

Entity = tuple[str, str]


def entities(sentences: list[Sentence], found: list[Mention] | None = None) -> list[tuple[Mention, Entity]]:
    every = mentions(sentences) if found is None else found
    return [(m, (surface(sentences, m), m[3])) for m in every]


def rates(part: list[Sentence], other: list[Sentence]) -> dict[str, int]:
    """Samples, mentions and entities of a part, and those that share an entity with the other part."""
    known = {e for _, e in entities(other)}
    own = entities(part)
    samples: dict[int, list[bool]] = {}
    for (i, *_), entity in own:
        samples.setdefault(i, []).append(entity in known)
    distinct = {e for _, e in own}
    return {
        "samples": len(part),
        "partial": sum(any(s) for s in samples.values()),
        "full": sum(all(s) for s in samples.values()),
        "mentions": len(own),
        "mentions_contaminated": sum(e in known for _, e in own),
        "entities": len(distinct),
        "entities_contaminated": len(distinct & known),
    }


def scores(train: list[Sentence], gold: list[Sentence], pred: list[Sentence]) -> dict[str, float | None]:
    """F1 and recall of all, clean and contaminated mentions; precision of what training lacks."""
    known = {e for _, e in entities(train)}
    answered = mentions(pred)
    right = set(answered)
    hits = {True: 0, False: 0}  # by whether the entity is in training
    size = {True: 0, False: 0}
    for mention, entity in entities(gold):
        size[entity in known] += 1
        hits[entity in known] += mention in right
    correct = hits[True] + hits[False]
    new = sum(e not in known for _, e in entities(gold, answered))  # gold's tokens
    p, wrong = share(correct, len(answered)), len(answered) - correct
    r, clean, dirty = share(correct, sum(size.values())), share(hits[False], size[False]), share(hits[True], size[True])
    whole, without = f1(p, r), f1(p, clean)
    return {
        "F1": whole,
        "F1_clean": without,
        "F1_contaminated": f1(p, dirty),
        "R_clean": clean,
        "R_contaminated": dirty,
        "delta_F1": minus(whole, without),
        "delta_R": minus(r, clean),
        "F1_clean_exact": f1(share(hits[False], hits[False] + wrong), clean),
        "P_unseen": share(hits[False], new),
        "F1_unseen": f1(share(hits[False], new), clean),
    }


def share(count: int, total: int) -> float | None:
    return count / total if total else None


def minus(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a - b


def f1(p: float | None, r: float | None) -> float | None:
    if p is None or r is None:
        return None
    return 2 * p * r / (p + r) if p + r else 0.0
