"""The HTML report: size and CPU time, against what issue and readers bear (6 MB; 25 MB for twenty systems)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "wnut17"
MEGABYTE = 1_000_000


def lines() -> list[dict[str, Any]]:
    """Ratios are budget / value: above 1 is inside the budget."""
    from nerproof.report.html import to_html

    result = _result()
    to_html(result)  # the first page of a version packs the chart library
    start = time.process_time()
    page = to_html(result)
    spent = time.process_time() - start
    large = len(to_html(_copied(result, 20)).encode()) / MEGABYTE
    return [
        _line("HTML report, seven systems on WNUT17: size", len(page.encode()) / MEGABYTE, "MB", 6.0),
        _line("HTML report, seven systems on WNUT17: making it", spent, "CPU s", 2.0),
        _line("HTML report, twenty systems, same test set: size", large, "MB", 25.0),
    ]


def _line(name: str, value: float, unit: str, budget: float) -> dict[str, Any]:
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "peer": f"budget {budget:g} {unit}",
        "ratio": budget / value,
        "bar": 1.0,
    }


def _result() -> Any:
    """The real seven submissions where they are, else the demo corpus scored against itself with gaps."""
    from nerproof.evaluate import evaluate

    if SHARED.is_dir():
        preds = {path.stem: path for path in sorted((SHARED / "submissions").iterdir())}
        gold, train = SHARED / "emerging.test.annotated", SHARED / "wnut17train.conll"
        return evaluate(gold, preds, train=train, align="position", examples=5000)
    from nerproof.corpus import Corpus

    words = [[f"w{(i * 7 + j) % 997}" for j in range(18)] for i in range(1300)]
    gold = Corpus.from_sentences(words, [[(1, 3, "PER"), (7, 8, "ORG")]] * len(words))
    preds = {
        f"s{k}": Corpus.from_sentences(words, [[(1, 3, "PER")] if i % (k + 2) else [] for i in range(len(words))])
        for k in range(7)
    }
    return evaluate(gold, preds, train=gold, examples=5000)


def _copied(result: Any, n: int) -> Any:
    """The same result with n systems."""
    from nerproof.base.results import Result

    data = result.to_dict()
    names = {f"system {i:02d}": result.systems[i % len(result.systems)] for i in range(n)}
    rows = [
        row | {"system": new}
        for new, old in names.items()
        for row in data["rows"]
        if row["system"] == old and "other" not in row
    ]
    for item in data["sentences"]["items"]:
        for key in ("pred", "fate", "token_errors"):
            item[key] = {new: item[key][old] for new, old in names.items() if old in item[key]}
    return Result.from_dict(data | {"rows": rows, "extras": {}})
