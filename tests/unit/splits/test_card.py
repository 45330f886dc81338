from __future__ import annotations

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.card import quality
from nerproof.splits.card_charts import charts
from nerproof.splits.card_duplicates import near_pairs
from nerproof.splits.session import cards

S = lambda *n: np.array(n)


@pytest.fixture(scope="module")
def corpus():
    words = [["A", "B"], ["A", "x"], ["C", "x"], ["A", "C"], ["D", "x"], ["x", "y"]]
    mentions = [[(0, 1, "P"), (1, 2, "P")], [(0, 1, "P")], [(0, 1, "Q")], [(0, 1, "P"), (1, 2, "Q")], [(0, 1, "Q")], []]
    return Corpus.from_sentences(words, mentions, document_starts=[0, 2, 4])


@pytest.fixture(scope="module")
def card(corpus):
    return quality(corpus, {"train": S(0, 1, 2), "test": S(3, 4, 5)})


def test_rates_worked_by_hand(card):
    found = card["contamination"]["test|train"]
    assert found["sample_partial"] == {"count": 1, "total": 3, "value": 1 / 3}
    assert found["sample_full"] == {"count": 1, "total": 3, "value": 1 / 3}
    assert found["mention"] == {"count": 2, "total": 3, "value": 2 / 3}
    assert found["entity"] == {"count": 2, "total": 3, "value": 2 / 3}
    assert card["contamination"]["train|test"]["sample_partial"]["count"] == 3


def test_an_entity_is_surface_and_type():
    corpus = Corpus.from_sentences([["A"], ["A"], ["a"]], [[(0, 1, "P")], [(0, 1, "Q")], [(0, 1, "P")]])
    card = quality(corpus, {"train": S(0), "test": S(1, 2)})
    assert card["contamination"]["test|train"]["sample_partial"]["count"] == 0


def test_density_and_l1(card):
    assert card["parts"]["test"]["density"] == pytest.approx((3 / 3) / (7 / 6))
    assert card["parts"]["test"]["l1"] == pytest.approx(abs(1 / 3 - 4 / 7) + abs(2 / 3 - 3 / 7))
    assert card["parts"]["test"]["empty_samples"] == 1


def test_documents_cut_apart(card, corpus):
    assert (card["documents"]["count"], card["documents"]["total"]) == (1, 3)
    assert quality(Corpus.from_sentences([["a"]] * 2), {"train": S(0), "test": S(1)})["documents"] is None


def test_all_directions_and_the_union():
    corpus = Corpus.from_sentences([["A"], ["B"], ["A"]], [[(0, 1, "P")]] * 3)
    card = quality(corpus, {"train": S(0), "dev": S(1), "test": S(2)})
    assert len(card["contamination"]) == 7
    assert card["contamination"]["test|train+dev"]["sample_partial"]["count"] == 1


def test_an_empty_part_is_undefined_not_zero():
    corpus = Corpus.from_sentences([["A"]], [[(0, 1, "P")]])
    card = quality(corpus, {"train": S(0), "test": np.zeros(0, dtype=np.int64)})
    assert card["contamination"]["test|train"]["sample_partial"]["value"] is None
    assert card["parts"]["test"]["density"] is None


def test_exact_and_near_duplicates_across_parts_only():
    words = [
        ["the", "cat", "sat", "on", "the", "mat", "in", "2019"],
        ["The", "cat", "sat", "on", "the", "mat", "in", "2020", "."],
        ["the", "cat", "sat", "on", "the", "mat", "in", "2019"],
        ["something", "else", "entirely", "stands", "here", "now"],
    ]
    card = quality(Corpus.from_sentences(words), {"train": S(0, 3), "test": S(1, 2)})
    assert card["duplicates"]["exact"]["directions"]["test|train"]["count"] == 1
    assert card["duplicates"]["near"]["directions"]["test|train"]["count"] == 1
    assert any("also occurs verbatim in train" in v["text"] for v in card["verdicts"])


