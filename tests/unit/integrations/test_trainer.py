"""The Trainer's metric: -100 is left out, logits and ids are taken, numbers are plain."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.integrations.trainer import compute_metrics, metrics_for

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


def test_words_that_were_cut_off_are_missed_where_gold_is_given():
    gold = [(["Anna", "met", "Bob"], ["B-PER", "O", "B-PER"]), (["Paris"], ["B-LOC"])]
    metrics = metrics_for(LABELS, gold=gold, train=gold[:1])
    found = metrics((np.array([[1, 0], [3, 0]]), np.array([[1, 0], [3, -100]])))
    assert (found["precision"], found["recall"], found["coverage"]) == (1.0, 2 / 3, 3 / 4)
    assert found["tmr/UNSEEN-ANY/recall"] == 1.0
    assert metrics.result.systems == ["model"]


def test_gold_must_be_what_the_trainer_evaluated():
    metrics = metrics_for(LABELS, gold=[(["Anna"], ["B-PER"])])
    with pytest.raises(UsageError, match="gold has 1 sentences, the Trainer evaluated 2"):
        metrics((np.array([[1], [1]]), np.array([[1], [1]])))
    with pytest.raises(UsageError, match="first piece of every word"):
        metrics((np.array([[1, 2]]), np.array([[1, 2]])))
    with pytest.raises(UsageError, match="give gold"):
        metrics_for(LABELS, train=[(["Anna"], ["B-PER"])])


def test_a_real_trainer_logs_our_scores_and_writes_a_result_per_epoch(tmp_path):
    """Two steps of a tiny model."""
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")
    from nerproof import compare
    from nerproof.integrations.trainer import results_callback

    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=20, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8, num_labels=4
    )
    config.id2label = LABELS
    gold = [(["Anna", "met"], ["B-PER", "O"]), (["Paris", "is"], ["B-LOC", "O"])]
    rows = [
        {"input_ids": [2, 5 + i, 9, 3], "attention_mask": [1] * 4, "labels": [-100, 1 + 2 * i, 0, -100]} for i in (0, 1)
    ]
    metrics = metrics_for(LABELS, gold=gold, train=gold[:1])
    arguments = transformers.TrainingArguments(
        str(tmp_path / "run"), max_steps=2, per_device_train_batch_size=2, eval_strategy="epoch", save_strategy="no",
        report_to=[], use_cpu=True, disable_tqdm=True, dataloader_pin_memory=False,
    )  # fmt: skip
    trainer = transformers.Trainer(
        transformers.BertForTokenClassification(config),
        arguments,
        train_dataset=rows,
        eval_dataset=rows,
        compute_metrics=metrics,
        callbacks=[results_callback(metrics, tmp_path / "results")],
    )
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "eval_recall" in entry]
    assert len(logged) == 2
    assert logged[-1]["eval_coverage"] == 1.0
    assert {"eval_tmr/UNSEEN-ANY/recall", "eval_contamination/f1_clean"} & set(logged[-1])
    files = sorted((tmp_path / "results").iterdir())
    assert [f.name for f in files] == ["epoch-1.json", "epoch-2.json"]
    assert compare(files).value("recall", system="model (epoch-2)") == logged[-1]["eval_recall"]
