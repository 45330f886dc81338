"""Datasheets, dataset cards and model cards: the numbers are right, and the Hub's own library reads them."""

from __future__ import annotations

import pytest

import nerproof
from nerproof.report.model_card import to_model_card

TRAIN = [
    (["Anna", "met", "Bob"], ["B-PER", "O", "B-PER"]),
    (["Paris", "is", "big"], ["B-LOC", "O", "O"]),
    (["in", "Jordan", "today"], ["O", "B-LOC", "O"]),
    (["in", "Jordan", "today"], ["O", "B-PER", "O"]),
]
TEST = [(["Paris", "is", "big"], ["B-LOC", "O", "O"]), (["Carl", "left"], ["B-PER", "O"])]


@pytest.fixture(scope="module")
def sheet():
    return nerproof.datasheet(train=TRAIN, test=TEST)


def test_a_datasheet_counts(sheet):
    data = sheet.data
    assert [part["sentences"] for part in data["parts"].values()] == [4, 2]
    assert data["types"] == {"train": {"LOC": 2, "PER": 3}, "test": {"LOC": 1, "PER": 1}}
    assert data["overlap"]["test|train"]["mention"] == {"count": 1, "total": 2, "value": 0.5}
    assert data["ambiguous"] == {"names": 1, "mentions": 2, "examples": {"Jordan": {"LOC": 1, "PER": 1}}}
    assert data["duplicates"]["exact"]["directions"]["test|train"]["count"] == 1
    assert data["inconsistencies"][0]["text"] == "Jordan"
    assert data["recipe"] is None


def test_markdown_and_page_show_the_same_sections(sheet):
    for text in (sheet.to_markdown(), sheet.to_html()):
        for title in (
            "Parts",
            "Types",
            "Overlap with train",
            "Duplicates",
            "Ambiguous names",
            "Likely errors",
            "Split",
        ):
            assert title in text
        assert "1 names" not in text
        assert "50.00 (1 of 2)" in text


def test_the_recipe_of_our_own_split_is_told(tmp_path):
    nerproof.split(TRAIN + TEST, method="random", ratios="50,50", seed=7).write(tmp_path)
    sheet = nerproof.datasheet(train=tmp_path / "train.conll", test=tmp_path / "test.conll")
    assert (sheet.data["recipe"]["method"], sheet.data["recipe"]["seed"]) == ("random", 7)
    assert "method random, unit sentence, seed 7" in sheet.to_markdown()


def test_hostile_names_stay_text(tmp_path):
    bad = [(["<script>x", "|", "---"], ["B-PER", "B-PER", "B-</td>"])] * 2
    sheet = nerproof.datasheet(train=bad)
    assert "<script>x" not in sheet.to_html()
    assert "<script>x" not in sheet.to_markdown()


def test_the_hub_reads_the_dataset_card(sheet):
    hub = pytest.importorskip("huggingface_hub")
    card = hub.DatasetCard(sheet.to_markdown()).data
    assert card.task_categories == ["token-classification"]
    assert card.to_dict()["dataset_info"]["splits"][0] == {"name": "train", "num_examples": 4}


def test_the_hub_reads_the_model_card():
    hub = pytest.importorskip("huggingface_hub")
    result = nerproof.evaluate(TEST, {"mine": [["B-LOC", "O", "O"], ["O", "O"]]}, train=TRAIN, resamples=20)
    card = hub.ModelCard(to_model_card(result)).data
    found = {e.metric_name: e.metric_value for e in card.eval_results}
    assert card.model_name == "mine"
    assert found["Recall"] == 0.5
    assert "F1 on entities that are not in the training data" in found


@pytest.mark.parametrize("suffix", [".md", ".html", ".json"])
def test_stats_writes_a_datasheet(suffix, tmp_path):
    from click.testing import CliRunner

    from nerproof.cli import app

    (tmp_path / "a.conll").write_text("EU B-ORG\nrejects O\n\n")
    path = tmp_path / f"sheet{suffix}"
    done = CliRunner().invoke(app, ["stats", "--train", str(tmp_path / "a.conll"), "--datasheet", str(path), "-q"])
    assert done.exit_code == 0, done.output
    assert path.stat().st_size > 100


def test_a_datasheet_has_no_other_form(sheet, tmp_path):
    with pytest.raises(nerproof.NerproofError, match=r"\.md, \.html, \.json"):
        sheet.save(tmp_path / "sheet.docx")


def test_report_writes_a_model_card(tmp_path):
    from click.testing import CliRunner

    from nerproof.cli import app

    result = nerproof.evaluate(TEST, {"mine": [["B-LOC", "O", "O"], ["O", "O"]]}, resamples=0)
    path = result.save(tmp_path / "r.json")
    done = CliRunner().invoke(app, ["report", str(path), "--model-card", str(tmp_path / "card.md"), "-q"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "card.md").read_text("utf-8") == to_model_card(nerproof.Result.load(path))
