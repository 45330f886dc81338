"""Each paper's script runs and finds every figure equal, or explained; without data it says what is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "reproduce" / "README.md").read_text("utf-8")
SCRIPTS = sorted(set(re.findall(r"python reproduce/([\w/]+\.py)", README)))
STUDIES = sorted(set(re.findall(r"nerproof experiment run reproduce/([\w/-]+\.toml)", README)))
CORPUS = "EU B-ORG\nin O\nParis B-LOC\n\nPeter B-PER\nin O\nEU B-LOC\n"


def run(script, *args):
    command = [sys.executable, str(ROOT / "reproduce" / script), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("paper", ["tmr", "hardeval", "interpreteval", "contamination"])
def test_figures_are_equal(shared, paper):
    done = run(f"{paper}/run.py", "--data", shared / "data")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all figures equal" in done.stdout


@pytest.mark.parametrize("script", [*SCRIPTS, "interpreteval/compat.py"])
def test_without_data_it_says_so(tmp_path, script):
    """Every script that the item tables name, as in a stranger's clone."""
    done = run(script, "--data", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "nothing was" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_without_data_names_the_file(tmp_path, study):
    (tmp_path / "study.toml").write_text((ROOT / "reproduce" / study).read_text("utf-8"))
    command = [sys.executable, "-m", "nerproof", "experiment", "run", str(tmp_path / "study.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"nerproof: .*study\.toml:\d+: data\.\w+\.train: \S+ does not exist\. .*\n", done.stderr)


def test_a_corpus_of_ones_own_is_compared_and_the_rest_is_skipped_by_name(tmp_path):
    """A made file in the place of the licensed corpora: figures differ, and nothing ends in a traceback."""
    (tmp_path / "conll2003").mkdir()
    (tmp_path / "ontonotes").mkdir()
    names = ["reconll", "conll2003/eng.train", "conll2003/eng.testa", "conll2003/eng.testb"]
    for name in [*names, *(f"ontonotes/{part}.conll" for part in ("train", "dev", "test"))]:
        (tmp_path / name).write_text(CORPUS)
    for script, tables in (("tmr", ("table 2", "tables 16, 17")), ("hardeval", ("table 1", "table 2", "table 4"))):
        done = run(f"{script}/run.py", "--data", tmp_path)
        assert (done.returncode, done.stderr) == (1, "")
        assert all(f"DIFFERS: paper {table}" in done.stdout for table in tables)
        assert "skipped WNUT 2017" in done.stdout


# A test set of table 2's composition: of each type, mentions of the original, then of the revised set by kind.
TABLE_2 = {
    "LOC": (1668, {"Fresh": 28, "New": 264, "Odd": 7, "Kept": 90}),
    "ORG": (1661, {"Fresh": 70, "New": 621, "Odd": 72, "Kept": 157}),
    "PER": (1617, {"New": 1376, "Odd": 3, "Kept": 6}),
    "MISC": (702, {"New": 246, "Odd": 3, "Kept": 7}),
}


def revised(parts):
    """Fresh and Kept have every type (Kept in train, too), Odd another type in train, New none; the rest is seen."""
    lines = {"test": [], "train": ["Both B-LOC"], "revised": []}
    for kind, (total, kinds) in parts.items():
        own = {k: k if k in ("Fresh", "Kept") else k + kind for k in kinds}
        lines["test"] += [f"Old{kind} B-{kind}"] * total
        lines["train"] += [f"Old{kind} B-{kind}", f"Kept B-{kind}", f"Odd{kind} B-{'LOC' if kind != 'LOC' else 'ORG'}"]
        lines["revised"] += [f"{own[k]} B-{kind}" for k, n in kinds.items() for _ in range(n)]
        lines["revised"] += [f"Old{kind} B-{kind}"] * (total + 5 - sum(kinds.values()))  # five more than the original
    return {name: "\n\n".join(found) + "\n" for name, found in lines.items()}


def reproduced(tmp_path, parts):
    (tmp_path / "conll2003").mkdir(exist_ok=True)
    made = revised(parts)
    for name, text in {"conll2003/eng.train": "train", "conll2003/eng.testb": "test", "reconll": "revised"}.items():
        (tmp_path / name).write_text(made[text])
    return run("tmr/run.py", "--data", tmp_path)


def test_table_2_is_the_revised_test_set_in_percent_of_the_original_counts(tmp_path):
    done = reproduced(tmp_path, TABLE_2)
    assert (done.returncode, done.stderr) == (0, "")
    equal = int(re.search(r"(\d+) figures equal   paper table 2", done.stdout)[1])
    rounded = done.stdout.count("(the paper's own rounded rows add up to it)")
    assert (equal, equal + rounded) == (34, 35)


def test_another_composition_is_not_table_2(tmp_path):
    other = TABLE_2 | {"LOC": (1668, {"Fresh": 28, "New": 200, "Odd": 7, "Kept": 90})}
    done = reproduced(tmp_path, other)
    assert done.returncode == 1
    assert "DIFFERS: paper table 2 (ReCoNLL): UNSEEN-TOKENS LOC" in done.stdout


def test_a_file_that_cannot_be_read_is_one_line(tmp_path):
    (tmp_path / "conll2002").mkdir()
    for name in ("esp.train", "esp.testb"):
        (tmp_path / "conll2002" / name).write_text("EU B-ORG\nrejects\n")
    done = run("tmr/run.py", "--data", tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().split("\n")) == 1
    assert "esp.testb:2" in done.stderr
