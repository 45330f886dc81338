"""The hard filter: only names that a reference model misses when they stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from nerproof.attacks.selection import Choice, Selection
    from nerproof.attacks.units import Unit
    from nerproof.corpus.edits import Predict

ROUNDS = 12  # draws per entity before it is left as it was


def refuse_same(reference: str, evaluated: Mapping[str, str]) -> None:
    """A drop on names that were chosen because the same model misses them says nothing about the model.

    ``evaluated``: what to call a model -> its identity, as that of the reference.
    """
    for name, identity in evaluated.items():
        if identity == reference:
            raise UsageError(
                f"the reference model is the evaluated model ({name}): names and contexts on which it fails "
                "would be chosen and then held against it, which is circular. Attack with another --reference."
            )


def harder(
    chosen: Sequence[Choice | None],
    units: Sequence[Unit],
    selection: Selection,
    reference: Predict | None,
    rng: np.random.Generator,
) -> list[Choice | None]:
    """Draws anew, all units at once, until the reference misses each name; None where it never does.

    A name is tried as it will be written in the unit's first mention.
    """
    if reference is None:
        raise UsageError("the hard filter needs a model to try the names on. Pass --reference MODEL.")
    found = list(chosen)
    open_ = [u for u, c in enumerate(found) if c is not None]
    known: set[tuple[str, str]] = set()  # type and name of what the reference recognised
    for attempt in range(ROUNDS):
        if not open_:
            break
        if attempt:
            for u in open_:
                found[u] = selection.choose(units[u], rng, known)
        tried = [(u, c) for u in open_ if (c := found[u]) is not None]
        missed = misses(reference, [c.tokens[units[u].head] for u, c in tried], [units[u].type for u, _ in tried])
        known |= {(units[u].type, c.name) for (u, c), hard in zip(tried, missed, strict=True) if not hard}
        open_ = [u for (u, _), hard in zip(tried, missed, strict=True) if not hard]
    return [None if u in set(open_) else c for u, c in enumerate(found)]


def misses(reference: Predict, names: Sequence[Sequence[str]], types: Sequence[str]) -> list[bool]:
    """Whether the model fails to find each name, with its type, in a sentence that is only the name."""
    if not names:
        return []
    alone = Corpus.from_sentences(names)
    predicted = reference(alone).mentions_by_sentence()
    rows = zip(names, types, predicted, strict=True)
    return [(0, len(name), type_) not in set(found) for name, type_, found in rows]
