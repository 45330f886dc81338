"""Agreement of annotators: coefficients against slow textbook programs, and what a result of them holds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.studies.agreement import agreement

WORDS = [["Ada", "Falk", "saw", "Karsk", "."], ["Sundby", "beat", "Karsk", "."]]
ANNA = Corpus.from_sentences(WORDS, [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "ORG"), (2, 3, "ORG")]])
BEN = Corpus.from_sentences(WORDS, [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "LOC"), (2, 3, "ORG")]])
NOBODY = Corpus.from_sentences(WORDS, [[], []])


def labels(corpus):
    found = ["O"] * corpus.n_tokens
    for mention in (corpus.mention(i) for i in range(len(corpus.mentions))):
        for token in range(mention.start, mention.end):
            found[token] = mention.type
    return found


def slow_kappa(a, b):
    pairs = list(zip(a, b, strict=True))
    observed = sum(x == y for x, y in pairs) / len(pairs)
    expected = sum(a.count(label) * b.count(label) for label in {*a, *b}) / len(pairs) ** 2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def slow_alpha(annotators):
    """From the coincidence matrix, as Krippendorff writes it."""
    coincidences = Counter()
    for values in zip(*annotators, strict=True):
        for x, y in permutations(values, 2):
            coincidences[x, y] += 1 / (len(values) - 1)
    totals = Counter()
    for (x, _), n in coincidences.items():
        totals[x] += n
    whole = sum(totals.values())
    observed = sum(n for (x, y), n in coincidences.items() if x != y) / whole
    expected = sum(totals[x] * totals[y] for x in totals for y in totals if x != y) / (whole * (whole - 1))
    return None if expected == 0 else 1 - observed / expected


def value(result, metric, pair="", slice_="ALL"):
    return result.value(metric, suite="agreement", system=pair, slice=slice_)


corpora = st.lists(
    st.lists(st.sampled_from(["O", "PER", "LOC"]), min_size=9, max_size=9), min_size=2, max_size=4
).map(
    lambda tags: [
        Corpus.from_sentences(WORDS, [[(i, i + 1, t) for i, t in enumerate(one[a:b]) if t != "O"] for a, b in ((0, 5), (5, 9))])
        for one in tags
    ]
)  # fmt: skip


@settings(deadline=None)
@given(corpora)
def test_kappa_and_alpha_are_the_textbooks(made):
    annotators = {f"a{i}": corpus for i, corpus in enumerate(made)}
    result = agreement(annotators, resamples=0)
    tags = {name: labels(corpus) for name, corpus in annotators.items()}
    for a, b in combinations(annotators, 2):
        assert value(result, "kappa", f"{a} / {b}") == pytest.approx(slow_kappa(tags[a], tags[b]))
        marked = [i for i in range(9) if tags[a][i] != "O" or tags[b][i] != "O"]
        wanted = slow_kappa([tags[a][i] for i in marked], [tags[b][i] for i in marked]) if marked else None
        assert value(result, "kappa_marked", f"{a} / {b}") == pytest.approx(wanted)
    assert value(result, "alpha", slice_="all annotators") == pytest.approx(slow_alpha(list(tags.values())))
    marked = [i for i in range(9) if any(one[i] != "O" for one in tags.values())]
    wanted = slow_alpha([[one[i] for i in marked] for one in tags.values()]) if marked else None
    assert value(result, "alpha_marked", slice_="all annotators") == pytest.approx(wanted)


def test_neither_annotator_is_the_judge():
    one, other = (agreement({"a": x, "b": y}, resamples=50) for x, y in ((ANNA, BEN), (BEN, ANNA)))
    for metric in ("f1", "unlabeled_f1", "kappa", "kappa_marked"):
        assert value(one, metric, "a / b") == value(other, metric, "a / b")
    assert value(one, "f1", "a / b") == 0.75
    assert value(one, "unlabeled_f1", "a / b") == 1.0
    assert {row.metric for row in one.rows if row.system} == {"f1", "unlabeled_f1", "kappa", "kappa_marked"}
    row = one.row("f1", suite="agreement", system="a / b")
    assert (row.more["n_first"], row.more["n_second"], row.more["n_both"]) == (4, 4, 3)


def test_full_agreement_is_one_and_nothing_marked_is_undefined():
    same = agreement({"a": ANNA, "b": ANNA}, resamples=20)
    assert [value(same, m, "a / b") for m in ("f1", "kappa", "kappa_marked")] == [1.0, 1.0, 1.0]
    none = agreement({"a": NOBODY, "b": NOBODY}, resamples=20)
    assert [value(none, m, "a / b") for m in ("f1", "kappa", "kappa_marked")] == [None, None, None]


def test_intervals_hold_the_value_and_the_seed_decides():
    made = [agreement({"a": ANNA, "b": BEN}, resamples=200, seed=3) for _ in range(2)]
    assert made[0].to_json() == made[1].to_json()
    row = made[0].row("kappa", suite="agreement", system="a / b")
    assert row.low <= row.value <= row.high


def test_full_agreement_is_not_certain_and_documents_are_resampled():
    words = [[f"w{i}", "x"] for i in range(60)]
    one = Corpus.from_sentences(words, [[(0, 1, "PER")]] * 60, document_starts=range(0, 60, 2))
    two = Corpus.from_sentences(words, [[(0, 1, "PER")] if i % 4 < 2 else [] for i in range(60)])
    result = agreement({"a": one, "b": one, "c": two}, resamples=200)
    assert result.signature["resampled"] == "document"
    same = next(result.where(metric="f1", system="a / b", label="ALL"))
    assert (same.value, same.high) == (1, 1)
    assert 0.85 < same.low < 0.95  # 30 documents
    by_sentence = agreement({"a": one, "c": two}, resamples=200, unit="sentence")
    wide, narrow = (next(r.where(metric="f1", system="a / c", label="ALL")) for r in (result, by_sentence))
    assert wide.high - wide.low > 1.2 * (narrow.high - narrow.low)


def test_three_annotators_make_three_pairs_and_sentences_of_the_first():
    result = agreement({"anna": ANNA, "ben": BEN, "cleo": NOBODY}, resamples=0, examples=10)
    assert result.systems == ["anna / ben", "anna / cleo", "ben / cleo"]
    assert set(result.extras["confusion"]) == set(result.systems)
    assert set(result.sentences["items"][0]["pred"]) == {"anna / ben", "anna / cleo"}
    assert result.row("alpha", suite="agreement", system="", slice="all annotators").more["annotators"] == 3


def test_one_annotator_agrees_with_nobody():
    with pytest.raises(UsageError, match="two annotators or more"):
        agreement({"anna": ANNA})
