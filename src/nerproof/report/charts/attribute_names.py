"""InterpretEval's attributes in plain words: the short name beside an alias, and what it measures."""

from __future__ import annotations

SHORT = {
    "eLen": "entity length",
    "sLen": "sentence length",
    "eDen": "entity density",
    "oDen": "unknown words",
    "eFre": "entity frequency",
    "tFre": "token frequency",
    "eCon": "entity consistency",
    "tCon": "token consistency",
    "match": "overlap with train",
    "tag": "entity type",
    "label": "entity type",
}
MEANING = {
    "eLen": "tokens of the mention",
    "sLen": "tokens of the sentence",
    "eDen": "mentions of the sentence for each of its tokens",
    "oDen": "share of the sentence's tokens that are not in train",
    "eFre": "how often the mention's words occur in training, marked or not",
    "tFre": "how often the token occurs in training",
    "eCon": "how often training gives these words this type, of all the times it has them; 0: never seen so",
    "tCon": "how often training gives this token this type, of all the times it has it; 0: never seen so",
    "match": "whether train has the name (exact), only words of it (partial), or neither (new)",
    "tag": "the type itself",
    "label": "the type itself",
}
TITLES = {
    "eLen": "Entity length (tokens)",
    "sLen": "Sentence length (tokens)",
    "eDen": "Entity density",
    "oDen": "Share of unknown words",
    "eFre": "How often the entity occurs in training",
    "tFre": "How often the token occurs in training",
    "eCon": "How consistently training labels the entity",
    "tCon": "How consistently training labels the token",
    "tag": "Entity type",
    "label": "Entity type",
}


def named(alias: str) -> str:
    """An alias with its short name; an attribute of the user's has only its own.

    >>> named("eLen"), named("capitals")
    ('entity length · eLen', 'capitals')
    """
    return f"{SHORT[alias]} · {alias}" if alias in SHORT else alias
