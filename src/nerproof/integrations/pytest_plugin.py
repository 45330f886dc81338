"""pytest: ``assert_not_worse(current)`` fails a test whose result is significantly worse than a stored baseline.

def test_model(assert_not_worse):
    assert_not_worse(nerproof.evaluate("test.conll", {"mine": "pred.conll"}, train="train.conll"), "baseline.json")

``pytest --nerproof-update`` writes the baselines anew. Installed with nerproof; nothing is imported until it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from nerproof.base.results import Result
    from nerproof.studies.gate import Judgement, Verdict


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --nerproof-update."""
    group = parser.getgroup("nerproof")
    group.addoption("--nerproof-update", action="store_true", help="write the baselines of assert_not_worse anew")


@pytest.fixture
def assert_not_worse(request: pytest.FixtureRequest) -> Callable[..., Judgement | None]:
    """A function ``(current, baseline, **options)``; options are those of ``nerproof.gate``.

    ``baseline`` is a result or the path of one, relative to the test's file.
    """
    update = bool(request.config.getoption("--nerproof-update"))

    def check(current: Result, baseline: Result | str | Path, **options: Any) -> Judgement | None:
        __tracebackhide__ = True
        if not isinstance(baseline, str | Path):
            return _judged(baseline, current, options)
        place = request.path.parent / baseline
        if update:
            place.parent.mkdir(parents=True, exist_ok=True)
            current.save(place)
            return None
        if not place.exists():
            pytest.fail(f"there is no baseline {place}. Write it with: pytest --nerproof-update", pytrace=False)
        return _judged(place, current, options)

    return check


def _judged(baseline: Result | Path, current: Result, options: dict[str, Any]) -> Judgement:
    from nerproof.api.comparing import gate

    __tracebackhide__ = True
    judged = gate(baseline, current, **options)
    if judged.worse:
        lines = [_line(verdict) for verdict in judged.checks if verdict.worse]
        head = f"{judged.worse} of {len(judged.checks)} scores are worse than the baseline:"
        pytest.fail("\n".join([head, *lines]), pytrace=False)
    return judged


def _line(v: Verdict) -> str:
    return f"{v.system} {v.check}: {_points(v.baseline)} -> {_points(v.current)}, {v.why}"


def _points(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
