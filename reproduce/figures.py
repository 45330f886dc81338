"""What the scripts of this folder share: figures beside ours, one line each, and an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WNUT = ["arcada", "drexel_cci", "flytxt", "mic-cis", "sjtu_adapt", "spinningbytes", "uh_ritual"]


def arguments(description: str, *more: tuple[str, str]) -> argparse.Namespace:
    """--data, --golden, and the corpora a user may bring."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of conll2002, wnut17, crossner"
    )
    parser.add_argument(
        "--golden", type=Path, default=ROOT.parent / "shared" / "golden", help="figures of the independent programs"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="also list what matched")
    for name, text in more:
        parser.add_argument(name, type=Path, help=text)
    return parser.parse_args()


def rounded(value: float, places: int) -> str:
    """Half-up, as the papers' tables are: 0.25 -> 0.3."""
    return str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


class Figures:
    """Collects comparisons; prints what differs and how many matched, by table."""

    def __init__(self, *, verbose: bool = False) -> None:
        self.verbose = verbose
        self.matched: Counter[str] = Counter()
        self.differing: list[str] = []
        self.known: list[str] = []

    def check(
        self, table: str, what: str, expected: Any, ours: Any, *, tolerance: float = 0.0, known: str = ""
    ) -> None:
        """Compares one figure; ``known`` says why a difference is expected."""
        same = expected == ours
        if not same and isinstance(expected, float) and isinstance(ours, int | float):
            same = abs(expected - ours) <= tolerance
        line = f"{table}: {what}: expected {expected}, ours {ours}"
        if same:
            self.matched[table] += 1
            if self.verbose:
                print("  =", line)
        elif known:
            self.known.append(f"{line} ({known})")
        else:
            self.differing.append(line)

    def end(self) -> int:
        for table, n in self.matched.items():
            print(f"{n:6} figures equal   {table}")
        for line in self.known:
            print("  known difference:", line)
        for line in self.differing:
            print("  DIFFERS:", line)
        print("all figures equal" if not self.differing else f"{len(self.differing)} figures differ")
        return 1 if self.differing or not self.matched else 0


def golden(folder: Path, name: str) -> dict[str, Any]:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def cases(data: Path, folder: Path) -> list[tuple[str, Path, Path, Path, dict[str, Any]]]:
    """The eleven system outputs: name, training file, gold, predictions, golden figures."""
    found = []
    if (data / "wnut17").is_dir():
        figures, place = golden(folder, "wnut17"), data / "wnut17"
        for s in WNUT:
            files = place / "wnut17train.conll", place / "emerging.test.annotated", place / "submissions" / f"{s}.conll"
            found.append((f"wnut17 {s}", *files, figures["systems"][s]))
    if (data / "conll2002").is_dir():
        figures, place = golden(folder, "conll2002"), data / "conll2002"
        for lang in ("esp", "ned"):
            for s in ("memorizer", "forgetful"):
                files = place / f"{lang}.train", place / f"{lang}.testb", place / "predictions" / f"{lang}.testb.{s}"
                found.append((f"conll2002 {lang} {s}", *files, figures[lang]["systems"][s]))
    if not found:
        sys.exit(f"{data} has neither wnut17 nor conll2002. Name the folder of the corpora with --data.")
    return found
