"""swap: the control. Each mention gives way to a *training* mention: splicing itself does no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.fit import UPPER, Places, cased
from nerproof.attacks.language import guess_language
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Edit, Transformed, another, overlapping, splice, surfaces_by_type

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


@ATTACKS.register("swap")
def swap(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by training mentions of their type: the control beside every drop."""
    if options.train is None:
        raise UsageError("the swap control takes its mentions from the training data. Pass --train FILE.")
    language = options.language or guess_language(options.train)
    mentions = surfaces_by_type(options.train)
    casing = Places(corpus, language).casing.tolist()
    nested = overlapping(corpus.mentions).tolist()
    new: dict[int, tuple[str, ...]] = {}
    edits = []
    for i in range(len(corpus.mentions)):
        start, end, type_ = corpus.mention(i)
        old = tuple(corpus.tokens.strings(start, end))
        reason = "overlaps another mention" if nested[i] else None
        drawn = None if reason else another(mentions.get(type_, []), old, rng)
        if drawn is not None:
            new[i] = tuple(cased(t, UPPER) for t in drawn) if casing[i] == UPPER else drawn
        elif reason is None:
            reason = "no other training mention of this type"
        edits.append(_edit(corpus, i, " ".join(old), new.get(i), reason))
    which = np.array(sorted(new), dtype=np.int64)
    m = corpus.mentions
    changed = splice(corpus, m.start[which], m.end[which], [new[i] for i in which.tolist()])
    return Transformed(changed, edits, facts={"attack": "swap", "mentions": len(edits), "replaced": len(new)})


def _edit(corpus: Corpus, i: int, old: str, new: tuple[str, ...] | None, reason: str | None) -> Edit:
    sentence = int(corpus.sentence_of_mention[i])
    first = int(corpus.sentences[sentence])
    start, end, type_ = corpus.mention(i)
    place = ("swap", int(corpus.document_of_sentence[sentence]), sentence, start - first, end - first, old)
    return Edit(*place, new=" ".join(new) if new else None, mention=i, type=type_, reason=reason)
