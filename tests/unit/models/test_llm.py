"""The chat model against a real HTTP server on loopback."""

import pytest
from chat_server import chat_server
from tiny_models import agreement, keys, towns

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate
from nerproof.formats import read, write
from nerproof.models import create, load
from nerproof.models.chat import parse_reply
from nerproof.models.llm import Llm, read_answer

TYPES = {"types": "PER,LOC", "model": "tiny", "wait": "0.01"}


def ask(address, corpus, **options):
    model = create("llm", {"endpoint": address, **TYPES, **options})
    return model, model.predict(corpus)


def test_strings_become_mentions():
    test = towns(5)
    with chat_server() as (address, questions):
        _model, pred = ask(address, test)
    assert agreement(test, pred) == 1.0
    assert questions[0][0] == "/v1/chat/completions"
    assert "Types: PER, LOC." in questions[0][2]["messages"][0]["content"]
    assert pred.notes[-1] == "50 prompt and 15 completion tokens"


def test_gold_is_never_sent():
    blank = towns(3).with_mentions(towns(3).mentions.take(slice(0, 0)))
    with chat_server() as (address, with_gold):
        ask(address, towns(3))
    with chat_server() as (address, without):
        ask(address, blank)
    texts = [sorted(q[2]["messages"][0]["content"] for q in seen) for seen in (with_gold, without)]
    assert texts[0] == texts[1]


def test_kept_answers_are_not_asked_again(tmp_path):
    test = towns(4)
    with chat_server() as (address, questions):
        ask(address, test, cache=str(tmp_path))
        first = len(questions)
        again, pred = ask(address, test, cache=str(tmp_path))
        assert len(questions) == first
    assert again.usage["cached"] == 4
    assert agreement(test, pred) == 1.0


def test_a_broken_cache_file_is_asked_again(tmp_path):
    with chat_server() as (address, questions):
        ask(address, towns(1), cache=str(tmp_path))
        for path in tmp_path.rglob("*.json"):
            path.write_text('{"text": "half')
        ask(address, towns(1), cache=str(tmp_path))
        assert len(questions) == 2


def test_busy_servers_are_asked_again():
    with chat_server(failures=[503, 429]) as (address, questions):
        _, pred = ask(address, towns(1), parallel=1)
    assert len(questions) == 3
    assert len(pred.mentions) == 2


def test_sentences_without_an_answer_are_counted():
    with chat_server(failures=[500] * 3) as (address, _):
        model, pred = ask(address, towns(3), parallel=1, retries=2)
    assert model.usage["errors"] == 1
    assert "warning: 1 of 3 sentences got no answer from the endpoint (no mentions there)" in pred.notes


def test_a_refusal_ends_at_once():
    refused = pytest.raises(ValueError, match=r"gave no answer .HTTP 401")
    with chat_server(failures=[401]) as (address, questions), refused:
        ask(address, towns(1), parallel=1)
    assert len(questions) == 1


def test_nobody_there():
    with pytest.raises(ValueError, match="gave no answer") as caught:
        ask("http://127.0.0.1:9", towns(1), retries=0)
    assert "\n" not in str(caught.value)


def test_prose_is_a_counted_failure():
    def answer(sentence):
        return '{"entities": []}' if "0" in sentence else "I see no reason to answer."

    corpus = Corpus.from_sentences([["Ann", "0"], ["Bo"]])
    with chat_server(answer) as (address, _):
        _, pred = ask(address, corpus)
    assert "warning: 1 of 2 answers hold no JSON as asked for (no mentions there)" in pred.notes


def test_nothing_but_prose_is_no_prediction():
    with chat_server(lambda _: "I see no reason to answer.") as (address, _), pytest.raises(ValueError, match="JSON"):
        ask(address, towns(2))


def test_half_a_character_in_an_answer_can_be_written(tmp_path):
    text = '{"entities": [{"type": "P\\ud800", "text": "x\\udc00 y"}]}'
    with chat_server(lambda _: text) as (address, _):
        _, pred = ask(address, towns(1))
    write(pred, tmp_path / "a.jsonl", format="jsonl")
    assert len(read(tmp_path / "a.jsonl").mentions) == 1


def test_hallucinations_are_false_positives():
    with chat_server(lambda _: '{"entities": [{"type": "LOC", "text": "Atlantis"}]}') as (address, _):
        _, pred = ask(address, towns(2))
    assert keys(pred) == [(0, 0, "LOC"), (5, 5, "LOC")]
    assert pred.mentions.form.tolist() == ["Atlantis", "Atlantis"]
    assert any("2 predicted strings do not occur in their sentences" in note for note in pred.notes)


