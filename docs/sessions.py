"""Runs the commands of a page and compares what they print: ``python docs/sessions.py docs/quickstart.md [--update|--fill]``.

A ```console block is a session: lines with ``$`` are commands, the lines after them what they print. ``…`` in a
line stands for anything, a line of only ``…`` for any lines. ```console exit=1 expects that exit code. A ```pycon
block is a doctest. ```bash and ```sh blocks are commands without output. A block after a comment
``<!-- not run: reason -->`` is left alone. All blocks of a page run in one folder that holds the demo's files.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

FENCE = re.compile(
    r"(?P<skip><!-- not run: [^>]+ -->\s*\n)?^```(?P<kind>console|bash|sh|pycon)(?P<info>[^\n]*)\n(?P<body>.*?)^```",
    re.DOTALL | re.MULTILINE,
)


@dataclass
class Command:
    """One command, what the page says it prints (None: nothing is said) and where it stands."""

    text: str
    written: list[str]
    expected: list[str] = field(default_factory=list)


@dataclass
class Block:
    kind: str
    body: str
    line: int
    exit_code: int
    span: tuple[int, int]


def blocks(page: str) -> list[Block]:
    """The blocks of a page that are to be run."""
    found = []
    for m in FENCE.finditer(page):
        if m["skip"]:
            continue
        code = re.search(r"exit=(\d+)", m["info"])
        line = page.count("\n", 0, m.start("body")) + 1
        found.append(Block(m["kind"], m["body"], line, int(code[1]) if code else 0, m.span("body")))
    return found


def commands(block: Block) -> list[Command]:
    """Splits a block into commands; a backslash at the end of a line continues it."""
    found: list[Command] = []
    lines = iter(block.body.splitlines())
    for line in lines:
        if _starts(line, block.kind):
            written = [line]
            while written[-1].endswith("\\"):
                written.append(next(lines))
            text = " ".join(part.rstrip("\\").strip() for part in written).removeprefix("$ ")
            found.append(Command(text, written))
        elif found and block.kind == "console":
            found[-1].expected.append(line)
    return found


def _starts(line: str, kind: str) -> bool:
    return line.startswith("$ ") if kind == "console" else bool(line.strip()) and not line.startswith("#")


def run(text: str, folder: Path) -> tuple[int, list[str]]:
    """Exit code and printed lines (standard output and errors as they come)."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        ["bash", "-c", text],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the printed lines fit the page's.

    >>> matches(["a … c", "…", "z"], ["a b c", "1", "2", "z"])
    True
    """
    pattern = "".join(r"(?:[^\n]*\n)*?" if line.strip() == "…" else _line(line) + r"\n" for line in _trimmed(expected))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _trimmed(printed))) is not None


def _line(line: str) -> str:
    """Runs of blanks are equal, and rules of any length, so that a table may be narrower on the page."""
    words = [r"─+" if set(word) == {"─"} else _word(word) for word in line.split()]
    return r"[ \t]*" + r"[ \t]+".join(words) + r"[ \t]*"


def _word(word: str) -> str:
    return ".*?".join(re.escape(part) for part in word.split("…"))


def _trimmed(lines: list[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def check(path: Path, folder: Path) -> list[str]:
    """What is wrong on a page: one text per command that fails or prints something else."""
    found = blocks(path.read_text("utf-8"))
    return [problem for i, block in enumerate(found) for problem in _check_block(block, found[:i], path, folder)]


def _check_block(block: Block, earlier: list[Block], path: Path, folder: Path) -> list[str]:
    if block.kind == "pycon":
        return _run_doctest(block, [b for b in earlier if b.kind == "pycon"], path, folder)
    problems = []
    for i, command in enumerate(found := commands(block), start=1):
        right = block.exit_code if i == len(found) else 0
        code, printed = run(command.text, folder)
        place = f"{path.name}:{block.line}: $ {command.text}"
        said = [line for line in command.expected if line.strip()]
        if code != right:
            problems.append("\n".join([f"{place}\n  exit code {code}, the page says {right}", *printed]))
        elif said and not matches(said, printed):
            problems.append("\n".join([f"{place}\n  prints", *printed, "  but the page says", *said]))
    return problems


def _run_doctest(block: Block, earlier: list[Block], path: Path, folder: Path) -> list[str]:
    """In a process of its own, after what the page did before: what it registers must not stay."""
    task = {"earlier": [b.body for b in earlier], "body": block.body, "name": path.name, "line": block.line}
    done = subprocess.run(
        [sys.executable, __file__, "--doctest"],
        input=json.dumps(task),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return [done.stdout + done.stderr] if done.returncode else []


def doctest_block(task: dict[str, Any]) -> int:
    names: dict[str, Any] = {}
    parser = doctest.DocTestParser()
    for body in task["earlier"]:
        for example in parser.get_examples(body):
            exec(compile(example.source, task["name"], "single"), names)
    test = parser.get_doctest(task["body"], names, task["name"], task["name"], task["line"])
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.DocTestRunner(optionflags=flags).run(test).failed


def updated(path: Path, folder: Path, *, fill: bool = False) -> str:
    """The page with every output that is wrong put right; ``fill`` also writes out an output that is only ``…``."""
    page = path.read_text("utf-8")
    parts, at = [], 0
    for block in blocks(page):
        parts += [page[at : block.span[0]], _updated_block(block, folder, fill=fill)]
        at = block.span[1]
    return "".join([*parts, page[at:]])


def _updated_block(block: Block, folder: Path, *, fill: bool) -> str:
    if block.kind != "console":
        for command in commands(block) if block.kind != "pycon" else []:
            run(command.text, folder)
        return block.body
    lines = []
    for command in commands(block):
        _, printed = run(command.text, folder)
        said = [line for line in command.expected if line.strip()]
        keep = matches(said, printed) if said else True
        if fill and [line.strip() for line in said] == ["…"]:
            keep = False
        lines += [*command.written, *(command.expected if keep else abbreviated(command.expected, printed))]
    return "\n".join(lines) + "\n"


def abbreviated(said: list[str], printed: list[str]) -> list[str]:
    """What was printed, with … where the page has it: of the lines around it, those most like the page's own."""
    shown = [[line] if line.strip() in {"", "…"} else get_close_matches(line, printed, n=1) for line in said]
    lines = [line for found in shown for line in found]
    return lines if "…" in said and matches([line for line in lines if line.strip()], printed) else printed


