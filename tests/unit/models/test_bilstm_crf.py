"""The neural tagger really trains, stops early and comes back from disk unchanged."""

from itertools import pairwise, product

import numpy as np
import pytest
from tiny_models import agreement, towns

from nerproof.models import create

pytestmark = pytest.mark.slow

torch = pytest.importorskip("torch")


SMALL = {"word_dim": 12, "char_dim": 8, "char_filters": 12, "hidden": 12, "epochs": 6, "learning_rate": 0.02}


@pytest.fixture(scope="module")
def fitted():
    return create("bilstm-crf", SMALL).train(towns(), seed=1)


def test_loss_falls(fitted):
    losses = fitted.facts["losses"]
    assert len(losses) == 6
    assert losses[-1] < losses[0] / 4


def test_names_never_seen_are_found_by_their_letters(fitted):
    test = towns(20, seed=9)
    assert agreement(test, fitted.predict(test)) > 0.9


def test_same_seed_same_weights(fitted):
    again = create("bilstm-crf", SMALL).train(towns(), seed=1)
    assert again.facts == fitted.facts
    other = create("bilstm-crf", SMALL).train(towns(), seed=2)
    assert other.facts["losses"] != fitted.facts["losses"]


def test_training_leaves_the_global_generator_alone():
    torch.manual_seed(5)
    wanted = torch.rand(1)
    torch.manual_seed(5)
    create("bilstm-crf", {**SMALL, "epochs": 1}).train(towns(4), seed=1)
    assert torch.rand(1) == wanted


def test_early_stopping_keeps_the_best_epoch():
    model = create("bilstm-crf", {**SMALL, "epochs": 40, "patience": 2}).train(towns(), towns(10, seed=3), seed=1)
    scores = model.facts["dev_f1"]
    assert len(scores) < 40
    assert model.facts["epochs"] == int(np.argmax(scores)) + 1


def test_the_crf_layer_agrees_with_enumeration():
    from nerproof.models.nets.crf_layer import CrfLayer

    torch.manual_seed(0)
    layer, scores = CrfLayer(3), torch.randn(1, 4, 3)
    mask = torch.ones(1, 4, dtype=torch.long)

    def path_score(path):
        steps = sum(layer.step[a, b] for a, b in pairwise(path))
        return layer.begin[path[0]] + layer.end[path[-1]] + steps + sum(scores[0, t, y] for t, y in enumerate(path))

    paths = {path: path_score(path) for path in product(range(3), repeat=4)}
    whole = torch.logsumexp(torch.stack(list(paths.values())), 0)
    gold = (0, 2, 1, 1)
    assert torch.isclose(layer.loss(scores, torch.tensor([gold]), mask), whole - paths[gold], atol=1e-4)
    assert tuple(layer.best(scores, mask)[0]) == max(paths, key=lambda p: paths[p])


def test_padding_changes_nothing():
    from nerproof.models.nets.crf_layer import CrfLayer

    torch.manual_seed(0)
    layer, scores = CrfLayer(3), torch.randn(1, 3, 3)
    gold, mask = torch.tensor([[0, 1, 2]]), torch.ones(1, 3, dtype=torch.long)
    padded = torch.cat([scores, torch.full((1, 2, 3), 9.0)], dim=1)
    longer, wider = torch.tensor([[0, 1, 2, 0, 0]]), torch.tensor([[1, 1, 1, 0, 0]])
    assert torch.isclose(layer.loss(scores, gold, mask), layer.loss(padded, longer, wider))
    assert layer.best(scores, mask) == layer.best(padded, wider)


def test_vectors_are_used_for_words_that_training_lacks(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("2 12\n" + "\n".join(f"{w} " + " ".join(["0.5"] * 12) for w in ("Zanzibar", "lives")) + "\n")
    model = create("bilstm-crf", {**SMALL, "epochs": 1, "vectors": str(path)}).train(towns(4))
    assert "zanzibar" in model.fitted.alphabet.words


def test_vectors_of_another_size_are_refused(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("the 0.1 0.2\n")
    with pytest.raises(ValueError, match=r"vectors.txt:1: has 2 numbers, not 12. Set the option word_dim to 2."):
        create("bilstm-crf", {**SMALL, "vectors": str(path)}).train(towns(4))
