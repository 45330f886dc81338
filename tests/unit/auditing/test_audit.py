"""audit() on planted truth: errors come first, probabilities and counts are in range, votes and reasons are right."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import nerproof
from nerproof import Corpus, audit
from nerproof.auditing.alternatives import KINDS
from nerproof.auditing.folds import Folds
from nerproof.auditing.reliability import elsewhere, logistic
from nerproof.auditing.review import expected, review
from nerproof.base.errors import UsageError
from nerproof.cli.audit import command
from nerproof.formats import ranges
from nerproof.measures.votes import Votes

NAMES = {
    "PER": ["Ada", "Bo", "Cleo", "Dag"],
    "LOC": ["Karsk", "Velden", "Sundby", "Thorn"],
    "ORG": ["Acme", "Norsk", "Eika"],
}
FRAMES = {
    "PER": ["{} said it", "yesterday {} left"],
    "LOC": ["rain in {} again", "they live near {}"],
    "ORG": ["{} shares fell", "profits at {} rose"],
}


def text_of(n, seed):
    """Sentences in which the frame tells the type, with what they truly are."""
    rng = np.random.default_rng(seed)
    words, mentions = [], []
    for _ in range(n):
        type_ = ["PER", "LOC", "ORG"][rng.integers(3)]
        name, frame = rng.choice(NAMES[type_]), rng.choice(FRAMES[type_])
        sentence = frame.format(name).split()
        words.append(sentence)
        mentions.append([(sentence.index(name), sentence.index(name) + 1, type_)])
    return words, mentions


def planted(mentions, every):
    """Every so many sentences another type, no mention or a longer one."""
    wrong = [list(m) for m in mentions]
    places = list(range(0, len(mentions), every))
    for k, i in enumerate(places):
        a, b, t = mentions[i][0]
        longer = (a - 1, b, t) if a else (a, b + 1, t)
        wrong[i] = [[(a, b, "ORG" if t != "ORG" else "LOC")], [], [longer]][k % 3]
    return wrong, places


def noisy(mentions, seed, share=0.1):
    rng = np.random.default_rng(seed)
    return [[] if rng.random() < share else m for m in mentions]


@pytest.fixture(scope="module")
def made():
    words, truth = text_of(400, 1)
    wrong, places = planted(truth, 20)
    systems = {f"s{k}": Corpus.from_sentences(words, noisy(truth, k)) for k in range(4)}
    return Corpus.from_sentences(words, wrong), systems, places, truth


def test_planted_errors_come_first(made):
    gold, systems, places, truth = made
    found = audit(gold, systems, resamples=50)
    first = list(found.sites(len(places)))
    assert sum(site["sentence"] in places for site in first) >= len(places) - 2
    for site in first:
        if site["sentence"] in places:
            assert [tuple(m) for m in site["proposal"]] == truth[site["sentence"]]
            assert site["kind"] in {"type", "missing", "boundary"}


def test_nothing_marked_is_nothing_disputed(tmp_path):
    empty = Corpus.from_sentences([["a", "b"], ["c"]], [[], []])
    assert len(audit(empty, {"s": empty}, resamples=0)) == 0
    assert len(audit(empty, cross_validate=2, resamples=0)) == 0


def test_sites_are_ranked_and_carry_what_the_voters_say(made):
    gold, systems, _, _ = made
    found = audit(gold, systems, resamples=0)
    sites = list(found.sites())
    assert [s["rank"] for s in sites] == list(range(1, len(sites) + 1))
    assert [s["probability"] for s in sites] == sorted((s["probability"] for s in sites), reverse=True)
    for site in sites:
        own = list(gold.mentions_by_sentence())[site["sentence"]]
        assert [tuple(m) for m in site["gold"]] == own
        assert set(site["votes"]) == set(systems)
        assert site["proposal"] in site["votes"].values()
        assert site["proposal"] != site["gold"]
        assert site["kind"] in KINDS
        assert site["tokens"] == gold.sentence(site["sentence"])


def test_scores_against_audited_gold_are_higher_and_their_ends_hold_them(made):
    gold, systems, _, _ = made
    found = audit(gold, systems, resamples=100).summary["systems"]
    scored = nerproof.evaluate(gold, systems, resamples=0, suites=["standard"])
    for system in found:
        assert system["f1"]["value"] == pytest.approx(scored.value("f1", system=system["system"]), abs=1e-12)
        assert system["f1_audited"]["value"] > system["f1"]["value"]
        assert system["f1"]["low"] <= system["f1"]["value"] <= system["f1"]["high"]
        assert 0 <= system["gold_probably_wrong"] <= system["differs"]


def test_own_models_on_folds_find_planted_errors_in_training_data(made, tmp_path):
    pytest.importorskip("pycrfsuite")
    gold, _, places, _ = made
    found = audit(gold, cross_validate=4, folder=tmp_path, resamples=0)
    first = [site["sentence"] for site in found.sites(len(places))]
    assert len(set(first) & set(places)) >= 0.8 * len(places)
    assert found.summary["systems"] == []
    again = audit(gold, cross_validate=4, folder=tmp_path, resamples=0)
    assert list(again.sites()) == list(found.sites())


def test_a_broken_run_goes_on_with_the_models_it_has(made, tmp_path, monkeypatch):
    pytest.importorskip("pycrfsuite")
    gold = made[0]
    Folds.trained(gold, 3, folder=tmp_path)
    trained = []
    monkeypatch.setattr("nerproof.auditing.folds.create", lambda *a: trained.append(a))
    Folds.trained(gold, 3, folder=tmp_path)
    assert not trained


def test_no_model_judges_a_sentence_it_was_trained_on(made):
    gold = made[0]
    folds = Folds({}, np.zeros(0))
    assert folds.predictions(gold) == {}
    from nerproof.auditing.folds import _assign

    fold = _assign(gold, 5, 0)
    assert sorted(np.bincount(fold).tolist()) == [80] * 5
    assert np.array_equal(fold, _assign(gold, 5, 0))
    assert not np.array_equal(fold, _assign(gold, 5, 1))


def test_elsewhere_leaves_out_the_site_itself():
    words = [["Karsk", "won"], ["Karsk", "lost"], ["in", "Karsk"], ["Karsk", "again"]]
    gold = Corpus.from_sentences(words, [[(0, 1, "ORG")], [(0, 1, "ORG")], [(1, 2, "LOC")], []])
    other = Corpus.from_sentences(words, [[(0, 1, "LOC")], [], [], [(0, 1, "ORG")]])
    votes = Votes.of({"gold": gold, "a": other})
    rows = {(int(s), votes.types[t]): i for i, (s, t) in enumerate(zip(votes.start, votes.type, strict=True))}
    same, others, none = elsewhere(votes)
    at = lambda key: (same[rows[key]], others[rows[key]], none[rows[key]])
    assert at((0, "ORG")) == (1, 1, 1)  # one other ORG, one LOC, one that somebody marked and gold did not
    assert at((0, "LOC")) == (1, 1, 1)
    assert at((6, "ORG")) == (2, 1, 0)
    train = Votes.of({"gold": Corpus.from_sentences([["Karsk"]], [[(0, 1, "ORG")]])})
    assert elsewhere(votes, train)[0][rows[0, "ORG"]] == 2


def test_logistic_finds_the_weights_it_was_made_from():
    rng = np.random.default_rng(0)
    x = np.column_stack([np.ones(20_000), rng.normal(size=(20_000, 2))])
    y = rng.random(20_000) < 1 / (1 + np.exp(-(x @ [-1.0, 2.0, -0.5])))
    assert logistic(x, y) == pytest.approx([-1.0, 2.0, -0.5], abs=0.1)


def test_review_counts():
    score = np.log(np.array([0.9, 0.5, 0.2, 0.05, 0.02]) / (1 - np.array([0.9, 0.5, 0.2, 0.05, 0.02])))
    found = review(score, "votes")
    assert (found.stop, round(found.until_stop.errors, 6), found.beyond.sites) == (3, 1.6, 2)
    sure = expected(score, [(0.0, 1.0)])
    assert 0 <= sure.low < sure.errors < sure.high <= 5
    assert expected(score, [(1.0, 1.0)]).high > sure.high
    assert expected(score, [(1.0, 1.0)]).low == sure.low
    assert expected(score[3:], [(0.0, 0.5)]).high > expected(score[3:], [(0.0, 1.0)]).high  # a flatter curve
    assert review(np.zeros(0), "votes").to_dict()["until_stop"] == {"sites": 0, "errors": 0.0, "low": 0.0, "high": 0.0}


def test_nothing_to_audit_by_is_refused(made):
    with pytest.raises(UsageError, match="--cross-validate"):
        audit(made[0])
    with pytest.raises(UsageError, match="named 'gold'"):
        audit(made[0], {"gold": made[0]})
    few = Corpus.from_sentences([["a"], ["b"]], [[(0, 1, "X")], []])
    with pytest.raises(UsageError, match="cannot be cut"):
        audit(few, cross_validate=5)


def test_a_system_that_agrees_everywhere_leaves_nothing_to_review(made, tmp_path):
    gold = made[0]
    found = audit(gold, {"same": gold}, resamples=0)
    assert (len(found), list(found.sites()), found.review.stop) == (0, [], 0)


def test_tasks_open_in_their_tools(made, tmp_path):
    gold, systems, _, _ = made
    nerproof.write(gold, tmp_path / "gold.conll", format="conll")
    nerproof.write(systems["s0"], tmp_path / "s0.conll", format="conll")
    out = tmp_path / "audit"
    tools = ["argilla", "doccano", "labelstudio", "prodigy"]
    args = [
        "--gold",
        str(tmp_path / "gold.conll"),
        "--pred",
        f"s0={tmp_path}/s0.conll",
        "--out",
        str(out),
        "--limit",
        "6",
    ]
    args += [x for tool in tools for x in ("--export", tool)]
    done = CliRunner().invoke(command, args, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    site = json.loads((out / "audit.jsonl").read_text().splitlines()[0])
    wanted = [" ".join(site["tokens"][a:b]) for a, b, _ in site["proposal"]]
    for name in ("labelstudio.json", "prodigy.jsonl", "doccano.jsonl"):
        format_ = name.split(".")[0]
        path = out / f"tasks.{name}"
        if format_ == "labelstudio":
            first = json.loads(path.read_text())[0]
            shown = [r["value"]["text"] for r in first["predictions"][0]["result"]]
        else:
            first = json.loads(path.read_text().splitlines()[0])
            spans = first.get("spans") or first.get("label") or []
            shown = [
                first["text"][s["start"] : s["end"]] if isinstance(s, dict) else first["text"][s[0] : s[1]]
                for s in spans
            ]
        assert shown == wanted, format_
        assert nerproof.read(path, format=format_).n_sentences >= 6
    record = json.loads((out / "tasks.argilla.jsonl").read_text().splitlines()[0])
    value = record["suggestions"][0]["value"]
    assert [record["fields"]["text"][v["start"] : v["end"]] for v in value] == wanted
    page = (out / "audit.html").read_text()
    assert "errors of gold" in page or "No site is likely" in page


def test_the_ranking_flips_where_golds_errors_favour_a_system():
    """One system repeats gold's errors, the others do not: against gold it leads, against audited gold it does not."""
    words, truth = text_of(400, 1)
    wrong, _ = planted(truth, 20)
    systems = {f"s{k}": Corpus.from_sentences(words, noisy(truth, k, 0.02)) for k in range(5)}
    systems["parrot"] = Corpus.from_sentences(words, noisy(wrong, 9, 0.1))
    found = audit(Corpus.from_sentences(words, wrong), systems, resamples=200).summary
    first = {s["system"]: (s["rank"], s["rank_audited"]) for s in found["systems"]}
    assert first["parrot"][0] == 1
    assert first["parrot"][1] > 1
    flips = [f for f in found["findings"] if f["system"][0] == "parrot"]
    assert flips
    assert all(f["rule"] == "audited-ranking" and f["value"] > 0 and "parrot is ahead" in f["text"] for f in flips)
    assert all((f["severity"] == "warn") == (f["low"] > 0) and f["low"] < f["value"] < f["high"] for f in flips)


