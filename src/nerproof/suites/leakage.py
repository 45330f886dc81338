"""Leakage: what redaction by these predictions would leave readable, for people who must not miss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.base.errors import UsageError
from nerproof.measures.leaks import (
    Chosen,
    Edges,
    Place,
    by_document,
    by_entity,
    edge_counts,
    edges_of,
    leak_metric,
    over_redaction_metric,
    seen_mask,
)
from nerproof.measures.metrics import Slice
from nerproof.suites.recipe import Cell, Suite, Sums, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Ints
    from nerproof.index.lexicon import Lexicon
    from nerproof.measures.pairing import Pair


def survey(
    pairs: Mapping[str, Pair],
    numbers: Ints,
    first_document: int,
    marked_documents: bool,
    lexicon: Lexicon | None = None,
) -> Sums:
    """Entities of documents that may go on in the next chunk."""
    return edge_counts(pairs, Place(numbers, first_document, marked_documents), lexicon)


def learn(survey: Sums) -> Edges:
    return edges_of(survey)


def slices(switches: Mapping[str, Any], types: tuple[str, ...], lexicon: Lexicon | None) -> dict[str, Chosen]:
    """All mentions; direct and indirect identifiers; seen and new names."""
    found = {"ALL": Chosen()}
    for kind, names in (switches.get("identifiers") or {}).items():
        unknown = [name for name in names if name not in types]
        if unknown:
            known = ", ".join(types[:20])
            raise UsageError(f"--identifiers names the type {unknown[0]!r}, which no file has. Types: {known}.")
        found[kind] = Chosen(frozenset(names))
    return found | ({} if lexicon is None else {"SEEN": Chosen(seen=True), "UNSEEN": Chosen(seen=False)})


def cells(
    pair: Pair,
    learned: Edges,
    index: Lexicon,
    numbers: Ints,
    first_document: int,
    marked_documents: bool,
    switches: Mapping[str, Any],
    lexicon: Lexicon | None = None,
) -> Iterator[Cell]:
    """Shares that leak, by slice and by type; what is hidden needlessly."""
    place, seen = Place(numbers, first_document, marked_documents), seen_mask(pair.gold, lexicon)
    entities = by_entity(pair, place, learned, index, seen)
    for name, chosen in slices(switches, pair.types, lexicon).items():
        mask = chosen.mask(pair.gold, seen)
        documents = by_document(pair, place, learned, chosen, mask)
        yield Cell(leak_metric(pair, mask, entities, documents), Slice(name))
    for type_ in pair.types:
        chosen = Chosen(frozenset([type_]))
        mask = chosen.mask(pair.gold, seen)
        documents = by_document(pair, place, learned, chosen, mask)
        yield Cell(leak_metric(pair, mask, entities, documents), Slice(label=type_))
    yield Cell(over_redaction_metric(pair), Slice())


def notes(marked_documents: bool) -> list[str]:
    if marked_documents:
        return []
    return ["leakage: gold does not say where documents begin, so a document is a sentence"]


suite(
    Suite(
        name="leakage",
        order=55,
        cells=cells,
        survey=survey,
        learn=learn,
        notes=notes,
        optional=True,
        lower_is_better=frozenset({"leaked_characters", "over_redaction", "text_lost"}),
        description="what redaction by these predictions would leave readable, by mention, entity and document",
    )
)
