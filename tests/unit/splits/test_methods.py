from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from nerproof.base.errors import UnknownName, UsageError
from nerproof.corpus import Corpus, join
from nerproof.splits import SPLITS, split
from nerproof.splits.card import quality

PARTITIONS = ("balanced", "free", "random", "paper", "paper-code")


def rate(corpus, made, direction="test|train"):
    card = quality(corpus, made.parts, unit=made.unit, near=False)
    return card["contamination"][direction]["sample_partial"]["value"]


@pytest.mark.parametrize("method", PARTITIONS)
def test_every_sentence_is_in_exactly_one_part(clustered, method):
    corpus = clustered()
    made = split(corpus, method=method, effort=0.01)
    assert np.array_equal(np.sort(np.concatenate(list(made.parts.values()))), np.arange(corpus.n_sentences))


@pytest.mark.parametrize("method", sorted(set(SPLITS) - {"leave-one-out"}))
def test_a_seed_gives_the_same_split_again(clustered, method):
    corpus = clustered()
    a, b = (split(corpus, method=method, seed=4, effort=0.01, repeats=1) for _ in range(2))
    assert {k: v.tolist() for k, v in a.parts.items()} == {k: v.tolist() for k, v in b.parts.items()}


def test_the_number_of_threads_does_not_matter(clustered):
    corpus = clustered()
    one, four = (split(corpus, effort=0.01, jobs=jobs) for jobs in (1, 4))
    assert all(np.array_equal(one.parts[k], four.parts[k]) for k in one.parts)


@pytest.mark.parametrize("method", ["balanced", "free", "random"])
def test_the_order_of_the_input_does_not_matter(clustered, method):
    corpus = clustered()
    order = np.random.default_rng(0).permutation(corpus.n_sentences)
    a = split(corpus, method=method, effort=0.01)
    b = split(corpus.select(order), method=method, effort=0.01)
    assert {k: set(v.tolist()) for k, v in a.parts.items()} == {k: set(order[v].tolist()) for k, v in b.parts.items()}


def test_balanced_is_cleaner_than_random_and_keeps_the_types(clustered):
    corpus = clustered(600)
    made = split(corpus, effort=0.3)
    card = quality(corpus, made.parts, ratios=made.options["ratios"], near=False)
    assert rate(corpus, made) < 0.5 * rate(corpus, split(corpus, method="random"))
    assert card["cells"]["value"] == 1
    assert [p["samples"] for p in card["parts"].values()] == [480, 60, 60]
    assert all(abs(p["density"] - 1) <= 0.025 for p in card["parts"].values())
    assert all(cell["within"] for row in card["histogram"].values() for cell in row.values())


def test_dev_and_test_are_equally_clean(clustered):
    corpus = clustered(600)
    rates = quality(corpus, split(corpus, effort=0.05).parts, near=False)["contamination"]
    dev, test = (rates[f"{name}|train"]["mention"]["value"] for name in ("dev", "test"))
    assert abs(dev - test) <= 0.02


@pytest.mark.parametrize(("goal", "kind"), [("mentions", "mention"), ("samples", "sample_partial")])
def test_what_is_minimised_is_lowest(goal, kind):
    rng = np.random.default_rng(0)
    names = [
        [f"e{k}" for k in np.unique((200 * rng.random(int(rng.integers(1, 6))) ** 2).astype(int))] for _ in range(500)
    ]
    corpus = Corpus.from_sentences(names, [[(j, j + 1, "P") for j in range(len(row))] for row in names])
    rates = {}
    for minimise in ("mentions", "samples"):
        found = quality(corpus, split(corpus, effort=0.3, minimise=minimise).parts, near=False)["contamination"]
        rates[minimise] = sum(found[f"{part}|train"][kind]["value"] for part in ("dev", "test"))
    assert rates[goal] == min(rates.values())


