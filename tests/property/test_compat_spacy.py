"""The spaCy scorer's numbers equal spaCy's own on Docs made from the same tags."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.base.errors import NerproofError
from nerproof.compat import scores

spacy = pytest.importorskip("spacy")

from spacy.scorer import Scorer  # noqa: E402
from spacy.tokens import Doc  # noqa: E402
from spacy.training import Example  # noqa: E402

BIO = ["O", "B-A", "I-A", "B-B", "I-B"]
VOCAB = spacy.blank("xx").vocab


def pairs(alphabet: list[str]):
    tag = st.sampled_from(alphabet)
    token = st.tuples(tag, st.one_of(st.none(), tag)).map(lambda t: (t[0], t[1] or t[0]))
    sentences = st.lists(st.lists(token, min_size=1, max_size=7), min_size=1, max_size=3)
    return sentences.map(lambda ss: ([[t[0] for t in s] for s in ss], [[t[1] for t in s] for s in ss]))


def score(gold, pred):
    examples = []
    for reference, predicted in zip(gold, pred, strict=True):
        words = [f"w{i}" for i in range(len(reference))]
        examples.append(Example(Doc(VOCAB, words=words, ents=predicted), Doc(VOCAB, words=words, ents=reference)))
    return Scorer.score_spans(examples, "ents")


@settings(max_examples=400, deadline=None)
@given(st.one_of(pairs(BIO), pairs(["O", "B-A", "O", "B-B"]), pairs([*BIO, "O-A", "E-A", "B", "B-", "o"])))
def test_spacy_scores_and_types(tags) -> None:
    gold, pred = tags
    try:
        expected = score(gold, pred)
    except ValueError:
        with pytest.raises(NerproofError):
            scores("spacy", gold, pred)
        return
    found = {(r["label"], r["metric"]): r["value"] for r in scores("spacy", gold, pred)}
    assert [found["ALL", m] for m in ("precision", "recall", "f1")] == [expected[f"ents_{k}"] for k in "prf"]
    types = {
        label: {"p": found[label, "precision"], "r": found[label, "recall"], "f": found[label, "f1"]}
        for label, _ in found
        if label != "ALL"
    }
    assert types == (expected["ents_per_type"] or {})


def test_an_empty_tag_is_a_token_without_annotation() -> None:
    gold, pred = [["B-A", "O"]], [["B-A", ""]]
    found = {(r["label"], r["metric"]): r["value"] for r in scores("spacy", gold, pred)}
    assert found["ALL", "f1"] == score(gold, pred)["ents_f"] == 1.0
