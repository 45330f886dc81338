"""nerproof gate: fail a build when a result is worse than its baseline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.studies.gate import Verdict

_CHECK = (
    "Score to check; * fits anything; repeat for more "
    "(default: F1, clean F1, ΔF1, tough-mention recalls, hardeval score)."
)
_ALPHA = "Level of the one-sided test, Holm-corrected over all checks."
_DROP = "Also fail when a score is worse by more than this (0.01 is one point), whatever the test says."
_file = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.option("--baseline", required=True, type=_file, help="Result of an earlier nerproof evaluate --json.")
@click.option("--current", required=True, type=_file, help="Result to be judged.")
@click.option("--check", "checks", multiple=True, metavar="SUITE/SLICE/METRIC", help=_CHECK)
@click.option("--alpha", default=0.05, show_default=True, type=click.FloatRange(0, 1, min_open=True), help=_ALPHA)
@click.option("--max-drop", type=click.FloatRange(0), help=_DROP)
@click.option("--other-data", is_flag=True, help="Allow results on different gold or training data.")
@click.option("-q", "--quiet", is_flag=True, help="Print only what got worse.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    baseline: Path,
    current: Path,
    checks: tuple[str, ...],
    alpha: float,
    max_drop: float | None,
    other_data: bool,
    quiet: bool,
) -> None:
    """Fails (exit code 1) when a score is significantly worse than in a stored baseline.

    \b
    Examples:
      nerproof gate --baseline baseline.json --current result.json
      nerproof gate --baseline baseline.json --current result.json --max-drop 0.02
      nerproof gate --baseline baseline.json --current result.json --check 'tmr/UNSEEN-*/recall'
    """
    from nerproof.base.results import Result
    from nerproof.studies.gate import CHECKS, gate

    verdicts = gate(
        Result.load(baseline),
        Result.load(current),
        checks=checks or CHECKS,
        alpha=alpha,
        max_drop=max_drop,
        other_data=other_data,
    )
    _show([v for v in verdicts if v.worse] if quiet else verdicts)
    worse = sum(v.worse for v in verdicts)
    n = len(verdicts)
    click.echo(f"{worse} of {n} checks got worse." if worse else f"ok: {n} checks, none worse.")
    ctx.exit(1 if worse else 0)


def _show(verdicts: Sequence[Verdict]) -> None:
    width = max((len(f"{v.system} {v.check}") for v in verdicts), default=0)
    for v in verdicts:
        mark = "WORSE" if v.worse else "ok   "
        numbers = f"{_points(v.baseline)} -> {_points(v.current)}"
        p = "" if v.p is None else f"  p={v.p:.3f}"
        click.echo(f"{mark} {f'{v.system} {v.check}':{width}}  {numbers}{p}  {v.why}")


def _points(value: float | None) -> str:
    return "    –" if value is None else f"{100 * value:5.1f}"