def test_clean_folds_are_a_partition_and_cleaner_than_others(clustered):
    corpus = clustered(600)
    clean, usual = (split(corpus, method=m, folds=4, effort=0.05) for m in ("clean-kfold", "kfold"))
    tests = np.concatenate([clean.parts[f"fold-{i}/test"] for i in range(1, 5)])
    assert np.array_equal(np.sort(tests), np.arange(corpus.n_sentences))

    def worst(made):
        sets = [quality(corpus, parts, near=False) for parts in made.sets().values()]
        return max(card["contamination"]["test|train"]["mention"]["value"] for card in sets)

    assert worst(clean) < 0.5 * worst(usual)


def test_at_least_so_many_mentions_of_every_type():
    words = [[f"a{i}"] for i in range(400)] + [[f"b{i}"] for i in range(90)]
    corpus = Corpus.from_sentences(words, [[(0, 1, "A")]] * 400 + [[(0, 1, "B")]] * 90)
    made = split(corpus, min_mentions=20, effort=0.01)
    cells = quality(corpus, made.parts, near=False)["types"]["B"]
    assert min(cell["count"] for cell in cells.values()) >= 20
    assert quality(corpus, split(corpus, effort=0.01).parts, near=False)["types"]["B"]["test"]["count"] < 20


@pytest.fixture(scope="module")
def confusing():
    """Names that are a place or a team, beside plain ones."""
    rng = np.random.default_rng(0)
    names = [f"x{rng.integers(30)}" if i % 5 == 0 else f"p{rng.integers(150)}" for i in range(1000)]
    kinds = [("LOC", "ORG")[int(rng.integers(2))] if name[0] == "x" else "PER" for name in names]
    return Corpus.from_sentences([[n, str(i)] for i, n in enumerate(names)], [[(0, 1, k)] for k in kinds])


@pytest.mark.parametrize(("kind", "name", "sign"), [("unseen", "SEEN", -1), ("ambiguous", "TCM-ALL", 1)])
def test_a_harder_test_set(confusing, kind, name, sign):
    def share(**options):
        made = split(confusing, effort=0.05, **options)
        card = quality(confusing, made.parts, ratios=made.options["ratios"], near=False)
        assert card["cells"]["value"] == 1
        return card["seen"]["test"]["sets"][name]["value"]

    hard, usual = share(harder=kind), share(method="random")
    assert sign * hard > sign * usual


def test_harder_needs_a_search(confusing):
    with pytest.raises(UsageError, match="--harder goes with"):
        split(confusing, method="random", harder="unseen")


def test_documents_that_hang_together_are_refused(tangled):
    corpus = Corpus.from_sentences(
        [tangled.sentence(i) for i in range(400)],
        list(tangled.mentions_by_sentence()),
        document_starts=range(0, 400, 8),
    )
    with pytest.raises(
        UsageError, match="no clean split of these documents exists: 100% .* Reachable: .* --accept-over"
    ):
        split(corpus, unit="document", effort=0.01)
    made = split(corpus, unit="document", effort=0.01, accept_overlap=True)
    assert sum(map(len, made.parts.values())) == 400


def test_random_is_stratified_by_type(clustered):
    corpus = clustered(600)
    cells = quality(corpus, split(corpus, method="random").parts, near=False)["types"]
    assert all(abs(c["count"] - c["target"]) <= 2 * c["allowed"] for row in cells.values() for c in row.values())


def test_kfold_tests_every_sentence_once(clustered):
    corpus = clustered()
    made = split(corpus, method="kfold", folds=4)
    tests = np.concatenate([made.parts[f"fold-{i}/test"] for i in range(1, 5)])
    assert np.array_equal(np.sort(tests), np.arange(corpus.n_sentences))
    for i in range(1, 5):
        assert not np.intersect1d(made.parts[f"fold-{i}/train"], made.parts[f"fold-{i}/test"]).size


