"""conlleval's printed report, which old tables and scripts expect."""

from __future__ import annotations

from nerproof.compat.conlleval import report


def test_the_report_has_conllevals_lines() -> None:
    gold = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG"]]
    pred = [["B-PER", "I-PER", "O", "B-ORG"], ["O", "B-ORG"]]
    assert report(gold, pred).splitlines() == [
        "processed 6 tokens with 3 phrases; found: 3 phrases; correct: 2.",
        "accuracy:  83.33%; precision:  66.67%; recall:  66.67%; FB1:  66.67",
        "              LOC: precision:   0.00%; recall:   0.00%; FB1:   0.00  0",
        "              ORG: precision:  50.00%; recall: 100.00%; FB1:  66.67  2",
        "              PER: precision: 100.00%; recall: 100.00%; FB1: 100.00  1",
    ]
