"""larger-context: K consecutive sentences of a document as one sample, for training and test (InterpretEval)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from nerproof.base.results import Row
from nerproof.corpus import Corpus
from nerproof.experiments.parts import test_of
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs, mean_row


@RECIPES.register("larger-context")
@dataclass(frozen=True)
class LargerContext(Recipe):
    """Scores are always those of the original sentences, so that buckets mean the same for every K.

    Data without document marks is one document per file: neighbours in the file are neighbours in the text.
    """

    k: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 10)
    suites: ClassVar[tuple[str, ...]] = ("standard", "interpreteval")
    citation: ClassVar[str] = "Fu, Liu and Neubig, EMNLP 2020, section 5"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        return [{"dataset": name, "K": k} for name in datasets for k in self.k]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return f"K={factors['K']}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        chosen, k = data[factors["dataset"]], factors["K"]
        test = test_of(chosen)
        dev = None if chosen.dev is None else joined(chosen.dev, k)
        notes = () if chosen.train.marked_documents else ("no document marks: sentences are joined across the file",)
        return Sample(joined(chosen.train, k), dev, {"": Test(test, joined(test, k))}, notes)

    def summary(self, runs: Runs) -> Summary:
        """F1(K) − F1(1), and the relative change of every bucket."""
        rows = [row for system in runs.systems for row in _gains(runs, system)]
        cells = [cell for system in runs.systems for cell in _heat(runs, system)]
        return Summary(rows, {"heat": cells})


def joined(corpus: Corpus, k: int) -> Corpus:
    """The same tokens in longer sentences: k neighbours of one document each.

    >>> joined(Corpus.from_sentences([["a"], ["b"], ["c"]]), 2).sentences.tolist()
    [0, 2, 3]
    """
    documents = corpus.documents if corpus.marked_documents else np.array([0, corpus.n_sentences])
    cuts = [np.arange(a, b, k) for a, b in itertools.pairwise(documents) if b > a]
    firsts = np.concatenate(cuts) if cuts else np.zeros(0, dtype=np.int64)
    return replace(
        corpus,
        sentences=np.append(corpus.sentences[firsts], corpus.n_tokens),
        documents=np.append(np.searchsorted(firsts, documents[:-1]), len(firsts)),
        marked_documents=corpus.marked_documents,
        document_ids=corpus.document_ids if corpus.marked_documents else None,
        text=corpus.text if corpus.marked_documents else None,
        source=None if corpus.source is None else corpus.source[firsts],
        lines=None if corpus.lines is None else corpus.lines[firsts],
        fields={},
        annotated=None,
        file_digest=None,
    )


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
