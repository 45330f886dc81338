"""Runs every bench/bench_*.py, prints one table, stores it: ``python -m bench.run [--out FILE] [NAME…]``.

``python -m bench.run --readme`` writes the few lines that README.md shows, from bench/results.json.

Without --out the file is bench/results.json, whose other lines stay. A file of lines has a function ``lines() -> list[dict]``; see bench/README.md.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
COLUMNS = ("name", "value", "unit", "peer", "ratio", "bar")


README = HERE.parent / "README.md"
SHOWN = re.compile(r"P/R/F1 of 5M tokens|Four suites and --html, 5M tokens|Four suites, 20M|Two systems")


def main(arguments: list[str]) -> int:
    if arguments == ["--readme"]:
        return write_readme()
    path, names = HERE / "results.json", arguments
    if arguments[:1] == ["--out"]:
        path, names = Path(arguments[1]), arguments[2:]
    known = sorted(p.stem.removeprefix("bench_") for p in HERE.glob("bench_*.py"))
    stored = json.loads(path.read_text()) if path.exists() else {}
    for name in names or known:
        started = time.perf_counter()
        stored[name] = [
            {k: line.get(k) for k in COLUMNS} for line in importlib.import_module(f"bench.bench_{name}").lines()
        ]
        print(table(stored[name]), f"\n({name}: {time.perf_counter() - started:.0f} s)\n", flush=True)
    stored = {k: v for k, v in sorted(stored.items()) if k in known}
    path.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n")
    missed = [line["name"] for found in stored.values() for line in found if not holds(line)]
    print("All bars hold." if not missed else f"Below its bar: {', '.join(missed)}.")
    return 0


def write_readme() -> int:
    """The table of the README: 5M tokens against seqeval with memory, 20M tokens, and what a report adds."""
    lines = json.loads((HERE / "results.json").read_text())["scale"]
    lines = [line for line in lines if line["peer"] not in {"wc -l", "bare Python read"}]
    wanted = [i for i, line in enumerate(lines) if SHOWN.search(line["name"])]
    follows = [i + 1 for i in wanted if i + 1 < len(lines) and lines[i + 1]["name"].startswith("… ")]
    shown = [line for i, line in enumerate(lines) if i in {*wanted, *follows} and "resamples" not in line["name"]]
    text = README.read_text("utf-8")
    head, rest = text.split(BEGIN)[0], text.split(END)[1]
    README.write_text(f"{head}{BEGIN}\n{table(shown, bars=False)}\n{END}{rest}", encoding="utf-8")
    return 0


BEGIN, END = "<!-- python -m bench.run --readme -->", "<!-- end -->"


def holds(line: dict) -> bool:
    """A bar is a ratio to reach, or ``<= x`` for the value itself."""
    bar = line.get("bar")
    if bar is None:
        return True
    if isinstance(bar, str) and bar.startswith("<="):
        return line["value"] <= float(bar[2:])
    if isinstance(bar, str) and bar.startswith(">="):
        return line["value"] >= float(bar[2:])
    return line["ratio"] is not None and line["ratio"] >= float(bar)


def table(lines: list[dict], *, bars: bool = True) -> str:
    """Markdown; the bars are ours to reach, so the README leaves them out."""
    rows = [["what", "ours", "against", "times less", "bar"]]
    for line in lines:
        ratio = "" if line["ratio"] is None else f"{line['ratio']:.1f}"
        mark = "" if line["bar"] is None else f"{line['bar']}{'' if holds(line) else ' (missed)'}"
        rows.append([line["name"], f"{line['value']:.3g} {line['unit']}", line["peer"] or "", ratio, mark])
    rows.insert(1, ["---"] * 5)
    return "\n".join("| " + " | ".join(r if bars else r[:-1]) + " |" for r in rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
