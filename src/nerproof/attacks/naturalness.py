"""How natural attacked names are, counted: capitals, surnames, articles, tokens, type and family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.attacks.kinds import CLUB
from nerproof.attacks.linking import notability
from nerproof.attacks.persons import FULL, SURNAME
from nerproof.attacks.shapes import takes_an

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nerproof.attacks.classes import Catalogue
    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Edit


def naturalness(
    corpus: Corpus, edits: Sequence[Edit], language: str, catalogue: Catalogue | None = None
) -> dict[str, Any]:
    """Shares of the replaced mentions, each with its number of cases; a share of nothing is None."""
    made = [e for e in edits if e.new is not None]
    found = {
        "capitals": share(_capitals(made)),
        "tokens": share(len(str(e.new).split(" ")) == e.end - e.start for e in made),
        "surnames": share(_surnames(made)),
    }
    if language == "en":
        found["articles"] = share(_articles(corpus, made))
        found["articles_original"] = share(_articles(corpus, made, original=True))
    if catalogue is not None:
        found["type"] = share(_types(made, catalogue))
        found["family"] = share(e.link != "any family" for e in made if e.family is not None)
    return found


def share(cases: Iterable[bool]) -> dict[str, Any]:
    """The share of true cases, and how many cases there are; a share of nothing is None."""
    listed = list(cases)
    return {"share": sum(listed) / len(listed) if listed else None, "cases": len(listed)}


def _capitals(made: Sequence[Edit]) -> Iterable[bool]:
    """Names that were all capitals still are, and no other became so."""
    for e in made:
        old, new = e.original, str(e.new)
        letters = [c for c in old if c.isalpha()]
        if len(letters) > 1 and old.isupper():
            yield new.isupper()


def _surnames(made: Sequence[Edit]) -> Iterable[bool]:
    """Surnames alone whose whole name stands in the document: whether both changed alike."""
    whole: dict[tuple[int, str | None, str], set[str]] = {}
    for e in made:
        words = e.original.split(" ")
        if str(e.class_label).startswith(FULL) and len(words) > 1:
            whole.setdefault((e.document, e.type, words[-1].lower()), set()).add(str(e.new).split(" ")[-1].lower())
    for e in made:
        words = e.original.split(" ")
        key = (e.document, e.type, words[-1].lower())
        if e.class_label == SURNAME and len(words) == 1 and key in whole:
            yield str(e.new).lower() in whole[key]


def _articles(corpus: Corpus, made: Sequence[Edit], *, original: bool = False) -> Iterable[bool]:
    """Names behind a or an: whether it is the right one."""
    for e in made:
        if e.start == 0:
            continue
        before = corpus.tokens.strings(
            int(corpus.sentences[e.sentence]) + e.start - 1, int(corpus.sentences[e.sentence]) + e.start
        )[0]
        if before.lower() in {"a", "an"}:
            yield takes_an((e.original if original else str(e.new)).split(" ")[0]) == (before.lower() == "an")


def _types(made: Sequence[Edit], catalogue: Catalogue) -> Iterable[bool]:
    """New names of the gazetteer: whether the most notable entity of that name has the mention's type."""
    drawn = [e for e in made if e.qid is not None and e.link != CLUB]
    homes = home_types(catalogue, {str(e.new) for e in drawn})
    for e in drawn:
        if str(e.new) in homes:
            yield homes[str(e.new)] in catalogue.types_of[str(e.type)]


def home_types(catalogue: Catalogue, names: Iterable[str]) -> dict[str, str]:
    """The type of the most notable entity that bears each name."""
    gazetteer = catalogue.gazetteer
    owner, entities, weight = gazetteer.group_of_row, gazetteer.entities, catalogue.weight

    def fame(row: int) -> tuple[int, float]:
        return notability(str(entities[row]), row), -float(weight[owner[row]])

    best = {n: min(rows, key=fame) if len(rows) > 1 else rows[0] for n, rows in gazetteer.find(set(names)).items()}
    return {n: gazetteer.types[catalogue.home[int(gazetteer.group_class[owner[r]])]] for n, r in best.items()}
