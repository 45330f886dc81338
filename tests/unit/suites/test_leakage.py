"""Leakage: every share by an independent count; documents that cross chunks; the gate."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from nerproof import Corpus, UsageError, evaluate, write
from nerproof.cli import app

WORDS = ["Ann", "Lee", "Bob", "Rome", "met", "left", "on", "1970"]


def corpora(seed, n=40):
    rng = np.random.default_rng(seed)
    words = [[WORDS[k] for k in rng.integers(0, len(WORDS), 6)] for _ in range(n)]

    def mentions():
        found = []
        for _ in range(n):
            cuts = np.sort(rng.choice(7, 4, replace=False)).tolist()
            found.append(
                [(a, b, t) for a, b, t in zip(cuts[::2], cuts[1::2], rng.choice(["PER", "LOC"], 2), strict=True)]
            )
        return [[(a, b, str(t)) for a, b, t in one] for one in found]

    starts = [0, *sorted(rng.choice(np.arange(1, n), 6, replace=False).tolist())]
    gold = Corpus.from_sentences(
        words, mentions(), document_starts=starts, document_ids=tuple(f"d{i}" for i in range(7))
    )
    return gold, gold.with_mentions(*(lambda c: (c.mentions, c.types))(Corpus.from_sentences(words, mentions())))


def counted(gold, pred, types=None):
    """Plain loops over tokens."""
    covered = {t for i in range(len(pred.mentions)) for t in range(pred.mention(i).start, pred.mention(i).end)}
    words, document = gold.tokens.strings(), gold.document_of_sentence[gold.sentence_of_mention]
    mentions = touched = whole = characters = leaked = 0
    entities, documents = {}, {}
    for i in range(len(gold.mentions)):
        m = gold.mention(i)
        if types is not None and m.type not in types:
            continue
        bare = [t for t in range(m.start, m.end) if t not in covered]
        mentions, whole = mentions + 1, whole + (not bare)
        touched += len(bare) < m.end - m.start
        characters += sum(len(words[t]) for t in range(m.start, m.end))
        leaked += sum(len(words[t]) for t in bare)
        entities.setdefault((document[i], m.type, gold.surface(i)), []).append(bool(bare))
        documents.setdefault(document[i], []).append(bool(bare))
    safe = [sum(not any(v) for v in groups.values()) for groups in (entities, documents)]
    return {
        "any_hit": (touched, mentions),
        "whole_recall": (whole, mentions),
        "entity_recall": (safe[0], len(entities)),
        "leaked_characters": (leaked, characters),
        "safe_documents": (safe[1], len(documents)),
    }


def got(result, slice_="ALL", label="ALL"):
    rows = result.where(suite="leakage", slice=slice_, label=label)
    return {r.metric: (r.count, r.total) for r in rows if r.metric not in {"over_redaction", "text_lost"}}


@pytest.mark.parametrize("seed", range(3))
def test_equal_to_a_count_by_loops(seed):
    gold, pred = corpora(seed)
    switches = {"identifiers": {"direct": ["PER"], "indirect": ["LOC"]}}
    result = evaluate(gold, {"a": pred}, suites=["leakage"], resamples=0, switches=switches)
    assert got(result) == counted(gold, pred)
    for name, kind in (("PER", "direct"), ("LOC", "indirect")):
        assert got(result, label=name) == got(result, kind) == counted(gold, pred, {name})


@pytest.mark.parametrize("seed", range(3))
def test_documents_that_cross_chunks(seed, tmp_path, monkeypatch):
    """Chunks of three sentences cut most documents; the training set cuts mentions into seen and new ones."""
    from nerproof.formats import ranges

    gold, pred = corpora(seed)
    paths = {name: tmp_path / f"{name}.conll" for name in ("gold", "pred", "train")}
    for name, corpus in (("gold", gold), ("pred", pred), ("train", gold.select(np.arange(5)))):
        write(corpus, paths[name], format="conll")
    monkeypatch.setattr(ranges, "ROWS", 3)
    made = [
        evaluate(paths["gold"], {"a": paths["pred"]}, train=paths["train"], suites=["leakage"], resamples=50, stream=s)
        for s in (False, True)
    ]
    assert made[0].to_dict()["rows"] == made[1].to_dict()["rows"]
    assert got(made[1]) == counted(gold, pred)


def test_examples_are_drawn_from_the_middle_of_documents():
    gold, pred = corpora(0)
    result = evaluate(gold, {"a": pred}, suites=["standard", "leakage"], resamples=0, examples=5)
    assert len(result.sentences["items"]) == 5


def test_over_redaction():
    words = [["Ann", "met", "Bob"]]
    gold = Corpus.from_sentences(words, [[(0, 1, "PER")]])
    pred = Corpus.from_sentences(words, [[(0, 2, "PER")]])
    result = evaluate(gold, {"a": pred}, suites=["leakage"], resamples=0)
    assert [(r.count, r.total) for r in result.where(metric="over_redaction")] == [(3, 6)]
    assert [(r.count, r.total) for r in result.where(metric="text_lost")] == [(3, 6)]


def test_an_unknown_identifier_is_named():
    gold, pred = corpora(0)
    with pytest.raises(UsageError, match="--identifiers names the type 'ID', which no file has"):
        evaluate(gold, {"a": pred}, suites=["leakage"], resamples=0, switches={"identifiers": {"direct": ["ID"]}})


def test_it_runs_only_when_asked_for():
    gold, pred = corpora(0)
    result = evaluate(gold, {"a": pred}, resamples=0)
    assert not list(result.where(suite="leakage"))
    assert not any("leakage" in note for note in result.notes)


def test_the_gate_lets_nothing_leak(tmp_path):
    gold, pred = corpora(0)
    for name, answer in (("leaky", pred), ("tight", gold)):
        result = evaluate(gold, {"a": answer}, suites=["leakage"], resamples=0)
        (tmp_path / f"{name}.json").write_text(result.to_json())
    leaky = CliRunner().invoke(app, ["gate", "--current", str(tmp_path / "leaky.json"), "--zero-leak", "PER"])
    open_, total = (lambda w: (w[1] - w[0], w[1]))(counted(gold, pred, {"PER"})["whole_recall"])
    assert leaky.exit_code == 1
    assert f"{open_} of {total} mentions leak" in leaky.output
    tight = CliRunner().invoke(app, ["gate", "--current", str(tmp_path / "tight.json"), "--zero-leak", "PER,LOC"])
    assert (tight.exit_code, "ok: 2 checks" in tight.output) == (0, True)
    wrong = CliRunner().invoke(app, ["gate", str(tmp_path / "tight.json"), "--zero-leak", "PRE"], standalone_mode=False)
    assert "Did you mean 'PER'?" in str(wrong.exception)
