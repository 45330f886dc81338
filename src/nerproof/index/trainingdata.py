"""Whether training data fits the test data: other labels, no labels, or the very same text."""

from __future__ import annotations

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus

MAP = "--map OLD=NEW"


def check_training(gold: Corpus, train: Corpus) -> list[str]:
    """Notes on what does not fit; types without any overlap are an error that names both sets.

    >>> gold = Corpus.from_sentences([["a", "b"]], [[(0, 1, "PER"), (1, 2, "LOC")]])
    >>> train = Corpus.from_sentences([["a", "c"]], [[(0, 1, "PERSON"), (1, 2, "LOC")]])
    >>> print(check_training(gold, train)[0])
    types in gold that train lacks: PER (all their mentions are unseen; train alone has PERSON: same? --map OLD=NEW)
    """
    if _same(gold, train):
        return ["warning: the training corpus is the test corpus; every mention counts as seen"]
    if gold.types and train.types and not set(gold.types) & set(train.types):
        raise UsageError(
            f"train has the types {', '.join(train.types)}; gold has {', '.join(gold.types)}. "
            f"They share none: rename one side with {MAP}."
        )
    if gold.types and not len(train.mentions):
        return ["the training corpus has no mention: everything counts as unseen"]
    return _missing(gold, train)


def _same(gold: Corpus, train: Corpus) -> bool:
    sizes = [(c.n_tokens, c.n_sentences, len(c.mentions)) for c in (gold, train)]
    if gold.file_digest and gold.file_digest == train.file_digest:
        return True
    return sizes[0] == sizes[1] and gold.content_digest == train.content_digest


def _missing(gold: Corpus, train: Corpus) -> list[str]:
    missing, extra = (sorted(set(a.types) - set(b.types)) for a, b in ((gold, train), (train, gold)))
    if not missing:
        return []
    hint = f"; train alone has {', '.join(extra)}: same? {MAP}" if extra else ""
    return [f"types in gold that train lacks: {', '.join(missing)} (all their mentions are unseen{hint})"]
