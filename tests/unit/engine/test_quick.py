"""nerproof.score: tag lists in, standard scores out."""

from __future__ import annotations

import pytest

import nerproof

GOLD = [["B-PER", "I-PER", "O"], ["O", "B-LOC"]]


def test_counts_and_scores():
    row = nerproof.score(GOLD, [["B-PER", "I-PER", "B-LOC"], ["O", "B-LOC"]]).row("f1")
    assert (row.more["n_gold"], row.more["n_pred"], row.more["n_correct"]) == (2, 3, 2)
    assert row.value == pytest.approx(0.8)


def test_schemes_may_differ():
    result = nerproof.score(GOLD, [["B-PER", "E-PER", "O"], ["O", "S-LOC"]])
    assert result.value("f1") == 1
    assert (result.signature["scheme"], result.signature["pred_schemes"]) == ("IOB2", {"pred": "BIOES"})


@pytest.mark.parametrize(("repair", "n_pred"), [("begin", 2), ("discard", 1)])
def test_repairs_are_counted_and_said(repair, n_pred):
    result = nerproof.score(GOLD, [["B-PER", "I-PER", "O"], ["O", "I-LOC"]], repair=repair)
    assert result.row("f1").more["n_pred"] == n_pred
    assert result.signature["repairs"] == {"gold": 0, "pred": 1}
    assert result.signature["repair"] == repair
    assert result.notes == [f"1 mentions break IOB2; repaired by repair={repair!r}"]


def test_a_broken_tag_is_named_with_its_place():
    with pytest.raises(nerproof.UsageError, match="sentence 1, token 1: tag 'I-LOC'"):
        nerproof.score(GOLD, [["B-PER", "I-PER", "O"], ["O", "I-LOC"]], repair="error")
    with pytest.raises(nerproof.UsageError, match="sentence 0, token 2: tag 'o'"):
        nerproof.score([["B-PER", "I-PER", "o"]], [["O", "O", "O"]])


def test_nothing_is_undefined_and_not_zero():
    assert nerproof.score([["O"]], [["O"]]).value("f1") is None
    assert nerproof.score([], []).value("f1") is None


@pytest.mark.parametrize("pred", [[["O"]], [["B-PER", "I-PER"], ["O", "B-LOC"]]])
def test_other_shapes_are_refused(pred):
    with pytest.raises(nerproof.UsageError, match="gold has"):
        nerproof.score(GOLD, pred)
