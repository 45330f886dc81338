"""Entity contamination: F1_clean, ΔF1 and the rates of shared entities (Babl et al., 2025)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.base.results import Row
from nerproof.index.overlap import directions
from nerproof.measures.attributes.contamination import contaminated
from nerproof.measures.metrics import METRICS, Slice
from nerproof.suites.recipe import Cell, Suite, by_type, suite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.corpus import Corpus
    from nerproof.lexicon import Lexicon
    from nerproof.measures.pairing import Pair


CAUTION = (
    "P_clean* (precision_clean_exact) charges every false positive to the new entities: it collapses when few gold "
    "mentions are new"
)


def cells(pair: Pair, lexicon: Lexicon) -> Iterator[Cell]:
    dirty, known = contaminated(pair.gold, lexicon), contaminated(pair.pred, lexicon)
    masks = {"gold_clean": ~dirty, "pred_unseen": ~known}
    for part in by_type(pair, Slice(masks=masks)):
        yield Cell(METRICS["contamination"], part)
    for name, mask, side in (("clean", ~dirty, ~known), ("contaminated", dirty, known)):
        for part in by_type(pair, Slice(name, gold=mask, pred=side)):
            yield Cell(METRICS["recall"], part)


def rates(gold: Corpus, lexicon: Lexicon, switches: dict[str, Any], dev: Corpus | None = None) -> list[Row]:
    """How many samples, mentions and entities of one part are in another, in every direction."""
    unit = switches.get("contamination_unit") or "sentence"
    parts = {"train": lexicon.corpus, "test": gold, **({"dev": dev} if dev is not None else {})}
    return [
        Row("contamination", "", metric, r.value, direction, count=r.count, total=r.total, more={"unit": unit})
        for direction, found in directions(parts, unit=unit).items()
        for metric, r in found.items()
    ]


def notes(switches: dict[str, Any], marked_documents: bool = True) -> list[str]:
    if switches.get("contamination_unit") != "document" or marked_documents:
        return []
    return ["contamination: the test corpus has no document marks, so a document is a sentence"]


suite(
    Suite(
        name="contamination",
        order=30,
        cells=cells,
        data=rates,
        notes=notes,
        cautions=(CAUTION,),
        headlines=tuple(("ALL", "ALL", m) for m in ("f1_clean", "delta_f1", "recall_clean")),
        lower_is_better=frozenset({"delta_f1"}),
        description="scores when recall counts new entities only, and how much F1 is lost",
        citation="Babl et al., 2025",
    )
)
