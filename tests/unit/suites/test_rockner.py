"""The rockner suite on a test set small enough to count by hand."""

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.edits import Edit
from nerproof.engine.evaluate import Options, Study, run
from nerproof.measures.attributes.rockner import WHOLE, overlaps
from nerproof.measures.pairing import Pair
from nerproof.suites.attacked import Setting

GOLD = Corpus.from_sentences(
    [["Ann", "saw", "Rome"], ["Oslo", "won"], ["Bo", "slept"]],
    [[(0, 1, "PER"), (2, 3, "LOC")], [(0, 1, "LOC")], [(0, 1, "PER")]],
)
TRAIN = Corpus.from_sentences([["Ann", "and", "Rome"]], [[(0, 1, "PER"), (2, 3, "LOC")]])
E_GOLD = Corpus.from_sentences(
    [["Eve", "Li", "saw", "Perm"], ["Bari", "won"], ["Max", "slept"]],
    [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "LOC")], [(0, 1, "PER")]],
)
E_PRED = E_GOLD.with_mentions(
    Corpus.from_sentences(
        [["Eve", "Li", "saw", "Perm"], ["Bari", "won"], ["Max", "slept"]],
        [[(0, 1, "PER"), (3, 4, "PER")], [], [(0, 1, "PER")]],
    )
    .with_types(("LOC", "PER"))
    .mentions
)
C_GOLD = Corpus.from_sentences(
    [["Ann", "met", "Rome"], ["Oslo", "lost"], ["Bo", "slept"]],
    [[(0, 1, "PER"), (2, 3, "LOC")], [(0, 1, "LOC")], [(0, 1, "PER")]],
)
C_PRED = C_GOLD.with_mentions(
    Corpus.from_sentences([C_GOLD.sentence(i) for i in range(3)], [[(0, 1, "PER"), (2, 3, "LOC")], [], []])
    .with_types(("LOC", "PER"))
    .mentions
)
SWAP_PRED = GOLD.with_mentions(
    Corpus.from_sentences([GOLD.sentence(i) for i in range(3)], [[(0, 1, "PER"), (2, 3, "LOC")], [(0, 1, "LOC")], []])
    .with_types(("LOC", "PER"))
    .mentions
)
EDITS = [
    Edit("entity", 0, 0, 0, 1, "Ann", "Eve Li", mention=0, type="PER", link="composed"),
    Edit("entity", 0, 0, 2, 3, "Rome", "Perm", mention=1, type="LOC", class_label="city", link="linked"),
    Edit("entity", 1, 1, 0, 1, "Oslo", "Bari", mention=2, type="LOC", class_label="city", link="prior"),
    Edit("entity", 2, 2, 0, 1, "Bo", mention=3, type="PER", reason="not in the sample"),
]


@pytest.fixture(scope="module")
def result():
    settings = {
        "E": Setting("E", E_GOLD, {"a": E_PRED}, EDITS, {"facts": {"attack": "entity", "linked_share": 0.5}}),
        "C": Setting("C", C_GOLD, {"a": C_PRED}),
        "swap": Setting("swap", GOLD, {"a": SWAP_PRED}),
        "coverage=50": Setting("coverage=50", E_GOLD, {"a": E_PRED}, EDITS),
    }
    options = Options(suites=["rockner"], resamples=50)
    return run(Study(GOLD, {"a": GOLD}, TRAIN, options=options, more={"attacked": settings}))


def value(result, metric, slice_, label="ALL", system="a"):
    return result.row(metric, suite="rockner", system=system, slice=slice_, label=label).value


def test_f1_and_drops(result):
    assert value(result, "f1", "none") == 1.0
    # One of four gold mentions found by three predictions.
    assert value(result, "f1", "E") == pytest.approx(2 * 1 / (4 + 3))
    assert value(result, "drop_f1", "E") == pytest.approx(1 - 2 / 7)
    assert value(result, "drop_relative_f1", "E") == pytest.approx(1 - 2 / 7)
    # Three of four are found in the control: 6/7.
    assert value(result, "drop_beyond_control", "E") == pytest.approx(6 / 7 - 2 / 7)
    assert value(result, "drop_f1", "swap") == pytest.approx(1 - 6 / 7)
    assert value(result, "f1", "E", "LOC") == 0.0
    row = result.row("drop_f1", suite="rockner", system="a", slice="E")
    assert row.low <= row.value <= row.high


def test_the_control_is_one_of_settings_in_which_all_names_were_replaced(result):
    rows = result.where(suite="rockner", system="a", metric="drop_beyond_control", label="ALL")
    assert [row.slice for row in rows] == ["E"]


def test_error_table(result):
    assert value(result, "exact_match", "none") == 1.0
    kinds = {
        "exact_match": 0.25,
        "correct_type_d1": 0.25,
        "wrong_type_d0": 0.25,
        "no_prediction": 0.25,
        "correct_type_d2": 0.0,
    }
    for metric, share in kinds.items():
        assert value(result, metric, "E") == share
    assert value(result, "exact_match", "E:attacked") == 0.0
    assert value(result, "exact_match", "E:unattacked") == 1.0


def test_confusion_change(result):
    assert value(result, "as:PER", "E", "LOC") == 0.5
    assert value(result, "as:none", "E", "LOC") == 0.5
    assert value(result, "delta_as:LOC", "E", "LOC") == -1.0
    assert value(result, "delta_as:PER", "E", "LOC") == 0.5
    assert value(result, "delta_as:PER", "E", "PER") == 0.0


