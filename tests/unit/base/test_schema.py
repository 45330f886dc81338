"""Result files that no verb can show are refused by the schema, with the place that is wrong."""

import json

import pytest

from nerproof.base.errors import InputError
from nerproof.base.results import Result, Row
from nerproof.base.schema import problem

OTHER = {"suite": "interpreteval", "system": "a", "metric": "difference:f1", "value": 0.1, "slice": "eCon:XS"}
STATISTICS = {"mentions": 3, "unique_mentions": 2, "unseen_mentions": 1, "unseen_unique_mentions": 1}


def data(*rows, **more):
    return {"signature": {}, "rows": list(rows), **more}


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (data(OTHER), "/rows/0 has no 'other'"),
        (data(OTHER | {"other": ["b"]}), "/rows/0/other is an array, not a string"),
        (data(OTHER | {"other": "b", "p": {}}), "/rows/0/p is an object, not a number or null"),
        (data({"suite": "s", "system": "a", "metric": "rank:f1", "value": 1, "rank_low": 1}), "has no 'rank_high'"),
        (data(OTHER | {"metric": "comparative", "other": "b", "ahead": "x"}), "has no 'ahead_by'"),
        (data(OTHER | {"metric": "f1", "hi": 3}), "has no 'lo'"),
        (data(extras={"statistics": {"test": STATISTICS | {"mentions": []}}}), "/mentions is an array, not an integer"),
        (data(extras={"statistics": {"test": {"unseen_mentions": 1}}}), "has no 'unseen_unique_mentions'"),
        (data({"suite": "estimate", "system": "a", "metric": "f1", "value": 0.5}), "has no 'labelled'"),
    ],
)
def test_what_no_verb_can_show_is_refused(broken, said, tmp_path):
    assert said in (problem(broken) or "")
    (tmp_path / "r.json").write_text(json.dumps(broken))
    with pytest.raises(InputError, match=r"r\.json: is not a result of nerproof"):
        Result.load(tmp_path / "r.json")


def test_whole_rows_are_no_problem():
    assert problem(data(OTHER | {"other": "b"}, extras={"statistics": {"test": STATISTICS}})) is None


def test_a_row_without_slice_and_label_is_about_everything():
    row = Row.from_dict({"suite": "standard", "system": "a", "metric": "f1", "value": None})
    assert (row.slice, row.label) == ("ALL", "ALL")
