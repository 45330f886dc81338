"""The page as text: the answer in words, data blocks, what is left out, what is escaped."""

from __future__ import annotations

import base64
import gzip
import importlib.util
import json
import re
from html import escape
from pathlib import Path

import pytest

from nerproof.base.cachefolder import cache_folder
from nerproof.base.results import Result
from nerproof.report.bundle import bundle, csp_digest
from nerproof.report.columns import by_column
from nerproof.report.combined import combined
from nerproof.report.firstscreen import first_screen
from nerproof.report.html import STYLES, asset, render, script_names, to_html
from nerproof.report.numbers import written
from nerproof.report.view import View, pointer

ROOT = Path(__file__).resolve().parents[3]


def _made(**options):
    spec = importlib.util.spec_from_file_location("made_result", ROOT / "tests" / "browser" / "made_result.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.made_result(**options)


@pytest.fixture(scope="module")
def result():
    return _made(sentences=40, seed=2)


def _block(page, name):
    packed = re.search(rf'id="block-{name}">([^<]*)</script>', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def _judged(**verdicts):
    """A result whose systems have these verdicts."""
    rows = [
        {"suite": "standard", "system": name, "slice": "ALL", "label": "ALL", "metric": "f1", "value": 0.5}
        for name in verdicts
    ]
    found = [
        {"rule": "memory", "system": name, "verdict": verdict, "severity": "ok", "text": f"{name} is so"}
        for name, verdict in verdicts.items()
    ]
    return View({"rows": rows, "findings": found})


@pytest.mark.parametrize(
    ("verdicts", "headline"),
    [
        ({"a": "holds-up"}, "This system holds up on new names"),
        ({"a": "relies-on-memory", "b": "relies-on-memory"}, "Both systems rely on memory"),
        (
            {"a": "leans-on-memory", "b": "relies-on-memory", "c": "leans-on-memory"},
            "1 of 3 systems relies on memory, 2 lean on memory",
        ),
        ({"a": "holds-up", "b": "cannot-tell"}, "1 of 2 systems holds up on new names"),
        ({"a": "cannot-tell", "b": "cannot-tell"}, "a has F1 50.0"),
    ],
)
def test_the_first_screen_counts_verdicts(verdicts, headline):
    screen = first_screen(_judged(**verdicts))
    assert (screen.summary or screen.headline) == headline


def test_a_best_system_that_is_a_copy_of_gold_is_said_first():
    view = _judged(a="holds-up", b="holds-up")
    best = view.systems[0]
    odd = {
        "rule": "degenerate",
        "system": best,
        "text": f"{best} equals gold: is it a copy of gold?",
        "severity": "warn",
    }
    found = [*view.findings, odd]
    assert first_screen(View({**view.data, "findings": found})).headline == odd["text"]
    found[-1] = odd | {"system": view.systems[1]}
    assert first_screen(View({**view.data, "findings": found})).headline != odd["text"]


def test_the_headline_is_the_main_finding_and_its_rest_follows():
    view = _judged(a="holds-up", b="leans-on-memory")
    view.data["findings"][0]["text"] = "a holds up: 97 % and 86 %; it keeps 89 %."
    assert (first_screen(view).headline, first_screen(view).rest) == ("a holds up: 97 % and 86 %", "It keeps 89 %.")
    flip = {"rule": "flip", "system": ["a", "b"], "severity": "warn", "text": "The ranking flips; so much."}
    view.data["findings"].append(flip)
    assert first_screen(View(view.data)).headline == "The ranking flips"


def test_a_word_that_every_system_gets_is_not_shown():
    assert [line.verdict for line in first_screen(_judged(a="cannot-tell", b="cannot-tell")).lines] == [None, None]
    both = first_screen(_judged(a="holds-up", b="cannot-tell")).lines
    assert [line.verdict["verdict"] for line in both] == ["holds-up", "cannot-tell"]


def test_little_data_leads_and_buckets_never_do():
    view = _judged(a="cannot-tell")
    view.data["findings"].append({"rule": "buckets", "system": "a", "severity": "warn", "text": "F1 varies"})
    assert first_screen(View(view.data)).headline == "a has F1 50.0"
    small = {"rule": "little-data", "slice": "ALL", "severity": "unknown", "text": "Only 6 mentions."}
    view.data["findings"].append(small)
    assert first_screen(View(view.data)).headline == "Only 6 mentions"


def test_a_verdict_stands_at_its_system_and_the_other_findings_below():
    view = _judged(a="holds-up")
    view.data["findings"].append({"rule": "verbatim", "system": "", "severity": "warn", "text": "35 sentences"})
    screen = first_screen(view)
    assert [line.verdict["text"] for line in screen.lines] == ["a is so"]
    assert screen.headline == "a is so"
    assert [[one["text"] for one in group] for group in screen.findings] == [["35 sentences"]]


def test_a_finding_opens_the_sentences_of_its_slice():
    rows = [{"system": s, "slice": part} for s, part in (("", "SEEN"), ("a", "ALL"), ("a", "SEEN"))]
    finding = {"rows": [0, 1, 2, 99], "slice": "SEEN"}
    assert View({"rows": rows}).opened(finding) == 2


def test_many_findings_are_folded():
    view = _judged(a="holds-up")
    more = [{"rule": f"x{i % 12}", "system": "", "severity": "warn", "text": f"finding {i}"} for i in range(14)]
    page = render({"rows": view.rows, "signature": {}, "findings": [*view.findings, *more]})
    assert "<summary>7 more findings</summary>" in page
    assert page.count("<summary>1 more like this</summary>") == 2


def test_systems_are_shown_best_first_and_runs_only_as_their_mean():
    def row(system, value, **more):
        return {
            "suite": "standard",
            "system": system,
            "slice": "ALL",
            "label": "ALL",
            "metric": "f1",
            "value": value,
        } | more

    view = View(
        {
            "rows": [
                row("low", 0.2),
                row("f@1", 0.8),
                row("f@2", 0.9),
                row("f", 0.85, sd=0.05, runs=2),
                row("none", None),
            ]
        }
    )
    assert view.systems == ["f", "low", "none"]


def test_the_first_screen_has_the_findings_of_the_result():
    data = Result.from_dict(_made(sentences=6)).to_dict()
    page = render(data)
    texts = [f["text"] for f in data["findings"]]
    assert any(text.startswith("The test set has only") for text in texts)
    main = first_screen(View(data)).main["text"]
    assert all(escape(text) in page for text in texts if text != main)
    assert all(escape(half.rstrip(".")) in page for half in main.split("; "))


def test_data_blocks_hold_the_result(result):
    page = render(result)
    facts = _block(page, "result")
    assert facts["rows"]["n"] == len(result["rows"])
    texts, at = facts["rows"]["columns"]["metric"]["texts"], facts["rows"]["columns"]["metric"]["at"]
    assert [texts[i] for i in at] == [row["metric"] for row in result["rows"]]
    assert facts["rows"]["columns"]["value"]["values"] == [row["value"] for row in result["rows"]]
    assert _block(page, "sentences") == json.loads(json.dumps(result["sentences"]))


def test_columns_keep_missing_and_mixed_values():
    packed = by_column([{"a": "x", "b": 1}, {"a": None, "b": "two"}, {"b": None, "c": True}])
    assert packed["columns"] == {
        "a": {"texts": ["x"], "at": [0, -1, -1]},
        "b": {"values": [1, "two", None]},
        "c": {"values": [None, None, True]},
    }


def test_the_example_budget_is_kept_and_what_is_left_out_is_counted(result):
    kept = _block(render(result, examples=7), "sentences")
    assert (len(kept["items"]), kept["left_out"], kept["budget"]) == (7, 33, 7)
    assert len(_block(render(result, examples=100), "sentences")["items"]) == 40


def test_names_are_escaped_in_the_static_part():
    data = _made(systems=("<script>alert(1)</script>", "</title>"), sentences=5)
    data["signature"]["gold"] = "</title><script>x@1"
    page = render(data)
    assert "<script>alert" not in page
    assert "<title>nerproof: &lt;/title&gt;&lt;script&gt;x</title>" in page


def test_lone_surrogates_do_not_break_the_page():
    data = _made(systems=("\ud800x",), sentences=3)
    assert render(data).encode("utf-8", "replace")


def test_assets_could_not_end_their_own_element():
    for name in (*script_names(), "board.js"):
        assert "</script" not in asset(name).lower()
    for name in (*STYLES, "board.css"):
        assert "</style" not in asset(name).lower()


def test_every_script_is_named_in_the_policy(result):
    page = render(result)
    policy = page.split('Content-Security-Policy" content="')[1].split('"')[0].replace("&#39;", "'")
    for name in script_names():
        assert f"'{csp_digest(asset(name))}'" in policy
    assert "'unsafe-eval'" not in policy
    assert "script-src 'unsafe-inline'" not in policy


def test_a_broken_cache_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = bundle()
    (path,) = cache_folder().iterdir()
    path.write_text("sha256-nonsense\nAAAA")
    assert bundle() == first
    assert path.read_text().startswith(first.digest)


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path, monkeypatch):
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocker))
    assert bundle().digest.startswith("sha256-")


