"""Readers of texts with spans: what each format says, and what is wrong with it, by line."""

import json

import pytest

from nerproof.base.errors import InputError
from nerproof.formats import read


def surfaces(corpus):
    return [(corpus.surface(i), corpus.mention(i).type) for i in range(len(corpus.mentions))]


def file_of(tmp_path, name, *records):
    path = tmp_path / name
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in records), encoding="utf-8")
    return path


# --- gold decides ----------------------------------------------------------------------------------------------------


def test_span_inside_a_token_cuts_it(tmp_path):
    path = file_of(tmp_path, "a.jsonl", {"text": "EU-summit here", "spans": [[0, 2, "ORG"]]})
    corpus = read(path)
    assert corpus.sentence(0) == ["EU", "-", "summit", "here"]
    assert surfaces(corpus) == [("EU", "ORG")]
    assert corpus.notes == (f"{path}: 1 tokens are cut where a span begins or ends",)


def test_sentence_end_inside_a_span_is_none(tmp_path):
    corpus = read(file_of(tmp_path, "a.jsonl", {"text": "in New\nYork now\nyes", "spans": [[3, 11, "LOC"]]}))
    assert [corpus.sentence(i) for i in range(2)] == [["in", "New", "York", "now"], ["yes"]]
    assert "1 sentence ends" in corpus.notes[0]


def test_white_space_at_the_edges_of_a_span_is_no_part_of_it(tmp_path):
    corpus = read(file_of(tmp_path, "a.jsonl", {"text": "the EU now", "spans": [[3, 7, "ORG"]]}))
    assert surfaces(corpus) == [("EU", "ORG")]


@pytest.mark.parametrize("span", [[0, 3], [2, 2], [-1, 2], [1, 0], [5, 9]])
def test_span_outside_its_text_is_an_error_with_its_line(span, tmp_path):
    path = file_of(tmp_path, "a.jsonl", {"text": "ok", "spans": []}, {"text": "EU", "spans": [[*span, "ORG"]]})
    with pytest.raises(
        InputError, match=rf"a\.jsonl:2: span \[{span[0]}, {span[1]}\) of 'ORG' is not inside its text of 2"
    ):
        read(path)


def test_span_of_white_space_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r":1: span .* covers only white space"):
        read(file_of(tmp_path, "a.jsonl", {"text": "a  b", "spans": [[1, 3, "ORG"]]}))


def test_overlapping_own_tokens_are_an_error(tmp_path):
    with pytest.raises(InputError, match=":1: token"):
        read(file_of(tmp_path, "a.jsonl", {"text": "a b", "tokens": [[0, 2], [1, 3]], "spans": []}))


def test_offsets_count_characters_beyond_the_basic_plane(tmp_path):
    corpus = read(file_of(tmp_path, "a.jsonl", {"text": "\U0001f600 Ångström", "spans": [[2, 10, "PER"]]}))
    assert surfaces(corpus) == [("Ångström", "PER")]


# --- predictions on given tokens ------------------------------------------------------------------------------------


def gold(tmp_path):
    return read(file_of(tmp_path, "gold.jsonl", {"text": "the EU-summit met\nin Paris", "spans": [[21, 26, "LOC"]]}))


def test_prediction_that_fits_no_token_is_an_empty_span(tmp_path):
    pred = file_of(
        tmp_path, "pred.jsonl", {"text": "the EU-summit met\nin Paris", "spans": [[4, 6, "ORG"], [21, 26, "LOC"]]}
    )
    corpus = read(pred, text=gold(tmp_path))
    assert corpus.sentence(0) == ["the", "EU-summit", "met"]
    assert list(corpus.mentions_by_sentence()) == [[(1, 1, "ORG")], [(1, 2, "LOC")]]
    note = f"{pred}: 1 span fits no token boundary; it counts as a false positive (line 1: 'EU' ORG)"
    assert corpus.notes == (note,)


def test_prediction_across_a_sentence_end_is_an_empty_span(tmp_path):
    pred = file_of(tmp_path, "pred.jsonl", {"text": "the EU-summit met\nin Paris", "spans": [[14, 20, "X"]]})
    assert list(read(pred, text=gold(tmp_path)).mentions_by_sentence()) == [[(2, 2, "X")], []]


