"""Decisions from what annotation tools export after a review: a task with the spans that the reviewer left.

Only the site is looked at: spans that touch its tokens. Where they are gold's own, the proposal was rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nerproof.models.tagging import joined_to_tokens

ACCEPT, REJECT, UNSURE = "accept", "reject", "unsure"
PRODIGY = {"accept": ACCEPT, "reject": REJECT, "ignore": UNSURE}


def rank_of(record: Mapping[str, Any]) -> Any:
    """The rank of the site that a decision or a reviewed task is about."""
    places = (record, *(record.get(key) for key in ("meta", "data", "metadata")))
    return next((place["rank"] for place in places if isinstance(place, Mapping) and "rank" in place), None)


def decision_of(record: Mapping[str, Any], site: Mapping[str, Any]) -> dict[str, Any]:
    """A decision as the review page exports it; a record that has one is taken as it is."""
    spans = None if "decision" in record else _spans(record)
    if spans is None:
        return dict(record)
    answer = PRODIGY.get(record.get("answer", "accept"), UNSURE)
    words = site["tokens"]
    tokens = sorted([*joined_to_tokens(words, start, end), type_] for start, end, type_ in spans)
    own = [span for span in tokens if span[0] < site["end"] and site["start"] < span[1]]
    if answer == ACCEPT and own == sorted(site["gold"]):
        answer = REJECT
    return {"decision": answer, "corrected": own}


def _spans(record: Mapping[str, Any]) -> list[tuple[int, int, str]] | None:
    """The reviewer's spans by characters: Prodigy, doccano, Label Studio (the newest annotation), Argilla."""
    if "spans" in record or "label" in record:
        given = record["spans"] if "spans" in record else record["label"]
        found = [s if isinstance(s, list) else [s["start"], s["end"], s["label"]] for s in given]
    elif "annotations" in record:
        values = [r["value"] for a in record["annotations"][-1:] for r in a["result"]]
        found = [[v["start"], v["end"], v["labels"][0]] for v in values]
    elif "responses" in record:
        answers = record["responses"]
        answers = answers["mentions"] if isinstance(answers, Mapping) else answers
        found = [[v["start"], v["end"], v["label"]] for v in (answers[-1]["value"] if answers else ())]
    else:
        return None
    return [(int(start), int(end), str(type_)) for start, end, type_ in found]
