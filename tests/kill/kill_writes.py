"""kill -9 while verbs write: ``python tests/kill/kill_writes.py --times 200``.

Each verb runs in a forked process that kills itself at a random moment after its first output was begun. What stands at
the place of the output must then be complete (the bytes of an undisturbed run), or be what stood there before, or nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from pathlib import Path

from nerproof.base import atomic
from nerproof.cli import app

SENTENCES = [
    "Ann B-PER\nlives O\nin O\nRome B-LOC\n. O\n\n",
    "the O\nquiet O\nhouse O\nsleeps O\nin O\nKyiv B-LOC\n\n",
    "Bo B-PER\nsaw O\na O\nslow O\ntrain O\n\n",
]
NAMES = [("GPE", "Q515", "city", f"Q{i}", n) for i, n in enumerate(["Bari", "Perm", "Oslo", "Sofia", "Tirana"])]
NAMES += [("PERSON", "", "composed person name", "", n) for n in ("Max Stone", "Zoe Rank")]
VERBS: dict[str, tuple[list[str], list[str]]] = {  # arguments, outputs
    "convert": (["convert", "gold.conll", "out.jsonl"], ["out.jsonl"]),
    "convert-folder": (["convert", "gold.conll", "out", "--to", "brat"], ["out"]),
    "convert-parquet": (["convert", "gold.conll", "out.parquet"], ["out.parquet"]),
    "evaluate": (
        ["evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--train", "gold.conll", "--resamples", "10", "--json", "o.json", "--csv", "o.csv", "--markdown", "o.md", "--errors", "o.jsonl", "-q"],
        ["o.json", "o.csv", "o.md", "o.jsonl"],
    ),
    "split": (["split", "gold.conll", "--method", "random", "--out", "out", "-q"], ["out"]),
    "attack": (["attack", "--gold", "gold.conll", "--train", "pred.conll", "--gazetteer", "names.jsonl", "--out", "out", "-q"], ["out"]),
    "augment": (["augment", "gold.conll", "--method", "random-masking", "--out", "o.conll", "--log", "o.jsonl", "-q"], ["o.conll", "o.jsonl"]),
    "train": (["train", "memorizer", "--train", "gold.conll", "--out", "out", "-q"], ["out"]),
    "predict": (["predict", "model", "--input", "gold.conll", "--out", "o.conll", "-q"], ["o.conll", "o.conll.nerproof.json"]),
    "agree": (["agree", "a=gold.conll", "b=pred.conll", "--resamples", "0", "--disagreements", "o.jsonl", "--json", "o.json", "-q"], ["o.jsonl", "o.json"]),
    "audit": (["audit", "--gold", "gold.conll", "--pred", "a=pred.conll", "--pred", "b=gold.conll", "--out", "out"], ["out"]),
    "estimate": (["estimate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--pred", "b=gold.conll", "--new", "a=pred.conll", "--new", "b=gold.conll", "--json", "o.json"], ["o.json"]),
    "stats": (["stats", "--train", "gold.conll", "--json", "o.json", "--csv", "o.csv", "-q"], ["o.json", "o.csv"]),
    "report": (["report", "result.json", "--csv", "o.csv", "--markdown", "o.md", "--latex", "o.tex", "-q"], ["o.csv", "o.md", "o.tex"]),
}  # fmt: skip


def prepare(folder: Path) -> None:
    """The inputs of all verbs."""
    gold = "".join(SENTENCES[i % 3] for i in range(120))
    (folder / "gold.conll").write_text(gold)
    (folder / "pred.conll").write_text(gold.replace("Kyiv B-LOC", "Kyiv O"))
    keys = ("type", "class_qid", "class_label", "entity_qid", "name")
    rows = [json.dumps(dict(zip(keys, row, strict=True))) for row in NAMES]
    (folder / "names.jsonl").write_text("\n".join(rows))
    for arguments in (
        "train memorizer --train gold.conll --out model -q",
        "evaluate --gold gold.conll --pred a=pred.conll --resamples 0 --json result.json -q",
    ):
        assert call(arguments.split(), folder) == 0


def call(arguments: list[str], folder: Path, *, kill_after: float | None = None) -> int:
    """Runs a verb in a forked process; the code it ended with, or minus the signal."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 1
    try:
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if kill_after is not None:
            kill_in_write_window(kill_after)
        code = app.main(arguments, standalone_mode=False) or 0
    finally:
        os._exit(code if isinstance(code, int) else 1)


