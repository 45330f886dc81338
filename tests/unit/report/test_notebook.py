"""Corpus and Result in a notebook."""

from __future__ import annotations

from nerproof import Corpus, evaluate
from nerproof.base.results import Result, Row


def corpus(mentions):
    return Corpus.from_sentences([["<Ada>", "saw", "Karsk"], ["Rain", "."]], mentions)


def test_a_corpus_shows_its_size_and_marks_its_mentions():
    html = corpus([[(0, 1, "PER"), (2, 3, "LOC")], []])._repr_html_()
    assert "<td>mentions</td><td>2</td>" in html
    assert "&lt;Ada&gt;<sub>PER</sub>" in html


def test_a_corpus_with_nested_mentions_shows_both_types():
    assert "<sub>ORG</sub><sub>LOC</sub>" in corpus([[(0, 3, "ORG"), (2, 3, "LOC")], []])._repr_html_()


def test_a_result_shows_tables_a_chart_and_its_signature():
    gold = corpus([[(0, 1, "PER"), (2, 3, "LOC")], []])
    train = Corpus.from_sentences([["Karsk", "."]], [[(0, 1, "LOC")]])
    html = evaluate(gold, {"a": gold}, train=train, resamples=0)._repr_html_()
    assert "<svg" in html
    assert html.index("<h1") < html.index("<svg") < html.index('id="verdicts"') < html.index("Standard scores")
    assert "Click any number" not in html  # nothing runs in a notebook
    assert "gold:memory@" in html


def test_a_result_without_scores_shows_no_chart():
    html = Result({"gold": "<g>"}, [Row("other", "a", "x", 0.5)])._repr_html_()
    assert "<svg" not in html
    assert "&lt;g&gt;" in html


def test_rows_become_data_frames():
    result = Result({}, [Row("standard", "a", "f1", 0.5), Row("standard", "b", "f1", None, more={"small": True})])
    assert result.to_pandas()["value"].isna().tolist() == [False, True]
    assert result.to_polars()["system"].to_list() == ["a", "b"]