def test_leave_one_out_by_a_field():
    corpus = Corpus.from_sentences([["a"], ["b"], ["c"], ["d"]], fields={"domain": ["x", "../y", "x", "z"]})
    made = split(corpus, method="leave-one-out", by="domain")
    assert made.parts["without-x/test"].tolist() == [0, 2]
    assert made.parts["without-x/train"].tolist() == [1, 3]
    assert "without-y/test" in made.parts, "a value with slashes must not lead out of the folder"


def test_group_by_doc_keeps_documents_whole(clustered):
    corpus = clustered(documents=True)
    made = split(corpus, group_by="doc", effort=0.01)
    owners = [set(corpus.document_of_sentence[where].tolist()) for where in made.parts.values()]
    assert sum(map(len, owners)) == corpus.n_documents


def test_documents_as_units(clustered):
    corpus = clustered(documents=True)
    made = split(corpus, unit="document", method="random")
    owners = [set(corpus.document_of_sentence[where].tolist()) for where in made.parts.values()]
    assert list(map(len, owners)) == [24, 3, 3]


def test_several_inputs_with_different_types_work():
    a = Corpus.from_sentences([["x"]] * 6, [[(0, 1, "A")]] * 6)
    b = Corpus.from_sentences([["y"]] * 6, [[(0, 1, "B")]] * 6)
    made = split(join([a, b]), ratios="50,50", effort=0.001)
    assert {k: len(v) for k, v in made.parts.items()} == {"train": 6, "test": 6}


# --- what cannot be done, said in one line --------------------------------------------------------------------------


def test_fewer_samples_than_parts():
    with pytest.raises(UsageError, match="2 sentences cannot make 3 parts"):
        split(Corpus.from_sentences([["a"], ["b"]]))


def test_no_entities_at_all_is_said_and_split():
    corpus = Corpus.from_sentences([["a"]] * 20)
    made = split(corpus)
    assert {k: len(v) for k, v in made.parts.items()} == {"train": 16, "dev": 2, "test": 2}
    said = [v["text"] for v in quality(corpus, made.parts)["verdicts"]]
    assert "The corpus has no entities: there is nothing to keep apart." in said


def test_one_entity_in_every_sample_is_explained():
    corpus = Corpus.from_sentences([["EU", str(i)] for i in range(30)], [[(0, 1, "ORG")]] * 30)
    made = split(corpus, effort=0.001)
    card = quality(corpus, made.parts)
    said = " ".join(v["text"] for v in card["verdicts"])
    assert "'EU' (ORG) is in 100.0 % of all sentences" in said
    assert "--drop" not in said
    assert "--exclude-types ORG" in said
    assert "--method free" not in said


def test_an_entity_in_many_samples_names_the_method_that_avoids_it():
    corpus = Corpus.from_sentences([["EU" if i % 3 else f"x{i}", str(i)] for i in range(30)], [[(0, 1, "ORG")]] * 30)
    card = quality(corpus, {"train": np.arange(24), "test": np.arange(24, 30)})
    said = " ".join(v["text"] for v in card["verdicts"])
    assert "--method free (parts from the 33.3 % without it" in said
    assert "--drop all (removes the fewest" in said


def test_an_unknown_method_names_the_nearest():
    with pytest.raises(UnknownName, match="Did you mean 'balanced'"):
        split(Corpus.from_sentences([["a"]] * 5), method="balance")


def test_too_many_folds():
    with pytest.raises(UsageError, match="between 2 and 5"):
        split(Corpus.from_sentences([["a"]] * 5), method="kfold", folds=9, ratios="50,50")
    with pytest.raises(UsageError, match="at most 60 folds"):
        split(Corpus.from_sentences([["a"]] * 90), method="clean-kfold", folds=80, ratios="50,50")


def test_two_parts_and_dev_of_nothing(clustered):
    assert list(split(clustered(), ratios="80,0,20", effort=0.001).parts) == ["train", "test"]


def test_listing_the_methods_imports_nothing_heavy():
    program = (
        "import sys; from nerproof.splits import SPLITS; list(SPLITS); "
        "print([m for m in ('numba', 'scipy', 'pymetis', 'rich') if m in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
        == "[]"
    )
