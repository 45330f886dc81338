"""InterpretEval by the paper's definitions: attributes, buckets, S_ρ, S_σ and ζ."""

from __future__ import annotations

from collections import Counter
from math import inf, nextafter, sqrt
from statistics import mean, pstdev

from reference.files import Sentence, labels, mentions

Item = tuple[int, ...]  # what must agree: sentence, place and type
RULES = {
    "eCon": "consistency", "tCon": "consistency", "eFre": "zero", "tFre": "zero", "oDen": "zero",
    "sLen": "equal", "eDen": "equal", "eLen": "length",
}  # fmt: skip


class Training:
    """Counts of token sequences in the training sentences, and of mentions with their label."""

    def __init__(self, train: list[Sentence], asked: set[tuple[str, ...]]) -> None:
        self.words: Counter[str] = Counter()
        self.labelled: Counter[tuple[str, str]] = Counter()
        self.runs: Counter[tuple[str, ...]] = Counter()
        self.entities: Counter[tuple[tuple[str, ...], str]] = Counter()
        lengths = {len(a) for a in asked}
        found = mentions(train)
        for sentence, kinds in zip(train, labels(train, found), strict=True):
            tokens = [t for t, _ in sentence]
            self.words.update(tokens)
            self.labelled.update(zip(tokens, kinds, strict=True))
            for n in lengths:
                self.runs.update(run for k in range(len(tokens) - n + 1) if (run := tuple(tokens[k : k + n])) in asked)
        for i, start, end, kind in found:
            self.entities[tuple(t for t, _ in train[i][start:end]), kind] += 1


def interpreteval(train: list[Sentence], gold: list[Sentence], pred: list[Sentence]) -> dict[str, dict]:
    """Per attribute the buckets with their counts, S_ρ, S_σ and ζ."""
    sides = {"gold": mentions(gold), "pred": mentions(pred)}
    asked = {tuple(t for t, _ in gold[i][s:e]) for found in sides.values() for i, s, e, _ in found}
    training = Training(train, asked)
    density = Counter(i for i, *_ in sides["gold"])
    values = {
        name: {side: items(name, gold, found, training, density) for side, found in sides.items()} for name in RULES
    }
    return {name: attribute(found["gold"], found["pred"], RULES[name]) for name, found in values.items()}


def items(name: str, gold: list[Sentence], found: list, training: Training, density: Counter[int]) -> dict[Item, float]:
    """The value of every mention, or of every token inside one."""
    if name in ("tCon", "tFre"):
        return {
            (i, k, kind): token_value(name, gold[i][k][0], kind, training)
            for i, start, end, kind in found
            for k in range(start, end)
        }
    return {m: mention_value(name, gold, m, training, density) for m in found}


def token_value(name: str, word: str, kind: str, training: Training) -> float:
    seen = training.words[word]
    return float(seen) if name == "tFre" else training.labelled[word, kind] / seen if seen else 0.0


def mention_value(name: str, gold: list[Sentence], mention, training: Training, density: Counter[int]) -> float:
    i, start, end, kind = mention
    size, run = len(gold[i]), tuple(t for t, _ in gold[i][start:end])
    if name == "eCon":
        return training.entities[run, kind] / training.runs[run] if training.runs[run] else 0.0
    return {
        "eLen": float(end - start),
        "sLen": float(size),
        "eDen": density[i] / size,
        "oDen": sum(t not in training.words for t, _ in gold[i]) / size,
        "eFre": float(training.runs[run]),
    }[name]


def attribute(gold: dict[Item, float], pred: dict[Item, float], rule: str) -> dict:
    buckets, low = [], -inf
    for high in edges(list(gold.values()), rule):
        inside = [{item for item, v in side.items() if low < v <= high} for side in (gold, pred)]
        buckets.append({"n_gold": len(inside[0]), "n_pred": len(inside[1]), "n_correct": len(inside[0] & inside[1])})
        low = high
    f1 = [2 * b["n_correct"] / (b["n_gold"] + b["n_pred"]) for b in buckets if b["n_gold"] + b["n_pred"]]
    return {
        "buckets": buckets,
        "S_rho": spearman(f1),
        "S_sigma_pop": pstdev(f1) if f1 else None,
        "zeta": mean(gold.values()) if gold else None,
    }


def edges(values: list[float], rule: str, m: int = 4) -> list[float]:
    """Upper edges; the last bucket takes what lies above."""
    if rule == "length":
        return [1.0, 2.0, 3.0, inf]
    if rule == "consistency":
        inner = equal([v for v in values if 0 < v < 1], m - 2)
        return [0.0, *inner, nextafter(1.0, 0.0), inf]
    zero = rule == "zero" and 0 in values
    inner = equal([v for v in values if v > 0] if zero else values, m - 1 if zero else m)
    return [*([0.0] if zero else []), *inner, inf]


def equal(values: list[float], parts: int) -> list[float]:
    """Inner edges: a bucket is full when it holds more than its share; equal values stay together."""
    found, size = [], 0
    counts = sorted(Counter(values).items())
    for value, n in counts[:-1]:
        size += n
        if size > len(values) / parts and len(found) < parts - 1:
            found.append(value)
            size = 0
    return found


def spearman(scores: list[float]) -> float | None:
    """With the numbers of the buckets; equal scores share their rank."""
    rank = [sum(y < x for y in scores) + (sum(y == x for y in scores) + 1) / 2 for x in scores]
    place = [k + 1 for k in range(len(scores))]
    a, b = ([x - mean(side) for x in side] for side in (place, rank)) if scores else ([], [])
    scale = sqrt(sum(x * x for x in a) * sum(x * x for x in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / scale if scale else None
