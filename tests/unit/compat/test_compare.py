"""Where scorers part, on tags in memory."""

from __future__ import annotations

import pytest

from nerproof.base.errors import InputError, UnknownName
from nerproof.compat import SCORERS, TagPair, scores
from nerproof.compat.compare import compare
from nerproof.compat.reasons import explain


def test_the_registry_holds_the_promised_scorers() -> None:
    promised = {"conlleval", "seqeval", "seqeval-strict", "nervaluate", "seqscore", "spacy"}
    assert promised <= set(SCORERS)


def test_an_unknown_scorer_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'seqeval'"):
        scores("seqevall", [["O"]], [["O"]])


def test_neighbouring_disputes_are_one_place() -> None:
    found = compare(TagPair.of([["O", "O"]], [["I-A", "I-B"]]))
    assert found.n_differences == 1
    assert found.differences[0].tags == ("I-A", "I-B")
    assert found.differences[0].readings["A 1, B 2"][0] == "nerproof --repair begin"


def test_a_dispute_never_reaches_over_a_sentence_end() -> None:
    found = compare(TagPair.of([["O"], ["O"]], [["I-A"], ["I-A"]]))
    assert [(d.sentence, d.first) for d in found.differences] == [(1, 1), (2, 1)]


def test_merged_bioes_chunks_are_told_from_conlleval() -> None:
    found = compare(TagPair.of([["B-M", "E-M", "B-M", "E-M"]], [["B-M", "I-M", "I-M", "E-M"]]))
    gold = next(d for d in found.differences if d.side == "gold")
    assert gold.readings["M 1-4"] == ("conlleval",)
    assert "E-" in gold.why


def test_no_mention_at_all_is_no_score_for_us() -> None:
    found = {v.name: v.f1 for v in compare(TagPair.of([["O"]], [["O"]])).verdicts}
    assert found["nerproof --repair begin"] is None
    assert found["seqeval"] == 0.0


@pytest.mark.parametrize(
    ("before", "tags", "words"),
    [
        (None, ["I-A"], "start of a sentence"),
        ("O", ["I-A"], "no mention is open"),
        ("B-A", ["I-B"], "the type changes"),
        ("O", ["PER"], "no prefix"),
        ("O", ["X-A"], "no scheme knows"),
        ("O", ["S-A"], "that S- is a mention"),
        ("O", ["B-A", "I-A"], "ends a mention where its scheme has another tag"),
    ],
)
def test_reasons_in_words(before, tags, words) -> None:
    assert words in explain(before, tags)


def test_a_refused_tag_is_placed_on_its_side() -> None:
    with pytest.raises(InputError, match=r"^predictions, sentence 2, token 1: tag 'X-A'"):
        scores("spacy", [["O"], ["O"]], [["O"], ["X-A"]])
