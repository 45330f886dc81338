"""What the scripts of this folder share: figures beside ours, one line each, and an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WNUT = ["arcada", "drexel_cci", "flytxt", "mic-cis", "sjtu_adapt", "spinningbytes", "uh_ritual"]


# Corpora by name: what a user gives a folder (or file) for, and what must be in it.
CORPORA = {
    "wnut17": "WNUT 2017: wnut17train.conll, emerging.test.annotated, submissions/",
    "conll2002": "CoNLL-2002: esp.train, esp.testb, ned.train, ned.testb, predictions/",
    "crossner": "CrossNER: a folder per domain with train.txt and test.txt",
    "conll2003": "CoNLL-2003 English: eng.train, eng.testa, eng.testb",
    "reconll": "the revised test set of CoNLL-2003 (ReCoNLL), one file",
    "ontonotes": "OntoNotes 5 English: train.*, dev.*, test.* (one file each)",
}


SAID: set[str] = set()  # what was skipped, each said once
TRIED: Counter[str] = Counter()  # corpora of ``skipping``: how many were computed, how many skipped


def arguments(description: str, *more: tuple[str, str]) -> argparse.Namespace:
    """--data, --golden, and the corpora that a user brings."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of all corpora")
    for name, text in CORPORA.items():
        parser.add_argument(f"--{name}", type=Path, help=f"{text} (default: DATA/{name})")
    parser.add_argument("--golden", type=Path, default=HERE / "golden", help="figures of the independent programs")
    parser.add_argument("-v", "--verbose", action="store_true", help="also list what matched")
    for name, text in more:
        parser.add_argument(name, type=Path, help=text)
    given = parser.parse_args()
    for name in CORPORA:
        setattr(given, name, getattr(given, name) or given.data / name)
    return given


def has(given: argparse.Namespace, name: str, *files: str) -> bool:
    """Whether a corpus is there with the files that are needed; says what is skipped if not."""
    place = getattr(given, name)
    missing = [p for p in (place, *(place / f for f in files)) if not p.exists()]
    line = f"skipped {CORPORA[name]}: no {missing[0]}. Give your copy with --{name}" if missing else ""
    if line and line not in SAID:
        print(line)
        SAID.add(line)
    return not missing


def three_parts(given: argparse.Namespace, name: str) -> list[Path]:
    """train.*, dev.* and test.* of a folder; none if one is missing."""
    if not has(given, name):
        return []
    found = [next(iter(sorted(getattr(given, name).glob(f"{part}.*"))), None) for part in ("train", "dev", "test")]
    if None in found:
        print(f"skipped {CORPORA[name]}: {getattr(given, name)} lacks one of them")
    return [] if None in found else [p for p in found if p is not None]


UNREADABLE = (OSError, UnicodeError, json.JSONDecodeError)  # beside nerproof's own errors


def begin(main: Callable[[], int | None]) -> None:
    """Runs a script; a file that cannot be read is one line and exit code 2, and so is no corpus at all."""
    from nerproof.base.errors import NerproofError

    try:
        code = main()
        if TRIED["skipped"] and not TRIED["computed"]:
            print("nothing was computed: no corpus is there. Name the folder of all with --data")
            code = 2
        sys.exit(code)
    except (NerproofError, *UNREADABLE) as error:
        print(f"{Path(sys.argv[0]).parent.name}: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(2)


@contextmanager
def skipping(name: str) -> Iterator[None]:
    """A corpus that cannot be read is skipped by name, and the script goes on."""
    from nerproof.base.errors import NerproofError

    try:
        yield
        TRIED["computed"] += 1
    except (NerproofError, *UNREADABLE) as error:
        TRIED["skipped"] += 1
        print(f"skipped {name}: {' '.join(str(error).split())}")


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
        if not self.matched and not self.differing:
            print("nothing was compared: no corpus is there. Name one, or the folder of all with --data")
            return 2
        print("all figures equal" if not self.differing else f"{len(self.differing)} figures differ")
        return 1 if self.differing else 0


class Case(NamedTuple):
    """One system output with its files and its golden figures."""

    name: str
    train: Path
    gold: Path
    pred: Path
    figures: dict[str, Any]


def golden(folder: Path, name: str) -> dict[str, Any]:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def cases(given: argparse.Namespace) -> list[Case]:
    """The eleven system outputs, as far as they are there: name, training file, gold, predictions, golden figures."""
    return [*_wnut17(given), *_conll2002(given)]


def _wnut17(given: argparse.Namespace) -> list[Case]:
    train, gold = "wnut17train.conll", "emerging.test.annotated"
    outputs = {name: f"submissions/{name}.conll" for name in WNUT}
    if not has(given, "wnut17", train, gold, *outputs.values()):
        return []
    figures, place = golden(given.golden, "wnut17")["systems"], given.wnut17
    return [Case(f"wnut17 {s}", place / train, place / gold, place / file, figures[s]) for s, file in outputs.items()]


def _conll2002(given: argparse.Namespace) -> list[Case]:
    found, place = [], given.conll2002
    for lang in ("esp", "ned"):
        outputs = {s: f"predictions/{lang}.testb.{s}" for s in ("memorizer", "forgetful")}
        if has(given, "conll2002", f"{lang}.train", f"{lang}.testb", *outputs.values()):
            figures, files = golden(given.golden, "conll2002")[lang]["systems"], (f"{lang}.train", f"{lang}.testb")
            train, gold = (place / f for f in files)
            found += [Case(f"conll2002 {lang} {s}", train, gold, place / f, figures[s]) for s, f in outputs.items()]
    return found
