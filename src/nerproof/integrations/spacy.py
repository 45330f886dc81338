"""spaCy: a scorer for the ``ner`` component, with our strict scores and, given training data, those on new names.

In a config, for ``spacy train``, ``spacy evaluate`` and ``spacy benchmark accuracy``:

[components.ner.scorer]
@scorers = "nerproof.ner_scorer.v1"
train = "train.spacy"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nerproof.api.evaluating import evaluate
from nerproof.base.results import Result
from nerproof.formats.objects import CorpusLike
from nerproof.integrations.numbers import headlines

SPACY = {"p": "precision", "r": "recall", "f": "f1"}  # spaCy's endings of names


def make_ner_scorer(train: str | None = None) -> Callable[..., dict[str, Any]]:
    """The scorer ``nerproof.ner_scorer.v1``; ``train`` is a training file in any format."""

    def score(examples: Iterable[Any], **_: Any) -> dict[str, Any]:
        return score_examples(examples, train=train)

    return score


def score_examples(examples: Iterable[Any], *, train: CorpusLike | None = None, **options: Any) -> dict[str, Any]:
    """Scores of Examples under the names of spaCy's Scorer (ents_p, ents_r, ents_f, ents_per_type), then ours.

    Args:
        examples: Gold is their reference, predictions their predicted side.
        train: Training data: adds the scores on new names, as ``nerproof/…``.
        options: Further keyword arguments of ``nerproof.evaluate``.
    """
    given = list(examples)
    result = evaluate(given, {"ner": given}, train=train, align="text", **{"resamples": 0, **options})
    return {**_as_spacy(result), **{f"nerproof/{name}": value for name, value in headlines(result).items()}}


def _as_spacy(result: Result) -> dict[str, Any]:
    rows = {(r.label, r.metric): r.value for r in result.where(suite="standard", slice="ALL")}
    labels = sorted({label for label, metric in rows if metric == "f1" and label != "ALL"})
    per_type = {label: {end: rows[label, metric] for end, metric in SPACY.items()} for label in labels}
    return {**{f"ents_{end}": rows["ALL", metric] for end, metric in SPACY.items()}, "ents_per_type": per_type}
