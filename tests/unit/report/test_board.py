"""The board: one line per system, sorted, with the places that the tests leave open; static pages."""

from __future__ import annotations

import re

import numpy as np
import pytest
from click.testing import CliRunner

from nerproof.cli.board import command
from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate

WORDS = [[f"w{i}", f"N{i}", "x"] for i in range(60)]
FEW = np.arange(60) < 20
GOLD = Corpus.from_sentences(WORDS, [[(1, 2, "PER")]] * 60)


def _found(share):
    return Corpus.from_sentences(WORDS, [[(1, 2, "PER")] if i < share * 60 else [] for i in range(60)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("results")
    for name, share in (("good", 0.9), ("poor", 0.1)):
        result = evaluate(GOLD, {"mine": _found(share)}, resamples=50, suites=["standard"])
        (made / f"{name}.json").write_text(result.to_json())
    (made / "other <b>.json").write_text(evaluate(GOLD.select(FEW), {"third": GOLD.select(FEW)}, resamples=0).to_json())
    (made / "broken.json").write_text("{")
    return made


def _board(folder, out):
    done = CliRunner().invoke(command, [str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output
    return out


@pytest.fixture(scope="module")
def site(folder, tmp_path_factory):
    return _board(folder, tmp_path_factory.mktemp("site") / "pages")


def _lines(site):
    body = (site / "index.html").read_text()
    return re.findall(r"<tr data-dataset.*?</tr>", body, re.DOTALL)


def test_every_system_of_every_result_has_a_line_and_a_report(site):
    lines = _lines(site)
    assert len(lines) == 3
    targets = [re.search(r'href="([^"]*)"', line)[1] for line in lines]
    assert all((site / target).read_text().startswith("<!doctype html>") for target in targets)
    assert {"reports/good.html", "reports/poor.html"} < set(targets)


def test_systems_of_two_files_are_tested_against_each_other(site):
    text = [re.sub(r"<[^>]*>", " ", line).split() for line in _lines(site)]
    place = {line[line.index("mine") :][-1]: line for line in text if "mine" in line}
    assert "1" in place["good.json"][-4:]
    assert "2" in place["poor.json"][-4:]


def test_file_names_are_text_and_paths_are_plain(site):
    body = (site / "index.html").read_text()
    assert "<b>.json" not in body
    assert all(re.fullmatch(r"[\w.-]+", path.name) for path in (site / "reports").iterdir())


def test_the_same_folder_gives_the_same_pages(folder, site, tmp_path):
    again = _board(folder, tmp_path / "again")
    assert (again / "index.html").read_bytes() == (site / "index.html").read_bytes()
