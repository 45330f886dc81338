"""Systems of several result files against each other: paired where the files are about the same gold, else unpaired."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from statistics import NormalDist

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.resampling.corrections import holm
from nerproof.scoring.comparisons import ALPHA, comparison_rows
from nerproof.scoring.estimate import estimate
from nerproof.scoring.headlinecounts import HeadlineCounts
from nerproof.studies.gate import standard_error
from nerproof.studies.pairedresults import OPTIONS, digest, side_by_side
from nerproof.suites.recipe import SUITES

DRAWS = 1000
TESTS = ("difference:", "rank:")


def same_gold(results: Mapping[str, Result]) -> bool:
    """Whether all are about one gold; an error where they do not count the same mentions of it."""
    first, *others = results
    if any(digest(results[other]) != digest(results[first]) for other in others):
        return False
    for other, option in product(others, OPTIONS):
        one, two = (digest(results[name], option) for name in (first, other))
        if one != two:
            raise UsageError(
                f"{first} and {other} cannot be compared: {option} is {one} in the first and {two} in the second. "
                "Evaluate both with the same options."
            )
    return True


def compared(together: Result, results: Mapping[str, Result]) -> Result:
    """The rows of all files with the differences between all of their systems; notes say whether they are paired.

    ``together`` holds the rows of all files under distinct names; its differences within files are replaced.
    """
    counts = side_by_side(results)
    if isinstance(counts, str):
        between = unpaired_rows(together.rows, _origins(results, together.rows))
        return _with(together, [*together.rows, *between], f"unpaired comparison between files: {counts}")
    rows = [r for r in together.rows if not (r.metric.startswith(TESTS) and r.suite != "interpreteval")]
    note = f"paired comparison: the files are about the same gold, {counts.n} units ({counts.unit})"
    return _with(together, [*rows, *paired_rows(counts, _seed(results))], note)


def _with(result: Result, rows: list[Row], note: str) -> Result:
    return Result(result.signature, rows, [note, *result.notes], result.sentences, result.extras)


def _seed(results: Mapping[str, Result]) -> int:
    return int(next(iter(results.values())).signature.get("seed") or 0)


def paired_rows(counts: HeadlineCounts, seed: int = 0) -> list[Row]:
    """Differences, tests and ranks as one evaluation of all systems would give them."""
    suites = list(dict.fromkeys(suite for suite, _ in counts.cells))
    cells = dict.fromkeys(counts.counts, counts.cells)
    draws = DRAWS if counts.n > 1 else 0
    tables = {name: estimate(counts.cells, c, resamples=draws, seed=seed) for name, c in counts.counts.items()}
    return comparison_rows(suites, tables, cells, counts.counts, DRAWS, seed)


# --- unpaired --------------------------------------------------------------------------------------------------------


def _origins(results: Mapping[str, Result], rows: Sequence[Row]) -> dict[str, str]:
    """Which file each system of the common result comes from."""
    named = list(dict.fromkeys(r.system for r in rows if r.system))
    found: dict[str, str] = {}
    for file, result in results.items():
        for system in result.systems:
            found |= {name: file for name in (system, f"{system} ({file})") if name in named}
    return found


def unpaired_rows(rows: Sequence[Row], origin: Mapping[str, str]) -> list[Row]:
    """Differences of headline scores between systems of different files, by their standard errors; Holm over all."""
    scores = {(r.suite, r.slice, r.label, r.metric, r.system): r for r in rows if "sd" not in r.more}
    found = [
        row
        for suite in sorted(SUITES.values(), key=lambda s: s.order)
        for key in suite.headlines
        for a, b in combinations(origin, 2)
        if origin[a] != origin[b]
        for row in _unpaired(scores.get((suite.name, *key, a)), scores.get((suite.name, *key, b)))
    ]
    for row, p in zip(found, holm([r.more["p"] for r in found]), strict=True):
        row.more["p_adjusted"] = p
    return found


def _unpaired(left: Row | None, right: Row | None) -> Iterator[Row]:
    if left is None or right is None or left.value is None or right.value is None:
        return
    difference, errors = left.value - right.value, (standard_error(left), standard_error(right))
    more: dict[str, object] = {"other": right.system, "p": None, "paired": False}
    low = high = None
    if errors[0] is not None and errors[1] is not None:
        error = math.hypot(errors[0], errors[1])
        reach = NormalDist().inv_cdf(1 - ALPHA / 2) * error
        low, high = difference - reach, difference + reach
        more["p"] = 2 * (1 - NormalDist().cdf(abs(difference) / error)) if error else float(difference == 0)
    name, where = f"difference:{left.metric}", (left.slice, left.label)
    yield Row(left.suite, left.system, name, difference, *where, low=low, high=high, more=more)
