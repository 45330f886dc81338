"""Tables of the rockner suite: drops beside the control; counts are counts, shares percent."""

from __future__ import annotations

from nerproof.base.results import Result, Row
from nerproof.report.attack_tables import rockner


def result():
    def row(metric, value, slice_, system="crf", **more):
        return Row("rockner", system, metric, value, slice_, more=more)

    return Result(
        {},
        [
            row("f1", 0.8, "none"),
            row("f1", 0.6, "E"),
            row("drop_f1", 0.2, "E"),
            row("drop_beyond_control", 0.25, "E"),
            row("f1", 0.85, "swap"),
            row("exact_match", 0.6, "E"),
            row("no_prediction", 0.1, "E"),
            row("recall", 0.5, "naturally-unseen"),
            row("n_mentions", 1362, "E", system=""),
            row("linked_share", 0.99, "E", system=""),
        ],
    )


def by_title():
    return {t.title: t for t in rockner(result())}


def test_every_setting_has_its_f1_and_its_drop():
    rows = {r[1]: r for r in by_title()["F1 under attack (%)"].rows}
    assert rows["E"] == ("crf", "E", "60.00", "20.00", "–", "25.00", "–")
    assert rows["control"][2] == "85.00"


def test_the_natural_control_stands_under_the_table():
    assert "50.00" in by_title()["F1 under attack (%)"].notes[-1]


def test_counts_are_no_percentages():
    rows = {r[0]: r[1] for r in by_title()["What was attacked"].rows}
    assert rows == {"mentions": "1,362", "linked share": "99.00 %"}


def test_nothing_measured_is_a_dash():
    table = by_title()["How gold mentions are met (%)"]
    assert dict(zip(table.header, table.rows[0], strict=True))["wrong type, 0 off"] == "–"


def test_a_result_without_attacks_has_no_such_table():
    assert list(rockner(Result({}, []))) == []
