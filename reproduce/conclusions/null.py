"""How often each rule fires on corpora where there is nothing to find: at most 5 % of them.

    python reproduce/conclusions/null.py [CORPORA [SYSTEMS]]

Every mention is found with the same probability by every system, and false positives are random, so no type, attribute,
ambiguous name or system differs.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
from worlds import TYPES, findings, predicted, world

CHANCE = 0.8
INVENTED = 0.2  # false positives per sentence


def false_alarms(corpora: int, systems: int, *, seed: int = 0, sentences: int = 900) -> Counter[str]:
    """In how many corpora each rule says something that is not so."""
    fired: Counter[str] = Counter()
    for i in range(corpora):
        rng = np.random.default_rng([seed, i])
        train, gold = world(rng, sentences=sentences)
        chance = np.full(len(gold.mentions), CHANCE)
        found = findings(train, gold, {f"s{k}": predicted(rng, gold, chance, INVENTED) for k in range(systems)})
        fired.update({f.rule for f in found if is_false(f)})
    return fired


def is_false(finding: object) -> bool:
    """Whether a finding claims an effect; verdicts that praise, and facts about the data, are true here."""
    rule, text = getattr(finding, "rule", ""), getattr(finding, "text", "")
    if rule == "memory":
        return getattr(finding, "verdict", "") in {"leans-on-memory", "relies-on-memory"} and "borderline" not in text
    if rule == "leader":
        return "significantly higher" in text and "significantly higher than 0 of" not in text
    return rule in {
        "type-falls",
        "flip",
        "ambiguous-names",
        "buckets",
        "verbatim",
        "floor",
        "degenerate",
        "little-data",
    }


if __name__ == "__main__":
    corpora, systems = (int(x) for x in (*sys.argv[1:], *("200", "3")[len(sys.argv) - 1 :]))
    counts = false_alarms(corpora, systems)
    print(f"{corpora} corpora, {systems} equal systems, {len(TYPES)} types; rules that fired falsely:")
    for name in ("memory", "type-falls", "flip", "ambiguous-names", "buckets", "leader", "verbatim", "floor"):
        print(f"  {name:16} {100 * counts[name] / corpora:5.1f} %")