def test_jaccard_of_newly_wrong_mentions(result):
    # E loses Ann, Rome and Oslo; C loses Oslo and Bo: one of four is shared.
    assert value(result, "jaccard", "E & C") == 0.25


def test_a_mention_that_was_missed_before_has_not_fallen():
    """The system never found Bo: only Ann, Rome and Oslo can fall, and only Oslo falls under both attacks."""
    none_found = E_PRED.with_mentions(E_PRED.mentions.take(np.zeros(0, dtype=np.int64)))
    settings = {"E": Setting("E", E_GOLD, {"a": none_found}, EDITS)}
    settings["C"] = Setting("C", C_GOLD, {"a": C_PRED})
    options = Options(suites=["rockner"], resamples=0)
    found = run(Study(GOLD, {"a": SWAP_PRED}, TRAIN, options=options, more={"attacked": settings}))
    # E loses Ann, Rome, Oslo; C loses Oslo (Bo was lost before).
    assert value(found, "jaccard", "E & C") == pytest.approx(1 / 3)
    # The paper's text: all four are wrong under E, Oslo and Bo under C, whatever was before.
    assert value(found, "jaccard_wrong", "E & C") == pytest.approx(2 / 4)
    # Oslo and Bo are naturally unseen, Ann and Rome are not.
    row = found.row("recall", suite="rockner", system="a", slice="naturally-unseen")
    assert (row.value, row.total) == (0.5, 2)


def test_three_and_more_differing_tokens_are_one_kind():
    words = [list("abcdefgh")]
    gold = Corpus.from_sentences(words, [[(0, 8, "LOC")]])
    for size, wanted in (
        (8, "exact_match"),
        (7, "correct_type_d1"),
        (6, "correct_type_d2"),
        (5, "correct_type_d3"),
        (1, "correct_type_d3"),
    ):
        pred = Corpus.from_sentences(words, [[(0, size, "LOC")]])
        settings = {"E": Setting("E", gold, {"a": pred})}
        options = Options(suites=["rockner"], resamples=0)
        found = run(Study(gold, {"a": gold}, options=options, more={"attacked": settings}))
        assert value(found, wanted, "E") == 1.0


def test_classes_and_controls(result):
    assert value(result, "recall_before", "E/city") == 1.0
    assert value(result, "recall_after", "E/city") == 0.0
    assert value(result, "drop_recall", "E/city") == 1.0
    row = result.row("recall", suite="rockner", system="a", slice="naturally-unseen")
    assert (row.value, row.total) == (1.0, 2)


def test_statistics(result):
    assert value(result, "n_attacked_mentions", "E", system="") == 3
    assert value(result, "attacked_mentions_share", "E", system="") == 0.75
    assert value(result, "linked_share", "E", system="") == 0.5
    assert value(result, "entity_words_seen", "none", system="") == 0.5
    assert value(result, "entity_words_seen", "E", system="") == 0.0


def test_several_predictions_share_the_weight():
    gold = Corpus.from_sentences([list("abcdefgh")], [[(0, 7, "A"), (7, 8, "A")]])
    pred = Corpus.from_sentences([list("abcdefgh")], [[(i, i + 1, "A") for i in range(7)]])
    found = overlaps(Pair.of(gold, pred))
    assert found.gold.tolist() == [0] * 7
    assert found.weight.sum() == WHOLE
    assert found.weight.max() - found.weight.min() <= 1
    assert found.differing.tolist() == [6] * 7
    assert found.alone.tolist() == [1]


def test_nested_predictions_are_all_found():
    gold = Corpus.from_sentences([list("abcdef")], [[(4, 5, "A")]])
    pred = Corpus.from_sentences([list("abcdef")], [[(0, 6, "A"), (1, 2, "A"), (4, 6, "B")]])
    found = overlaps(Pair.of(gold, pred))
    assert sorted(found.pred.tolist()) == [0, 2]
    assert found.weight.tolist() == [WHOLE // 2] * 2


def test_suite_is_named_as_skipped_without_attacked_versions():
    from nerproof import evaluate

    plain = evaluate(GOLD, {"a": GOLD}, resamples=0)
    assert "skipped rockner: needs --attacked and --attacked-pred" in plain.notes


def test_two_systems_are_compared_on_every_setting():
    settings = {"E": Setting("E", E_GOLD, {"a": E_PRED, "b": E_GOLD}, EDITS)}
    options = Options(suites=["rockner"], resamples=50)
    found = run(Study(GOLD, {"a": GOLD, "b": GOLD}, options=options, more={"attacked": settings}))
    row = next(found.where(suite="rockner", metric="difference:f1", slice="E", system="a"))
    assert row.value == pytest.approx(2 / 7 - 1)


def test_system_without_predictions_on_a_setting_is_refused():
    settings = {"E": Setting("E", E_GOLD, {"a": E_PRED}, EDITS)}
    options = Options(suites=["rockner"], resamples=0)
    with pytest.raises(UsageError, match="no predictions of 'b' for the setting 'E'. Give: --attacked-pred E:b=FILE"):
        run(Study(GOLD, {"a": GOLD, "b": GOLD}, options=options, more={"attacked": settings}))
