"""Several annotators in one file: which annotations are read, chosen by FILE#ANNOTATOR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from nerproof.base.errors import InputError

if TYPE_CHECKING:
    from nerproof.formats.source import Source

T = TypeVar("T")
SHOWN = 5


class Annotation(NamedTuple):
    """Where an annotation stands, whose it is, and which text it is of."""

    line: int
    annotator: str | None
    text: str


def chosen(
    source: Source, found: Sequence[tuple[Annotation, T]], wanted: str | None
) -> tuple[list[tuple[Annotation, T]], list[str]]:
    """The annotations of one annotator; all of them where no text has two."""
    names = list(dict.fromkeys(a.annotator for a, _ in found if a.annotator is not None))
    if wanted is not None:
        kept = [(a, item) for a, item in found if is_named(a.annotator, wanted)]
        if not kept:
            fix = f"It has: {listed_names(names)}." if names else "It names none."
            raise InputError.at(source.name, None, f"has no annotator {wanted!r}", fix=fix)
        return kept, []
    twice = _annotated_twice(found)
    if twice is not None:
        what = f"a text is annotated by several annotators ({listed_names(names)})"
        fix = f"Choose one: {source.name}#{names[0]}"
        raise InputError.at(source.name, twice, what, fix=fix)
    note = f"{source.name}: annotations of {len(names)} annotators are read: {listed_names(names)}"
    return list(found), [note] if len(names) > 1 else []


def is_named(annotator: str | None, wanted: str) -> bool:
    """Whether an annotator is meant: by the whole name, or by what follows the dataset's name in a session's."""
    return annotator is not None and (annotator == wanted or annotator.endswith(f"-{wanted}"))


def listed_names(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")


def _annotated_twice(found: Sequence[tuple[Annotation, T]]) -> int | None:
    """The line of the first annotation of a text that another annotator has annotated, too."""
    seen: dict[str, str | None] = {}
    for a, _ in found:
        if a.annotator is not None and a.text in seen and seen[a.text] not in {None, a.annotator}:
            return a.line
        seen.setdefault(a.text, a.annotator)
    return None
