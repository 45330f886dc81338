"""Broken result files for every verb that reads them: ``python tests/fuzz/fuzz_results.py --inputs 5000``.

Values of real results are removed, replaced and swapped. Each file must be shown, or refused with one line.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import shutil
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "kill"))

from kill_writes import prepare

from nerproof.base.errors import NerproofError
from nerproof.base.results import Result
from nerproof.cli import app

ODD: list[Any] = [None, True, -1, 0, 3.5, 1e300, "", "x", "ALL", [], ["x"], {}, {"x": 1}, [[1]], "é\u202e<b>"]
VERBS = (
    ["report", "{broken}", "--html", "o.html", "--csv", "o.csv", "--markdown", "o.md", "--latex", "o.tex", "--latex-all", "a.tex"],
    ["report", "{broken}", "good.json", "--html", "o.html", "--csv", "o.csv", "--markdown", "o.md"],
    ["compare", "{broken}", "good.json"],
    ["gate", "{broken}", "good.json", "--min", "f1=10", "--max-drop", "2"],
    ["gate", "good.json", "{broken}", "--zero-leak", "PER"],
    ["board", "board", "--out", "site"],
)  # fmt: skip


def seeds(folder: Path) -> list[Any]:
    """Results of several kinds, as the verbs write them."""
    prepare(folder)
    commands = {
        "good": "evaluate --gold gold.conll --pred a=pred.conll --pred b=gold.conll --train pred.conll --resamples 20",
        "one": "evaluate --gold gold.conll --pred a=pred.conll --train pred.conll --resamples 20",
        "estimate": "estimate --gold gold.conll --pred a=pred.conll --pred b=gold.conll --new a=pred.conll --new b=gold.conll",
    }
    for name, command in commands.items():
        run(f"{command} --json {name}.json".split())
    return [json.loads((folder / f"{name}.json").read_text("utf-8")) for name in commands]


def run(arguments: list[str]) -> Any:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return app.main(arguments, standalone_mode=False)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every value."""
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def broken(data: Any, rng: random.Random) -> Any:
    """A copy with one to three values removed, replaced by odd ones, or by others; with findings or without."""
    data = copy.deepcopy(data)
    if rng.random() < 0.5:
        del data["findings"]  # then they are made of the rows
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        known = [data[name] for name in KINDS if isinstance(data.get(name), KINDS[name]) and data[name]]
        part = rng.choice([*known, data.get("rows"), data.get("rows"), data])
        found = list(places(_one_of(part, rng) if isinstance(part, list) else part)) if part else []
        if found:
            holder, key = rng.choice(found)
            if rng.random() < 0.4:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(rng.choice(ODD))
    return data


def _one_of(rows: list[Any], rng: random.Random) -> Any:
    """Any row, those of rare metrics as often as those of common ones."""
    kinds: dict[str, list[Any]] = {}
    for row in rows:
        kinds.setdefault(str(row.get("metric")) if isinstance(row, dict) else "", []).append(row)
    return [rng.choice(kinds[rng.choice(sorted(kinds))])]


KINDS = {"rows": list, "findings": list, "extras": dict, "signature": dict}


def attempt(verb: list[str], path: Path) -> str | None:
    """What went wrong; None where the file was shown or refused with one line."""
    try:
        run([part.format(broken=path) for part in verb])
    except NerproofError as error:
        return f"more than one line: {error}" if "\n" in str(error) else None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(error)[-3:])
    return None


def fuzz(n: int, seed: int = 0) -> tuple[int, list[str]]:
    """How many of ``n`` broken files were refused, and what failed."""
    rng, failures, refused, here = random.Random(seed), [], 0, Path.cwd()
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        try:
            known = seeds(Path(temporary))
            place = Path("board") / "broken.json"
            place.parent.mkdir()
            for i in range(n):
                place.write_text(json.dumps(broken(rng.choice(known), rng)), "utf-8")
                try:
                    Result.load(place)
                except NerproofError:
                    refused += 1
                verb = VERBS[i % len(VERBS)]
                shutil.rmtree("site", ignore_errors=True)
                wrong = attempt(verb, place)
                if wrong:
                    failures.append(f"input {i}: {verb[0]}: {wrong}")
        finally:
            os.chdir(here)
    return refused, failures


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--inputs", type=int, default=5000)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    warnings.simplefilter("ignore")
    refused, failures = fuzz(given.inputs, given.seed)
    for failure in failures[:50]:
        print(failure)
    print(f"{given.inputs} inputs: {refused} refused, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