def test_a_ranking_that_stays_is_said(made):
    gold, systems, _, _ = made
    same = {"good": systems["s0"], "poor": Corpus.from_sentences([gold.sentence(i) for i in range(400)], [[]] * 400)}
    found = audit(gold, same, resamples=20).summary["findings"]
    assert [f["severity"] for f in found] == ["ok"]


def test_predictions_read_chunk_by_chunk_give_the_same_sites(made, tmp_path, monkeypatch):
    gold, systems, _, _ = made
    for name, corpus in {"gold": gold, **systems}.items():
        nerproof.write(corpus, tmp_path / f"{name}.conll", format="conll")
    files = {name: tmp_path / f"{name}.conll" for name in systems}
    monkeypatch.setattr(ranges, "ROWS", 57)
    whole, chunks = (audit(tmp_path / "gold.conll", files, resamples=50, stream=how) for how in (False, True))
    assert list(whole.sites()) == list(chunks.sites())
    assert whole.summary == chunks.summary


def test_gold_that_is_cut_short_comes_before_names_that_systems_cut_in_pieces():
    """All voters lengthen gold's mention in one sentence and split it in the other; they agree with gold elsewhere."""
    words = [["Stirling", "County", "won"], ["Human", "Rights", "in", "China", "said"]] + [["Karsk", "won"]] * 40
    gold = [[(0, 1, "ORG")], [(0, 4, "ORG")]] + [[(0, 1, "ORG")]] * 40
    other = [[(0, 2, "ORG")], [(0, 2, "ORG"), (3, 4, "ORG")], *gold[2:]]
    systems = {name: Corpus.from_sentences(words, other) for name in "abc"}
    sites = list(audit(Corpus.from_sentences(words, gold), systems, resamples=0).sites())
    assert [site["sentence"] for site in sites] == [0, 1]
    assert sites[0]["probability"] > 1.5 * sites[1]["probability"]
