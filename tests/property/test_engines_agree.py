"""Memory, pieces, processes, Parquet and Spark give the same bytes: rows, notes, signature, or the same error.

Written against the command line only. `cut` is the one place that knows how an engine cuts its input.
`NERPROOF_ENGINES=full` (make differential) takes 300 random corpora of each kind instead of a few.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from nasty import case

from nerproof import Corpus, read, write
from nerproof.cli import app
from nerproof.formats import WriteOptions

FULL = os.environ.get("NERPROOF_ENGINES") == "full"
SEEDS = range(300 if FULL else 10)
LOCAL = (["--stream"], ["-j", "2"], ["-j", "4"])
SPARK = ["--engine", "spark", "--master", "local[2]"]


def cut(patch, size, rows, kept=1 << 28):
    """Chunks of so many sentences, files that are scanned by so many bytes; words are kept of files up to a size."""
    from nerproof.formats import columnfile, ranges

    patch.setattr(columnfile, "BLOCK", size)
    patch.setattr(columnfile, "KEPT", kept)
    patch.setattr(ranges, "ROWS", rows)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch, request):
    """The words of every second random corpus are read again, as those of large files are."""
    seed = getattr(request.node, "callspec", None) and request.node.callspec.params.get("seed", 0)
    cut(monkeypatch, 1 << 10, 7, kept=0 if (seed or 0) % 2 else 1 << 28)


def outcome(arguments, how):
    """The JSON as it is written, or the one line that says what is wrong."""
    done = CliRunner().invoke(app, ["evaluate", *map(str, arguments), *how, "--json", "-"], standalone_mode=False)
    if done.exception is not None:
        assert isinstance(done.exception, Exception)
        assert "nerproof" in type(done.exception).__module__, done.exc_info
        return str(done.exception)
    return done.stdout


def differences(arguments, engines=LOCAL):
    """The engines whose bytes are not those of memory, with the first line that differs."""
    expected = outcome(arguments, ["--no-stream"])
    found = {}
    for how in engines:
        text = outcome(arguments, how)
        if text != expected:
            pairs = zip(expected.split("\n"), text.split("\n"), strict=False)
            found[" ".join(how)] = next(((a, b) for a, b in pairs if a != b), "one is longer")
    return found


# --- random corpora --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_column_files(tmp_path, seed):
    assert differences(case(tmp_path, seed).arguments()) == {}


@pytest.mark.parametrize("seed", SEEDS)
def test_parquet_files(tmp_path, seed):
    """With empty sentences, words that no column file can hold and nested mentions, at least in predictions."""
    pytest.importorskip("pyarrow")
    assert differences(case(tmp_path, seed, rows=True).arguments()) == {}


def test_most_random_corpora_are_evaluated(tmp_path):
    """Two errors are equal, too; few corpora may end in one."""
    ended = []
    for seed in range(20):
        (tmp_path / str(seed)).mkdir()
        arguments = case(tmp_path / str(seed), seed).arguments()
        ended.append(outcome(arguments, ["--no-stream"])[0] == "{")
    assert sum(ended) >= 15


@pytest.mark.parametrize("seed", SEEDS)
def test_the_format_does_not_matter(tmp_path, seed):
    """The same corpus in columns and in Parquet: what names the files differs, the rest does not."""
    pytest.importorskip("pyarrow")
    columns = case(tmp_path, seed, without={"--repair=discard", "--compat=hardeval"}).arguments()
    rows = [_as_parquet(item) for item in columns]
    one, other = (outcome(a, how) for a, how in ((columns, ["--no-stream"]), (rows, ["--stream"])))
    if one.startswith("{"):
        assert without_sources(one) == without_sources(other)


def _as_parquet(argument):
    """The option with a Parquet file in place of the column file that it names."""
    name, _, path = argument.rpartition("=")
    if not path.endswith(".conll"):
        return argument
    write(read(path), path + ".parquet", format="parquet")
    return f"{name}={path}.parquet"


def without_sources(text):
    data = json.loads(text)
    for key in ("gold", "train", "dev", "systems", "scheme", "pred_schemes", "repairs", "repair", "columns"):
        data["signature"].pop(key, None)
    data["notes"] = [n for n in data["notes"] if ".conll" not in n and "scheme" not in n]
    return data


# --- one thing at a time ---------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """Writes gold, a system that finds two mentions of three, and training data with a third of the names."""

    def written(n=60, sentence="Name{i} B-PER\nand O\nTown{i} B-LOC\n. O\n\n"):
        gold = "".join(sentence.format(i=i) for i in range(n))
        pred = "".join(sentence.format(i=i).replace("B-PER", "O" if i % 3 else "B-PER") for i in range(n))
        train = "".join(sentence.format(i=3 * i) for i in range(n // 3))
        for name, text in (("gold", gold), ("pred", pred), ("train", train)):
            (tmp_path / name).write_text(text, encoding="utf-8")
        return [f"--gold={tmp_path / 'gold'}", f"--pred=a={tmp_path / 'pred'}", f"--train={tmp_path / 'train'}"]

    return written


def test_zeta_to_the_last_bit(files):
    """Sentences of 2 to 11 words: their densities are no sums of powers of two."""
    text = "".join("Name{i} B-PER\n" + "of O\n" * k + f"Town{k} B-LOC\n\n" for k in range(10))
    assert differences([*files(60, text), "--resamples=0"]) == {}


def test_byte_order_marks_inside_a_file(files):
    """Only the first bytes of a file can be a byte order mark; elsewhere it is part of a word."""
    assert differences([*files(60, "\ufeffName{i} B-PER\nsaw O\n\ufeffTown{i} B-LOC\n\n"), "--resamples=0"]) == {}


def test_lower(files):
    assert differences([*files(60, "NAME{i} B-PER\nSaw O\ntown{i} B-LOC\n\n"), "--lower", "--resamples=0"]) == {}


@pytest.mark.parametrize("name", ["hardeval", "interpreteval"])
def test_the_programs_of_papers(files, name):
    assert differences([*files(), f"--compat={name}", "--resamples=0"]) == {}


def test_a_system_that_finds_nothing(files, tmp_path):
    arguments = [*files(), "--resamples=0"]
    (tmp_path / "pred").write_text((tmp_path / "pred").read_text().replace("B-PER", "O").replace("B-LOC", "O"))
    assert differences(arguments) == {}


@pytest.mark.parametrize("option", ["--exclude-types=ORG", "--map=ORG=PLACE"])
def test_types_that_no_file_has(files, option):
    assert differences([*files(), option, "--resamples=0"]) == {}


def test_nested_gold(tmp_path):
    pytest.importorskip("pyarrow")
    from nerproof import Corpus

    words, nested = [["New", "York", "Times", "wrote"]] * 40, [(0, 3, "ORG"), (0, 2, "LOC")]
    for name, mentions in (("gold", [nested] * 40), ("pred", [nested, nested[:1]] * 20)):
        write(Corpus.from_sentences(words, mentions), tmp_path / f"{name}.parquet", format="parquet")
    pred = tmp_path / "pred.parquet"
    assert differences([f"--gold={tmp_path / 'gold.parquet'}", f"--pred=a={pred}", f"--train={pred}"]) == {}


SCORED = [
    "--suite=standard,confidence,cost,leakage,fairness", "--resamples=30", "--beta=2", "--identifiers=direct=PER",
]  # fmt: skip


def scored_files(folder, seed, suffix):
    """Gold in documents, two systems with scores (some missing), training data, dev with predictions, prices."""
    rng = np.random.default_rng(seed)
    words = [[f"{'NÑ'[k % 2]}{k}" for k in rng.integers(0, 30, rng.integers(1, 8))] for _ in range(60)]
    starts = [0, *sorted(set(rng.integers(1, 60, 8).tolist()))]
    for name in ("gold", "dev", "train", "a", "b", "dev-a"):
        places = [int(rng.integers(0, len(w))) for w in words]
        mentions = [[(k, k + 1, str(rng.choice(["PER", "LOC"])))] if k else [] for k in places]
        corpus = Corpus.from_sentences(words, mentions, document_starts=starts)
        m = corpus.mentions
        if name in {"a", "b", "dev-a"}:
            score = np.where(rng.random(len(m)) < 0.1, np.nan, np.round(rng.random(len(m)), 2))
            corpus = replace(corpus, mentions=replace(m, score=score))
        scores = WriteOptions(scores=m.score is not corpus.mentions.score)
        write(corpus, folder / f"{name}{suffix}", format=suffix[1:], options=scores)
    (folder / "costs.toml").write_text("miss = 3\n[PER]\nspurious = 0.1\n")
    names = {"gold": "gold", "train": "train", "dev": "dev", "pred=a": "a", "pred=b": "b", "dev-pred=a": "dev-a"}
    files = [f"--{option}={folder / name}{suffix}" for option, name in names.items()]
    columns = ["--score-column=-1"] if suffix == ".conll" else []
    return [*files, f"--costs={folder / 'costs.toml'}", *columns, *SCORED]


@pytest.mark.parametrize("suffix", [".conll", ".parquet"])
@pytest.mark.parametrize("seed", range(20) if FULL else [1])
def test_scores_prices_leaks_and_groups(tmp_path, seed, suffix):
    arguments = scored_files(tmp_path, seed, suffix)
    text = outcome(arguments, ["--no-stream"])
    assert text.startswith("{"), text
    assert {"confidence", "cost", "leakage", "fairness"} <= {row["suite"] for row in json.loads(text)["rows"]}
    assert differences(arguments) == {}


@pytest.mark.parametrize("how", LOCAL, ids=" ".join)
@pytest.mark.parametrize("option", ["--html", "--errors"])
def test_files_that_are_written(files, tmp_path, option, how):
    written = []
    for i, engine in enumerate((["--no-stream"], how)):
        path = tmp_path / f"written{i}"
        text = outcome([*files(), "--resamples=0", option, path], engine)
        assert text.startswith("{"), text
        written.append((text.replace(path.name, ""), path.read_text(encoding="utf-8")))
    assert written[0] == written[1]


def test_an_attribute_of_your_own(files, tmp_path):
    (tmp_path / "mine.csv").write_text("channel\n" + "news\nmail\n" * 30)
    arguments = [*files(), "--resamples=0", f"--attribute={tmp_path / 'mine.csv'}"]
    try:
        assert differences(arguments) == {}
    finally:
        from nerproof.measures.attributes import ATTRIBUTES

        ATTRIBUTES._items.pop("channel", None)


def test_sentences_that_empty_lines_do_not_tell(tmp_path):
    """More sentences than are resampled one by one, and here and there two empty lines: where a run begins must be
    counted, not guessed from the beginning of a file."""
    one = "Name{i} B-PER\nx O\n\n"
    for name, wrong in (("gold", -1), ("pred", 7)):
        lines = (
            one.format(i=i).replace("B-PER", "O" if i % 64 > 40 and i % wrong == 0 else "B-PER") for i in range(21_000)
        )
        text = "".join(line + "\n" * (i % 500 == 499) for i, line in enumerate(lines))
        (tmp_path / name).write_text(text)
    arguments = [f"--gold={tmp_path / 'gold'}", f"--pred=a={tmp_path / 'pred'}", "--suite=standard", "--resamples=20"]
    assert differences(arguments) == {}


@pytest.mark.parametrize("name", ["esp", "wnut"])
def test_published_corpora(shared, monkeypatch, name):
    cut(monkeypatch, 1 << 16, 500)
    data = shared / "data"
    two, wnut = data / "conll2002", data / "wnut17"
    arguments = {
        "esp": [
            f"--gold={two / 'esp.testb'}", f"--train={two / 'esp.train'}", f"--dev={two / 'esp.testa'}",
            *(f"--pred={k}={two / 'predictions' / f'esp.testb.{k}'}" for k in ("memorizer", "forgetful")),
            "--unit=document", "--contamination-unit=document",
        ],
        "wnut": [
            f"--gold={wnut / 'emerging.test.annotated'}", f"--train={wnut / 'wnut17train.conll'}",
            *(f"--pred={k}={wnut / 'submissions' / f'{k}.conll'}" for k in ("uh_ritual", "arcada")),
        ],
    }[name]  # fmt: skip
    assert differences([*arguments, "--resamples=20"]) == {}


# --- Spark -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas", "ignore::ResourceWarning")
@pytest.mark.parametrize("seed", SEEDS if FULL else (0, 1, 4))
def test_spark(tmp_path, monkeypatch, seed):
    pytest.importorskip("pyspark")
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    arguments = case(tmp_path, seed, rows=True).arguments()
    assert differences(arguments, [SPARK]) == {}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas", "ignore::ResourceWarning")
def test_spark_with_scores(tmp_path, monkeypatch):
    pytest.importorskip("pyspark")
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    assert differences(scored_files(tmp_path, 0, ".parquet"), [SPARK]) == {}
