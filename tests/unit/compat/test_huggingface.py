"""The Trainer's metric: -100 is left out, logits and ids are taken, numbers are plain."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.compat.huggingface import compute_metrics, metrics_for

LABELS = {0: "O", 1: "B-PER", 2: "I-PER", 3: "B-LOC"}


def test_ignored_positions_do_not_break_a_mention() -> None:
    gold = np.array([[-100, 1, -100, 2, 0, -100]])
    found = compute_metrics((np.array([[3, 1, 3, 2, 0, 3]]), gold), id2label=LABELS)
    assert (found["precision"], found["recall"], found["f1"], found["accuracy"]) == (1.0, 1.0, 1.0, 1.0)


def test_logits_are_read_by_their_largest() -> None:
    logits = np.eye(4)[np.array([[1, 2, 0], [0, 0, 0]])]
    gold = np.array([[1, 2, 0], [3, -100, -100]])
    found = metrics_for(LABELS)(SimpleNamespace(predictions=(logits, "hidden"), label_ids=gold))
    assert (found["precision"], found["recall"]) == (1.0, 0.5)


def test_a_mention_never_runs_into_the_next_row() -> None:
    gold = np.array([[1], [2]])
    assert compute_metrics((gold, gold), id2label=LABELS, scorer="seqscore", per_type=True)["PER_recall"] == 1.0


def test_values_are_plain_numbers_for_json() -> None:
    found = compute_metrics((np.array([[1]]), np.array([[1]])), id2label=list(LABELS.values()))
    assert json.loads(json.dumps(found)) == found


def test_keys_of_a_saved_configuration_are_strings() -> None:
    named = {str(i): label for i, label in LABELS.items()}
    assert compute_metrics((np.array([[1]]), np.array([[1]])), id2label=named)["f1"] == 1.0


def test_coverage_tells_of_truncated_words() -> None:
    found = compute_metrics((np.array([[1, 0]]), np.array([[1, 0]])), id2label=LABELS, n_words=8)
    assert found["coverage"] == 0.25


def test_a_label_outside_the_table_is_an_error() -> None:
    with pytest.raises(InputError, match="outside id2label"):
        compute_metrics((np.array([[4]]), np.array([[1]])), id2label=LABELS)


def test_shapes_must_agree() -> None:
    with pytest.raises(InputError, match=r"\(1, 2\)"):
        compute_metrics((np.array([[1, 0]]), np.array([[1]])), id2label=LABELS)


def test_gaps_in_the_table_are_an_error() -> None:
    with pytest.raises(UsageError, match="without gaps"):
        compute_metrics((np.array([[1]]), np.array([[1]])), id2label={0: "O", 2: "B-PER"})
