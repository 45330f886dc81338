"""Words of a name that say what it is: Ltd, Party, University; in several languages (data/headwords.txt)."""

from __future__ import annotations

from functools import cache

from nerproof.gazetteers.families import read_sections


@cache
def _heads() -> dict[tuple[str, str], str]:
    """(realm, word) -> family; of a word that is listed twice, the first."""
    found: dict[tuple[str, str], str] = {}
    for (realm, family), words in read_sections("headwords.txt").items():
        for word in words:
            found.setdefault((realm, word), family)
    return found


def family_by_head(realms: set[str], name: str) -> str | None:
    """The family that the last or the first word of a name of several words speaks of.

    >>> family_by_head({"organisation"}, "Delta University"), family_by_head({"organisation"}, "Delta")
    ('school', None)
    """
    words = name.lower().split()
    heads = _heads()
    for word in (words[-1], words[0]) if len(words) > 1 else ():
        for realm in sorted(realms):
            if (realm, word) in heads:
                return heads[realm, word]
    return None