def test_prediction_on_another_text_is_an_error(tmp_path):
    pred = file_of(tmp_path, "pred.jsonl", {"text": "another text", "spans": []})
    with pytest.raises(InputError, match=r"pred\.jsonl:1: the text is not that of .*gold\.jsonl:1"):
        read(pred, text=gold(tmp_path))


def test_predictions_find_their_document_by_id(tmp_path):
    texts = [{"id": "a", "text": "EU one", "spans": []}, {"id": "b", "text": "EU two", "spans": []}]
    known = read(file_of(tmp_path, "gold.jsonl", *texts))
    corpus = read(
        file_of(tmp_path, "pred.jsonl", {"id": "b", "text": "EU two", "spans": [[0, 2, "ORG"]]}, {**texts[0]}),
        text=known,
    )
    assert list(corpus.mentions_by_sentence()) == [[], [(0, 1, "ORG")]]
    with pytest.raises(InputError, match=":1: document 'c' is not in the corpus"):
        read(file_of(tmp_path, "pred.jsonl", {"id": "c", "text": "EU two", "spans": []}), text=known)


def test_character_predictions_on_column_gold(tmp_path):
    (tmp_path / "gold.conll").write_text("EU\tB-ORG\n's\tO\n\nPeter\tB-PER\n")
    known = read(tmp_path / "gold.conll")
    pred = file_of(tmp_path, "pred.jsonl", {"text": "EU's", "spans": [[0, 2, "ORG"]]}, {"text": "Peter", "spans": []})
    corpus = read(pred, text=known)
    assert list(corpus.mentions_by_sentence()) == [[(0, 1, "ORG")], []]
    assert corpus.tokens.strings() == known.tokens.strings()


def test_one_record_per_sentence_on_gold_of_documents(tmp_path):
    (tmp_path / "gold.conll").write_text("-DOCSTART- O\n\nEU B-ORG\nmet O\n\nPeter B-PER\n")
    rows = [{"text": "EU met", "spans": []}, {"text": "  ", "spans": []}, {"text": "Peter", "spans": [[0, 5, "PER"]]}]
    corpus = read(file_of(tmp_path, "pred.jsonl", *rows), text=read(tmp_path / "gold.conll"))
    assert list(corpus.mentions_by_sentence()) == [[], [(0, 1, "PER")]]


def test_text_that_goes_on_after_gold_is_another_text(tmp_path):
    (tmp_path / "gold.conll").write_text("EU B-ORG\n")
    with pytest.raises(InputError, match=r"pred\.jsonl:1: the text is not that of"):
        read(file_of(tmp_path, "pred.jsonl", {"text": "EU met", "spans": []}), text=read(tmp_path / "gold.conll"))


# --- not annotated is not "no entity" --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("annotated", "bare"),
    [
        ({"text": "EU", "spans": []}, {"text": "EU"}),
        ({"tokens": ["EU"], "tags": ["O"]}, {"tokens": ["EU"]}),
        ({"text": "EU", "label": []}, {"text": "EU"}),
        ({"text": "EU", "spans": [], "answer": "accept"}, {"text": "EU", "spans": [], "answer": "ignore"}),
        ({"data": {"text": "EU"}, "annotations": [{"result": []}]}, {"data": {"text": "EU"}, "annotations": []}),
        ({"text": "EU", "entities": []}, {"text": "EU", "entities": None}),
    ],
)
def test_a_record_without_annotation_is_not_a_record_without_mentions(annotated, bare, tmp_path):
    corpus = read(file_of(tmp_path, "a.jsonl", annotated, bare))
    assert corpus.annotated is not None
    assert corpus.annotated.tolist() == [True, False]


