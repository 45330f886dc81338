"""What every model must do, by name; and the ways a saved model can be broken."""

import json

import numpy as np
import pytest
from chat_server import chat_server
from tiny_models import agreement, keys, tiny_bert, towns

from nerproof.corpus import Corpus
from nerproof.models import MODELS, create, load

HEAVY = {"flair", "gliner", "stanza"}  # their own files test them


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    with chat_server() as (address, _):
        yield {
            "memorizer": {},
            "crf": {"iterations": 20},
            "perceptron": {},
            "bilstm-crf": {
                "epochs": 6,
                "word_dim": 12,
                "char_filters": 12,
                "hidden": 12,
                "learning_rate": 0.02,
            },
            "transformers": {
                "base": tiny_bert(tmp_path_factory.mktemp("bert")),
                "epochs": 3,
                "learning_rate": 0.005,
            },
            "spacy": {"epochs": 4},
            "command": {"run": "cp {input} {output}"},
            "llm": {"endpoint": address, "model": "tiny"},
        }


@pytest.fixture(scope="module", params=sorted(set(MODELS) - HEAVY))
def trained(request, options):
    name = request.param
    if name == "spacy":
        pytest.importorskip("spacy")
    return name, create(name, options[name]).train(towns(30), seed=1)


def test_same_predictions_after_save_and_load(trained, tmp_path):
    name, model = trained
    model.save(tmp_path / "m")
    test = towns(10, seed=7)
    wanted = keys(model.predict(test))
    assert wanted or name == "command", "nothing was predicted, so nothing is compared (cp finds nothing)"
    assert keys(load(tmp_path / "m").predict(test)) == wanted


def test_predictions_do_not_depend_on_gold(trained):
    _, model = trained
    test = towns(10, seed=7)
    blank = Corpus.from_sentences([test.sentence(i) for i in range(test.n_sentences)])
    assert keys(model.predict(blank)) == keys(model.predict(test))


def test_predictions_do_not_depend_on_neighbours(trained):
    """A sentence is labelled the same alone and among others."""
    _, model = trained
    test = towns(6, seed=7)
    whole = list(model.predict(test).mentions_by_sentence())
    for i in (0, 3, 5):
        assert next(model.predict(test.select(np.array([i]))).mentions_by_sentence()) == whole[i]


def test_tokens_stay(trained):
    _, model = trained
    test = towns(3, seed=7)
    assert model.predict(test).tokens.strings() == test.tokens.strings()


def test_a_corpus_without_sentences(trained):
    _, model = trained
    assert len(model.predict(Corpus.from_sentences([])).mentions) == 0


def test_odd_tokens(trained):
    _, model = trained
    odd = Corpus.from_sentences([["\u200b", "x" * 500, "\U0001f600", "א", "'", "%"]])
    pred = model.predict(odd)
    assert pred.n_tokens == 6
    assert (pred.mentions.end <= 6).all()


def test_nested_mentions_can_be_trained_on(options):
    nested = Corpus.from_sentences([["New", "York", "University"]] * 5, [[(0, 3, "ORG"), (0, 2, "LOC")]] * 5)
    assert (0, 3, "ORG") in keys(create("crf", {}).train(nested).predict(nested))


def test_unknown_options_name_the_nearest():
    with pytest.raises(ValueError, match=r"the model crf has no option 'iteration'. Did you mean 'iterations'\?"):
        create("crf", {"iteration": 3})
    with pytest.raises(ValueError, match=r"crf.iterations is 'many', but must be of type int"):
        create("crf", {"iterations": "many"})


def test_unknown_models_name_the_nearest():
    with pytest.raises(ValueError, match=r"no model named 'memoriser'. Did you mean 'memorizer'"):
        create("memoriser")


@pytest.fixture
def saved(tmp_path):
    create("crf", {"iterations": 5}).train(towns(5)).save(tmp_path / "m")
    return tmp_path / "m"


def test_changed_weights_are_refused(saved):
    path = saved / "weights.crfsuite"
    path.write_bytes(path.read_bytes()[:-7] + b"\xff" * 7)
    with pytest.raises(ValueError, match=r"weights.crfsuite: is missing or was changed"):
        load(saved)


def test_missing_weights_are_refused(saved):
    (saved / "weights.crfsuite").unlink()
    with pytest.raises(ValueError, match=r"weights.crfsuite: is missing or was changed"):
        load(saved)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"model": "crf"}', "null"])
def test_broken_cards_are_refused(saved, text):
    (saved / "model.json").write_text(text)
    with pytest.raises(ValueError, match=r"model.json: is not a model card"):
        load(saved)


def test_a_card_cannot_point_outside_its_folder(saved):
    card = json.loads((saved / "model.json").read_text())
    card["files"] = {"../../etc/passwd": "0"}
    (saved / "model.json").write_text(json.dumps(card))
    with pytest.raises(ValueError, match=r"is missing or was changed|is not a model card"):
        load(saved)


def test_crf_saves_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        create("crf", {"iterations": 5}).train(towns(5)).save(tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_memorizer_takes_the_longest_and_the_most_frequent():
    train = Corpus.from_sentences(
        [["New", "York", "Times"], ["New", "York"], ["York"], ["York"], ["York"]],
        [[(0, 3, "ORG")], [(0, 2, "LOC")], [(0, 1, "PER")], [(0, 1, "LOC")], [(0, 1, "PER")]],
    )
    model = create("memorizer").train(train)
    test = Corpus.from_sentences([["New", "York", "Times", "York"], ["New", "York"]])
    assert keys(model.predict(test)) == [(0, 3, "ORG"), (3, 4, "PER"), (4, 6, "LOC")]


def test_memorizer_equals_the_golden_predictions(shared):
    from nerproof.formats import read

    folder = shared / "data" / "conll2002"
    for language in ("esp", "ned"):
        model = create("memorizer").train(read(folder / f"{language}.train"))
        wanted = read(folder / "predictions" / f"{language}.testb.memorizer")
        assert keys(model.predict(read(folder / f"{language}.testb"))) == keys(wanted)


def test_spacy_learns():
    pytest.importorskip("spacy")
    model = create("spacy", {"epochs": 8, "batch": 8}).train(towns(40), towns(10, seed=3), seed=1)
    assert agreement(towns(10, seed=9), model.predict(towns(10, seed=9))) > 0.8
    assert model.facts["losses"][-1] < model.facts["losses"][0] / 2


def test_missing_library_names_the_install_line(monkeypatch):
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *a: None if name == "pycrfsuite" else real(name, *a))
    with pytest.raises(
        ValueError,
        match=r"python-crfsuite is not installed. Install it with: pip install 'nerproof\[models\]'",
    ):
        create("crf").train(towns(2))
