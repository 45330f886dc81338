"""TMR by its definitions: which mentions are tough, and how many of them are found."""

from __future__ import annotations

from collections import defaultdict

from reference.files import Sentence, mentions, surface

SETS = ("ALL", "SEEN", "UNSEEN-ANY", "UNSEEN-TOKENS", "UNSEEN-TYPE", "TCM-ALL", "TCM-SEEN", "TCM-UNSEEN")


def tmr(train: list[Sentence], gold: list[Sentence], pred: list[Sentence]) -> dict[str, dict[str, dict[str, int]]]:
    """Found and gold mentions by set and type."""
    trained, tested = types_of(train), types_of(gold)
    predicted = set(mentions(pred))
    counts = {name: defaultdict(lambda: {"found": 0, "gold": 0}) for name in SETS}
    for mention in mentions(gold):
        for name in sets_of(surface(gold, mention), mention[3], trained, tested):
            for label in ("ALL", mention[3]):
                counts[name][label]["gold"] += 1
                counts[name][label]["found"] += mention in predicted
    return {name: dict(by_type) for name, by_type in counts.items()}


def types_of(sentences: list[Sentence]) -> dict[str, set[str]]:
    """The types of each surface."""
    found: dict[str, set[str]] = {}
    for mention in mentions(sentences):
        found.setdefault(surface(sentences, mention), set()).add(mention[3])
    return found


def sets_of(name: str, kind: str, trained: dict[str, set[str]], tested: dict[str, set[str]]) -> list[str]:
    new = name not in trained
    found = ["ALL", "UNSEEN-TOKENS" if new else "SEEN" if kind in trained[name] else "UNSEEN-TYPE"]
    if found[1] != "SEEN":
        found.append("UNSEEN-ANY")
    if len(tested[name]) > 1:
        found += ["TCM-ALL", "TCM-UNSEEN" if new else "TCM-SEEN"]
    return found
