"""Fixtures that every folder of tests shares."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
LONG = {"browser", "docs", "packaging"}  # folders whose tests take long


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora, beside the project on the developers' machines and in CI."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: corpora are not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def golden():
    """Figures of the slow programs of reproduce/reference, by corpus."""
    return lambda name: json.loads((ROOT / "reproduce" / "golden" / f"{name}.json").read_text())


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory):
    """Tests use a cache folder of their own."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def demo_run(tmp_path_factory: pytest.TempPathFactory):
    """The folder of one real run of `nerproof demo`, its words and its report, shared by all tests that look at them."""
    from nerproof.demo.walk import walk

    folder = tmp_path_factory.mktemp("demo") / "nerproof-demo"
    findings, report = walk(folder)
    return folder, findings, report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that workers which take a file at a time end at about the same time."""
    slow = {i.path for i in items if i.get_closest_marker("slow") or LONG & set(i.path.parts)}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI everything is there, so a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line("a test was skipped, and CI has all that tests need", red=True)


@pytest.fixture
def parquet_of_documents(tmp_path):
    """Writes gold and predictions with documents of these lengths, in two files and small row groups.

    Rows of the fifth have no name: next to each other, they are one document, too.
    """
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")

    def written(lengths):
        names = [None if i == 4 else f"d{i % 7}" for i, n in enumerate(lengths) for _ in range(n)]
        paths = {side: tmp_path / side for side in ("gold", "pred")}
        for path, wrong in zip(paths.values(), (3, 5), strict=True):
            mentions = [[{"start": 1, "end": 2, "type": "PER"}] if k % wrong else [] for k in range(len(names))]
            tokens = [["a", f"B{k}"] for k in range(len(names))]
            table, half = pa.table({"doc": names, "tokens": tokens, "mentions": mentions}), len(names) // 2
            path.mkdir()
            pq.write_table(table[:half], path / "a.parquet", row_group_size=12)
            pq.write_table(table[half:], path / "b.parquet", row_group_size=20)
        return paths, len(lengths)

    return written
