"""nerproof gate: fail a build when a result is worse than its baseline."""

from __future__ import annotations

from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.base.errors import UsageError
from nerproof.cli.options import option
from nerproof.cli.output import write_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nerproof.studies.gate import Judgement, Verdict

_CHECK = (
    "Score to check; * matches anything; repeatable "
    "(default: F1, F1 on new entities, ΔF1, tough-mention recalls, hardeval score)."
)
_ALPHA = "Significance level of the one-sided test, corrected for all checks."
_DROP = "Also fail when a score drops by more than this many points, significant or not."
_MIN = "Also fail when a score is below this many points; repeatable."
_LEAK = "Also fail when a mention of these types is not fully covered (suite leakage); needs no baseline."
_JSON = "Write the verdicts as JSON (- for standard output)."
_file = click.Path(path_type=Path, dir_okay=False)
_out = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command()
@click.argument("results", nargs=-1, type=_file, metavar="[BASE CURRENT]")
@option("--baseline", type=_file, help="Result of an earlier nerproof evaluate --json (or the first argument).")
@option("--current", type=_file, help="Result to check (or the second argument).")
@option("--estimate", "estimated", type=_file, help="Result of nerproof estimate --json to check: text without gold.")
@option("--check", "checks", multiple=True, metavar="SUITE/SLICE/METRIC", help=_CHECK)
@option("--min", "minimums", multiple=True, metavar="CHECK=POINTS", help=_MIN)
@option("--alpha", default=0.05, type=click.FloatRange(0, 1, min_open=True), help=_ALPHA)
@option("--max-drop", type=click.FloatRange(0), metavar="POINTS", help=_DROP)
@option("--zero-leak", metavar="TYPES", help=_LEAK)
@option("--other-data", is_flag=True, help="Allow results on different gold or training data.")
@option("--json", "json_", type=_out, metavar="FILE", help=_JSON)
@option("-q", "--quiet", is_flag=True, help="Print only what got worse.")
@click.pass_context
def command(
    ctx: click.Context, /, results: tuple[Path, ...], baseline: Path | None, current: Path | None, **options: Any
) -> None:
    """Fails (exit code 1) when a score is significantly worse than in a stored baseline, or undefined.

    Results on the same gold are compared sentence by sentence (paired), others by their intervals (unpaired).

    \b
    Examples:
      nerproof gate baseline.json result.json
      nerproof gate baseline.json result.json --max-drop 2 --min standard/ALL/f1=85
      nerproof gate baseline.json result.json --check 'tmr/UNSEEN-*/recall' --json gate.json
      nerproof gate --estimate estimate.json
      nerproof gate --current result.json --zero-leak PER,ID
    """
    from nerproof.studies.gate import Judgement

    drop, estimated, types = options["max_drop"], options["estimated"], options["zero_leak"]
    if drop is not None and not isfinite(drop):
        raise UsageError(f"--max-drop {drop} is not a number of points")
    if types is not None and estimated is None and len([*results, *filter(None, (baseline, current))]) == 1:
        judged = Judgement((), False, "no baseline")
    else:
        old, new = (baseline, estimated) if estimated is not None else _two(results, baseline, current)
        judged = _judged(old, new, options)
    if types is not None:
        judged = _with_leaks(judged, current or (results[-1] if results else None), types)
    if str(options["json_"]) != "-":
        _show(judged, quiet=options["quiet"])
    if options["json_"] is not None:
        write_json(judged.to_dict(), options["json_"])
    ctx.exit(1 if judged.worse else 0)


def _judged(old: Path | None, new: Path, options: Mapping[str, Any]) -> Judgement:
    from nerproof.api.comparing import gate
    from nerproof.studies.gate import CHECKS, full_name

    return gate(
        old,
        new,
        checks=tuple(map(full_name, options["checks"])) or CHECKS,
        minimums=dict(_minimum(text) for text in options["minimums"]),
        **{name: options[name] for name in ("alpha", "max_drop", "other_data")},
    )


def _with_leaks(judged: Judgement, path: Path | None, types: str) -> Judgement:
    from dataclasses import replace

    from nerproof.base.results import Result
    from nerproof.studies.gate import zero_leak

    names = [name.strip() for name in types.split(",") if name.strip()]
    if path is None or not names:
        raise UsageError("--zero-leak needs types and a result: nerproof gate --current result.json --zero-leak PER")
    return replace(judged, checks=(*judged.checks, *zero_leak(Result.load(path), names)))


def _two(results: tuple[Path, ...], baseline: Path | None, current: Path | None) -> tuple[Path, Path]:
    """The two files, by place or by option."""
    rest = list(results)
    old = baseline or (rest.pop(0) if rest else None)
    new = current or (rest.pop(0) if rest else None)
    if old is None or new is None or rest:
        raise UsageError("gate compares two result files. Give: nerproof gate BASE.json CURRENT.json")
    return old, new


def _minimum(text: str) -> tuple[str, float]:
    from nerproof.studies.gate import full_name, lower_is_better

    check, mark, value = text.rpartition("=")
    try:
        points = float(value)
    except ValueError:
        points = nan
    if not mark or not check or not isfinite(points):
        raise UsageError(f"{text!r} is not of the form --min SUITE/SLICE/METRIC=POINTS")
    if lower_is_better(full_name(check)):
        raise UsageError(f"--min {check}: lower is better for this score. Use --max-drop")
    return full_name(check), points


def _show(judged: Judgement, *, quiet: bool) -> None:
    _lines([v for v in judged.checks if v.worse] if quiet else judged.checks)
    n = len(judged.checks)
    checks = "1 check" if n == 1 else f"{n} checks"
    said = f"{judged.worse} of {checks} failed" if judged.worse else f"ok: {checks}, none worse"
    if judged.why == "no baseline":
        click.echo(f"{said}.")
        return
    click.echo(f"{said} ({'paired test' if judged.paired else 'unpaired test'}: {judged.why}).")


def _lines(verdicts: Sequence[Verdict]) -> None:
    from nerproof.findings.wording import p_value

    width = max((len(f"{v.system} {v.check}") for v in verdicts), default=0)
    for v in verdicts:
        mark = "WORSE" if v.worse else "ok   "
        numbers = f"{_points(v.baseline)} -> {_points(v.current)}"
        p = "" if v.p_adjusted is None else f"  {p_value(v.p_adjusted)}"
        click.echo(f"{mark} {f'{v.system} {v.check}':{width}}  {numbers}{p}  {v.why}")


def _points(value: float | None) -> str:
    return "    –" if value is None else f"{value:5.1f}"
