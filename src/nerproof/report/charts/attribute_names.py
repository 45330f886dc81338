"""InterpretEval's attributes in plain words: the short name beside an alias, a title, and what it measures."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """An attribute in plain words."""

    short: str
    title: str
    meaning: str


_USUAL = "of all the times it has it; 0: never seen so"
ATTRIBUTES = {
    "eLen": Words("entity length", "Entity length (tokens)", "tokens of the mention"),
    "sLen": Words("sentence length", "Sentence length (tokens)", "tokens of the sentence"),
    "eDen": Words("entity density", "Entity density", "mentions of the sentence for each of its tokens"),
    "oDen": Words("unknown words", "Share of unknown words", "share of the sentence's tokens that are not in train"),
    "eFre": Words("entity frequency", "How often the entity occurs in training", "counted whether marked or not"),
    "tFre": Words("token frequency", "How often the token occurs in training", "counted whether marked or not"),
    "eCon": Words(
        "entity consistency",
        "How consistently training labels the entity",
        f"how often training gives the name this type, {_USUAL}",
    ),
    "tCon": Words(
        "token consistency",
        "How consistently training labels the token",
        f"how often training gives the token this type, {_USUAL}",
    ),
    "match": Words(
        "overlap with train",
        "Overlap of the name with names in train",
        "whether train has the name (exact), only words of it (partial), or neither (new)",
    ),
    "tag": Words("entity type", "Entity type", "the type itself"),
    "label": Words("entity type", "Entity type", "the type itself"),
}


def named(alias: str) -> str:
    """An alias with its short name; an attribute of the user's has only its own.

    >>> named("eLen"), named("capitals")
    ('entity length · eLen', 'capitals')
    """
    return f"{ATTRIBUTES[alias].short} · {alias}" if alias in ATTRIBUTES else alias
