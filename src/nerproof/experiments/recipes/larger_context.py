"""larger-context: K consecutive sentences of a document as one sample, for training and test (InterpretEval)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from nerproof.base.results import Row
from nerproof.corpus import Corpus
from nerproof.corpus.context import join_sentences
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test, with_baseline
from nerproof.experiments.tables import Runs, mean_row
from nerproof.models import MODELS


@RECIPES.register("larger-context")
@dataclass(frozen=True)
class LargerContext(Recipe):
    """Scores are always those of the original sentences, so that buckets mean the same for every K.

    K = 1 is always there, to compare with. Data without document marks is one document per file: neighbours in the
    file are neighbours in the text.
    """

    k: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 10)
    axes: ClassVar[tuple[str, ...]] = ("k",)
    suites: ClassVar[tuple[str, ...]] = ("standard", "interpreteval")
    citation: ClassVar[str] = "Fu, Liu and Neubig, EMNLP 2020, section 5"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        return [{"dataset": name, "K": k} for name in datasets for k in with_baseline(self.k, 1)]

    def remarks(self, model: str) -> Sequence[str]:
        """A model of a fixed window cannot use what joined sentences bring."""
        window = getattr(MODELS[model], "window", None)
        if window is None:
            return ()
        seen = "no word beside a name" if window == 0 else f"{window} words to each side"
        return [f"{model} looks at {seen}: longer samples can change little but at the ends of sentences"]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return f"K={factors['K']}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        chosen, k = data[factors["dataset"]], factors["K"]
        test = chosen.test_set()
        dev = None if chosen.dev is None else joined(chosen.dev, k)
        notes = () if chosen.train.marked_documents else ("no document marks: sentences are joined across the file",)
        return Sample(joined(chosen.train, k), dev, {"": Test(test, joined(test, k))}, notes)

    def summary(self, runs: Runs) -> Summary:
        """F1(K) − F1(1), and the relative change of every bucket."""
        rows = [row for system in runs.systems for row in _gains(runs, system)]
        cells = [cell for system in runs.systems for cell in _heat(runs, system)]
        return Summary(rows, {"heat": cells})


def joined(corpus: Corpus, k: int) -> Corpus:
    """The same tokens in longer sentences; a corpus without document marks is one document.

    >>> joined(Corpus.from_sentences([["a"], ["b"], ["c"]]), 2).sentences.tolist()
    [0, 2, 3]
    """
    whole = np.array([0, corpus.n_sentences])
    one = corpus if corpus.marked_documents else replace(corpus, documents=whole, marked_documents=True, text=None)
    return join_sentences(replace(one, fields={}, annotated=None), k)


def _gains(runs: Runs, system: str) -> list[Row]:
    """Gains over K = 1, seed by seed."""
    found = [n for n in runs.where(metric="f1") if n.system == system]
    base = {(n.factors["dataset"], n.seed): n.row.value for n in found if n.factors["K"] == 1}
    gains: dict[int, list[float | None]] = {}
    for n in found:
        start = base.get((n.factors["dataset"], n.seed))
        known = n.row.value is not None and start is not None
        gains.setdefault(n.factors["K"], []).append(n.row.value - start if known else None)  # type: ignore[operator]
    return [mean_row((system, f"K={k}", "ALL", "gain:f1"), values) for k, values in gains.items() if k != 1]


def _heat(runs: Runs, system: str) -> list[dict[str, Any]]:
    """Relative change of a bucket's F1 against K = 1, mean over seeds."""
    values: dict[tuple[str, int], list[float]] = {}
    for n in runs.numbers:
        of_bucket = n.row.metric == "f1" and ":" in n.row.slice and n.row.label == "ALL"
        if n.system == system and of_bucket and n.row.value is not None:
            values.setdefault((n.row.slice, n.factors["K"]), []).append(n.row.value)
    cells = []
    for (bucket, k), found in values.items():
        base = values.get((bucket, 1))
        start = sum(base) / len(base) if base else 0.0
        if k != 1 and start:
            change = sum(found) / len(found) / start - 1
            cells.append({"system": system, "bucket": bucket, "K": k, "change": change})
    return cells
