"""Every recipe runs from its TOML file to its tables."""

import numpy as np
import pytest
from studies import DATA, study, write_towns

from nerproof.base.errors import UnknownName
from nerproof.corpus import Corpus
from nerproof.experiments import RECIPES, read_spec, run
from nerproof.experiments.recipes.larger_context import joined
from nerproof.experiments.tables import mean_row, pearson
from nerproof.experiments.text import overview

MODELS = "[models.memorizer]\n"
TWO = MODELS + "[models.crf]\niterations = 5\n"

STUDIES = {
    "seeds": "seeds = [0, 1]\n" + DATA + MODELS,
    "contamination-curve": "seeds = [0, 1]\n" + DATA + TWO + "[settings]\nlevels = [0, 50, 100]\n",
    "cross-validation": DATA + TWO + "[settings]\nfolds = 3\n",
    "random-splits": "seeds = [0, 1, 2]\n" + DATA + TWO,
    "out-of-domain": DATA + DATA.replace("towns", "more").replace("train.conll", "train2.conll") + MODELS,
    "attack": DATA + MODELS + "[settings]\ncoverages = [50, 100]\n",
    "augmentation": DATA
    + MODELS
    + "[settings]\nmethods = ['none', 'entity-switching', 'random-masking', 'mixing-up']\n",
    "larger-context": DATA + TWO + "[settings]\nk = [1, 3]\n",
    "learning-curve": "seeds = [0, 1, 2]\n" + DATA + MODELS + "[settings]\nshares = [20, 100]\n",
    "grid": DATA + MODELS + "[settings]\nsplits = ['given', 'random']\ntransforms = ['none', 'mixing-up']\n",
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    made = {}

    def get(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            write_towns(folder / "train2.conll", 60, 11)
            made[name] = run(read_spec(study(folder, f"recipe = '{name}'\n{STUDIES[name]}")))
        return made[name]

    return get


def rows(outcome, metric, **wanted):
    return list(outcome.result.where(metric=metric, suite="experiment", **{"label": "ALL", **wanted}))


def test_every_recipe_is_here():
    assert set(STUDIES) == set(RECIPES)


@pytest.mark.parametrize("name", sorted(STUDIES))
def test_runs_end_to_end(outcomes, name):
    outcome = outcomes(name)
    assert not outcome.failed
    assert outcome.result.extras["experiment"]["recipe"] == name
    assert rows(outcome, "f1")
    header, first, *_ = overview(outcome.result).split("\n")
    assert header.split()[:3] == ["system", "step", "f1"]
    assert first.startswith("memorizer")


def test_contamination_curve(outcomes):
    """A memorizer has no clean recall, so what it gains with the level is all contamination."""
    outcome = outcomes("contamination-curve")
    curve = {r.slice: r.value for r in rows(outcome, "delta_f1", system="memorizer")}
    assert list(curve) == ["gamma=0", "gamma=50", "gamma=100"]
    assert curve["gamma=100"] > curve["gamma=50"] > 0
    table = {(t["system"], t["score"]): t for t in outcome.result.extras["experiment"]["correlations"]}
    assert table["memorizer", "delta_f1"]["r"] > 0.9
    level_0 = table["memorizer", "f1_contaminated"]
    assert (level_0["n"], level_0["dropped"]) == (4, 2), "level 0 has no contaminated mention: undefined, dropped"
    sizes = {line["train_sentences"] for line in outcome.result.extras["experiment"]["runs"]}
    assert len(sizes) == 1


def test_cross_validation_compares_with_bonferroni(outcomes):
    found = rows(outcomes("cross-validation"), "difference:f1")
    assert [(r.system, r.more["other"], r.more["runs"]) for r in found] == [("memorizer", "crf", 3)]
    assert found[0].more["p_bonferroni"] >= found[0].more["p"]


def test_seeds_give_a_mean_and_sd(outcomes):
    row = rows(outcomes("seeds"), "f1", slice="ALL")[0]
    assert row.more["runs"] == 2
    assert row.more["sd"] == 0.0, "the memorizer draws nothing at random"


def test_out_of_domain_has_both_settings(outcomes):
    slices = {r.slice for r in rows(outcomes("out-of-domain"), "f1")}
    assert slices >= {"in-domain", "out-of-domain", "in-domain: towns", "out-of-domain: more"}


def test_attack_drops(outcomes):
    outcome = outcomes("attack")
    table = {line["test"]: line for line in outcome.result.extras["experiment"]["drops"]}
    assert list(table) == ["original", "coverage=50", "coverage=100", "context", "full", "swap"]
    assert table["coverage=100"]["f1"] == 0.0, "names that training does not hold cannot be remembered"
    assert table["coverage=100"]["drop"] > table["coverage=50"]["drop"] > 0
    assert table["swap"]["f1"] >= table["original"]["f1"]


def test_augmentation_by_method_and_test(outcomes):
    table = outcomes("augmentation").result.extras["experiment"]["drops"]
    tests = {line["test"] for line in table}
    assert {"none · original", "none · entity", "mixing-up · original", "random-masking · entity"} <= tests


def test_larger_context_scores_original_sentences(outcomes):
    outcome = outcomes("larger-context")
    curve = {r.slice: r.value for r in rows(outcome, "f1", system="memorizer")}
    assert curve["K=1"] == curve["K=3"], "the memorizer does not look at neighbours"
    assert rows(outcome, "gain:f1", system="memorizer")[0].value == 0.0
    assert any(c["bucket"].startswith("eLen") for c in outcome.result.extras["experiment"]["heat"])


def test_learning_curve_is_nested(outcomes):
    curve = {r.slice: r for r in rows(outcomes("learning-curve"), "recall")}
    assert curve["share=100"].value >= curve["share=20"].value
    assert curve["share=20"].low is not None


def test_figures_of_the_contamination_study(outcomes):
    vl_convert = pytest.importorskip("vl_convert")
    specs = outcomes("contamination-curve").result.extras["charts"]
    assert len(specs) == 7
    assert all(spec["data"]["values"] for spec in specs.values())
    for spec in specs.values():
        assert vl_convert.vegalite_to_svg(spec).startswith("<svg")
    assert "charts" not in outcomes("learning-curve").result.extras


def test_pooled_correlations_with_and_without_undefined_points(outcomes):
    """At level 0 no mention is contaminated: its score is undefined, and 0 in the authors' figures."""
    runs = outcomes("contamination-curve").result.extras["experiment"]
    table = {(t["system"], t["score"]): t for t in runs["correlations"]}
    pooled = table["all systems", "f1_contaminated"]
    assert (pooled["n"], pooled["dropped"]) == (8, 4)
    points = [(r["gamma"], r["f1_contaminated"]) for r in runs["runs"]]
    assert pooled["r"] == pytest.approx(pearson(points)["r"])
    assert pooled["r_zero"] == pytest.approx(pearson([(x, y or 0.0) for x, y in points])["r"])
    assert pooled["r_zero"] > 0.5
    rows = {r.metric: r for r in outcomes("contamination-curve").result.where(system="", suite="experiment")}
    assert rows["r:f1_contaminated"].more["r_zero"] == pooled["r_zero"]


def mixed(folder, n=120):
    """Contaminated sentences have three mentions, clean ones have one."""
    dirty = "Rome B-LOC\nand O\nOslo B-LOC\nand O\nPeter B-PER\n\n"
    clean = "".join(f"Town{i} B-LOC\nis O\n\n" for i in range(n // 2))
    for name, text in (("train", dirty * (n // 2) + clean), ("test", dirty * 3), ("dev", dirty)):
        (folder / f"{name}.conll").write_text(text)


def test_matched_levels_have_equally_many_mentions(tmp_path):
    counts = {}
    for matched in ("false", "true"):
        text = f"recipe = 'contamination-curve'\nseeds = [0]\n{DATA}{MODELS}[settings]\nlevels = [0, 50, 100]\nmatched = {matched}\n"
        path = study(tmp_path, text, name=f"m-{matched}")
        mixed(tmp_path)
        lines = run(read_spec(path)).result.extras["experiment"]["runs"]
        counts[matched] = {r["gamma"]: (r["train_mentions"], round(r["sample_overlap"], 2)) for r in lines}
    assert counts["false"] == {0: (60, 0.0), 50: (120, 0.5), 100: (180, 1.0)}
    assert [n for n, _ in counts["true"].values()] == [60, 60, 60]
    assert [share for _, share in counts["true"].values()] == [0.0, 0.5, 1.0]


def test_training_size_and_contamination(tmp_path):
    settings = "[settings]\nlevels = [50]\nshares = [50, 100]\n"
    path = study(tmp_path, f"recipe = 'contamination-curve'\nseeds = [0]\n{DATA}{MODELS}{settings}")
    mixed(tmp_path)
    lines = run(read_spec(path)).result.extras["experiment"]["runs"]
    assert [(r.get("share"), r["train_sentences"], round(r["sample_overlap"], 2)) for r in lines] == [
        (50, 30, 0.5),
        (None, 60, 0.5),
    ]


def test_joined_keeps_documents_apart():
    corpus = Corpus.from_sentences([["a"], ["b"], ["c"], ["d"]], [[], [(0, 1, "X")], [], []], document_starts=[0, 3])
    longer = joined(corpus, 2)
    assert longer.sentences.tolist() == [0, 2, 3, 4]
    assert longer.documents.tolist() == [0, 2, 3]
    assert list(longer.mentions_by_sentence()) == [[(1, 2, "X")], [], []]


def test_undefined_values_are_counted_not_zero():
    row = mean_row(("a", "s", "ALL", "f1"), [0.5, None, 0.7])
    assert row.value == pytest.approx(0.6)
    assert (row.more["runs"], row.more["undefined"]) == (3, 1)
    assert mean_row(("a", "s", "ALL", "f1"), [None]).value is None


def test_pearson():
    found = pearson([(0, 1.0), (1, 2.0), (2, 3.5), (3, None)])
    assert found["r"] == pytest.approx(np.corrcoef([0, 1, 2], [1.0, 2.0, 3.5])[0, 1])
    assert (found["n"], found["dropped"]) == (3, 1)
    assert pearson([(0, 1.0), (1, 1.0), (2, 1.0)])["r"] is None
    assert pearson([(0, 1.0)])["r"] is None


def test_an_unknown_split_method_is_refused_before_the_first_training(tmp_path):
    spec = read_spec(study(tmp_path, f"recipe = 'grid'\n{DATA}{MODELS}[settings]\nsplits = ['blanced']\n"))
    with pytest.raises(UnknownName, match="balanced"):
        run(spec)
    assert not list(spec.out.glob("runs/*"))


def test_one_dataset_is_not_out_of_domain(tmp_path):
    spec = read_spec(study(tmp_path, "recipe = 'out-of-domain'\n" + DATA + MODELS))
    with pytest.raises(ValueError, match="needs at least two datasets"):
        run(spec)


def test_a_dataset_without_test_says_so(tmp_path):
    spec = read_spec(study(tmp_path, "seeds = [0]\n" + DATA.replace('test = "test.conll"', "") + MODELS))
    assert 'data.towns has no test file. Add one: test = "FILE".' in run(spec).failed[0][1]


@pytest.mark.slow
def test_the_curve_of_conll_2002_spanish(shared, tmp_path):
    """γ = 0, 50, 100 × 2 seeds with a real model: contaminated mentions are found better than clean ones."""
    folder = shared / "data" / "conll2002"
    path = tmp_path / "curve.toml"
    path.write_text(
        f"recipe = 'contamination-curve'\nseeds = [0, 1]\n[data.esp]\ntrain = '{folder}/esp.train'\ntest = '{folder}/esp.testb'\n"
        "[models.crf]\niterations = 15\n[settings]\nlevels = [0, 50, 100]\n"
    )
    outcome = run(read_spec(path), jobs=2)
    scores = {(r.slice, r.metric): r.value for r in outcome.result.where(suite="experiment", label="ALL", system="crf")}
    for level in ("gamma=50", "gamma=100"):
        assert scores[level, "f1_contaminated"] > scores[level, "f1_clean"]
    assert outcome.result.row("r:delta_f1", suite="experiment").value > 0.5


def test_larger_context_says_which_models_cannot_use_it(tmp_path):
    models = "[models.memorizer]\n[models.crf]\niterations = 2\n"
    spec = read_spec(study(tmp_path, f'recipe = "larger-context"\n{DATA}{models}[settings]\nk = [2]\n'))
    notes = [n for n in run(spec).result.notes if "looks at" in n]
    assert [n.partition(": longer")[0] for n in notes] == [
        "memorizer looks at no word beside a name",
        "crf looks at 2 words to each side",
    ]
