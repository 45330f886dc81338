"""Attributes of the user, saved edges, larger context, analyses over systems."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from nerproof import InputError, UsageError, evaluate
from nerproof.corpus import Corpus
from nerproof.corpus.context import join_sentences, split_back
from nerproof.measures.attributes import ATTRIBUTES
from nerproof.measures.buckets import BELOW_ONE, cut
from nerproof.measures.userattributes import add
from nerproof.studies.edges import check_equal, edges_of, load, save

WORDS = [["EU", "rejects"], ["Peter", "Blackburn", "x"], ["Paris", "y"], ["the", "EU", "bank"]]
GOLD = Corpus.from_sentences(
    WORDS,
    [[(0, 1, "ORG")], [(0, 2, "PER")], [(0, 1, "LOC")], [(1, 2, "ORG")]],
    document_starts=[0, 3],
    fields={"genre": ["news", "news", "blog", "blog"]},
)
PRED = Corpus.from_sentences(WORDS, [[(0, 1, "ORG")], [(0, 1, "PER")], [(0, 1, "ORG")], []])


@pytest.fixture
def registry():
    """The registry as it was, after a test that adds to it."""
    list(ATTRIBUTES)
    before = dict(ATTRIBUTES._items)
    yield
    ATTRIBUTES._items.clear()
    ATTRIBUTES._items.update(before)


def slices(result, alias):
    return {r.slice.split(":")[1]: r for r in result.where(system="a", metric="f1") if r.slice.startswith(alias + ":")}


def test_metadata_field_is_a_bucket_per_value(registry):
    add("genre", GOLD)
    found = slices(evaluate(GOLD, {"a": PRED}, resamples=0), "genre")
    assert found["news"].more["n_gold"] == 2
    assert (found["blog"].more["n_gold"], found["blog"].value) == (2, 0)


def test_csv_column_of_numbers_is_cut_into_buckets(registry, tmp_path):
    path = tmp_path / "age.csv"
    path.write_text("age\n1\n2\n3\n4\n")
    add(str(path), GOLD)
    found = slices(evaluate(GOLD, {"a": PRED}, resamples=0), "age")
    assert sum(r.more["n_gold"] for r in found.values()) == 4
    assert len(found) > 1


def test_python_file_is_an_attribute(registry, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from nerproof.measures.attributes import attribute\n"
        "@attribute('position', bucketed=True)\n"
        "def position(corpus):\n"
        "    return corpus.mentions.start - corpus.sentences[corpus.sentence_of_mention]\n"
    )
    assert add(str(path), GOLD) == ["position"]
    assert sum(r.more["n_pred"] for r in slices(evaluate(GOLD, {"a": PRED}, resamples=0), "position").values()) == 3


def test_column_of_another_length_names_both(tmp_path):
    path = tmp_path / "c.json"
    path.write_text('{"c": [1, 2]}')
    with pytest.raises(InputError, match="'c' has 2 values; gold has 4 sentences"):
        add(str(path), GOLD)


def test_unknown_field_names_the_fields_there():
    with pytest.raises(UsageError, match="Fields there: genre"):
        add("gendre", GOLD)


def test_edges_are_saved_and_reused(tmp_path):
    first = evaluate(GOLD, {"a": PRED}, train=GOLD, resamples=0)
    save(first, tmp_path / "edges.json")
    small = GOLD.select(np.array([0]))
    switches = {"interpreteval_edges": load(tmp_path / "edges.json")}
    again = evaluate(small, {"a": small}, train=GOLD, resamples=0, switches=switches)
    assert edges_of(again) == edges_of(first)
    check_equal(first, again, ("first", "again"))
    same = evaluate(GOLD, {"a": PRED}, train=GOLD, resamples=0, switches=switches)
    assert [r.to_dict() for r in same.rows] == [r.to_dict() for r in first.rows]


def test_edges_that_a_person_wrote(tmp_path):
    path = tmp_path / "edges.json"
    path.write_text('{"eLen": [1, 3]}')
    result = evaluate(GOLD, {"a": PRED}, resamples=0, switches={"interpreteval_edges": load(path)})
    assert [(b["lo"], b["hi"]) for b in edges_of(result)["eLen"]] == [(None, 1), (1, 3), (3, None)]


@pytest.mark.parametrize("text", ["[]", "{}", '{"eLen": "x"}', '{"eLen": [true]}', '{"eLen": [{"hi": 1}]}'])
def test_a_file_without_edges_is_refused(tmp_path, text):
    (tmp_path / "edges.json").write_text(text)
    with pytest.raises(InputError, match="has no bucket edges"):
        load(tmp_path / "edges.json")


def test_results_with_other_edges_are_not_compared():
    small = GOLD.select(np.array([0]))
    first, second = evaluate(GOLD, {"a": PRED}, resamples=0), evaluate(small, {"a": small}, resamples=0)
    check_equal(first, first, ("x", "y"))
    with pytest.raises(UsageError, match="x and y cut .* at other edges"):
        check_equal(first, second, ("x", "y"))


def test_edges_do_not_depend_on_the_system():
    one, two = (edges_of(evaluate(GOLD, {"a": p}, train=GOLD, resamples=0)) for p in (PRED, GOLD))
    assert one == two


def test_joining_sentences_and_the_way_back():
    joined = join_sentences(GOLD, 2)
    assert joined.n_sentences == 3
    assert len(joined.mentions) == len(GOLD.mentions)
    back = split_back(GOLD, joined)
    assert [tuple(back.mention(i)) for i in range(4)] == [tuple(GOLD.mention(i)) for i in range(4)]
    assert back.n_sentences == 4


def test_joining_needs_documents():
    with pytest.raises(UsageError, match="no document marks"):
        join_sentences(PRED, 2)


def test_comparative_diagnosis_names_both_ends_also_when_one_system_is_always_ahead():
    result = evaluate(GOLD, {"a": GOLD, "b": PRED}, resamples=0)
    row = next(r for r in result.where(metric="comparative", slice="tag"))
    assert row.more["ahead_by"] >= row.more["behind_by"] >= 0
    assert {row.more["ahead"], row.more["behind"]} <= {"tag:LOC", "tag:ORG", "tag:PER"}


def test_without_training_data_only_what_needs_it_is_left_out():
    result = evaluate(GOLD, {"a": PRED}, resamples=0)
    assert slices(result, "eLen")
    assert any("eCon" in n and "need --train" in n for n in result.notes)


def test_result_json_holds_no_numpy_and_no_nan():
    text = evaluate(GOLD, {"a": PRED, "b": GOLD}, train=GOLD, resamples=20, examples=5).to_json()
    assert json.loads(text)["rows"]
    assert sys.getsizeof(text) > 1000


def test_datasets_are_combined_with_averages_and_tests(tmp_path):
    from nerproof.studies.datasets import combine

    results = {
        "one": evaluate(GOLD, {"a": PRED, "b": GOLD}, train=GOLD, resamples=0),
        "two": evaluate(PRED, {"a": GOLD, "b": PRED}, train=GOLD, resamples=0),
    }
    both = combine(results)
    assert {"a (one)", "a (two)", "b (one)", "b (two)", "a", "b"} <= set(both.systems)
    alone = [r.value("s_sigma", suite="interpreteval", system="a", slice="eLen") for r in results.values()]
    mean = both.value("s_sigma", suite="interpreteval", system="a", slice="eLen")
    assert mean == pytest.approx(sum(alone) / 2)
    assert next(both.where(system="a", metric="comparative", slice="eLen")).more["pairs"] > 0


def test_combined_datasets_keep_their_sentences_and_confusions():
    from nerproof.studies.datasets import combine

    results = {
        "one": evaluate(GOLD, {"a": PRED}, train=GOLD, resamples=0, examples=10),
        "two": evaluate(PRED, {"a": GOLD}, resamples=0, examples=10),
    }
    both = combine(results)
    assert set(both.extras["confusion"]) == {"a (one)", "a (two)"}
    assert both.extras["confusion"]["a (two)"] == results["two"].extras["confusion"]["a"]
    items = both.sentences["items"]
    assert len(items) == sum(len(r.sentences["items"]) for r in results.values())
    assert {tuple(item["pred"]) for item in items} == {("a (one)",), ("a (two)",)}

    def sets(result, items, mentions):  # names of the sets of every mention, whatever their numbers are
        return [[sorted(result.sentences["slices"][n] for n in m[3]) for m in mentions(item)] for item in items]

    for name, result in results.items():
        own = [item for item in items if item["dataset"] == name]
        alone = result.sentences["items"]
        assert sets(both, own, lambda item: item["gold"]) == sets(result, alone, lambda item: item["gold"])
        assert sets(both, own, lambda item, n=name: item["pred"][f"a ({n})"]) == sets(
            result, alone, lambda item: item["pred"]["a"]
        )


def test_datasets_of_a_toml_file(tmp_path):
    from nerproof.engine.evaluate import Options
    from nerproof.formats import write
    from nerproof.studies.datasets import run_datasets

    write(GOLD, tmp_path / "g.conll", format="conll")
    write(PRED, tmp_path / "p.conll", format="conll")
    toml = tmp_path / "d.toml"
    toml.write_text('[[dataset]]\nname = "x"\ngold = "g.conll"\npred = {a = "p.conll"}\n')
    assert run_datasets(toml, Options(resamples=0)).systems[0] == "a (x)"
    toml.write_text('[[dataset]]\nname = "x"\ngolds = "g.conll"\n')
    with pytest.raises(ValueError, match="no dataset key named 'golds'. Did you mean 'gold'"):
        run_datasets(toml, Options(resamples=0))


def test_small_buckets_are_flagged():
    many = Corpus.from_sentences([["EU"]] * 30 + [["a", "b"]], [[(0, 1, "ORG")]] * 30 + [[(0, 2, "ORG")]])
    result = evaluate(many, {"a": many}, resamples=0, suites=["interpreteval"])
    small = {r.slice: r.more.get("small") for r in result.where(system="a", metric="f1")}
    assert small["eLen:S"] and not small["eLen:XS"]


def test_the_released_program_needs_training_data():
    with pytest.raises(UsageError, match="needs --train"):
        evaluate(GOLD, {"a": PRED}, resamples=0, switches={"interpreteval_compat": True})


def test_an_attribute_file_that_fails_says_where(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("x = 1\ny = 1 / 0\n")
    with pytest.raises(InputError, match=r"mine.py:2: fails with ZeroDivisionError: division by zero"):
        add(str(path), GOLD)
    path.write_text("x = (\n")
    with pytest.raises(InputError, match=r"mine.py:1: fails with SyntaxError"):
        add(str(path), GOLD)


def edges(values, rule, m=4):
    return cut(np.array(values), rule, m, even=True).edges


def test_even_buckets_divide_the_range_of_values():
    assert edges([1, 1, 1, 1, 2, 9], "equal") == (3.0, 5.0, 7.0, np.inf)
    assert edges([0, 0, 1, 2, 9], "zero") == (0.0, 3.0, 6.0, np.inf)
    assert edges([1, 2, 9], "zero") == (3.0, 5.0, 7.0, np.inf)
    assert edges([0, 0.1, 0.2, 1], "consistency") == (0.0, 0.5, BELOW_ONE, 1.0)
    assert edges([5, 5, 5], "equal") == (np.inf,)


def test_even_buckets_are_an_option():
    words = [["EU", *["a"] * n] for n in [0] * 9 + [8]]
    gold = Corpus.from_sentences(words, [[(0, 1, "ORG")]] * 10)
    sizes = {}
    for even in (False, True):
        switches = {"interpreteval_even": even}
        found = evaluate(gold, {"a": gold}, resamples=0, suites=["interpreteval"], switches=switches)
        sizes[even] = [r.more["n_gold"] for r in slices(found, "sLen").values()]
    assert sizes == {False: [9, 1], True: [9, 0, 0, 1]}


def test_a_perfect_system_has_no_order_of_buckets_and_no_sure_gap():
    result = evaluate(GOLD, {"a": GOLD}, resamples=100)
    rho, gap = (next(result.where(system="a", metric=m, slice="sLen")) for m in ("s_rho", "gap"))
    assert (rho.value, rho.low, rho.high) == (None, None, None)
    assert gap.low == 0 < gap.high
