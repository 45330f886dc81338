"""How far InterpretEval's released program is from the paper's text, on the eleven system outputs, as a Markdown table."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import arguments, cases

from nerproof import evaluate
from nerproof.base.results import Result
from nerproof.formats import ReadOptions

ALIASES = ("eCon", "tCon", "eFre", "tFre", "eDen", "oDen", "sLen", "eLen")
HEADER = "| corpus | attribute | largest difference of F1 in a bucket (points) | where | S_ρ with another sign | items dropped |"


def run(train: Path, gold: Path, pred: Path, *, released: bool) -> Result:
    reading = ReadOptions(extra={"all_columns": False, "flat_stream": released})
    switches = {"interpreteval_compat": True} if released else {}
    options = {"align": "position", "suites": ["interpreteval"], "resamples": 0}
    return evaluate(gold, {"s": pred}, train=train, reading=reading, switches=switches, **options)


def buckets(result: Result, alias: str) -> dict[str, float | None]:
    found = result.where(system="s", metric="f1")
    return {r.slice.partition(":")[2]: r.value for r in found if r.slice.startswith(f"{alias}:")}


def items(result: Result, alias: str) -> int:
    """Gold and predicted items that stand in any bucket."""
    found = [r for r in result.where(system="s", metric="f1") if r.slice.startswith(f"{alias}:")]
    return sum(r.more["n_gold"] + r.more["n_pred"] for r in found)


def rho(result: Result, alias: str) -> float:
    return result.value("s_rho", suite="interpreteval", system="s", slice=alias) or 0.0


def largest(pairs: dict[str, tuple[Result, Result]], alias: str) -> tuple[float, str]:
    """Over all systems; an empty bucket of ours is no score, so it is not compared."""
    gaps = [(0.0, "")]
    for name, (ours, theirs) in pairs.items():
        left, right = buckets(ours, alias), buckets(theirs, alias)
        for bucket in left.keys() & right.keys():
            a, b = left[bucket], right[bucket]
            if a is not None and b is not None:
                gaps.append((100 * abs(a - b), f"{name} {bucket}: {100 * a:.2f} / {100 * b:.2f}"))
    return max(gaps)


def line(corpus: str, pairs: dict[str, tuple[Result, Result]], alias: str) -> str:
    gap, where = largest(pairs, alias)
    where = where if gap >= 0.005 else ""
    flips = sum(rho(a, alias) * rho(b, alias) < 0 for a, b in pairs.values())
    dropped = sum(items(a, alias) - items(b, alias) for a, b in pairs.values())
    return f"| {corpus} | {alias} | {gap:.2f} | {where} | {flips} of {len(pairs)} | {dropped} |"


def main() -> int:
    given = arguments("Compares the paper's text with the released program.")
    corpora: dict[str, dict[str, tuple[Result, Result]]] = {}
    for name, train, gold, pred, _ in cases(given.data, given.golden):
        corpus, _, system = name.rpartition(" ")
        pair = (run(train, gold, pred, released=False), run(train, gold, pred, released=True))
        corpora.setdefault(corpus, {})[system] = pair
    print(HEADER + "\n|---|---|---|---|---|---|")
    for corpus, pairs in corpora.items():
        for alias in ALIASES:
            print(line(corpus, pairs, alias))
    return 0 if corpora else 1


if __name__ == "__main__":
    sys.exit(main())
