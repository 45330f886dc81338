"""Which Wikidata classes make up a type when the user names none: broad, populated, hard to confuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_CLASSES: Mapping[str, Sequence[str]] = {
    "PERSON": ("Q5",),
    "GPE": ("Q515", "Q1549591", "Q6256", "Q3957"),
    "LOC": ("Q8502", "Q4022", "Q23397", "Q23442", "Q46831", "Q39816"),
    "ORG": ("Q4830453", "Q3918", "Q7278", "Q476028", "Q215380", "Q327333", "Q43229"),
    "FAC": ("Q1248784", "Q483110", "Q12280", "Q55488", "Q11303"),
    "NORP": ("Q41710", "Q7278", "Q879146"),
    "EVENT": ("Q178561", "Q132241", "Q198"),
    "WORK_OF_ART": ("Q11424", "Q7725634", "Q482994", "Q7366", "Q5398426"),
    "PRODUCT": ("Q3231690", "Q15056993", "Q7889"),
    "LAW": ("Q131569", "Q820655"),
    "LANGUAGE": ("Q34770",),
}


def types_of_classes(classes: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Class QID -> the types it makes names for, checked.

    >>> types_of_classes({"GPE": ["Q515"]})
    {'Q515': ['GPE']}
    """
    found: dict[str, list[str]] = {}
    for type_, qids in (classes or DEFAULT_CLASSES).items():
        for qid in qids:
            if not (qid[:1] == "Q" and qid[1:].isdigit()):
                raise UsageError(f"the class {qid!r} of {type_} is not a Wikidata item. Write TYPE=Q515,Q6256.")
            found.setdefault(qid, []).append(type_)
    return found