def test_a_result_object_renders_as_its_json(result):
    assert to_html(Result.from_dict(result)) == render(Result.from_dict(result).to_dict())


def test_pointers_escape_slashes_and_tildes():
    assert pointer("extras", "a/b", "c~d") == "/extras/a~1b/c~0d"


def test_combined_results_rename_what_clashes_and_keep_shared_sentences(result):
    other = _made(systems=("strong", "new"), sentences=40, seed=2)
    for mine, theirs in zip(result["sentences"]["items"], other["sentences"]["items"], strict=True):
        theirs["tokens"], theirs["gold"] = mine["tokens"], mine["gold"]
    other["sentences"]["items"][0]["tokens"] = ["changed"]
    both = combined([("one.json", result), ("two.json", other)])
    systems = {row["system"] for row in both["rows"]} - {""}
    assert systems == {"strong (one.json)", "memory", "weak", "strong (two.json)", "new"}
    assert len(both["sentences"]["items"]) == 39
    assert set(both["sentences"]["items"][0]["pred"]) == systems
    assert set(both["extras"]["confusion"]) == systems
    assert any(
        row.get("other") == "strong (one.json)" or row["system"] == "strong (one.json)"
        for row in both["rows"]
        if "other" in row
    )


def test_buckets_with_other_edges_are_not_compared(result):
    other = _made(systems=("new",), sentences=10, seed=4)
    for row in other["rows"]:
        if row["slice"] == "eLen:S":
            row["hi"] = 17
    both = combined([("one.json", result), ("two.json", other)])
    assert not any(row["slice"].startswith("eLen:") for row in both["rows"])
    assert any(row["slice"].startswith("sLen:") for row in both["rows"])
    assert "buckets of eLen are left out" in both["notes"][0]