# --- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ('{"tokens": ["EU"], "tags": ["B-ORG", "O"]}', ":1: 1 tokens have 2 tags"),
        ('{"tokens": ["EU", "x"], "tags": ["X-ORG", "B-ORG"]}', ":1: tag 'X-ORG' has an unknown prefix"),
        ('{"tokens": ["EU"], "tags": [1]}', ":1: tag 1 is a number. Name them in their order: --labels"),
        ('{"tokens": ["EU"], "tags": [7], "label_names": ["O"]}', ":1: tag 7 has no name"),
        (
            '{"tokens": ["EU"], "mentions": [[0, 2, "ORG"]]}',
            r":1: mention \[0, 2\) of 'ORG' is not inside its 1 tokens",
        ),
        ('{"tokens": [1]}', ":1: an item of 'tokens' is a JSON number"),
        ('{"text": "EU", "spans": [[0, 2, ""]]}', ":1: the label of a span is empty"),
        ('{"text": "EU", "spans": [[0, 2]]}', ":1: a span has no start, end and label"),
        ('{"text": "EU", "spans": [[0.5, 2, "ORG"]]}', ":1: the offset is 0.5, not a whole number"),
        ('{"text": "\\ud800", "spans": []}', ":1: a string holds half of a surrogate pair"),
        ('{"text": "EU"}\n["EU"]', ":2: the record is a JSON array"),
        ('{"text": "EU"}\n{"text"', ":2: is not JSON"),
    ],
)
def test_wrong_records_name_their_line(record, what, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(record)
    with pytest.raises(InputError, match=what):
        read(path, format="jsonl")


def test_ids_are_named_by_the_first_record(tmp_path):
    names = ["O", "B-ORG", "I-ORG"]
    rows = [{"tokens": ["EU"], "ner_tags": [1], "label_names": names}, {"tokens": ["a", "b"], "ner_tags": [1, 2]}]
    assert surfaces(read(file_of(tmp_path, "a.jsonl", *rows))) == [("EU", "ORG"), ("a b", "ORG")]


def test_repair_is_counted_with_its_line(tmp_path):
    rows = [
        {"tokens": ["EU"], "tags": ["O"]},
        {"tokens": ["EU"], "tags": ["I-ORG"]},
        {"tokens": ["x"], "tags": ["B-ORG"]},
    ]
    path = file_of(tmp_path, "a.jsonl", *rows)
    corpus = read(path)
    assert corpus.repairs == 1
    assert corpus.notes[0].startswith(f"{path}:2: 1 mention breaks IOB2")
    with pytest.raises(InputError, match=":2: tag 'I-ORG' follows"):
        read(path, repair="error")


def test_other_lists_of_strings_are_token_columns(tmp_path):
    corpus = read(
        file_of(tmp_path, "a.jsonl", {"tokens": ["EU", "met"], "tags": ["O", "O"], "pos": ["N", "V"], "url": "x"})
    )
    assert corpus.columns["pos"].strings() == ["N", "V"]
    assert corpus.fields == {"url": ["x"]}


def test_pretty_printed_array_keeps_lines(tmp_path):
    tasks = [{"data": {"text": "EU"}, "annotations": [{"result": []}]}] * 2
    path = tmp_path / "a.json"
    path.write_text(json.dumps(tasks, indent=1))
    assert read(path).lines.tolist() == [2, 12]


def test_labelstudio_reads_the_first_annotation_that_counts(tmp_path):
    region = {"value": {"start": 0, "end": 2, "labels": ["ORG", "GPE"]}, "type": "labels"}
    choice = {"value": {"choices": ["good"]}, "type": "choices"}
    made = [{"was_cancelled": True, "result": []}, {"result": [region, choice]}, {"result": []}]
    corpus = read(file_of(tmp_path, "a.json", {"id": 4, "data": {"text": "EU"}, "annotations": made}))
    assert surfaces(corpus) == [("EU", "GPE"), ("EU", "ORG")]
    assert corpus.document_ids == ("4",)
    assert "1 further annotation of a text that has one already is left out" in corpus.notes[0]


def test_doccano_reads_both_its_forms(tmp_path):
    old = {"text": "EU", "labels": [[0, 2, "ORG"]]}
    new = {
        "id": 1,
        "text": "EU",
        "entities": [{"id": 5, "label": "ORG", "start_offset": 0, "end_offset": 2}],
        "relations": [],
    }
    for record in (old, new):
        assert surfaces(read(file_of(tmp_path, "a.jsonl", record))) == [("EU", "ORG")]


def test_prodigy_white_space_tokens_are_text(tmp_path):
    tokens = [
        {"text": t, "start": s, "end": e, "id": i}
        for i, (t, s, e) in enumerate([("EU", 0, 2), ("\n", 2, 3), ("met", 3, 6)])
    ]
    corpus = read(file_of(tmp_path, "a.jsonl", {"text": "EU\nmet", "tokens": tokens, "spans": [], "_input_hash": 1}))
    assert [corpus.sentence(i) for i in range(corpus.n_sentences)] == [["EU"], ["met"]]