@pytest.mark.parametrize("name", ["pred.conll", "pred.jsonl", "pred.parquet"])
def test_hallucinations_travel_in_the_file_to_the_scorer(tmp_path, name):
    gold = towns(2)
    with chat_server(lambda s: '{"entities": [{"type": "LOC", "text": "Atlantis"}]}') as (address, _):
        _, pred = ask(address, gold)
    format_ = "conll" if name.endswith("conll") else name.rpartition(".")[2]
    assert not [loss for loss in write(pred, tmp_path / name, format=format_) if "fit" in loss]
    again = read(tmp_path / name)
    assert again.mentions.form.tolist() == ["Atlantis", "Atlantis"]
    write(gold, tmp_path / "gold.conll", format="conll")
    found = evaluate(tmp_path / "gold.conll", {"a": tmp_path / name}, resamples=0, suites=["standard"])
    row = found.row("precision", system="a")
    assert (row.count, row.total) == (0, 2)


def test_an_endpoint_that_never_answers_gives_no_file():
    with chat_server(failures=[500] * 100) as (address, _), pytest.raises(ValueError, match="no answer to the first 5"):
        ask(address, towns(9), parallel=1, retries=0, wait=0.0)


@pytest.mark.parametrize(
    "reply",
    [
        b'{"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": Infinity}}',
        b'{"choices": ' + b"[" * 100_000,
        b"[]",
        b"null",
        b'{"choices": [{"message": {"content": 7}}], "usage": [1]}',
        b'{"choices": [{"message": {"content": "\\ud800"}}], "usage": {"prompt_tokens": "x"}}',
        b"\xff\xfe",
        b"",
    ],
)
def test_hostile_replies_are_no_answers(reply):
    with pytest.raises(ValueError, match="not that of a chat endpoint"):
        parse_reply(reply)


def test_hostile_answers_have_no_mentions_and_no_traceback():
    texts = [
        '{"entities": ' + "[" * 5000,
        '{"entities": Infinity}',
        '[[["LOC"]]]',
        '{"LOC": [NaN, null, {}]}',
        "{" * 9999,
    ]
    assert [read_answer(text) for text in texts[1:4]] == [[], [], []]
    assert read_answer(texts[0]) in (None, [])
    assert read_answer(texts[4]) is None


@pytest.mark.parametrize(
    "endpoint", ["http://me:secret@host/v1", "https://host/v1?api_key=secret", "https://secret@host/v1"]
)
def test_a_secret_in_the_address_is_refused_and_not_shown(endpoint):
    with pytest.raises(ValueError, match="holds a secret") as caught:
        Llm(endpoint=endpoint, model="m")
    assert "secret@" not in str(caught.value)
    assert "=secret" not in str(caught.value)


def test_the_key_goes_to_the_server_and_nowhere_else(tmp_path, monkeypatch):
    monkeypatch.setenv("TEST_CHAT_KEY", "made-up-for-this-test")
    with chat_server() as (address, questions):
        model, _ = ask(address, towns(1), key_env="TEST_CHAT_KEY", cache=str(tmp_path / "cache"))
    assert questions[0][1]["Authorization"] == "Bearer made-up-for-this-test"
    model.train(towns(1)).save(tmp_path / "saved")
    files = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert len(files) >= 3
    assert not any(b"made-up" in p.read_bytes() for p in files)


def test_examples_are_shown_and_saved(tmp_path):
    with chat_server() as (address, questions):
        model = create("llm", {"endpoint": address, "model": "tiny", "shots": 2}).train(towns(5), seed=3)
        model.save(tmp_path / "m")
        load(tmp_path / "m").predict(towns(1))
    assert questions[0][2]["messages"][0]["content"].count("Answer: {") == 2


def test_own_prompt(tmp_path):
    path = tmp_path / "prompt.txt"
    path.write_text("Marque {types}.\nSentence: {sentence}")
    with chat_server() as (address, questions):
        ask(address, Corpus.from_sentences([["{types}"]]), prompt=str(path))
    assert questions[0][2]["messages"][0]["content"] == "Marque PER, LOC.\nSentence: {types}"
    path.write_text("Marque {types}.")
    with pytest.raises(ValueError, match=r"has no {sentence}"):
        ask("http://127.0.0.1:9", towns(1), prompt=str(path))


def test_cost():
    with chat_server() as (address, _):
        _, pred = ask(address, towns(1), price_in=1000, price_out=1000)
    assert pred.notes[-1] == "10 prompt and 3 completion tokens, cost 0.0130"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[{"label": "A", "name": "x"}]', [("A", "x")]),
        ('[["A", "x"]]', [("A", "x")]),
        ('{"A": ["x", "y"], "B": []}', [("A", "x"), ("A", "y")]),
        ('{"entities": {"A": ["x"]}}', [("A", "x")]),
        ('{"entities": [{"type": 3, "text": "x"}, null, 7]}', []),
        ('see: {"entities": ', None),
        ("{" * 100_000, None),
        ("", None),
    ],
)
def test_answers_of_many_forms(text, wanted):
    assert read_answer(text) == wanted


def test_only_http():
    with pytest.raises(ValueError, match="is not an http"):
        ask("file:///etc/passwd", towns(1))
