"""Files of 50k to 5M tokens: whole processes against peers and against the floor.

NERPROOF_BENCH=full adds 20M tokens; NERPROOF_BENCH=quick, for CI, takes 500k only.
"""

from __future__ import annotations

import os

from bench.measure import CACHE, Cost, cost, nerproof, python
from bench.synthetic import write

SIZES = {"quick": (500_000,), "full": (50_000, 500_000, 5_000_000, 20_000_000)}


def lines() -> list[dict]:
    found = []
    for n in SIZES.get(os.environ.get("NERPROOF_BENCH", ""), (50_000, 500_000, 5_000_000)):
        paths = {k: str(p) for k, p in write(n, CACHE, train=min(n, 5_000_000)).items()}
        found += _scores(n, paths) + _everything(n, paths)
    return found + conll_size()


def size(n: int) -> str:
    return f"{n // 1000}k" if n < 1_000_000 else f"{n // 1_000_000}M"


def standard(paths: dict[str, str], *more: str, times: int = 2) -> Cost:
    files = ["--gold", paths["gold"], "--pred", f"a={paths['pred']}"]
    return nerproof("evaluate", *files, "--suite", "standard", "-q", *more, times=times)


def _scores(n: int, paths: dict[str, str]) -> list[dict]:
    """Gold and prediction files to precision, recall and F1; then to all of four suites with a report."""
    plain = standard(paths, "--resamples", "0", times=6)
    with_intervals = standard(paths)
    found = []
    for peer in _peers(n):
        other = python("-m", "bench.peers", peer, paths["gold"], paths["pred"])
        large = (peer, n) == ("seqeval", 5_000_000)
        found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", peer, other.cpu, 20 if large else None))
        if peer != "seqeval":
            continue
        bar = "<=200" if large else None
        found.append(_line("… peak memory", plain.peak, "MB", peer, other.peak, bar))
        found.append(_line("… with 1,000 resamples, CPU", with_intervals.cpu, "s", peer, other.cpu, None))
        found += _with_report(n, paths, other)
    floor = cost("wc", "-l", paths["gold"], paths["pred"])
    reading = python("-m", "bench.peers", "read", paths["gold"], paths["pred"])
    found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", "wc -l", floor.cpu, None))
    found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", "bare Python read", reading.cpu, None))
    return found


FOUR = ("--suite", "standard,hardeval,tmr,contamination", "-q")


def inputs(paths: dict[str, str]) -> list[str]:
    return ["--gold", paths["gold"], "--pred", f"a={paths['pred']}", "--train", paths["train"]]


def _with_report(n: int, paths: dict[str, str], seqeval: Cost) -> list[dict]:
    """Four suites with an HTML report against seqeval's three numbers."""
    page = ["--html", str(CACHE / "report.html")]
    found = nerproof("evaluate", *inputs(paths), *FOUR, *page, times=4)
    large = n == 5_000_000
    lines = [
        _line(
            f"Four suites and --html, {size(n)} tokens, CPU",
            found.cpu,
            "s",
            "seqeval",
            seqeval.cpu,
            _12 if large else None,
        ),
        _line("… peak memory", found.peak, "MB", "seqeval", seqeval.peak, "<=250" if large else None),
    ]
    return [*lines, _two(paths, n, page)] if n >= 5_000_000 else lines


_12 = round(1 / 0.12, 1)  # at most 0.12 of seqeval's CPU


def conll_size() -> list[dict]:
    """Two systems, all suites, a test set of 50k tokens: what the report adds."""
    paths = {k: str(p) for k, p in write(50_000, CACHE, train=200_000).items()}
    given = [*inputs(paths), "--pred", f"b={paths['gold']}", "-q"]
    plain = nerproof("evaluate", *given, times=4)
    page = nerproof("evaluate", *given, "--html", str(CACHE / "report.html"), times=4)
    return [
        _line("Two systems, all suites, 50k tokens, CPU", plain.cpu, "s", "", None, None),
        _line("… with --html, times that", page.cpu / plain.cpu, "times", "", None, "<=1.6"),
    ]


def _peers(n: int) -> list[str]:
    """The slow ones are linear: small sizes say enough."""
    return ["seqeval", "nervaluate", "seqscore"] if n <= 500_000 else ["seqeval"]


def _everything(n: int, paths: dict[str, str]) -> list[dict]:
    """Files to the full result: standard, hardeval, TMR, contamination, intervals on."""
    found = nerproof("evaluate", *inputs(paths), *FOUR, times=4)
    lines = [
        _line(f"Four suites, {size(n)} tokens, CPU", found.cpu, "s", "", None, "<=1" if n == 50_000 else None),
        _line("… peak memory", found.peak, "MB", "", None, None),
    ]
    if n >= 5_000_000:
        goal = ">=3" if n >= 20_000_000 else None
        lines.append(_line("… tokens per CPU second", n / found.cpu / 1e6, "M/s", "", None, goal))
    return lines


def _two(paths: dict[str, str], n: int, page: list[str]) -> dict:
    both = [[nerproof("evaluate", *inputs(paths), *FOUR, *page, "-j", jobs).wall for jobs in "12"] for _ in range(5)]
    one, two = sorted(both, key=lambda walls: walls[0] / walls[1])[2]  # in turns, and the median: machines are noisy
    return _line(f"Four suites and --html, {size(n)} tokens, wall with -j 2", two, "s", "-j 1", one, 1.4)


def _line(name: str, value: float, unit: str, peer: str, other: float | None, bar: float | str | None) -> dict:
    ratio = other / value if other is not None and value else None
    return {"name": name, "value": value, "unit": unit, "peer": peer or None, "ratio": ratio, "bar": bar}
