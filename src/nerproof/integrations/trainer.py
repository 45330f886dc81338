"""``compute_metrics`` for the Hugging Face Trainer: no network, no metric script, plain Python numbers.

    from nerproof.integrations.trainer import metrics_for
    metrics = metrics_for(model.config.id2label, gold=dev, train=train)
    Trainer(..., compute_metrics=metrics, callbacks=[results_callback(metrics, "results")])

Positions labelled -100 (special tokens, later pieces of a word, padding) are left out on both sides. Words
cut off by ``max_length`` never reach the Trainer: with ``gold`` they count as missed; without, give ``n_words`` and
``coverage`` is the share scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.api import inputs
from nerproof.api.evaluating import evaluate
from nerproof.base.errors import InputError, MissingExtra, UsageError
from nerproof.base.results import Result
from nerproof.compat import scores
from nerproof.compat.taglists import score
from nerproof.corpus import Corpus
from nerproof.formats.objects import CorpusLike
from nerproof.integrations.numbers import headlines

if TYPE_CHECKING:
    from numpy.typing import NDArray

IGNORED = -100
Labels = Mapping[int, str] | Sequence[str]
TagLists = list[list[list[str]]]  # gold and predictions, by sentence


def metrics_for(
    id2label: Labels,
    *,
    gold: CorpusLike | None = None,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    scorer: str = "seqeval",
    per_type: bool = False,
    n_words: int | None = None,
    **options: Any,
) -> TrainerMetrics:
    """Makes the ``compute_metrics`` of a Trainer.

    Args:
        id2label: Labels of the model: ``model.config.id2label``.
        gold: The evaluation set with its words, in the Trainer's order; words that were cut off count as missed.
        train: Training data: with ``gold``, adds the scores on new names.
        scorer: Whose numbers to give, if no ``gold`` is given: seqeval, conlleval …
        per_type: Add the scores of every type.
        n_words: Words of the evaluation set, if no ``gold`` is given: ``coverage`` is the share scored.
        options: Further keyword arguments of ``nerproof.evaluate``, with ``gold``.
    """
    plain = {"scorer": scorer, "per_type": per_type, "n_words": n_words}
    return TrainerMetrics(id2label, gold, train, plain, {"resamples": 0, **options})


class TrainerMetrics:
    """``compute_metrics`` of a Trainer; ``result`` is the last full result."""

    def __init__(
        self, id2label: Labels, gold: CorpusLike | None, train: Any, plain: dict[str, Any], options: dict[str, Any]
    ) -> None:
        self.labels, self.plain, self.options = _labels(id2label), plain, options
        # Read once: an evaluation at every epoch asks for them again.
        self.gold = None if gold is None else _whole(gold, self.labels)
        self.train = None if train is None else _whole(train, self.labels)
        self.tags: TagLists = []
        if self.gold is None and self.train is not None:
            raise UsageError("new names need the words of the evaluation set: give gold=… as well")

    def __call__(self, eval_pred: Any) -> dict[str, float | None]:
        self.tags = _tag_lists(eval_pred, self.labels)
        if self.gold is None:
            return _values(self.tags, **self.plain)
        found = headlines(self.result)
        words = sum(len(tags) for tags in self.tags[1])
        return {**found, "coverage": words / self.gold.n_tokens}

    @property
    def result(self) -> Result:
        """The result of the last evaluation; with ``gold`` on its words, else on tags alone."""
        if not self.tags:
            raise UsageError("the Trainer has not evaluated yet")
        gold, predicted = self.tags
        if self.gold is None:
            return score(gold, predicted)
        filled = _filled(predicted, self.gold)
        return evaluate(self.gold, {"model": filled}, train=self.train, **self.options)


def _whole(data: Any, labels: list[str]) -> Corpus:
    return inputs.corpus(data, labels=labels)


def _filled(predicted: list[list[str]], gold: Corpus) -> list[list[str]]:
    """Tags for all words: those that ``max_length`` cut off have no mention."""
    lengths = np.diff(gold.sentences).tolist()
    if len(predicted) != len(lengths):
        raise UsageError(f"gold has {len(lengths)} sentences, the Trainer evaluated {len(predicted)}")
    longer = [i for i, (tags, n) in enumerate(zip(predicted, lengths, strict=True)) if len(tags) > n]
    if longer:
        raise UsageError(
            f"sentence {longer[0]}: the Trainer has labels for {len(predicted[longer[0]])} words, gold has "
            f"{lengths[longer[0]]}. Label the first piece of every word and the others -100"
        )
    return [[*tags, *["O"] * (n - len(tags))] for tags, n in zip(predicted, lengths, strict=True)]


def _tags(ids: NDArray[Any], labels: list[str]) -> list[str]:
    if len(ids) and not 0 <= int(ids.min()) <= int(ids.max()) < len(labels):
        raise InputError(f"a label id lies outside id2label, which has {len(labels)} labels. Pass the model's own.")
    return [labels[i] for i in ids.tolist()]


def results_callback(metrics: TrainerMetrics, folder: str | Path) -> Any:
    """A callback that writes a result file after every evaluation.

    The files are ``epoch-1.json``, ``epoch-2.json`` …; ``nerproof compare`` and ``nerproof serve`` read them.
    """
    try:
        from transformers import TrainerCallback
    except ImportError:
        raise MissingExtra.of("transformers", "transformers") from None

    class WriteResults(TrainerCallback):  # type: ignore[misc]
        """Writes what the metrics last counted."""

        def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
            Path(folder).mkdir(parents=True, exist_ok=True)
            metrics.result.save(Path(folder) / f"epoch-{state.epoch or 0:g}.json")

    return WriteResults()


def compute_metrics(
    eval_pred: Any, *, id2label: Labels, scorer: str = "seqeval", per_type: bool = False, n_words: int | None = None
) -> dict[str, float | None]:
    """Precision, recall, F1 and accuracy of an EvalPrediction, or of a pair (logits or ids, gold ids).

    >>> predicted, gold = [[1, 0, 2]], [[1, -100, 2]]
    >>> found = compute_metrics((predicted, gold), id2label=["O", "B-PER", "B-LOC"])
    >>> found["f1"], found["accuracy"]
    (1.0, 1.0)
    """
    return _values(_tag_lists(eval_pred, _labels(id2label)), scorer, per_type=per_type, n_words=n_words)


def _values(tags: TagLists, scorer: str, *, per_type: bool, n_words: int | None) -> dict[str, float | None]:
    values = {_name(row): row["value"] for row in scores(scorer, *tags) if per_type or row["label"] == "ALL"}
    if n_words is not None:
        values["coverage"] = sum(map(len, tags[0])) / n_words if n_words else None
    return values


def _tag_lists(eval_pred: Any, labels: list[str]) -> TagLists:
    """Gold and predicted tags of every sentence, without the positions that do not count."""
    predicted, gold = (np.asarray(array) for array in _arrays(eval_pred))
    predicted = predicted.argmax(axis=-1) if predicted.ndim == gold.ndim + 1 else predicted
    if predicted.shape != gold.shape:
        raise InputError(f"predictions have the shape {predicted.shape}, labels {gold.shape}. They must be equal.")
    kept = gold != IGNORED
    return [[_tags(row[k], labels) for row, k in zip(ids, kept, strict=True)] for ids in (gold, predicted)]


def _arrays(eval_pred: Any) -> tuple[Any, Any]:
    if hasattr(eval_pred, "predictions"):
        predicted, gold = eval_pred.predictions, eval_pred.label_ids
    else:
        predicted, gold = eval_pred
    # Models that return hidden states hand over a tuple; its first item is the logits.
    return (predicted[0] if isinstance(predicted, tuple) else predicted), gold


def _labels(id2label: Labels) -> list[str]:
    if not isinstance(id2label, Mapping):
        return list(id2label)
    # A configuration read from JSON has its keys as strings.
    found = {int(key): label for key, label in id2label.items()}
    if sorted(found) != list(range(len(found))):
        raise UsageError("id2label must number its labels 0, 1, 2 … without gaps")
    return [found[i] for i in range(len(found))]


def _name(row: Mapping[str, Any]) -> str:
    return str(row["metric"] if row["label"] == "ALL" else f"{row['label']}_{row['metric']}")
