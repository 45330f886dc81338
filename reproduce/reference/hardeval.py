"""hardeval by its definitions: hard tokens, and how many of them are labelled wrongly."""

from __future__ import annotations

from collections import Counter, defaultdict

from reference.files import Sentence, labels, mentions

SETS = {
    "all": ("unseen-I", "unseen-O", "diff-I", "diff-O", "diff-E", "other"),
    "unseen": ("unseen-I", "unseen-O"),
    "unseen-I": ("unseen-I",),
    "unseen-O": ("unseen-O",),
    "diff": ("diff-I", "diff-O", "diff-E"),
    "diff-I": ("diff-I",),
    "diff-O": ("diff-O",),
    "diff-E": ("diff-E",),
    "unseen+diff": ("unseen-I", "unseen-O", "diff-I", "diff-O", "diff-E"),
}
VARIANTS = {  # how labels are compared, how predictions are repaired, which diff sets
    "io_conlleval": ("io", "begin", False),
    "bilou_discard": ("bilou", "hardeval", False),
    "strict": ("bilou", "hardeval", True),
}


def hardeval(train: list[Sentence], gold: list[Sentence], pred: list[Sentence], variant: str) -> dict[str, dict]:
    """Errors and tokens of every set."""
    how, repair, strict = VARIANTS[variant]
    seen = counts_of(train)
    kinds = labels(gold, mentions(gold))
    expected = labels(gold, mentions(gold), how)
    answered = labels(gold, mentions(pred, repair), how)
    found = {name: {"errors": 0, "tokens": 0} for name in SETS}
    for i, sentence in enumerate(gold):
        for k, (token, _) in enumerate(sentence):
            own = hard(seen.get(token), kinds[i][k], strict=strict)
            for name in (n for n, parts in SETS.items() if own in parts):
                found[name]["tokens"] += 1
                found[name]["errors"] += expected[i][k] != answered[i][k]
    return found


def counts_of(train: list[Sentence]) -> dict[str, Counter[str]]:
    """How often each training word has each type, or O."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence, kinds in zip(train, labels(train, mentions(train)), strict=True):
        for (token, _), kind in zip(sentence, kinds, strict=True):
            found[token][kind] += 1
    return found


def hard(counts: Counter[str] | None, kind: str, *, strict: bool) -> str:
    """Inside or outside first, all types together; then the type. Ties are never hard."""
    if counts is None:
        return "unseen-O" if kind == "O" else "unseen-I"
    outside, own = counts["O"], counts[kind]
    inside = counts.total() - outside
    most = max((n for t, n in counts.items() if t != "O"), default=0)
    if kind == "O":
        return "diff-O" if (outside == 0 if strict else outside < inside) else "other"
    if inside == 0 if strict else inside < outside:
        return "diff-I"
    return "diff-E" if inside >= outside and (own == 0 if strict else own < most) else "other"
