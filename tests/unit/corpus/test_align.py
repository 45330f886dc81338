"""Putting predictions on gold's tokens, and saying where they part."""

from __future__ import annotations

import pytest

from nerproof import InputError, evaluate
from nerproof.corpus import Corpus
from nerproof.corpus.align import align
from nerproof.formats import read


def spans(corpus):
    return [tuple(corpus.mention(i)) for i in range(len(corpus.mentions))]


GOLD = Corpus.from_sentences([["EU", "rejects"], ["Peter", "Blackburn"]], [[(0, 1, "ORG")], [(0, 2, "PER")]])


def test_other_sentence_cut_is_put_on_golds_sentences():
    pred = Corpus.from_sentences([["EU"], ["rejects", "Peter", "Blackburn"]], [[(0, 1, "ORG")], [(1, 3, "PER")]])
    moved = align(GOLD, pred)
    assert spans(moved) == spans(GOLD)
    assert "cut differently" in moved.notes[0]


def test_position_accepts_rewritten_tokens():
    pred = Corpus.from_sentences([["eu", "rejects"], ["P.", "Blackburn"]], [[(0, 1, "ORG")], []])
    assert spans(align(GOLD, pred, mode="position")) == [(0, 1, "ORG")]
    with pytest.raises(InputError, match="token 'eu' where .* has 'EU'"):
        align(GOLD, pred)


def test_text_aligns_other_tokens_and_counts_misfits_as_false_positives():
    gold = Corpus.from_sentences([["New", "York-based", "EU"]], [[(2, 3, "ORG")]])
    pred = Corpus.from_sentences([["New", "York", "-", "based", "EU"]], [[(0, 2, "LOC"), (4, 5, "ORG")]])
    moved = align(gold, pred, mode="text")
    assert (2, 3, "ORG") in spans(moved)
    assert "1 predicted spans do not fit" in moved.notes[-1]
    row = evaluate(gold, {"a": pred}, align="text", resamples=0).row("precision", system="a")
    assert (row.count, row.total) == (1, 2)


def test_text_difference_names_both_places():
    with pytest.raises(InputError, match="the text differs: 'xU"):
        align(GOLD, Corpus.from_sentences([["xU", "rejects"], ["Peter", "Blackburn"]]), mode="text")


def test_missing_sentences_are_refused_unless_allowed():
    pred = Corpus.from_sentences([["EU", "rejects"]], [[(0, 1, "ORG")]])
    with pytest.raises(InputError, match="1 sentences where gold has 2"):
        align(GOLD, pred)
    moved = align(GOLD, pred, allow_truncated=True)
    assert spans(moved) == [(0, 1, "ORG")]
    assert "2 of 4 tokens have no prediction" in moved.notes[0]


def test_truncated_sentences_count_as_missed():
    pred = Corpus.from_sentences([["EU"], ["Peter", "Blackburn"]], [[(0, 1, "ORG")], [(0, 2, "PER")]])
    assert spans(align(GOLD, pred, allow_truncated=True)) == spans(GOLD)


def test_more_sentences_than_gold_are_refused():
    pred = Corpus.from_sentences([["EU", "rejects"], ["Peter", "Blackburn"], ["x"]])
    with pytest.raises(InputError, match="3 sentences where gold has 2"):
        align(GOLD, pred)


def test_first_difference_has_file_and_line(tmp_path):
    gold, pred = tmp_path / "gold.conll", tmp_path / "pred.conll"
    gold.write_text("EU B-ORG\n\nPeter B-PER\nB I-PER\n")
    pred.write_text("EU B-ORG\n\nPeter B-PER\n")
    with pytest.raises(InputError) as error:
        align(read(gold), read(pred))
    assert str(error.value).startswith(
        f"{pred}:3: the sentence has 1 tokens ('Peter') where {gold}:3 has 2 ('Peter B')"
    )


def test_position_speaks_of_lengths_not_of_rewritten_tokens():
    pred = Corpus.from_sentences([["eu", "rejects"], ["Peter"]])
    with pytest.raises(InputError, match="the sentence has 1 tokens"):
        align(GOLD, pred, mode="position")


@pytest.mark.parametrize(
    ("sentences", "hint"),
    [
        ([["eu", "rejects"], ["Peter", "Blackburn"]], "or pass --align position."),
        ([["E", "U", "rejects"], ["Peter", "Blackburn"]], "or pass --align text."),
        ([["EU", "rejects"], ["Peter"]], "or pass --allow-truncated."),
        ([["EU", "rejects"], ["Paul"]], "Predict on the same tokens."),
    ],
)
def test_hints_lead_to_options_that_work(sentences, hint):
    pred = Corpus.from_sentences(sentences)
    with pytest.raises(InputError) as caught:
        align(GOLD, pred)
    assert str(caught.value).endswith(hint)
    if "--align" in hint:
        align(GOLD, pred, mode=hint.split()[-1].rstrip("."))
    elif "--allow" in hint:
        align(GOLD, pred, allow_truncated=True)
