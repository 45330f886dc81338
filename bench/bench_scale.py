"""Files of 50k to 5M tokens: whole processes against peers and against the floor.

NERPROOF_BENCH=full adds 20M tokens; NERPROOF_BENCH=quick, for CI, leaves out 5M.
"""

from __future__ import annotations

import os

from bench.measure import CACHE, Cost, cost, nerproof, python
from bench.synthetic import write

SIZES = {"quick": (50_000, 500_000), "full": (50_000, 500_000, 5_000_000, 20_000_000)}


def lines() -> list[dict]:
    found = []
    for n in SIZES.get(os.environ.get("NERPROOF_BENCH", ""), (50_000, 500_000, 5_000_000)):
        paths = {k: str(p) for k, p in write(n, CACHE, train=min(n, 5_000_000)).items()}
        found += _scores(n, paths) + _everything(n, paths)
    return found


def size(n: int) -> str:
    return f"{n // 1000}k" if n < 1_000_000 else f"{n // 1_000_000}M"


def standard(paths: dict[str, str], *more: str, times: int = 2) -> Cost:
    files = ["--gold", paths["gold"], "--pred", f"a={paths['pred']}"]
    return nerproof("evaluate", *files, "--suite", "standard", "-q", *more, times=times)


def _scores(n: int, paths: dict[str, str]) -> list[dict]:
    """Gold and prediction files to precision, recall and F1."""
    stream = ["--stream"] if n >= 5_000_000 else []
    plain = standard(paths, "--resamples", "0", *stream, times=6)
    with_intervals = standard(paths, *stream)
    found = []
    for peer in _peers(n):
        other = python("-m", "bench.peers", peer, paths["gold"], paths["pred"])
        bar, bar_intervals = (30, 8) if (peer, n) == ("seqeval", 5_000_000) else (None, None)
        found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", peer, other.cpu, bar))
        if peer == "seqeval":
            found.append(_line("… with 1,000 resamples, CPU", with_intervals.cpu, "s", peer, other.cpu, bar_intervals))
            found.append(
                _line("… peak memory", plain.peak, "MB", peer, other.peak, "<=200" if n == 5_000_000 else None)
            )
    floor = cost("wc", "-l", paths["gold"], paths["pred"])
    reading = python("-m", "bench.peers", "read", paths["gold"], paths["pred"])
    found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", "wc -l", floor.cpu, None))
    found.append(_line(f"P/R/F1 of {size(n)} tokens, CPU", plain.cpu, "s", "bare Python read", reading.cpu, None))
    if n >= 5_000_000:
        found.append(_two(paths, n))
    return found


def _peers(n: int) -> list[str]:
    """The slow ones are linear: small sizes say enough."""
    return ["seqeval", "nervaluate", "seqscore"] if n <= 500_000 else ["seqeval"]


def _everything(n: int, paths: dict[str, str]) -> list[dict]:
    """Files to the full result: standard, hardeval, TMR, contamination, intervals on."""
    files = ["--gold", paths["gold"], "--pred", f"a={paths['pred']}", "--train", paths["train"]]
    suites = "standard,hardeval,tmr,contamination"
    stream = ["--stream"] if n >= 5_000_000 else []
    found = nerproof("evaluate", *files, "--suite", suites, "-q", *stream, times=4)
    bar = "<=1" if n == 50_000 else None
    lines = [
        _line(f"Four suites, {size(n)} tokens, CPU", found.cpu, "s", "", None, bar),
        _line("… peak memory", found.peak, "MB", "", None, None),
    ]
    if n >= 5_000_000:
        goal = ">=4" if n >= 20_000_000 else None
        lines.append(_line("… tokens per CPU second", n / found.cpu / 1e6, "M/s", "", None, goal))
    return lines


def _two(paths: dict[str, str], n: int) -> dict:
    files = ["--gold", paths["gold"], "--pred", f"a={paths['pred']}", "--train", paths["train"], "--stream", "-q"]
    suites = ["--suite", "standard,hardeval,tmr,contamination"]
    both = [[nerproof("evaluate", *files, *suites, "-j", jobs).wall for jobs in "12"] for _ in range(9)]
    one, two = sorted(both, key=lambda walls: walls[0] / walls[1])[4]  # in turns, and the median: machines are noisy
    bar = 1.6 if n >= 20_000_000 else None  # a smaller file is read before a second process has begun
    return _line(f"Four suites, {size(n)} tokens, wall with -j 2", two, "s", "-j 1", one, bar)


def _line(name: str, value: float, unit: str, peer: str, other: float | None, bar: float | str | None) -> dict:
    ratio = other / value if other is not None and value else None
    return {"name": name, "value": value, "unit": unit, "peer": peer or None, "ratio": ratio, "bar": bar}
