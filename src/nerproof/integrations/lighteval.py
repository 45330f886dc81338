"""lighteval: a metric for tasks whose answer is a list of entities.

The document's ``specific`` has "text" and "entities" (types and strings), put there by the task's prompt function.
"""

from __future__ import annotations

from typing import Any

from nerproof.base.errors import MissingExtra
from nerproof.integrations.llm_answers import Counts, count
from nerproof.integrations.lm_eval import f1, precision, recall


def ner_metric() -> Any:
    """A group of corpus-level metrics: ner_f1, ner_precision and ner_recall over all samples together."""
    try:
        from lighteval.metrics.metrics_sample import SampleLevelComputation
        from lighteval.metrics.utils.metric_utils import CorpusLevelMetricGrouping
        from lighteval.tasks.requests import SamplingMethod
    except ImportError:
        raise MissingExtra.of("lighteval", "lighteval") from None

    scores = {"ner_f1": f1, "ner_precision": precision, "ner_recall": recall}

    class EntityCounts(SampleLevelComputation):  # type: ignore[misc]
        """The counts of one answer, for each of the scores."""

        def compute(self, doc: Any, model_response: Any, **_: Any) -> dict[str, Counts]:
            found = count(doc.specific["text"], doc.specific["entities"], model_response.final_text[0])
            return dict.fromkeys(scores, found)

    return CorpusLevelMetricGrouping(
        metric_name=list(scores),
        sample_level_fn=EntityCounts(),
        category=SamplingMethod.GENERATIVE,
        corpus_level_fn=dict(scores),
        higher_is_better=dict.fromkeys(scores, True),
    )