def _card(*levels):
    verdicts = [{"level": level, "text": f"it is {level}"} for level in levels]
    return View({"rows": [], "extras": {"split": {"verdicts": verdicts}}})


@pytest.mark.parametrize(
    ("levels", "headline"),
    [
        (["good", "good"], "This split is clean"),
        (["good", "look"], "This split is usable, with reservations"),
        (["look", "bad"], "This split is not clean"),
        ([], "What this split is like"),
    ],
)
def test_a_split_card_answers_first(levels, headline):
    screen = first_screen(_card(*levels))
    assert screen.headline == headline
    assert [one.parts for one in screen.answers] == [(f"it is {level}",) for level in levels]


def test_an_experiment_says_its_best_and_worst_step():
    def row(step, value):
        return {"suite": "experiment", "system": "crf", "slice": step, "label": "ALL", "metric": "f1", "value": value}

    rows = [row("K=1", 0.6), row("K=2", 0.7), row("K=3", 0.5), row("K=1 · eLen:XS", 0.99)]
    view = View({"rows": rows, "extras": {"experiment": {"name": "longer sentences"}}})
    screen = first_screen(view)
    assert screen.headline == "crf: F1 is highest at K=2 (70.0) and lowest at K=3 (50.0)"
    (answer,) = screen.answers
    text = "".join(part if isinstance(part, str) else written(part.value, part.kind) for part in answer.parts)
    assert text == f"{screen.headline}."
    same = View({"rows": [row("K=1", 0.6), row("K=2", 0.6)], "extras": {"experiment": {}}})
    assert first_screen(same).headline == "crf: F1 60.0 at every step"


def _bucketed(*buckets):
    rows = [
        {
            "suite": "interpreteval",
            "system": "a",
            "slice": f"eLen:{name}",
            "label": "ALL",
            "metric": "f1",
            "value": 0.5,
            "lo": lo,
            "hi": hi,
        }
        for name, lo, hi in buckets
    ]
    return {"signature": {}, "rows": rows}


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        ([("XS", None, 2), ("S", 2, None)], 4),
        ([("XS", None, 3), ("S", 3, None)], 0),
        ([("1", None, 2), ("2", 2, 4), ("3", 4, None)], 0),
    ],
)
def test_buckets_are_combined_only_when_cut_alike(other, kept):
    both = combined([("one.json", _bucketed(("XS", None, 2), ("S", 2, None))), ("two.json", _bucketed(*other))])
    assert len(both["rows"]) == kept
    assert any("different edges" in note for note in both["notes"]) == (kept == 0)


def test_an_experiment_says_what_a_higher_level_does():
    lines = [
        {"system": "crf", "score": "f1", "slope": 0.00148, "r": 0.93, "p": 0.001},
        {"system": "all systems", "score": "f1", "slope": -0.0006, "r": -0.3, "p": 0.2},
        {"system": "all systems", "score": "recall", "slope": None, "r": None, "p": None},
    ]
    screen = first_screen(View({"rows": [], "extras": {"experiment": {"correlations": lines}}}))
    assert [one.parts[0] for one in screen.answers] == [
        "all systems: per +25 points of contamination F1 falls 1.5 (r = −0.30).",
        "crf: per +25 points of contamination F1 rises 3.7 (r = 0.93).",
    ]


def test_agreement_is_stated_and_not_asked():
    rows = [
        {"suite": "agreement", "system": pair, "slice": "ALL", "label": "ALL", "metric": "f1", "value": value}
        for pair, value in (("a · b", 0.8), ("a · c", 0.9))
    ]
    assert first_screen(View({"rows": rows})).headline == "The annotators agree with F1 80.0 to 90.0"
