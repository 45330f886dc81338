"""Fixtures that every folder of tests shares."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora and golden figures, beside the project on the developers' machines and in CI."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not here: corpora and golden figures are not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def golden(shared: Path):
    return lambda name: json.loads((shared / "golden" / f"{name}.json").read_text())


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


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI everything is there, so a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped") and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line("a test was skipped, and CI has all that tests need", red=True)
