"""What the drop-in for seqeval promises beyond equal numbers: clear errors, warnings that can be silenced, no heavy import."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.compat import seqeval

GOLD = [["O", "B-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
PRED = [["B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]


def test_averages_and_per_type_scores() -> None:
    assert seqeval.f1_score(GOLD, PRED) == 0.5
    assert seqeval.precision_score(GOLD, PRED, average="macro") == 0.5
    assert seqeval.recall_score(GOLD, PRED, average=None).tolist() == [0.0, 1.0]


def test_a_length_mismatch_names_the_sentence() -> None:
    with pytest.raises(InputError, match="sentence 2 has 3 gold and 2 predicted tags"):
        seqeval.f1_score(GOLD, [PRED[0], PRED[1][:2]])


def test_a_missing_sentence_is_counted() -> None:
    with pytest.raises(InputError, match="gold has 2 sentences, predictions have 1"):
        seqeval.f1_score(GOLD, PRED[:1])


def test_a_flat_list_is_explained() -> None:
    with pytest.raises(UsageError, match="list of lists"):
        seqeval.f1_score(["B-PER", "O"], ["B-PER", "O"])


def test_an_empty_tag_is_placed() -> None:
    with pytest.raises(InputError, match="predictions, sentence 2, token 3: tag ''"):
        seqeval.f1_score(GOLD, [PRED[0], ["B-PER", "I-PER", ""]])


def test_a_prefix_foreign_to_the_scheme_is_placed() -> None:
    with pytest.raises(InputError, match=r"gold, sentence 1, token 2: tag 'E-A'.*IOB2"):
        seqeval.f1_score([["B-A", "E-A"]], [["B-A", "I-A"]], mode="strict", scheme=seqeval.IOB2)


def test_an_unknown_average_is_refused() -> None:
    with pytest.raises(UsageError, match="average has to be one of"):
        seqeval.f1_score(GOLD, PRED, average="samples")


def test_undefined_scores_warn_once_each() -> None:
    with pytest.warns(UserWarning, match="Precision is undefined") as caught:
        seqeval.precision_score([["B-A"]], [["O"]])
    assert len(caught) == 1


def test_a_strange_tag_warns_once_however_often_it_comes() -> None:
    with pytest.warns(UserWarning, match="PER seems not to be NE tag") as caught:
        seqeval.f1_score([["PER", "PER", "PER"]], [["PER", "PER", "PER"]])
    assert len(caught) == 1


def test_a_report_without_any_mention_is_a_report() -> None:
    # seqeval stops here with "max() arg is an empty sequence".
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = seqeval.classification_report([["O"]], [["O"]])
    assert "micro avg       0.00" in report


def test_schemes_are_taken_by_name_by_object_and_from_seqeval() -> None:
    from seqeval.scheme import IOB2

    tags = [["I-A", "O", "B-A"]], [["I-A", "O", "B-A"]]
    values = [seqeval.f1_score(*tags, mode="strict", scheme=s, average=None) for s in (IOB2, seqeval.IOB2, "IOB2")]
    assert [v.tolist() for v in values] == [[1.0]] * 3
    assert seqeval.recall_score([["I-A", "B-A"]], [["I-A", "O"]], mode="strict", scheme="IOB1") == 0.5


def test_the_import_stays_light() -> None:
    code = "import sys, nerproof.compat.seqeval; print([m for m in ('sklearn', 'scipy', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_scikit_learns_warning_is_raised_where_it_is_loaded() -> None:
    exceptions = pytest.importorskip("sklearn.exceptions")
    with pytest.warns(exceptions.UndefinedMetricWarning, match="F-score is undefined"):
        seqeval.f1_score([["O"]], [["O"]])


def test_tags_of_no_scheme_are_not_detected() -> None:
    with pytest.raises(UsageError, match="scheme=IOB2"):
        seqeval.auto_detect([["I-A", "O"]])
    with pytest.raises(InputError, match="'PER'"):
        seqeval.auto_detect([["PER"]])


def test_accuracy_of_nothing_is_an_error() -> None:
    with pytest.raises(UsageError, match="undefined"):
        seqeval.accuracy_score([], [])
