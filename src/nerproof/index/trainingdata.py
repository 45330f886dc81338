"""Whether training data fits the test data: other labels, no labels, or the very same text."""

from __future__ import annotations

from collections.abc import Collection

from nerproof.base.errors import UsageError

MAP = "--map OLD=NEW"


def check_types(gold: Collection[str], train: Collection[str]) -> None:
    """Types without any overlap are an error that names both sets."""
    if gold and train and not set(gold) & set(train):
        raise UsageError(
            f"train has the types {', '.join(sorted(train))}; gold has {', '.join(sorted(gold))}. "
            f"They share none: rename one side with {MAP}."
        )


def check_training(gold: Collection[str], train: Collection[str], *, mentions: int, same: bool = False) -> list[str]:
    """Notes on what does not fit, from the types of both sides and the number of training mentions.

    >>> print(check_training(["PER", "LOC"], ["PERSON", "LOC"], mentions=2)[0])
    types in gold that train lacks: PER (all their mentions are unseen; train alone has PERSON: same? --map OLD=NEW)
    """
    if same:
        return ["warning: the training corpus is the test corpus; every mention counts as seen"]
    check_types(gold, train)
    if gold and not mentions:
        return ["the training corpus has no mention: everything counts as unseen"]
    missing, extra = sorted(set(gold) - set(train)), sorted(set(train) - set(gold))
    if not missing:
        return []
    hint = f"; train alone has {', '.join(extra)}: same? {MAP}" if extra else ""
    return [f"types in gold that train lacks: {', '.join(missing)} (all their mentions are unseen{hint})"]
