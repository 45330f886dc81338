"""The hard filter: only names that a reference model misses when they stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from nerproof.attacks import AttackOptions
    from nerproof.attacks.candidates import Candidate, Drawer
    from nerproof.corpus.edits import Predict

ROUNDS = 12  # draws per entity before it is left as it was


class Drawing(Protocol):
    """The part of the plan that the filter needs."""

    @property
    def options(self) -> AttackOptions: ...

    def draw(self, drawer: Drawer, mention: int, refused: Container[tuple[str, str]]) -> Candidate | None: ...

    def fitted(self, name: str, mention: int) -> tuple[str, ...]: ...


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
    drawn: Mapping[int, Candidate | None],
    types: Mapping[int, str],
    plan: Drawing,
    drawer: Drawer,
    heads: Mapping[int, int],
) -> dict[int, Candidate | None]:
    """Draws anew, all entities at once, until the reference misses each name; None where it never does.

    A name is tried as it will be written in the entity's first mention of the document.
    """
    reference = plan.options.reference
    if reference is None:
        raise UsageError("the hard filter needs a model to try the names on. Pass --reference MODEL.")
    found: dict[int, Candidate | None] = dict(drawn)
    open_ = [u for u, c in drawn.items() if c is not None]
    known: set[tuple[str, str]] = set()  # type and name of what the reference recognised
    for attempt in range(ROUNDS):
        if not open_:
            break
        if attempt:
            for u in open_:
                found[u] = plan.draw(drawer, heads[u], known)
            open_ = [u for u in open_ if found[u] is not None]
        names = [plan.fitted(c.name, heads[u]) for u in open_ if (c := found[u]) is not None]
        missed = misses(reference, names, [types[u] for u in open_])
        open_ = [u for u, hard in zip(open_, missed, strict=True) if not hard]
        known |= {(types[u], c.name) for u in open_ if (c := found[u]) is not None}
    return found | dict.fromkeys(open_)


def misses(reference: Predict, names: Sequence[Sequence[str]], types: Sequence[str]) -> list[bool]:
    """Whether the model fails to find each name, with its type, in a sentence that is only the name."""
    if not names:
        return []
    alone = Corpus.from_sentences(names)
    predicted = reference(alone).mentions_by_sentence()
    rows = zip(names, types, predicted, strict=True)
    return [(0, len(name), type_) not in set(found) for name, type_, found in rows]
