"""Every compat scorer equals the program it stands for, on thousands of valid and invalid corpora."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import seqeval.metrics as theirs
import seqeval.scheme
from hypothesis import given, settings
from hypothesis import strategies as st
from nervaluate import Evaluator
from seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support
from seqeval.metrics.v1 import precision_recall_fscore_support as strict_scores
from seqscore.scoring import score_label_sequences

from nerproof.base.errors import NerproofError
from nerproof.compat import TagPair, scores
from nerproof.compat import seqeval as ours
from nerproof.compat.seqscore import ENCODINGS, score

MANY = settings(max_examples=600, deadline=None)
SOME = settings(max_examples=150, deadline=None)

BIO = ["O", "B-A", "I-A", "B-B", "I-B"]
BOUNDED = [*BIO, "E-A", "S-A", "E-B", "S-B"]
WILD = [*BOUNDED, "X-A", "A", "B", "I", "M-A", "B_A", ".", "O-A", "X", "U-A", "L-A", "B-A-B", "B-", "[", "]-A"]
NEAR = ["O", "B-A", "I-A", "B-B", "I-B", "E-A", "S-A", "X-A"]


def corpora(alphabet: list[str], least: int = 0):
    """Gold and predicted tags of the same tokens: a prediction repeats gold or is any tag of the alphabet."""
    tag = st.sampled_from(alphabet)
    token = st.tuples(tag, st.one_of(st.none(), tag)).map(lambda t: (t[0], t[1] or t[0]))
    sentence = st.lists(token, min_size=least, max_size=8)
    return st.lists(sentence, min_size=1, max_size=4).map(_sides)


def _sides(sentences):
    return [[t[0] for t in s] for s in sentences], [[t[1] for t in s] for s in sentences]


def valid_corpora(first: str, inner: str, last: str, single: str):
    """Tags of one scheme without a fault: stretches of O and of mentions, cut off at the shorter side's length."""
    stretch = st.tuples(st.sampled_from(["O", "A", "B-X"]), st.integers(1, 3))

    def encode(stretches):
        tags = []
        for name, n in stretches:
            letters = single if n == 1 else first + inner * (n - 2) + last
            tags += ["O"] * n if name == "O" else [f"{letter}-{name}" for letter in letters]
        return tags

    sentence = st.lists(stretch, max_size=5).map(encode)
    pair = st.tuples(sentence, sentence).map(lambda p: [(x + ["O"] * 15)[:15] for x in p])
    return st.lists(pair, min_size=1, max_size=3).map(lambda ps: ([p[0] for p in ps], [p[1] for p in ps]))


VALID = st.one_of(
    valid_corpora("B", "I", "I", "B"), valid_corpora("B", "I", "E", "S"), valid_corpora("B", "I", "L", "U")
)


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def table(name: str, gold, pred):
    return {(r["label"], r["metric"]): r["value"] for r in scores(name, gold, pred)}


def attempt(function, *args, **options):
    try:
        return function(*args, **options)
    except Exception as error:
        return error


def assert_same(mine, other) -> None:
    for a, b in zip(mine, other, strict=True):
        assert np.array_equal(a, b, equal_nan=True), (mine, other)


# --- seqeval ---------------------------------------------------------------------------------------------------------


@MANY
@given(st.one_of(corpora(BIO), corpora(BOUNDED), corpora(WILD), VALID), st.sampled_from([0, 1]))
def test_seqeval_scores_and_entities(tags, zero_division) -> None:
    gold, pred = tags
    assert ours.get_entities(gold) == get_entities(gold)
    for average in (None, "micro", "macro", "weighted"):
        options = {"average": average, "zero_division": zero_division}
        assert_same(
            ours.precision_recall_fscore_support(gold, pred, **options),
            precision_recall_fscore_support(gold, pred, **options),
        )


@MANY
@given(
    st.one_of(corpora(BIO), corpora(BOUNDED), corpora(["O", "I-A", "E-A", "I-B", "E-B"]), corpora(WILD), VALID),
    st.sampled_from(["IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"]),
)
def test_seqeval_strict_in_every_scheme(tags, name) -> None:
    gold, pred = tags
    expected = attempt(strict_scores, gold, pred, scheme=getattr(seqeval.scheme, name))
    found = attempt(ours.precision_recall_fscore_support, gold, pred, mode="strict", scheme=name)
    if isinstance(expected, Exception):
        assert isinstance(found, NerproofError)
    else:
        assert_same(found, expected)


