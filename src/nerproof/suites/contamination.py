"""Entity contamination: F1_clean, ΔF1 and the rates of shared entities (Babl et al., 2025)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from nerproof.base.results import Row
from nerproof.index.overlap import Rate, directions_of, rates_of, sample_counts
from nerproof.measures.attributes.contamination import contaminated
from nerproof.measures.metrics import METRICS, Slice
from nerproof.suites.recipe import Cell, Suite, Sums, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nerproof.corpus import Corpus
    from nerproof.index.lexicon import Lexicon
    from nerproof.measures.pairing import Pair


CAUTION = (
    "P_clean* (precision_clean_exact) charges every false positive to the new entities: it collapses when few gold "
    "mentions are new"
)


def cells(pair: Pair, lexicon: Lexicon) -> Iterator[Cell]:
    dirty, known = contaminated(pair.gold, lexicon), contaminated(pair.pred, lexicon)
    masks = {"gold_clean": ~dirty, "pred_unseen": ~known}
    yield Cell(METRICS["contamination"], Slice(masks=masks), types="label")
    for name, mask, side in (("clean", ~dirty, ~known), ("contaminated", dirty, known)):
        yield Cell(METRICS["recall"], Slice(name, gold=mask, pred=side), types="label")


def sizes(table: Table) -> None:
    """How many mentions the two recalls are about, each its own part."""
    for slice_, label, metric in list(table):
        if metric != "recall_contaminated":
            continue
        whole, clean, seen = (table[slice_, label, m] for m in ("recall", "recall_clean", metric))
        seen.count, seen.total = (whole.count or 0) - (clean.count or 0), (whole.total or 0) - (clean.total or 0)
        for item in (clean, seen):
            item.facts = {**item.facts, "n_gold": item.total, "n_correct": item.count}


def facts(gold: Corpus, parts: Mapping[str, Lexicon], switches: Mapping[str, Any], first_document: int = 0) -> Sums:
    """How many samples of gold have an entity of each other part, and how many have nothing else."""
    unit = switches.get("contamination_unit") or "sentence"
    found: Sums = Counter()
    for name, other in parts.items():
        found.update({(name, key): n for key, n in sample_counts(gold, other, unit, first_document).items()})
    return found


def rates(facts: Sums, index: Lexicon, parts: Mapping[str, Lexicon], switches: Mapping[str, Any]) -> list[Row]:
    """How many samples, mentions and entities of one part are in another, in every direction."""
    unit = switches.get("contamination_unit") or "sentence"

    def of_test(other: str) -> dict[str, Rate]:
        counts = {key: n for (name, key), n in facts.items() if name == other}
        return rates_of(counts, index, parts[other])

    return [
        Row("contamination", "", metric, r.value, direction, count=r.count, total=r.total, more={"unit": unit})
        for direction, found in directions_of(parts, index, of_test, unit=unit).items()
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
        derive=sizes,
        facts=facts,
        rows=rates,
        notes=notes,
        cautions=(CAUTION,),
        headlines=tuple(("ALL", "ALL", m) for m in ("f1_clean", "delta_f1", "recall_clean")),
        lower_is_better=frozenset({"delta_f1", "delta_recall"}),
        description="scores when recall counts new entities only, and how much F1 is lost",
        citation="Babl et al., 2025",
    )
)
