"""Mistakes in the TOML file are named with file, line and what to do."""

from dataclasses import fields

import pytest
from studies import DATA, study

from nerproof.experiments import RECIPES, read_spec
from nerproof.experiments.plan import plan

MODELS = "[models.memorizer]\n"


def refused(folder, text):
    with pytest.raises(ValueError) as caught:
        read_spec(study(folder, text))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_defaults(tmp_path):
    spec = read_spec(study(tmp_path, DATA + MODELS))
    assert (spec.recipe_name, spec.seeds, spec.name) == ("seeds", (0, 1, 2), "study")
    assert spec.out == tmp_path / "study.runs"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "seedz = [1]\n" + DATA + MODELS,
            "study.toml:1: the experiment has no key 'seedz'. Did you mean 'seeds'?",
        ),
        (
            DATA.replace("dev =", "devel =") + MODELS,
            "study.toml:4: data.towns has no key 'devel'. Did you mean 'dev'?",
        ),
        (DATA.replace("test.conll", "tost.conll") + MODELS, "tost.conll does not exist"),
        (DATA + "[models.memoriser]\n", "no model named 'memoriser'. Did you mean 'memorizer'?"),
        (
            DATA + "[models.crf]\niteration = 3\n",
            "the model crf has no option 'iteration'. Did you mean 'iterations'?",
        ),
        (DATA + "[models.mine]\nmodel = 'crf'\nc1 = 'much'\n", "crf.c1 is 'much', but must be of type float"),
        ("recipe = 'seed'\n" + DATA + MODELS, "no recipe named 'seed'. Did you mean 'seeds'?"),
        (
            "recipe = 'learning-curve'\n" + DATA + MODELS + "[settings]\nshare = [1]\n",
            "the recipe learning-curve has no option 'share'. Did you mean 'shares'?",
        ),
        ("seeds = ['a']\n" + DATA + MODELS, "study.toml:1: seeds must be a list of whole numbers"),
        ("resamples = 'many'\n" + DATA + MODELS, "resamples is 'many', but must be of type int"),
        (DATA, "has no [models.…]. Add a table [models.crf]."),
        (MODELS, "has no [data.…]. Add a table [data.mine]."),
        ("[data.towns]\ntest = 'test.conll'\n" + MODELS, "data.towns has no train file"),
        ("recipe = \n", "is not TOML"),
        ("data = 3\n" + MODELS, "data is 3, but must be of type dict"),
        ("[data]\ntowns = 3\n" + MODELS, "data.towns must be a table"),
    ],
)
def test_mistakes(tmp_path, text, wanted):
    assert wanted in refused(tmp_path, text)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"nothing.toml: cannot be read"):
        read_spec(tmp_path / "nothing.toml")


def test_a_model_that_is_not_installed_gives_the_install_line(tmp_path, monkeypatch):
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *a: None if name == "pycrfsuite" else real(name, *a))
    assert "pip install 'nerproof[models]'" in refused(tmp_path, DATA + "[models.crf]\n")


def keys(path):
    return [r.key for r in plan(read_spec(path))]


def test_keys_follow_contents_not_places(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert keys(study(tmp_path / "a", DATA + MODELS)) == keys(study(tmp_path / "b", DATA + MODELS, name="other"))


@pytest.mark.parametrize(
    "text",
    [
        DATA + "[models.memorizer]\n[models.crf]\n",
        "seeds = [5]\n" + DATA + MODELS,
        "resamples = 10\n" + DATA + MODELS,
        "suites = ['standard']\n" + DATA + MODELS,
        "recipe = 'grid'\n" + DATA + MODELS,
    ],
)
def test_whatever_moves_a_number_moves_the_key(tmp_path, text):
    before = set(keys(study(tmp_path, DATA + MODELS)))
    assert set(keys(study(tmp_path, text))) - before


def test_changed_data_changes_the_key(tmp_path):
    path = study(tmp_path, DATA + MODELS)
    before = set(keys(path))
    (tmp_path / "test.conll").write_text("Rome\tB-LOC\n")
    assert not set(keys(path)) & before


def test_a_changed_program_changes_the_key(tmp_path):
    (tmp_path / "tag.sh").write_text("a")
    path = study(tmp_path, DATA + f"[models.mine]\nmodel = 'command'\nrun = '{tmp_path}/tag.sh {{input}} {{output}}'\n")
    before = keys(path)
    (tmp_path / "tag.sh").write_text("b")
    assert keys(path) != before


LISTS = {
    "augmentation": (
        "methods",
        '["entity-switching"]',
        '["entity-switching", "mixing-up"]',
        {"none", "entity-switching"},
    ),
    "larger-context": ("k", "[2]", "[2, 3]", {1, 2}),
    "learning-curve": ("shares", "[50]", "[50, 100]", {50}),
    "contamination-curve": ("levels", "[0]", "[0, 50]", {0}),
    "grid": ("transforms", '["mixing-up"]', '["mixing-up", "random-masking"]', {"none", "mixing-up"}),
}


@pytest.mark.parametrize("recipe", LISTS)
def test_a_longer_list_keeps_the_runs_that_are_done(tmp_path, recipe):
    """And what the others are compared with is always there."""
    setting, short, long, first = LISTS[recipe]
    found = []
    for values in (short, long):
        text = f'recipe = "{recipe}"\nseeds = [0]\n{DATA}[models.memorizer]\n[settings]\n{setting} = {values}\n'
        runs = plan(read_spec(study(tmp_path, text)))
        found.append(
            {run.key: next(v for k, v in run.factors.items() if k not in ("dataset", "split")) for run in runs}
        )
    assert set(found[0].values()) == first
    assert found[0].items() < found[1].items()


@pytest.mark.parametrize("name", list(RECIPES))
def test_axes_are_settings(name):
    assert set(RECIPES[name].axes) <= {f.name for f in fields(RECIPES[name])}
