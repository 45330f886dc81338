"""The quality card of a split: what parts share, how like the corpus they are, duplicates; counted from strings.

Deliberately slow and simple, and independent of the optimiser's arrays: what it says is recounted from the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nerproof.splits.card_duplicates import duplicates
from nerproof.splits.card_likeness import frequencies, histogram, lengths, types
from nerproof.splits.card_seen import (
    Entity,
    Samples,
    contamination,
    harder_sets,
    random_rates,
    ratio,
    seen_in_first,
)
from nerproof.splits.card_verdicts import harder_verdict, judged, verdicts

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

Card = dict[str, Any]


def quality(
    corpus: Corpus,
    parts: Mapping[str, Ints],
    *,
    unit: str = "sentence",
    ratios: Mapping[str, float] | None = None,
    tolerance: float = 0.05,
    near: bool | None = None,
    harder: str | None = None,
) -> Card:
    """The card as plain JSON values; ``parts`` are sentence numbers by name, the first part is train.

    ``near=None`` looks for near-duplicate sentences unless there are very many; ``harder`` says in which way the last
    part is hard on purpose.
    """
    entities = sentence_entities(corpus)
    owner = range(corpus.n_sentences) if unit == "sentence" else corpus.document_of_sentence.tolist()
    samples = {name: _samples(entities, owner, where.tolist()) for name, where in parts.items()}
    everything = _samples(entities, owner, range(corpus.n_sentences))
    card: Card = {
        "unit": unit,
        "order": list(parts),  # JSON with sorted keys loses it
        "corpus": _size(corpus, range(corpus.n_sentences), everything),
        "parts": _parts(corpus, parts, samples, everything, ratios),
        "types": types(samples, everything, ratios, tolerance),
        "contamination": contamination(samples),
        "seen": seen_in_first(corpus, parts, entities, samples),
        "histogram": histogram(samples, everything),
        "frequencies": frequencies(samples, everything),
        "lengths": lengths(corpus, parts),
        "documents": _documents(corpus, parts),
        "frequent": _frequent(everything),
        "tolerance": tolerance,
    }
    card["cells"] = _cells(card["types"])
    card["duplicates"] = duplicates(corpus, parts, near=near)
    sizes = {name: len(part) for name, part in samples.items()}
    card["random"] = random_rates(everything, sizes)
    card["judged"] = judged(card)
    card["verdicts"] = verdicts(card)
    if harder:
        last = card["order"][-1]
        hard = {"kind": harder, "part": last, "sets": card["seen"][last]["sets"]}
        card["harder"] = {**hard, "random": harder_sets(everything, sizes)}
        card["verdicts"].append(harder_verdict(card["harder"]))
    return card


def _samples(entities: Samples, owner: Sequence[int], sentences: Iterable[int]) -> list[list[Entity]]:
    """The entities (one per mention) of each sample of a part."""
    by_sample: dict[int, list[Entity]] = {}
    for i in sentences:
        by_sample.setdefault(owner[i], []).extend(entities[i])
    return list(by_sample.values())


def sentence_entities(corpus: Corpus) -> list[list[Entity]]:
    """Surface and type of every mention, by sentence."""
    words = corpus.tokens.strings()
    m = corpus.mentions
    found: list[list[Entity]] = [[] for _ in range(corpus.n_sentences)]
    rows = (corpus.sentence_of_mention, m.start, m.end, m.type)
    for i, start, end, kind in zip(*(column.tolist() for column in rows), strict=True):
        found[i].append((" ".join(words[start:end]), corpus.types[kind]))
    return found


def _size(corpus: Corpus, sentences: Iterable[int], samples: Samples) -> dict[str, Any]:
    offsets = corpus.sentences
    rows = list(sentences)
    return {
        "samples": len(samples),
        "sentences": len(rows),
        "tokens": sum(int(offsets[i + 1] - offsets[i]) for i in rows),
        "mentions": sum(map(len, samples)),
        "empty_samples": sum(not sample for sample in samples),
    }


def _parts(
    corpus: Corpus,
    parts: Mapping[str, Ints],
    samples: Mapping[str, Samples],
    everything: Samples,
    ratios: Mapping[str, float] | None,
) -> dict[str, Any]:
    whole = Counter(t for sample in everything for _, t in sample)
    n_all, m_all = len(everything), whole.total()
    found = {}
    for name, part in samples.items():
        size = _size(corpus, parts[name].tolist(), part)
        here = Counter(t for sample in part for _, t in sample)
        per_sample = size["mentions"] / len(part) if part else None
        found[name] = size | {
            "share": len(part) / n_all if n_all else None,
            "target_share": ratios.get(name) if ratios else None,
            "density": per_sample / (m_all / n_all) if per_sample is not None and m_all else None,
            "l1": _l1(here, whole),
        }
    return found


def _l1(here: Counter[str], whole: Counter[str]) -> float | None:
    """Sum over types of the difference of their shares: 0 alike, 2 nothing in common."""
    if not here.total() or not whole.total():
        return None
    return sum(abs(here[t] / here.total() - whole[t] / whole.total()) for t in whole)


def _cells(types: Mapping[str, Any]) -> dict[str, Any]:
    cells = [cell["within"] for row in types.values() for cell in row.values()]
    return ratio(sum(cells), len(cells))


def _documents(corpus: Corpus, parts: Mapping[str, Ints]) -> dict[str, Any] | None:
    """Documents with sentences in more than one part; None where the corpus marks no documents."""
    if not corpus.marked_documents:
        return None
    owner = corpus.document_of_sentence.tolist()
    where: dict[int, set[str]] = {}
    for name, sentences in parts.items():
        for i in sentences.tolist():
            where.setdefault(owner[i], set()).add(name)
    return ratio(sum(len(names) > 1 for names in where.values()), len(where))


def _frequent(everything: Samples) -> list[dict[str, Any]]:
    """The entities that stand in most samples: they are what cannot be kept apart."""
    counts = Counter(e for sample in everything for e in set(sample))
    top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    return [{"surface": s, "type": t, **ratio(n, len(everything))} for (s, t), n in top]
