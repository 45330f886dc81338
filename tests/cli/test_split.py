"""nerproof split on the command line: files, errors and what is printed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.base.errors import NerproofError
from nerproof.cli import app
from nerproof.corpus import Corpus
from nerproof.formats import read, write


def run(*arguments):
    found = CliRunner().invoke(app, ["split", *map(str, arguments)])
    if isinstance(found.exception, NerproofError):
        return str(found.exception)
    assert found.exception is None, found.exception
    return found.output


@pytest.fixture
def corpus():
    words = [[f"t{i // 5}", "met", f"p{i}", str(i)] for i in range(100)]
    return Corpus.from_sentences(words, [[(0, 1, "ORG"), (2, 3, "PER")]] * 100)


@pytest.fixture
def conll(tmp_path, corpus):
    write(corpus, tmp_path / "all.conll", format="conll")
    return tmp_path / "all.conll"


def test_parts_manifest_and_card_are_written(tmp_path, conll):
    said = run(conll, "--effort", 0.01, "--out", tmp_path / "parts")
    assert sorted(p.name for p in (tmp_path / "parts").iterdir()) == [
        "dev.conll",
        "manifest.json",
        "quality.json",
        "test.conll",
        "train.conll",
    ]
    assert read(tmp_path / "parts" / "test.conll").n_sentences == 10
    assert "No sentence of test shares an entity with train." in said
    card = json.loads((tmp_path / "parts" / "quality.json").read_text())
    assert card["contamination"]["test|train"]["sample_partial"]["value"] == 0


def test_the_same_command_gives_the_same_bytes(tmp_path, conll):
    for name in ("a", "b"):
        run(conll, "--effort", 0.01, "--out", tmp_path / name)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_a_manifest_recreates_the_split(tmp_path, conll):
    run(conll, "--method", "random", "--seed", 5, "--out", tmp_path / "a")
    run(conll, "--from", tmp_path / "a" / "manifest.json", "--out", tmp_path / "b")
    for name in ("train.conll", "dev.conll", "test.conll", "manifest.json", "quality.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_check_judges_files_that_are_there(tmp_path, conll):
    run(conll, "--method", "random", "--out", tmp_path / "a")
    files = [tmp_path / "a" / f"{p}.conll" for p in ("train", "dev", "test")]
    said = run("--check", *files)
    assert "Overlap of test with train:" in said
    assert "random parts:" in said
    card = json.loads(run("--check", *files, "--json", "-"))
    assert card["parts"]["dev"]["samples"] == 10


def test_check_needs_two_parts(conll):
    assert "--check needs the parts of a split" in run("--check", conll)


def test_offsets_and_nested_mentions_survive(tmp_path):
    rows = [
        {"text": f"Bank of City{i} opened.", "spans": [[0, 12 + len(str(i)), "ORG"], [8, 12 + len(str(i)), "LOC"]]}
        for i in range(20)
    ]
    (tmp_path / "all.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    run(tmp_path / "all.jsonl", "--method", "random", "--out", tmp_path / "parts")
    parts = [read(tmp_path / "parts" / f"{p}.jsonl") for p in ("train", "dev", "test")]
    assert [p.n_sentences for p in parts] == [16, 2, 2]
    assert sum(len(p.mentions) for p in parts) == 40
    assert parts[2].text is not None
    assert "Bank of City" in parts[2].text.documents[0]


def test_the_old_split_is_recorded(tmp_path, corpus):
    import numpy as np

    for name, where in (("train", range(70)), ("dev", range(70, 80)), ("test", range(80, 100))):
        write(corpus.select(np.array(where)), tmp_path / f"{name}.conll", format="conll")
    files = [tmp_path / f"{p}.conll" for p in ("train", "dev", "test")]
    run(*files, "--method", "random", "--out", tmp_path / "parts")
    old = json.loads((tmp_path / "parts" / "manifest.json").read_text())["old_parts"]
    assert [len(v) for _, v in sorted(old.items())] == [10, 20, 70]


def test_contamination_levels_from_an_old_split(tmp_path, corpus):
    import numpy as np

    write(corpus.select(np.arange(0, 98)), tmp_path / "train.conll", format="conll")
    write(corpus.select(np.arange(98, 100)), tmp_path / "test.conll", format="conll")
    run(tmp_path / "train.conll", tmp_path / "test.conll", "--method", "contamination-level", "--out", tmp_path / "out")
    assert len(list((tmp_path / "out").rglob("train.conll"))) == 55
    made = read(tmp_path / "out" / "gamma-100" / "seed-0" / "test-clean.conll")
    assert made.n_sentences == 2


def test_kfold_prints_a_line_per_fold(tmp_path, conll):
    said = run(conll, "--method", "kfold", "--folds", 3, "--out", tmp_path / "folds")
    assert said.count("\nfold-") == 3
    assert "which overlaps most of 3 sets: Overlap of test with train" in said
    assert (tmp_path / "folds" / "fold-3" / "test.conll").exists()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--ratios", "80,10,5"], "sum to 95"),
        (["--method", "balence"], "Did you mean 'balanced'?"),
        (["--group-by", "topic"], "no field named 'topic'"),
        (["--check", "--out", "x"], "does not go with --from or --out"),
        (["--from", "nowhere.json"], "nowhere.json: cannot be read"),
    ],
)
def test_mistakes_are_one_line(conll, arguments, what):
    said = run(conll, *arguments)
    assert what in said
    assert "\n" not in said.strip()


def test_what_is_dropped_and_why_is_written(tmp_path):
    names = [[f"c{i % 10}n{i % 3}", f"c{i % 10}n{i % 2}"] for i in range(180)]
    names += [[f"c{i}n0", f"c{j}n1"] for i in range(10) for j in range(i)]  # every pair: no split parts them all
    n = len(names)
    write(
        Corpus.from_sentences([[*pair, str(i)] for i, pair in enumerate(names)], [[(0, 1, "A"), (1, 2, "B")]] * n),
        tmp_path / "a.conll",
        format="conll",
    )
    run(tmp_path / "a.conll", "--drop", "5%", "--effort", 0.1, "--out", tmp_path / "parts")
    manifest = json.loads((tmp_path / "parts" / "manifest.json").read_text())
    rows = json.loads((tmp_path / "parts" / "dropped.json").read_text())["dropped"]
    assert 0 < len(rows) <= 0.05 * n
    assert sorted(row["id"] for row in rows) == sorted(manifest["dropped"])
    assert read(tmp_path / "parts" / "dropped.conll").n_sentences == len(rows)
    assert all(row["entities"] or row["why"] == "keeps the parts like the corpus" for row in rows)
    assert any(len(entity["parts"]) > 1 for row in rows for entity in row["entities"])


def test_columns_keep_their_order(tmp_path):
    rows = [[f"{i}.{k}" for k in range(12)] for i in range(20)]
    for i, row in enumerate(rows):
        row[3], row[1] = f"w{i}", "B-PER" if i % 2 else "O"
    (tmp_path / "a.conll").write_text("".join("\t".join(row) + "\n\n" for row in rows))
    columns = ("--token-column", 3, "--tag-column", 1)
    run(tmp_path / "a.conll", *columns, "--method", "random", "--out", tmp_path / "parts")
    written = [
        line.split("\t")
        for p in ("train", "dev", "test")
        for line in (tmp_path / "parts" / f"{p}.conll").read_text().split("\n")
        if line
    ]
    assert sorted(written) == sorted(rows)


def test_parts_appear_all_or_none(tmp_path, conll, monkeypatch):
    import nerproof.splits.writing as writing

    def broken(data, path):
        raise OSError(28, "No space left on device", str(path))

    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "train.conll").write_text("mine\n")
    with monkeypatch.context() as patched:
        patched.setattr(writing, "write_json", broken)
        for name in ("new", "there"):
            with pytest.raises(OSError, match="No space"):
                CliRunner().invoke(
                    app,
                    ["split", str(conll), "--method", "random", "--out", str(tmp_path / name)],
                    catch_exceptions=False,
                )
    assert not (tmp_path / "new").exists()
    assert [p.name for p in (tmp_path / "there").iterdir()] == ["train.conll"]
    assert (tmp_path / "there" / "train.conll").read_text() == "mine\n"
    run(conll, "--method", "random", "--out", tmp_path / "there")
    assert len(list((tmp_path / "there").iterdir())) == 5


def test_the_page_opens_duplicates_and_shared_entities(tmp_path, conll):
    run(conll, "--method", "random", "--out", tmp_path / "a", "--html", tmp_path / "card.html")
    page = (tmp_path / "card.html").read_text()
    assert '"in_first"' in page
    assert "Overlap of test with train" in page


def test_the_page_of_folds_has_their_overlap(conll):
    from nerproof.api.datasets import split
    from nerproof.cli.split import as_result

    rows = as_result(split(str(conll), method="kfold", folds=3)).rows
    assert {f"fold-{i}: test|train" for i in (1, 2, 3)} <= {row.slice for row in rows}


def test_clean_folds_on_the_command_line(tmp_path, conll):
    said = run(conll, "--method", "clean-kfold", "--folds", 3, "--effort", 0.01, "--out", tmp_path / "folds")
    assert said.count("\nfold-") == 3
    assert "which overlaps most of 3 sets: Overlap of test with train" in said
    assert "random" in said


def test_drop_without_a_share_removes_all_that_is_shared(tmp_path, conll):
    run(conll, "--method", "random", "--drop", "--out", tmp_path / "parts")
    card = json.loads((tmp_path / "parts" / "quality.json").read_text())
    assert card["contamination"]["test|train"]["mention"]["count"] == 0


def test_a_harder_test_set_is_named_on_the_card(tmp_path, conll):
    said = run(conll, "--harder", "unseen", "--effort", 0.01, "--out", tmp_path / "parts")
    assert "test is harder on purpose" in said