def test_near_pairs_equal_all_pairs():
    rng = np.random.default_rng(0)
    base = [frozenset(f"w{w}" for w in rng.integers(0, 40, 12)) for _ in range(15)]
    sets = {}
    for i in range(60):
        words = set(base[i % 15])
        words -= set(sorted(words)[: rng.integers(0, 3)])
        sets[i] = frozenset(words)
    part_of = {i: "train" if i % 4 else "test" for i in sets}
    wanted = {
        (i, part_of[j])
        for i in sets
        for j in sets
        if part_of[i] != part_of[j] and len(sets[i] & sets[j]) / len(sets[i] | sets[j]) >= 0.8
    }
    found = list(near_pairs(sets, part_of))
    assert wanted
    assert all(len(sets[i] & sets[j]) / len(sets[i] | sets[j]) >= 0.8 and part_of[i] != part_of[j] for i, j in found)
    assert {(i, part_of[j]) for i, j in found} | {(j, part_of[i]) for i, j in found} == wanted


def test_a_sparse_test_set_is_called_out():
    words = [["A"]] * 50 + [["x"]] * 50
    corpus = Corpus.from_sentences(words, [[(0, 1, "P")]] * 50 + [[]] * 50)
    card = quality(corpus, {"train": np.arange(1, 80), "test": np.append(0, np.arange(80, 100))})
    assert any(v["level"] == "bad" and "partly emptiness" in v["text"] for v in card["verdicts"])
    card = quality(corpus, {"train": np.arange(80), "test": np.arange(80, 100)})
    assert any(v["level"] == "bad" and v["text"].startswith("test has no mention") for v in card["verdicts"])
    assert card["judged"]["test"]["likeness"] == "bad"


def test_charts_are_valid_and_hold_the_cards_numbers(card):
    vl_convert = pytest.importorskip("vl_convert")
    made = charts(card)
    assert len(made) == 4
    for spec in made.values():
        assert vl_convert.vegalite_to_vega(spec)
    rows = made["Overlap in sentences"]["data"]["values"]
    assert {"direction": "test|train", "kind": "this split", "rate": 1 / 3} in rows


@pytest.mark.parametrize(
    ("tolerance", "allowed", "within"),
    [(0.0, 0.5 * 50**0.5, False), (0.05, 3.5355339059327378, False), (0.1, 5.0, True)],
)
def test_the_tolerance_of_type_counts(tolerance, allowed, within):
    """54 of 100 mentions where half is asked for: within 10 %, not within 5 %, and 0.5·√50 is always allowed."""
    corpus = Corpus.from_sentences([["A"]] * 100, [[(0, 1, "P")]] * 100)
    parts = {"train": np.arange(54), "test": np.arange(54, 100)}
    card = quality(corpus, parts, ratios={"train": 0.5, "test": 0.5}, tolerance=tolerance)
    cell = card["types"]["P"]["train"]
    assert (cell["count"], cell["target"], cell["within"]) == (54, 50.0, within)
    assert cell["allowed"] == pytest.approx(allowed, abs=1e-12)
    assert card["cells"]["count"] == (2 if within else 0)
    assert card["tolerance"] == tolerance


def test_the_card_judges_by_the_tolerance_of_the_split():
    corpus = Corpus.from_sentences([[f"A{i}"] for i in range(400)], [[(0, 1, "P")]] * 400)
    made = split(corpus, method="random", ratios="50,50", tolerance=0.31)
    assert cards(corpus, made)["types"]["P"]["train"]["allowed"] == pytest.approx(62.0)


def test_the_histogram_is_beside_the_corpus(card):
    assert card["histogram"]["2"]["test"]["count"] == 1
    assert card["histogram"]["2"]["test"]["target"] == pytest.approx(3 * 2 / 6)
    assert sum(row["train"]["count"] for row in card["histogram"].values()) == 3


def test_frequencies_lengths_and_sets(card):
    assert card["frequencies"]["test"]["1"] == {"count": 1, "total": 3, "value": 1 / 3}
    assert card["frequencies"]["corpus"]["2-4"]["count"] == 5
    assert card["lengths"]["test"]["1"]["count"] == 3
    assert card["seen"]["test"]["sets"]["SEEN"]["count"] == 2
    assert card["seen"]["test"]["types"]["Q"] == {"count": 1, "total": 2, "value": 1 / 2}
    first = card["seen"]["test"]["entities"][0]
    assert (first["surface"], first["type"], first["mentions"], first["in_first"]) == ("A", "P", 1, 2)


def test_mentions_and_samples_are_beside_random_parts(card):
    assert set(card["random"]["test|train"]) == {"mention", "sample_partial"}
    said = next(v["text"] for v in card["verdicts"] if "Overlap of test" in v["text"])
    assert "66.7 % of the mentions (2 of 3; random parts:" in said
    assert "33.3 % of the sentences (1 of 3; random parts:" in said


