"""`nerproof demo`, run for real: what it claims is so, and it is the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nerproof.base.results import Result
from nerproof.cli import app

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(demo_run):
    return demo_run[0]


@pytest.fixture(scope="module")
def result(folder):
    return Result.load(folder / "result.json")


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """A second run, by the command line."""
    out = tmp_path_factory.mktemp("again") / "elsewhere"
    done = CliRunner().invoke(app, ["demo", "--out", str(out)])
    assert done.exit_code == 0, done.output
    return out, done.output


def value(result, metric, system, **wanted):
    return result.value(metric, system=system, **wanted)


def contamination(result, metric, system):
    return result.row(metric, suite="contamination", system=system)


def test_the_memorizer_has_nothing_but_memory(result):
    assert contamination(result, "delta_f1", "memorizer").value == value(result, "f1", "memorizer") > 0.4


def test_the_crf_is_a_believable_system(result):
    assert 0.75 < value(result, "f1", "crf") < 0.92


def test_the_crf_loses_significantly_on_clean_mentions(result):
    delta = contamination(result, "delta_f1", "crf")
    assert delta.value > 0.03
    assert delta.low > 0


def test_the_ranking_flips_on_clean_mentions(result):
    assert value(result, "f1", "crf") > value(result, "f1", "context")
    assert contamination(result, "f1_clean", "crf").value < contamination(result, "f1_clean", "context").value


def test_the_attack_lowers_f1_and_the_control_does_not(result):
    attacked, control = (result.row("drop_f1", suite="rockner", system="crf", slice=s) for s in ("E", "swap"))
    assert attacked.low > 0.05
    assert control.value <= 0


def card(folder, method):
    return json.loads((folder / "splits" / method / "quality.json").read_text())


def test_the_balanced_split_is_cleaner_and_as_dense(folder):
    rates = {
        m: card(folder, m)["contamination"]["test|train"]["sample_partial"]["value"] for m in ("random", "balanced")
    }
    assert rates["balanced"] < rates["random"] / 2
    assert card(folder, "balanced")["parts"]["test"]["density"] >= 0.93


def test_every_suite_was_run(result):
    suites = {"standard", "hardeval", "tmr", "interpreteval", "contamination", "rockner"}
    assert {r.suite for r in result.rows} >= suites


def test_the_report_is_one_page_without_network(folder):
    page = (folder / "report.html").read_text("utf-8")
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert 'src="http' not in page


def test_words_are_the_findings_of_the_result(demo_run, result):
    said = "\n".join(demo_run[1])
    assert result.findings
    assert all(finding.text in said for finding in result.findings)
    assert "nerproof evaluate --train train.conll" in said


def test_verdicts(result):
    verdicts = {f.system: f.verdict for f in result.findings if f.rule == "memory"}
    assert verdicts == {"memorizer": "relies-on-memory", "crf": "leans-on-memory", "context": "holds-up"}


def test_the_story_is_told(result):
    found = {(f.rule, f.system): f for f in result.findings}
    assert "context finds more" in found["flip", ("crf", "context")].text
    assert found["seen-share", ""].text.startswith("57 % of the test mentions")
    assert found["attack-drop", "crf"].severity == "bad"


def test_every_output_has_the_same_findings(folder, result):
    from html import escape

    from nerproof.report.html import to_html
    from nerproof.report.markdown import to_markdown
    from nerproof.report.notebook import html
    from nerproof.report.spoken import spoken

    page, text, notebook = to_html(result), to_markdown(result).replace("\\", "").replace("&lt;", "<"), html(result)
    for finding in result.findings:
        # a headline has the first part; the line below it has the rest and begins with a capital
        parts = [{part, part[:1].upper() + part[1:]} for part in finding.text.rstrip(".").split("; ")]
        for shown in (page.replace("&#34;", "&quot;"), notebook):
            assert all(any(escape(form) in shown for form in forms) for forms in parts)
        assert finding.text in text
        assert finding.text in "\n".join(spoken(result))
    assert [f["text"] for f in json.loads((folder / "result.json").read_text())["findings"]] == [
        f.text for f in result.findings
    ]


def files(folder: Path):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_twice_the_same_bytes(folder, again):
    one, other = files(folder), files(again[0])
    assert sorted(one) == sorted(other)
    assert not [name for name in one if one[name] != other[name]]


def test_the_command_prints_the_findings_and_the_path(again):
    out, printed = again
    assert printed.rstrip().endswith(str(out / "report.html"))
    assert "leans on memory" in printed


def test_annotation_errors_are_listed(folder):
    errors = json.loads((folder / "data" / "annotation-errors.json").read_text())
    assert len(errors) > 50
    assert {"part", "sentence", "kind", "surface", "right", "written"} <= set(errors[0])
