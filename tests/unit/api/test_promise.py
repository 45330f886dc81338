"""The promised names: documented, with signatures to read, and each does its work on Python objects."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import nerproof
from nerproof.cli import VERBS

ROOT = Path(__file__).resolve().parents[3]
FUNCTIONS = [name for name in nerproof.__all__ if inspect.isfunction(getattr(nerproof, name))]
PAIRS = [
    (["EU", "rejects", "it"], ["B-ORG", "O", "O"]),
    (["Peter", "Blackburn", "spoke"], ["B-PER", "I-PER", "O"]),
    (["Anna", "saw", "EU"], ["B-PER", "O", "B-ORG"]),
    (["Bob", "left", "IBM"], ["B-PER", "O", "B-ORG"]),
    (["Nobody", "came", "."], ["O", "O", "O"]),
    (["Carla", "joined", "Shell"], ["B-PER", "O", "B-ORG"]),
]
# Verbs that are about the terminal, about packages or about pages have no function.
ONLY_VERBS = {"board", "demo", "doctor", "help", "list", "report", "serve"}
OTHER_NAMES = {"agree": "agreement"}


def test_every_verb_has_its_function():
    wanted = {OTHER_NAMES.get(v, v.replace("-", "_")) for v in VERBS if v not in ONLY_VERBS}
    assert wanted <= set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes(name):
    function = getattr(nerproof, name)
    parameters = inspect.signature(function).parameters.values()
    assert all(p.annotation is not p.empty for p in parameters)
    text = inspect.getdoc(function) or ""
    named = [p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
    assert "Args:" in text or len(named) < 3
    assert not [n for n in named if "Args:" in text and f"{n}:" not in text]


@pytest.mark.parametrize("name", [n for n in nerproof.__all__ if n != "__version__"])
def test_a_name_is_in_the_reference(name):
    page = (ROOT / "docs" / "python-api.md").read_text("utf-8")
    value = getattr(nerproof, name)
    assert f"::: {value.__module__}.{value.__qualname__}" in page


def test_no_room_has_the_name_of_a_promise():
    code = f"""
import nerproof, importlib, pkgutil, types
for found in pkgutil.iter_modules(nerproof.__path__):
    if not found.name.startswith("_"):
        importlib.import_module("nerproof." + found.name)
assert not [n for n in {nerproof.__all__!r} if isinstance(getattr(nerproof, n), types.ModuleType)]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_split_gives_corpora_and_writes_them(tmp_path):
    done = nerproof.split(PAIRS, method="random", ratios="50,50")
    assert sum(c.n_sentences for c in done.corpora.values()) == len(PAIRS)
    done.write(tmp_path / "parts")
    assert nerproof.read(tmp_path / "parts" / "train.conll").n_sentences == 3
    judged = nerproof.split(*done.corpora.values(), check=True)
    assert judged.card["contamination"] == done.card["contamination"]


def test_every_option_of_the_splits_is_a_parameter():
    from nerproof.splits.session import OPTIONS

    assert set(OPTIONS) <= set(inspect.signature(nerproof.split).parameters)


def test_train_and_predict_without_files():
    fitted = nerproof.train("memorizer", PAIRS)
    assert nerproof.evaluate(PAIRS, nerproof.predict(fitted, PAIRS), resamples=0).value("f1") == 1.0


def test_predict_writes_by_the_suffix(tmp_path):
    fitted = nerproof.train("memorizer", PAIRS, out=tmp_path / "model")
    nerproof.predict(tmp_path / "model", PAIRS, out=tmp_path / "pred.jsonl")
    assert (tmp_path / "pred.jsonl").read_text().startswith("{")
    again = nerproof.read(tmp_path / "pred.jsonl")
    assert again.content_digest == nerproof.predict(fitted, PAIRS).content_digest


def test_attack_takes_and_gives_objects():
    done = nerproof.attack(PAIRS, "swap", train=PAIRS, seed=1)
    assert done.corpus.n_sentences == len(PAIRS)
    assert done.edits


def test_augment_adds_copies():
    done = nerproof.augment(PAIRS, "random-masking")
    assert done.corpus.n_sentences == len(PAIRS) + 5


def test_agreement_of_objects():
    other = [(tokens, ["O"] * len(tags)) for tokens, tags in PAIRS[:1]] + PAIRS[1:]
    found = nerproof.agreement({"anna": PAIRS, "ben": other}, resamples=0)
    assert found.value("f1", suite="agreement", system="anna / ben") == pytest.approx(2 * 7 / (8 + 7))


def test_compare_and_gate_take_results(tmp_path):
    equal = nerproof.evaluate(PAIRS, {"a": PAIRS}, resamples=100)
    nothing = nerproof.evaluate(PAIRS, {"a": [["O"] * len(t) for _, t in PAIRS]}, resamples=100)
    assert nerproof.gate(equal, equal).worse == 0
    assert nerproof.gate(equal, nothing, max_drop=5).worse > 0
    path = nothing.save(tmp_path / "nothing.json")
    assert set(nerproof.compare({"one": equal, "two": path}).systems) == {"a (one)", "a (two)"}


def test_compare_scorers_and_inspect_and_audit():
    tags = nerproof.compare_scorers(PAIRS, PAIRS)
    assert all(v.f1 == 1.0 for v in tags.verdicts if not v.error)
    assert nerproof.inspect("SEEN", train=PAIRS, test=PAIRS)[0].to_dict()["text"] == "EU"
    found = nerproof.audit(PAIRS, {"a": PAIRS, "b": PAIRS}, resamples=0)
    assert len(found) == 0


def test_validate_and_convert(tmp_path):
    _, lost = nerproof.convert(PAIRS, tmp_path / "a.conll.gz")
    assert not lost
    assert not nerproof.validate(tmp_path / "a.conll.gz").problems
    (tmp_path / "bad.conll").write_text("EU I-ORG\n\nx O\n\nPeter B-PER\n\n")
    assert [p.kind for p in nerproof.validate(tmp_path / "bad.conll").problems] == ["scheme"]


@pytest.mark.parametrize("suffix", [".json", ".html", ".csv", ".md", ".tex"])
def test_a_result_is_saved_by_the_suffix(tmp_path, suffix):
    result = nerproof.score([["B-PER"]], [["B-PER"]])
    assert result.save(tmp_path / f"r{suffix}").stat().st_size > 0


def test_a_result_is_not_saved_under_another_suffix(tmp_path):
    with pytest.raises(nerproof.NerproofError, match="names no form of a result"):
        nerproof.score([["B-PER"]], [["B-PER"]]).save(tmp_path / "r.docx")
    assert not list(tmp_path.iterdir())