def kill_in_write_window(after: float) -> None:
    """Arms a clock when the first output is begun."""
    begin, armed = atomic._beside, threading.Event()

    def begin_and_arm(target: Path) -> Path:
        if not armed.is_set():
            armed.set()
            threading.Thread(
                target=lambda: (time.sleep(after), os.kill(os.getpid(), signal.SIGKILL)), daemon=True
            ).start()
        return begin(target)

    atomic._beside = begin_and_arm


def contents(folder: Path, outputs: list[str]) -> dict[str, object]:
    """What stands at the outputs' places: the bytes of a file, those of all files of a folder, or None."""
    return {name: _of(folder / name) for name in outputs}


def _of(place: Path) -> object:
    if place.is_dir():
        return {p.relative_to(place).as_posix(): p.read_bytes() for p in sorted(place.rglob("*")) if p.is_file()}
    return place.read_bytes() if place.exists() else None


def clear(folder: Path, outputs: list[str]) -> None:
    for name in outputs:
        place = folder / name
        shutil.rmtree(place, ignore_errors=True) if place.is_dir() else place.unlink(missing_ok=True)


def trials(times: int, seed: int = 0, verbs: list[str] | None = None) -> tuple[Counter[str], list[str]]:
    """Kills every verb in turn; what was found afterwards, and what must not be."""
    rng, counts, failures = random.Random(seed), Counter[str](), []
    chosen = verbs or list(VERBS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        prepare(folder)
        whole, window = {}, {}
        for name in chosen:
            arguments, outputs = VERBS[name]
            assert call(arguments, folder) == 0, name
            whole[name] = contents(folder, outputs)
            assert all(value is not None for value in whole[name].values()), name
            window[name] = _window(arguments, folder, outputs)
        for i in range(times):
            name = chosen[i % len(chosen)]
            arguments, outputs = VERBS[name]
            clear(folder, outputs)
            if i // len(chosen) % 2:
                for output in outputs:
                    if output.rpartition(".")[2] != output:
                        (folder / output).write_bytes(b"old")
            before = contents(folder, outputs)
            ended = call(arguments, folder, kill_after=rng.uniform(0, window[name]))
            counts["killed" if ended == -signal.SIGKILL else "ended"] += 1
            for output, found in contents(folder, outputs).items():
                fate = (
                    "complete" if found == whole[name][output] else "as before" if found == before[output] else "broken"
                )
                counts[fate] += 1
                if fate == "broken":
                    failures.append(f"trial {i}: {name}: {output} is neither complete nor as before")
    return counts, failures


def _window(arguments: list[str], folder: Path, outputs: list[str]) -> float:
    """How long a verb takes from its first output to its end."""
    clear(folder, outputs)
    for seconds in (0.01, 0.03, 0.1, 0.3, 1.0):
        if call(arguments, folder, kill_after=seconds) == 0:
            clear(folder, outputs)
            return seconds
        clear(folder, outputs)
    return 2.0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=200)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--verb", choices=list(VERBS), action="append", help="only this one; repeat for several")
    given = options.parse_args()
    warnings.simplefilter("ignore")
    counts, failures = trials(given.times, given.seed, given.verb)
    for failure in failures:
        print(failure)
    print(f"{given.times} trials of {len(given.verb or VERBS)} verbs: {dict(counts)}")
    return 1 if failures or not counts["killed"] else 0


if __name__ == "__main__":
    sys.exit(main())