def test_few_samples_do_not_excuse_many_mentions():
    """One crowded sentence holds most of what is scored: samples alone would call this clean."""
    words = [[f"n{i % 30}", f"m{i}"] for i in range(300)]
    mentions = [[(0, 1, "P")]] * 300
    crowd = [f"n{i}" for i in range(30)] * 2
    corpus = Corpus.from_sentences([*words, crowd], [*mentions, [(i, i + 1, "P") for i in range(60)]])
    clean = [[f"u{i}", "x"] for i in range(40)]
    corpus = Corpus.from_sentences(
        [*words, crowd, *clean], [*mentions, [(i, i + 1, "P") for i in range(60)], *[[(0, 1, "P")]] * 40]
    )
    card = quality(corpus, {"train": np.arange(300), "test": np.arange(300, 341)}, near=False)
    assert card["contamination"]["test|train"]["sample_partial"]["value"] < 0.03
    assert card["judged"]["test"]["samples"] == "good"
    assert card["judged"]["test"]["mentions"] != "good"
    assert card["judged"]["test"]["all"] != "good"


def test_rare_names_are_said_to_be_inherent():
    words = [[f"n{i % 10}"] for i in range(80)] + [[f"u{i}"] for i in range(20)]
    card = quality(
        Corpus.from_sentences(words, [[(0, 1, "P")]] * 100), {"train": np.arange(80), "test": np.arange(80, 100)}
    )
    said = next(v["text"] for v in card["verdicts"] if v["level"] == "note")
    assert "entities that occur once in the corpus (test 100.0 %; corpus 20.0 %)" in said
    dirty = quality(
        Corpus.from_sentences(words, [[(0, 1, "P")]] * 100), {"train": np.arange(60), "test": np.arange(60, 100)}
    )
    assert not [v for v in dirty["verdicts"] if v["level"] == "note"]


def test_fewer_names_of_one_token_are_said_of_the_parts_where_it_is_so():
    """Dev and test hold names that occur once: in test long ones, in dev short ones."""
    words = [[f"n{i % 10}", "x"] for i in range(80)] + [[f"u{i}", "x"] for i in range(40)]
    mentions = [[(0, 1, "P")]] * 100 + [[(0, 2, "P")]] * 20
    parts = {"train": np.arange(80), "dev": np.arange(80, 100), "test": np.arange(100, 120)}
    card = quality(Corpus.from_sentences(words, mentions), parts)
    said = next(v["text"] for v in card["verdicts"] if v["level"] == "note")
    assert "(test 100.0 %, dev 100.0 %; corpus 33.3 %)" in said
    assert "fewer mentions of one token (test 0.0 %; corpus 83.3 %)" in said


def test_long_samples_with_one_seen_mention_each_are_not_bad():
    """Of ten long samples six have one seen mention: most samples, but few mentions, and far fewer than by chance."""
    names = [[f"n{i}" for i in range(20 * j, 20 * j + 20)] for j in range(2)]
    train = [names[j % 2] for j in range(40)]
    test = [[f"t{20 * j + i}" for i in range(19)] + [names[0][0] if j < 6 else f"t{20 * j + 19}"] for j in range(10)]
    mentions = [[(i, i + 1, "P") for i in range(20)]] * 50
    card = quality(
        Corpus.from_sentences([*train, *test], mentions), {"train": np.arange(40), "test": np.arange(40, 50)}
    )
    assert card["contamination"]["test|train"]["sample_partial"]["value"] == 0.6
    assert card["judged"]["test"]["mentions"] == "good"
    assert card["judged"]["test"]["samples"] == "look"


def test_a_pair_of_duplicates_is_shown_once():
    words = ["the", "same", "six", "words", "as", "before"]
    corpus = Corpus.from_sentences([words, words, [*words[:5], "Before"]])
    found = quality(corpus, {"train": S(0), "dev": S(1), "test": S(2)})["duplicates"]
    assert [[one["part"] for one in pair] for pair in found["exact"]["examples"]] == [["train", "dev"]]
    assert [[one["part"] for one in pair] for pair in found["near"]["examples"]] == [["train", "test"], ["dev", "test"]]
