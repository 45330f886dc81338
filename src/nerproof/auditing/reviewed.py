"""Decisions from what annotation tools export after a review: a task with the spans that the reviewer left.

Only the site is looked at: spans that touch its tokens. Where they are gold's own, the proposal was rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nerproof.auditing.recordedits import span_of
from nerproof.models.tagging import joined_to_tokens

ACCEPT, REJECT, UNSURE = "accept", "reject", "unsure"
PRODIGY = {"accept": ACCEPT, "reject": REJECT, "ignore": UNSURE}


def rank_of(record: Mapping[str, Any]) -> Any:
    """The rank of the site that a decision or a reviewed task is about."""
    places = (record, *(record.get(key) for key in ("meta", "data", "metadata")))
    return next((place["rank"] for place in places if isinstance(place, Mapping) and "rank" in place), None)


def decision_of(record: Mapping[str, Any], site: Mapping[str, Any]) -> dict[str, Any]:
    """A decision as the review page exports it; a record that has one is taken as it is."""
    if "decision" in record:
        return dict(record)
    spans, answer = _spans(record), PRODIGY.get(record.get("answer", "accept"), UNSURE)
    if spans is None:
        return {"decision": UNSURE}
    tokens = sorted([*joined_to_tokens(site["tokens"], start, end), type_] for start, end, type_ in spans)
    own = [span for span in tokens if span[0] < site["end"] and site["start"] < span[1]]
    if answer == ACCEPT and own == sorted(site["gold"]):
        answer = REJECT
    return {"decision": answer, "corrected": own}


def _spans(record: Mapping[str, Any]) -> list[tuple[int, int, str]] | None:
    """The reviewer's spans by characters (Prodigy, doccano, Label Studio, Argilla); None where the task was skipped."""
    given = next((record[key] for key in ("spans", "label", "entities") if key in record), None)
    if given is None:
        made = record["annotations"] if "annotations" in record else record["responses"]
        made = made["mentions"] if isinstance(made, Mapping) else made
        last = made[-1] if made else None  # the newest
        if last is None or last.get("was_cancelled") or last.get("status") == "discarded":
            return None
        given = last["value"] if "value" in last else [r for r in last["result"] if r.get("type", "labels") == "labels"]
    found = [span_of(item) for item in given]
    if None in found:
        raise ValueError
    return [span for span in found if span is not None]
