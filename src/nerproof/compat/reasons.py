"""Why scorers read a stretch of tags differently, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BOUNDED = {"E": "ends", "L": "ends", "S": "is", "U": "is", "W": "is"}


def explain(before: str | None, tags: Sequence[str]) -> str:
    """The first thing in a stretch of tags that programs disagree about; ``before`` is None at a sentence's start.

    >>> explain(None, ["I-PER", "I-PER"])
    "'I-PER' stands at the start of a sentence: no mention is open that it could continue"
    """
    for previous, tag in zip([before, *tags], tags, strict=False):
        reason = _reason(previous, tag)
        if reason:
            return reason
    return f"{tags[-1]!r} ends a mention where its scheme has another tag for it"


def _reason(previous: str | None, tag: str) -> str:
    if tag != "O" and "-" not in tag:
        return f"{tag!r} has no prefix and hyphen: some programs take its first letter for one, some refuse it"
    prefix, type_ = _split(tag)
    if prefix in ("I", "M"):
        return _inside(previous, tag, type_)
    if prefix in BOUNDED:
        return f"{tag!r}: that {prefix}- {BOUNDED[prefix]} a mention is unknown to programs made for B- and I- only"
    if prefix not in ("O", "B"):
        return f"{tag!r} has a prefix that no scheme knows"
    return ""


def _inside(previous: str | None, tag: str, type_: str) -> str:
    if previous is None:
        return f"{tag!r} stands at the start of a sentence: no mention is open that it could continue"
    before, before_type = _split(previous)
    if before == "O":
        return f"{tag!r} follows {previous!r}: no mention is open that it could continue"
    if before_type != type_:
        return f"{tag!r} follows {previous!r}: the type changes inside a mention"
    return ""


def _split(tag: str) -> tuple[str, str]:
    prefix, _, type_ = tag.partition("-")
    return prefix, type_