@SOME
@given(st.one_of(corpora(BIO, least=1), VALID), st.sampled_from([None, "strict"]), st.sampled_from(["warn", 0, 1]))
def test_seqeval_report_as_text_and_as_dictionary(tags, mode, zero_division) -> None:
    gold, pred = tags
    options = {"mode": mode, "zero_division": zero_division}
    expected = attempt(theirs.classification_report, gold, pred, digits=4, **options)
    found = attempt(ours.classification_report, gold, pred, digits=4, **options)
    if isinstance(expected, str):
        assert found == expected
        as_dict = ours.classification_report(gold, pred, output_dict=True, **options)
        assert as_dict == theirs.classification_report(gold, pred, output_dict=True, **options)
    elif get_entities(gold) + get_entities(pred):
        assert isinstance(found, NerproofError)  # seqeval knows no scheme for these tags either


@SOME
@given(corpora([*WILD, "o"], least=1))
def test_seqeval_token_measures(tags) -> None:
    gold, pred = tags
    assert ours.accuracy_score(gold, pred) == theirs.accuracy_score(gold, pred)
    assert ours.performance_measure(gold, pred) == theirs.performance_measure(gold, pred)
    assert ours.accuracy_score(gold[0], pred[0]) == theirs.accuracy_score(gold[0], pred[0])


@SOME
@given(corpora(["O", "A-B", "A-I", "A-E", "A-S", "B-B", "B-I", "X", "A-B-I"]))
def test_seqeval_suffixes(tags) -> None:
    gold, pred = tags
    assert ours.get_entities(pred, suffix=True) == get_entities(pred, suffix=True)
    expected = precision_recall_fscore_support(gold, pred, suffix=True)
    assert_same(ours.precision_recall_fscore_support(gold, pred, suffix=True), expected)


@SOME
@given(VALID, st.sampled_from([0.5, 2.0, float("inf")]))
def test_seqeval_beta(tags, beta) -> None:
    expected = precision_recall_fscore_support(*tags, beta=beta, average="macro", zero_division=0)
    found = ours.precision_recall_fscore_support(*tags, beta=beta, average="macro", zero_division=0)
    assert_same(found, expected)


# --- nervaluate ------------------------------------------------------------------------------------------------------


@MANY
@given(st.one_of(corpora(BIO, least=1), corpora(NEAR, least=1), valid_corpora("B", "I", "I", "B")))
def test_nervaluate_all_schemas_and_types(tags) -> None:
    gold, pred = tags
    expected = attempt(lambda: Evaluator(gold, pred, tags=["A", "B", "B-X"], loader="list").evaluate())
    found = attempt(table, "nervaluate", gold, pred)
    if isinstance(expected, Exception):
        assert isinstance(found, NerproofError)
        return
    fields = ("precision", "recall", "f1", "correct", "incorrect", "partial", "missed", "spurious")
    for label, results in [("ALL", expected["overall"]), *expected["entities"].items()]:
        for schema, result in results.items():
            prefix = "" if schema == "strict" else f"{schema}_"
            assert [found[label, prefix + f] for f in fields] == [getattr(result, f) for f in fields]


def test_nervaluate_one_token_of_a_very_long_mention_is_no_overlap() -> None:
    gold = [["B-A"] + ["I-A"] * 149]
    pred = [["B-A"] + ["O"] * 149]
    expected = Evaluator(gold, pred, tags=["A"], loader="list").evaluate()["overall"]["partial"]
    found = table("nervaluate", gold, pred)
    assert (expected.partial, expected.spurious) == (0, 1)
    assert (found["ALL", "partial_partial"], found["ALL", "partial_spurious"]) == (0, 1)


# --- SeqScore --------------------------------------------------------------------------------------------------------


@MANY
@given(
    st.one_of(corpora(BIO, least=1), corpora(BOUNDED, least=1), corpora(NEAR, least=1), corpora(WILD, least=1), VALID),
    st.sampled_from(["none", "conlleval", "discard"]),
    st.sampled_from(sorted(ENCODINGS)),
)
def test_seqscore_every_encoding_and_repair(tags, repair, encoding) -> None:
    gold, pred = tags
    expected = attempt(score_label_sequences, pred, gold, encoding, repair=None if repair == "none" else repair)
    rows = attempt(lambda: score(TagPair.of(gold, pred), repair, encoding))
    if isinstance(expected, Exception):
        assert isinstance(rows, NerproofError)
        return
    found = {(r["label"], r["metric"]): r["value"] for r in rows}
    strict, accuracy = expected
    assert found["ALL", "accuracy"] == accuracy.accuracy
    for label, item in [("ALL", strict), *strict.type_scores.items()]:
        values = [found[label, m] for m in ("precision", "recall", "f1")]
        assert values == [item.precision, item.recall, item.f1]
    assert {label for label, _ in found} == {"ALL", *strict.type_scores}
