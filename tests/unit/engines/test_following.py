"""Predictions read beside gold give what predictions read by themselves give."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof import streaming
from nerproof.base.errors import InputError
from nerproof.engines import cutting, following
from nerproof.evaluate import Options
from nerproof.streaming import evaluate_stream

TAGS = ("O", "O", "O", "B-PER", "I-PER", "B-LOC", "E-LOC", "S-MISC")
WORDS = ("EU", "rejects", "-", "#", "Bundesbank", "é", "a-very-long-word-of-a-german-kind")
WAYS = {
    "plain": lambda text: text,
    "no last line end": lambda text: text.rstrip("\n"),
    "returns": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "two blank lines": lambda text: text.replace("\n\n", "\n\n\n", 1),
    "blank first": lambda text: "\n" + text,
    "blanks in blank lines": lambda text: text.replace("\n\n", "\n \n"),
    "comment": lambda text: text.replace("\n\n", "\n\n# id = 7\n", 1),
    "long comment first": lambda text: "# text = " + "long " * 40 + "\n" + text,
    "document": lambda text: text.replace("\n\n", "\n\n-DOCSTART- O\n\n", 1),
    "mark at the end": lambda text: text + "# id = 9\n",
    "another word": lambda text: text.replace("Bundesbank", "Bundestag", 1),
    "a sentence more": lambda text: text + "EU O\n\n",
    "another column": lambda text: text.replace(" ", " X ", 1),
    "one sentence less": lambda text: text.rpartition("\n\n")[0].rpartition("\n\n")[0] + "\n",
    "byte order mark": lambda text: "\ufeff" + text,
}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for module in (cutting, following):
        monkeypatch.setattr(module, "BLOCK", 1 << 7)
        monkeypatch.setattr(module, "READ", 1 << 6)


def written(words, tags):
    return "".join(f"{w} {t}\n" if w else "\n" for w, t in zip(words, tags, strict=True)) + "\n"


def scored(gold, pred, train=None, *, follow):
    """The result as JSON, or what is wrong."""
    suites = ["standard"] if train is None else ["standard", "hardeval", "tmr", "contamination"]
    options = Options(resamples=0, suites=suites)
    with pytest.MonkeyPatch.context() as patch:
        if not follow:
            patch.setattr(streaming, "scanning", lambda *a, **_: following.scanning(*a, follow=False))
        try:
            return json.loads(evaluate_stream(gold, {"a": pred}, train=train, options=options).to_json())
        except (InputError, cutting.NotStreamable) as error:
            return str(error)


@st.composite
def files(draw):
    words = draw(st.lists(st.sampled_from([*WORDS, *WORDS, None]), min_size=1, max_size=60).filter(any))
    gold = [draw(st.sampled_from(TAGS)) for _ in words]
    changed = draw(st.lists(st.integers(0, len(words) - 1), max_size=6))
    pred = [draw(st.sampled_from(TAGS)) if i in changed else tag for i, tag in enumerate(gold)]
    ways = draw(st.tuples(*[st.sampled_from(["plain", "plain", *WAYS])] * 2))
    return WAYS[ways[0]](written(words, gold)), WAYS[ways[1]](written(words, pred))


@settings(max_examples=80, deadline=None)
@given(files())
def test_any_files(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("beside")
    gold, pred = folder / "gold.conll", folder / "pred.conll"
    for path, text in zip((gold, pred), texts, strict=True):
        path.write_bytes(text.encode())
    assert scored(gold, pred, follow=True) == scored(gold, pred, follow=False)
    assert scored(gold, pred, gold, follow=True) == scored(gold, pred, gold, follow=False)


@pytest.mark.parametrize("pure", ["", "1"])
def test_what_is_gold_s_is_not_scanned(tmp_path, monkeypatch, pure):
    monkeypatch.setenv("NERPROOF_PURE", pure)
    gold, pred = tmp_path / "gold.conll", tmp_path / "pred.conll"
    sentences = [f"word{i} O\nName{i} B-PER\n\n" for i in range(60)]
    gold.write_text("".join(sentences))
    pred.write_text("".join(s.replace("B-PER", "B-LOC") if i == 41 else s for i, s in enumerate(sentences)))
    fed = []
    original = following.FollowingCutter._spliced

    def noted(self, ids, found, differs, changed):
        fed.append(bytes(changed))
        return original(self, ids, found, differs, changed)

    monkeypatch.setattr(following.FollowingCutter, "_spliced", noted)
    found = scored(gold, pred, follow=True)
    assert fed == [b"\nword41 O\nName41 B-LOC\n"]
    assert found == scored(gold, pred, follow=False)


def test_gold_s_tags_say_nothing_about_the_scheme_of_predictions(tmp_path):
    gold, pred = tmp_path / "gold.conll", tmp_path / "pred.conll"
    gold.write_text("EU S-ORG\n\nthe O\n\nUN S-ORG\n")
    pred.write_text("EU B-ORG\n\nthe O\n\nUN B-ORG\n")
    found = scored(gold, pred, follow=True)
    assert found == scored(gold, pred, follow=False)
    assert "IOB2" in json.dumps(found["signature"])


def test_real_outputs(shared, monkeypatch):
    for module in (cutting, following):
        monkeypatch.setattr(module, "BLOCK", 1 << 15)
        monkeypatch.setattr(module, "READ", 1 << 12)
    folder = shared / "data" / "wnut17"
    gold, systems = folder / "emerging.test.annotated", sorted((folder / "submissions").glob("*.conll"))
    assert systems
    train = folder / "wnut17train.conll"
    for pred in systems[:3]:
        assert scored(gold, pred, train, follow=True) == scored(gold, pred, train, follow=False)
