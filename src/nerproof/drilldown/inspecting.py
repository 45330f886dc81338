"""Finds the set a person names and shows what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nerproof.auditing.inconsistencies import Inconsistency, inconsistencies
from nerproof.base.errors import UnknownName
from nerproof.corpus import Bools, Corpus, join
from nerproof.drilldown.words import Finding, mentions, words
from nerproof.index.lexicon import Lexicon
from nerproof.index.trainingdata import check_types
from nerproof.measures.attributes.contamination import contaminated
from nerproof.measures.pairing import Pair
from nerproof.suites import hardeval, interpreteval, tmr


def inspect(
    subset: str, train: Sequence[Corpus], test: Corpus, *, limit: int = 20, switches: dict[str, Any] | None = None
) -> Sequence[Finding | Inconsistency]:
    """What is behind a subset, most frequent first."""
    if subset == "inconsistencies":
        return inconsistencies([*train, test], limit=limit)
    training = join(train)
    check_types(test.types, training.types)
    lexicon = Lexicon(training)
    tokens = hardeval.subsets(test, lexicon, switches or {})
    if subset in tokens:
        return words(test, lexicon, tokens[subset], limit=limit)
    found = {**tmr.subsets(test, lexicon, Lexicon(test)), **_contamination(test, lexicon)}
    if subset in found:
        return mentions(test, lexicon, found[subset], limit=limit)
    buckets = _buckets(test, lexicon, switches or {})
    if subset not in buckets:
        known = [*tokens, *found, *buckets, "inconsistencies"]
        raise UnknownName.among("subset", subset, known)
    unit, mask = buckets[subset]
    show = words if unit == "token" else mentions
    return show(test, lexicon, mask, limit=limit)


def _contamination(test: Corpus, lexicon: Lexicon) -> dict[str, Bools]:
    dirty = contaminated(test, lexicon)
    return {"contaminated": dirty, "clean": ~dirty}


def _buckets(test: Corpus, lexicon: Lexicon, switches: dict[str, Any]) -> dict[str, tuple[str, Bools]]:
    pair = Pair(test, test)
    learned = interpreteval.learn(interpreteval.survey(test, switches, lexicon), switches, lexicon)
    cells = interpreteval.cells(pair, switches, learned, lexicon)
    return {
        c.part.name: (c.metric.unit, c.part.gold & _items(test, c.metric.unit, pair))
        for c in cells
        if c.part.gold is not None
    }


def _items(test: Corpus, unit: str, pair: Pair) -> Bools:
    return pair.gold_types_of_tokens >= 0 if unit == "token" else np.ones(len(test.mentions), dtype=np.bool_)
