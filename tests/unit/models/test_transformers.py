"""Token classification with a tiny encoder that is made here and really trained."""

import numpy as np
import pytest
from tiny_models import agreement, keys, tiny_bert, towns

from nerproof.corpus import Corpus
from nerproof.models import create, load

pytest.importorskip("torch")
pytest.importorskip("transformers")
from nerproof.models.nets.subwords import windows

pytestmark = pytest.mark.slow

OPTIONS = {"epochs": 8, "batch": 8, "learning_rate": 0.005}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def fitted(base):
    return create("transformers", {"base": base, **OPTIONS}).train(towns(), seed=1)


def test_learns_from_pieces(fitted):
    assert fitted.facts["losses"][-1] < fitted.facts["losses"][0] / 2
    test = towns(20, seed=9)
    assert agreement(test, fitted.predict(test)) > 0.9


def test_with_a_crf_head_save_and_load(base, tmp_path):
    model = create("transformers", {"base": base, **OPTIONS, "crf": True}).train(towns(), seed=1)
    test = towns(20, seed=9)
    assert agreement(test, model.predict(test)) > 0.8
    model.save(tmp_path / "m")
    assert keys(load(tmp_path / "m").predict(test)) == keys(model.predict(test))


def test_long_sentences_are_windowed_and_said(fitted):
    parts = [towns(1, seed=s) for s in range(30)]
    long = Corpus.from_sentences([[t for p in parts for t in p.sentence(0)]])
    pred = fitted.predict(long)
    assert pred.notes == ("1 sentences of more than 62 subwords were read in overlapping windows",)
    late = pred.mentions.start > 100
    assert late.sum() > 10, "nothing was found behind the first window: it was cut off"


def test_early_stopping(base):
    options = {"base": base, **OPTIONS, "epochs": 30, "patience": 1}
    model = create("transformers", options).train(towns(), towns(10, seed=3), seed=1)
    scores = model.facts["dev_f1"]
    assert len(scores) < 30
    assert model.facts["epochs"] == int(np.argmax(scores)) + 1


def test_a_trained_network_predicts_as_a_base_with_its_own_labels(fitted, tmp_path):
    fitted.save(tmp_path / "m")
    test = towns(10, seed=4)
    direct = create("transformers", {"base": str(tmp_path / "m" / "network")}).predict(test)
    assert keys(direct) == keys(fitted.predict(test))


def test_a_base_without_ner_labels_cannot_predict(base):
    with pytest.raises(ValueError, match="has no NER labels"):
        create("transformers", {"base": base}).predict(towns(2))


def test_a_folder_without_a_model_is_one_line(tmp_path):
    with pytest.raises(ValueError, match="cannot be loaded") as caught:
        create("transformers", {"base": str(tmp_path)}).train(towns(2))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300 + 2 * len(str(tmp_path)), "the library's list of all models is left out"


def test_tokens_the_tokenizer_drops_still_get_a_label(fitted):
    strange = Corpus.from_sentences([["\u200b", "\ufe0f", "Alborson"]])
    assert fitted.predict(strange).n_tokens == 3


@pytest.mark.parametrize("lengths", [[1] * 100, [3, 1, 7] * 30, [50, 1, 1], [9] * 5, [10, 10, 10]])
def test_every_token_is_kept_in_one_window(lengths):
    pieces = [[0] * n for n in lengths]
    found = windows(pieces, 5, 10)
    kept = [w.start - 5 + i for w in found for i in range(w.kept.start, w.kept.stop)]
    assert kept == list(range(len(lengths)))
    assert all(sum(map(len, w.pieces)) <= 10 for w in found)
