"""The vectorised conlleval equals a plain tag-by-tag reading of conlleval.pl's documented rules."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.compat import scores

TAGS = [
    "O", "B-A", "I-A", "B-B", "I-B", "E-A", "E-B", "S-A", "[-A", "]-A", ".-A", "X-A", "A", "B", "I", "B-A-B", "B_A", "o", "."
]  # fmt: skip


class Reader:
    """One column while it is read: the tag before and the tag now."""

    def __init__(self) -> None:
        self.before, self.before_type = "O", ""
        self.tag, self.type = "O", ""

    def step(self, text: str) -> None:
        self.before, self.before_type = self.tag, self.type
        self.tag, _, self.type = text.partition("-")

    @property
    def ends(self) -> bool:
        two = self.before + self.tag
        known = len(self.before) == len(self.tag) == 1 and two in {"BB", "BO", "IB", "IO", "EE", "EI", "EO"}
        changed = self.before not in {"O", "."} and self.before_type != self.type
        return known or changed or self.before in {"]", "["}

    @property
    def starts(self) -> bool:
        two = self.before + self.tag
        known = len(self.before) == len(self.tag) == 1 and two in {"BB", "IB", "OB", "OI", "EE", "EI", "OE"}
        changed = self.tag not in {"O", "."} and self.before_type != self.type
        return known or changed or self.tag in {"]", "["}


def reference(gold, pred):
    """Counts (correct, guessed, gold) per type, in one walk with a flag, as the Perl program does it."""
    correct, guessed, found = Counter(), Counter(), Counter()
    g, p = Reader(), Reader()
    hope = False
    lines = [pair for a, b in zip(gold, pred, strict=True) for pair in [*zip(a, b, strict=True), ("O", "O")]]
    for gold_tag, pred_tag in lines:
        g.step(gold_tag)
        p.step(pred_tag)
        if hope:
            if g.ends and p.ends and p.before_type == g.before_type:
                hope = False
                correct[g.before_type] += 1
            elif g.ends != p.ends or p.type != g.type:
                hope = False
        if g.starts and p.starts and p.type == g.type:
            hope = True
        found[g.type] += g.starts
        guessed[p.type] += p.starts
    if hope:
        correct[g.type] += 1
    return correct, guessed, found


@settings(max_examples=800, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(TAGS), st.none() | st.sampled_from(TAGS)), max_size=9),
        min_size=1,
        max_size=4,
    ),
    st.integers(5, len(TAGS)),
)
def test_counts_equal_the_reference(sentences, n_known) -> None:
    known = set(TAGS[:n_known])
    sides = [[(g if g in known else "O", (p or g) if (p or g) in known else "O") for g, p in s] for s in sentences]
    gold, pred = ([[t[i] for t in s] for s in sides] for i in (0, 1))
    rows = {(r["label"], r["metric"]): r for r in scores("conlleval", gold, pred)}
    correct, guessed, found = reference(gold, pred)
    for label in sorted({*(+guessed), *(+found)}):
        precision, recall = rows[label, "precision"], rows[label, "recall"]
        assert (precision["count"], precision["total"], recall["total"]) == (
            correct[label],
            guessed[label],
            found[label],
        )
    total = rows["ALL", "f1"]
    assert total["count"] == 2 * sum(correct.values())
    assert total["total"] == sum(guessed.values()) + sum(found.values())
