"""Whether the difficulty-weighted token error rate ranks systems: few sentences against all the others of a test set.

Systems are ranked by each score on a few random sentences, and by F1 on the rest. Kendall's tau of the two, mean over
the draws: 1 is the same order, 0 is none.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from figures import WNUT, arguments, begin, has

from nerproof.corpus.align import align
from nerproof.formats import read
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes.difficulty import difficulty
from nerproof.measures.metrics import METRICS, Metric, Slice
from nerproof.measures.metrics.token_error import weighted_error
from nerproof.measures.pairing import Pair
from nerproof.suites.hardeval import subsets

SENTENCES = (50, 100, 200, 400)
DRAWS = 200
Score = Callable[[np.ndarray], np.ndarray]  # weights of sentences -> a value per system, higher is better


def pairs(given: Namespace) -> tuple[list[Pair], Lexicon]:
    folder = given.wnut17
    gold = read(folder / "emerging.test.annotated")
    found = [read(folder / "submissions" / f"{name}.conll") for name in WNUT]
    return [Pair.of(gold, align(gold, p, mode="position")) for p in found], Lexicon(read(folder / "wnut17train.conll"))


def scores(systems: list[Pair], lexicon: Lexicon) -> dict[str, Score]:
    sets = subsets(systems[0].gold, lexicon, {})
    weighted = weighted_error(difficulty(systems[0].gold, lexicon))
    strict, ter = METRICS["strict"], METRICS["ter"]
    unseen, diff = (summed(ter, "ter", systems, Slice(name, gold=sets[name])) for name in ("unseen", "diff"))
    return {
        "F1": summed(strict, "f1", systems, Slice()),
        "recall": summed(strict, "recall", systems, Slice()),
        "TER": negative(summed(ter, "ter", systems, Slice())),
        "TER by difficulty": negative(summed(weighted, "ter_weighted", systems, Slice())),
        "hardeval score": negative(lambda w: (unseen(w) + diff(w)) / 2),
    }


def summed(metric: Metric, value: str, systems: list[Pair], part: Slice) -> Score:
    """The score of sums over the weighted sentences."""
    tables = np.array([metric.counts(pair, part) for pair in systems])

    def score(weights: np.ndarray) -> np.ndarray:
        sums = np.einsum("isc,s->ic", tables, weights)
        return np.nan_to_num(metric.score(dict(zip(metric.columns, sums.T, strict=True)))[value])

    return score


def negative(score: Score) -> Score:
    return lambda weights: -score(weights)


def rows(found: dict[str, Score], n_sentences: int) -> Iterator[tuple[str, list[float]]]:
    for name, score in found.items():
        dice = np.random.default_rng(0)
        taus: dict[int, list[float]] = {n: [] for n in SENTENCES}
        for n in SENTENCES:
            for _ in range(DRAWS):
                few = np.zeros(n_sentences)
                few[dice.permutation(n_sentences)[:n]] = 1
                taus[n].append(kendalltau(score(few), found["F1"](1 - few)).statistic)
        yield name, [float(np.nanmean(taus[n])) for n in SENTENCES]


def main() -> int:
    given = arguments(__doc__ or "")
    if not has(given, "wnut17", "wnut17train.conll", "emerging.test.annotated", "submissions"):
        print("nothing was computed")
        return 2
    systems, lexicon = pairs(given)
    print(f"| score on n sentences | {' | '.join(map(str, SENTENCES))} |\n|{'---|' * (len(SENTENCES) + 1)}")
    for name, taus in rows(scores(systems, lexicon), systems[0].gold.n_sentences):
        print(f"| {name} | {' | '.join(f'{t:.2f}' for t in taus)} |")
    return 0


if __name__ == "__main__":
    begin(main)