def prepare(folder: Path, demo: Path) -> None:
    """Puts the demo's files into a folder, also under the short names that the pages use."""
    import shutil

    shutil.copytree(demo, folder, dirs_exist_ok=True)
    for part in ("train", "dev", "test"):
        shutil.copy(demo / "data" / f"{part}.conll", folder / f"{part}.conll")
    for system in ("memorizer", "crf", "context"):
        shutil.copy(demo / "predictions" / f"{system}.conll", folder / f"{system}.conll")
    shutil.copy(demo / "predictions" / "crf.conll", folder / "pred.conll")
    shutil.copy(demo / "data" / "names.jsonl", folder / "names.jsonl")
    for plugin in (Path(__file__).parent / "example-plugin" / "src" / "nerproof_example").glob("[a-z]*.py"):
        shutil.copy(plugin, folder / plugin.name)


def main() -> int:
    if "--doctest" in sys.argv:
        return 1 if doctest_block(json.load(sys.stdin)) else 0
    import tempfile

    from nerproof.demo.walk import walk

    problems = []
    with tempfile.TemporaryDirectory() as name:
        demo = Path(name) / "demo"
        walk(demo)
        for i, path in enumerate(Path(a) for a in sys.argv[1:] if not a.startswith("-")):
            folder = Path(name) / f"page{i}"
            prepare(folder, demo)
            if "--update" in sys.argv or "--fill" in sys.argv:
                path.write_text(updated(path, folder, fill="--fill" in sys.argv), "utf-8")
            else:
                problems += check(path, folder)
    print("\n\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
