"""inspect_ai: a scorer for tasks whose answer is a list of entities.

from nerproof.integrations.inspect_ai import ner_scorer
Task(dataset=[Sample(input=text, target='[{"type": "PER", "text": "Anna"}]')], solver=generate(), scorer=ner_scorer())

The text is the sample's input, or its metadata's "text" where the input is a longer prompt.
"""

from __future__ import annotations

from typing import Any

from nerproof.base.errors import MissingExtra
from nerproof.integrations.llm_answers import count, precision_recall_f1

COUNTS = ("correct", "gold", "predicted")


def ner_scorer() -> Any:
    """The scorer; its metrics are precision, recall and F1 over all samples together."""
    try:
        from inspect_ai.scorer import Score, metric, scorer
    except ImportError:
        raise MissingExtra.of("inspect_ai", "inspect") from None

    def of_all(name: str) -> Any:
        @metric(name=f"ner_{name}")  # type: ignore[untyped-decorator]
        def made() -> Any:
            def over_samples(scores: list[Any]) -> float:
                counts = [[int(s.score.metadata[c]) for c in COUNTS] for s in scores]
                value = precision_recall_f1(counts)[name]
                return float("nan") if value is None else value

            return over_samples

        return made()

    @scorer(metrics=[of_all(name) for name in ("precision", "recall", "f1")], name="ner_scorer")  # type: ignore[untyped-decorator]
    def made() -> Any:
        async def score(state: Any, target: Any) -> Any:
            text = state.metadata.get("text") or state.input_text
            found = count(text, target.text, state.output.completion)
            value = precision_recall_f1([found])["f1"]
            known = dict(zip(COUNTS, found, strict=True))
            # A text without a mention on either side is right, not undefined, when one sample is looked at.
            return Score(value=1.0 if value is None else value, answer=state.output.completion, metadata=known)

        return score

    return made()
