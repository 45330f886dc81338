"""How well ``nerproof audit`` finds errors: tables for README.md.

python reproduce/audit/run.py [--data ../shared/data] [--only real|systems|folds]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from figures import begin, skipping
from known import alternatives, conll2003dev, cross_validated, planted_folds, planted_systems, wrong_sites

from nerproof.auditing.probability import FOLDS, VOTES, rank
from nerproof.auditing.review import review
from nerproof.measures.votes import GOLD, Votes

HEAD = (
    "| corpus | voters | sites | errors | precision at 50 | at 100 | at 200 | recall at twice the errors "
    "| to read | errors there: expected (95 % interval) | true | errors beyond: expected | true |"
)


def plain(known):
    """The plain weighted vote: weight for the best alternative less weight for gold."""
    found, _ = alternatives(known)
    margin = found.support - found.support_of_gold
    score = np.full(found.votes.n_sites, -9.0)
    np.maximum.at(score, found.site, margin)
    return score


def ours(known):
    ranked = rank(*alternatives(known))
    score = np.full(ranked.alternatives.votes.n_sites, -99.0)
    score[ranked.site] = ranked.score
    return score


def line(name, known, score, *, expected=True):
    votes = Votes.of({GOLD: known.gold, **known.systems})
    wrong, hit = wrong_sites(known, votes)
    order = np.argsort(-score, kind="stable")
    place = np.empty(len(order), dtype=int)
    place[order] = np.arange(len(order))
    at = [f"{wrong[order[:k]].mean():.2f}" for k in (50, 100, 200)]
    recall = np.mean([h >= 0 and place[h] < 2 * len(hit) for h in hit])
    counts = _counts(known, score[order], wrong[order]) if expected else " | ".join([""] * 5)
    print(
        f"| {name} | {len(known.systems)} | {len(wrong)} | {len(hit)} | {' | '.join(at)} | {recall:.2f} | {counts} |",
        flush=True,
    )


def _counts(known, score, wrong):
    """How many errors the program expects until its stop and beyond, and how many there are."""
    disputed = score > -90
    found, wrong = review(score[disputed], VOTES if known.folds is None else FOLDS), wrong[disputed]
    said = [f"{x.errors:.0f} ({x.low:.0f} to {x.high:.0f})" for x in (found.until_stop, found.beyond)]
    true = wrong[: found.stop].sum(), wrong[found.stop :].sum()
    return f"{found.stop} | {said[0]} | {true[0]} | {said[1]} | {true[1]}"


def real(data):
    with skipping("conll2003dev"):
        _real(conll2003dev(data))


def _real(whole):
    for names in (list(whole.systems), ["florian", "chieu", "klein"], ["florian"]):
        known = whole.only(names)
        line("conll2003dev, plain vote", known, plain(known), expected=False)
        line("conll2003dev", known, ours(known))
        half = known.half(second=True)
        line("conll2003dev, second half", half, ours(half))
    for size, times in ((1, 16), (3, 20), (5, 10)):
        groups(whole, size, times)
    known = cross_validated(whole.only(["florian"]))
    line("conll2003dev, florian and our models on folds", known, ours(known))
    known = cross_validated(whole.only([]))
    line("conll2003dev, our models on folds", known, ours(known))


def groups(whole, size, times):
    """Mean precision at 100 of random groups of systems, by the plain vote and by ours."""
    rng, found = np.random.default_rng(5), []
    for _ in range(times):
        known = whole.only(sorted(rng.choice(sorted(whole.systems), size, replace=False).tolist()))
        wrong, _ = wrong_sites(known, Votes.of({GOLD: known.gold, **known.systems}))
        found.append([wrong[np.argsort(-score(known), kind="stable")[:100]].mean() for score in (plain, ours)])
    print(
        "| {} random groups of {}: precision at 100 {:.2f} by plain vote, {:.2f} by ours |".format(
            times, size, *np.mean(found, axis=0)
        ),
        flush=True,
    )


def systems(data):
    for name in ("wnut17", "esp", "ai", "music", "ned", "politics", "literature", "science"):
        with skipping(name):
            known = planted_systems(data, name, seed=7)
            line(f"{name}, plain vote", known, plain(known), expected=False)
            line(name, known, ours(known))


def folds(data):
    for name in ("esp.testb", "ai", "music", "wnut17", "ned.testb", "politics", "literature", "science"):
        with skipping(name):
            known = planted_folds(data, name)
            line(name, known, ours(known))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared/data")
    parser.add_argument("--only", choices=["real", "systems", "folds"])
    chosen = parser.parse_args()
    print(HEAD, "|---" * 13 + "|", sep="\n")
    for name, make in (("real", real), ("systems", systems), ("folds", folds)):
        if chosen.only in {None, name}:
            make(chosen.data)


if __name__ == "__main__":
    begin(main)
