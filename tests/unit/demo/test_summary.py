"""What the demo prints: the findings of its result, word for word, and its splits."""

from __future__ import annotations

from nerproof.base.results import Finding, Result, Row
from nerproof.demo.summary import scores, splits, summary


def test_findings_are_said_in_their_own_words():
    found = Finding("verbatim", "fair-test", "warn", "3 test sentences also occur verbatim in train.")
    said = summary(Result({}, [], concluded=[found]), {}, ["a note"])
    assert "! 3 test sentences also occur verbatim in train." in said
    assert "a note" in said


def test_an_undefined_score_is_a_dash():
    assert scores(Result({}, [Row("standard", "a", "f1", 0.5)])).split()[-7:] == ["a", "50.0", "–", "–", "–", "–", "–"]


def test_a_missing_package_is_named():
    assert "nerproof[split]" in splits({"random": None, "balanced": None})
