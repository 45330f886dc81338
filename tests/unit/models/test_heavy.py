"""flair, stanza and gliner with tiny models made here; each library may be left out (requirements/heavy.txt)."""

from dataclasses import replace

import numpy as np
import pytest
from tiny_models import agreement, keys, tiny_bert, towns

from nerproof import evaluate
from nerproof.corpus import Corpus
from nerproof.formats import read, write
from nerproof.models import create, load

# These libraries warn about their own insides on import and in use.
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.slow]


def odd():
    return Corpus.from_sentences([["\u200b", "x" * 200, "\U0001f600", "א", "'", "%"], ["Albor"]])


def check(model, folder):
    test = towns(6, seed=7)
    model.save(folder)
    wanted = keys(model.predict(test))
    assert wanted, "nothing was predicted, so nothing is compared"
    assert keys(load(folder).predict(test)) == wanted
    assert model.predict(odd()).n_tokens == 7
    assert not any(p.suffix == ".pkl" for p in folder.rglob("*"))
    assert len(model.predict(Corpus.from_sentences([])).mentions) == 0


def check_scores(model, folder):
    """The library's own scores are on the mentions, survive saving, a file and its reader, and can be judged."""
    gold = towns(40, seed=7)
    predicted = model.predict(gold)
    score = predicted.mentions.score
    assert len(score) > 30
    assert ((score >= 0) & (score <= 1)).all()
    assert len(np.unique(score)) > 1, "a constant is no score"
    assert load(folder).predict(gold).mentions.score == pytest.approx(score, abs=1e-6)
    write(predicted, folder / "pred.jsonl", format="jsonl")
    assert read(folder / "pred.jsonl").mentions.score == pytest.approx(score, abs=1e-9)
    result = evaluate(gold, {"a": folder / "pred.jsonl"}, suites=["confidence"], resamples=0)
    assert result.row("mean_score", suite="confidence", slice="ALL").value == pytest.approx(score.mean(), abs=1e-6)


def test_flair(tmp_path):
    pytest.importorskip("flair")
    options = {"epochs": 8, "hidden": 16, "char_dim": 8, "word_dim": 8, "batch": 8, "learning_rate": 0.03}
    model = create("flair", options).train(towns(40), towns(10, seed=3), seed=1)
    losses = model.facts["losses"]
    assert losses[-1] < losses[0] / 2
    assert agreement(towns(10, seed=9), model.predict(towns(10, seed=9))) > 0.8
    check(model, tmp_path / "m")
    check_scores(model, tmp_path / "m")
    with pytest.raises(ValueError, match=r"is not trained. Train it, or name a tagger"):
        create("flair").predict(towns(1))


def test_stanza(tmp_path):
    pytest.importorskip("stanza")
    options = {"steps": 60, "every": 20, "hidden": 16, "char_dim": 12, "word_dim": 12, "batch": 8}
    model = create("stanza", options).train(towns(40), towns(10, seed=3), seed=1)
    assert agreement(towns(10, seed=9), model.predict(towns(10, seed=9))) > 0.8
    check(model, tmp_path / "m")
    ready = create("stanza", {"base": str(tmp_path / "m" / "tagger.pt")})
    assert keys(ready.predict(towns(3))) == keys(model.predict(towns(3)))
    (tmp_path / "bad.pt").write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"bad.pt: cannot be loaded by stanza"):
        create("stanza", {"base": str(tmp_path / "bad.pt")}).predict(towns(1))


def tiny_gliner(folder):
    from gliner import GLiNER

    base = tiny_bert(folder / "bert", positions=128)
    config = {
        "model_name": base,
        "hidden_size": 32,
        "max_width": 4,
        "max_len": 64,
        "span_mode": "markerV0",
        "dropout": 0.0,
    }
    GLiNER.from_config(config, local_files_only=True).save_pretrained(folder / "gliner")
    return str(folder / "gliner")


def test_gliner(tmp_path):
    pytest.importorskip("gliner")
    options = {"base": tiny_gliner(tmp_path), "steps": 6, "learning_rate": 0.01, "threshold": 0.3}
    untuned = create("gliner", {**options, "steps": 0}).train(towns(20), seed=1)
    model = create("gliner", options).train(towns(20), seed=1)
    assert model.types == ("LOC", "PER")
    before, after = (dict(m.fitted.named_parameters()) for m in (untuned, model))
    assert any((before[name] != after[name]).any() for name in before), "training changed nothing"
    assert {t for _, _, t in keys(replace(model, threshold=0.0).with_fitted(model.fitted).predict(towns(3)))} <= {
        "LOC",
        "PER",
    }
    # A tiny untaught encoder is sure of nothing: without a threshold it answers, and the answers hang on its weights.
    unsure = replace(model, threshold=0.0).with_fitted(model.fitted)
    check(unsure, tmp_path / "m")
    check_scores(unsure, tmp_path / "m")
    with pytest.raises(ValueError, match=r"cannot be loaded by gliner"):
        create("gliner", {"base": str(tmp_path / "bert"), "types": "PER"}).predict(towns(1))
