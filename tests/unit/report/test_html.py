"""The page as text: the answer in words, data blocks, what is left out, what is escaped."""

from __future__ import annotations

import base64
import gzip
import importlib.util
import json
import re
from pathlib import Path

import pytest

from nerproof.base.results import Result
from nerproof.report.bundle import bundle, cache_folder, csp_digest
from nerproof.report.columns import by_column
from nerproof.report.combined import combined
from nerproof.report.firstscreen import first_screen
from nerproof.report.html import SCRIPTS, STYLES, asset, render, to_html
from nerproof.report.numbers import written
from nerproof.report.verdict import differences, verdict
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


def _scored(f1, clean, shared=10):
    """The smallest result that a verdict can be read from."""

    def row(suite, metric, value, **more):
        return {
            "suite": suite,
            "system": "s",
            "slice": "ALL",
            "label": "ALL",
            "metric": metric,
            "value": value,
            "count": None,
            "total": None,
            "low": None,
            "high": None,
        } | more

    delta = None if clean is None else f1 - clean
    rate = row("contamination", "mention_rate", 0.5, system="", slice="test|train", count=shared, total=20)
    rows = [
        row("standard", "f1", f1),
        row("contamination", "f1_clean", clean),
        row("contamination", "delta_f1", delta),
        rate,
    ]
    return View({"signature": {}, "rows": rows, "notes": []})


@pytest.mark.parametrize(
    ("f1", "clean", "tone", "text"),
    [
        (0.93, 0.62, "remembers", "remembers: 31 of its 93 points come from entities it saw in training."),
        (0.90, 0.75, "leans", "leans on memory: 15 of its 90 points come from entities it saw in training."),
        (0.90, 0.88, "recognises", "recognises: only 2 of its 90 points come from entities it saw in training."),
        (0.60, 0.64, "recognises", "recognises: it does no worse on new entities (64) than on all (60)."),
        (
            0.60,
            None,
            "unknown",
            "scores 60 points of F1; without training data nobody can say how many of them are memory.",
        ),
        (0.0, 0.0, "recognises", "recognises: only 0 of its 0 points come from entities it saw in training."),
    ],
)
def test_a_verdict_is_written_from_the_numbers(f1, clean, tone, text):
    found = verdict(_scored(f1, clean), "s")
    assert (found.tone, found.text) == (tone, text)


def test_a_verdict_says_when_nothing_could_be_remembered():
    found = verdict(_scored(0.4, 0.4, shared=0), "s")
    assert (found.tone, found.text) == (
        "new",
        "all of its 40 points are earned on entities that training does not have.",
    )


def test_a_verdict_without_any_score():
    assert verdict(View({"rows": []}), "s").tone == "unknown"


def test_differences_name_the_better_system_first():
    rows = [
        {
            "suite": "standard",
            "system": "a",
            "other": "b",
            "slice": "ALL",
            "label": "ALL",
            "metric": "difference:f1",
            "value": -0.1,
            "p": 0.01,
            "p_adjusted": 0.02,
        },
        {
            "suite": "standard",
            "system": "a",
            "other": "c",
            "slice": "ALL",
            "label": "ALL",
            "metric": "difference:f1",
            "value": 0.2,
            "p": 0.3,
            "p_adjusted": 0.6,
        },
        {
            "suite": "standard",
            "system": "b",
            "other": "c",
            "slice": "ALL",
            "label": "ALL",
            "metric": "difference:f1",
            "value": None,
            "p": None,
        },
    ]
    found = differences(View({"rows": rows}))
    assert [(d.better, d.worse, d.significant, written(d.value.value, d.value.kind)) for d in found] == [
        ("b", "a", True, "10.0"),
        ("a", "c", False, "20.0"),
    ]


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


def test_the_first_screen_flags_small_and_empty_samples():
    data = _made(sentences=6)
    screen = first_screen(View(data))
    flagged = {name for _, name, _ in screen.small}
    assert "ambiguous names (TCM-ALL)" in flagged
    page = render(data)
    assert "Small sample:" in page


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
    for name in SCRIPTS:
        assert "</script" not in asset(name).lower()
    for name in (*STYLES, "shelf.css"):
        assert "</style" not in asset(name).lower()


def test_every_script_is_named_in_the_policy(result):
    page = render(result)
    policy = page.split('Content-Security-Policy" content="')[1].split('"')[0].replace("&#39;", "'")
    for name in SCRIPTS:
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
        (["look", "bad"], "This split tests memory"),
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
    assert screen.headline == "Experiment: longer sentences"
    (answer,) = screen.answers
    text = "".join(part if isinstance(part, str) else written(part.value, part.kind) for part in answer.parts)
    assert text == "crf: F1 is highest at K=2 (70.0) and lowest at K=3 (50.0)."


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
