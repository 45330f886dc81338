"""Gold and predictions in any two formats: the scores are those of the same mentions in columns."""

import json

import pytest

from nerproof.engine.evaluate import evaluate
from nerproof.formats import FORMATS, read, write

GOLD = '{"id": 1, "text": "The EU-summit met Peter Smith.\\nNo one came.", "spans": [[4, 6, "ORG"], [18, 29, "PER"]]}\n'
PRED = '{"id": 1, "text": "The EU-summit met Peter Smith.\\nNo one came.", "spans": [[4, 13, "ORG"], [18, 29, "PER"], [26, 33, "X"]]}\n'


def counts(gold, pred):
    result = evaluate(gold, {"s": pred}, suites=["standard"], resamples=0)
    rows = {(r.label, r.metric): (r.value, r.count, r.total) for r in result.rows if r.slice == "ALL"}
    return {m: rows["ALL", m] for m in ("precision", "recall", "f1")}, result.notes


@pytest.fixture
def files(tmp_path):
    (tmp_path / "gold.jsonl").write_text(GOLD)
    (tmp_path / "pred.jsonl").write_text(PRED)
    return tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"


def test_misfit_predictions_are_false_positives_and_shown(files):
    scores, notes = counts(*files)
    assert scores["precision"][1:] == (1, 3)
    assert scores["recall"][1:] == (1, 2)
    assert any("1 span fits no token boundary; it counts as a false positive" in note for note in notes)


@pytest.mark.parametrize(
    "name",
    sorted(
        {n for n, f in FORMATS.items() if not f.written_as} - {"llm", "conll", "conllu", "csv", "ontonotes", "parquet"}
    ),
)
def test_predictions_of_any_text_format_score_alike(name, files, tmp_path):
    path = tmp_path / f"again{FORMATS[name].suffix}"
    write(read(files[1]), path, format=name)
    assert counts(files[0], path)[0]["recall"] == counts(*files)[0]["recall"]


def test_language_model_output_on_column_gold(tmp_path):
    (tmp_path / "gold.conll").write_text("EU B-ORG\nmet O\n\nPeter B-PER\nSmith I-PER\n")
    rows = [{"entities": [{"type": "ORG", "text": "EU"}, {"type": "LOC", "text": "Mars"}]}, {"entities": []}]
    (tmp_path / "llm.jsonl").write_text("\n".join(map(json.dumps, rows)))
    scores, notes = counts(tmp_path / "gold.conll", tmp_path / "llm.jsonl")
    assert (scores["precision"][1:], scores["recall"][1:]) == ((1, 2), (1, 2))
    assert any("'Mars'" in note for note in notes)


def test_false_positives_in_a_document_without_gold_mentions(tmp_path):
    (tmp_path / "gold.jsonl").write_text(
        '{"text": "EU", "spans": [[0, 2, "ORG"]]}\n{"text": "none here", "spans": []}\n'
    )
    (tmp_path / "pred.jsonl").write_text(
        '{"text": "EU", "spans": [[0, 2, "ORG"]]}\n{"text": "none here", "spans": [[0, 4, "ORG"]]}\n'
    )
    assert counts(tmp_path / "gold.jsonl", tmp_path / "pred.jsonl")[0]["precision"][1:] == (1, 2)
