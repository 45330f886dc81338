"""Makes the pictures of the docs: ``python docs/picture.py [report] [audit] [estimate]`` writes docs/images/*.png.

All are of the demo, which is run first (``--demo FOLDER`` takes one that was run). The browser is the one that
``nerproof report --pdf`` uses.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from nerproof import read
from nerproof.report.pdf import browser

IMAGES = Path(__file__).parent / "images"
SYSTEMS = ("crf", "context")


def picture(page: Path, name: str, size: str) -> None:
    """The first screen of a page."""
    with tempfile.TemporaryDirectory() as profile:
        flags = ["--headless=new", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}"]
        own = [f"--user-data-dir={profile}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        shot = ["--virtual-time-budget=20000", f"--screenshot={IMAGES / name}", page.resolve().as_uri()]
        subprocess.run([browser(), *flags, *own, *shot], check=True, capture_output=True, timeout=180)


def nerproof(*arguments: object, folder: Path | None = None) -> None:
    subprocess.run([sys.executable, "-m", "nerproof", *map(str, arguments), "-q"], check=True, cwd=folder)


def report(demo: Path, folder: Path) -> None:
    del folder
    picture(demo / "report.html", "report.png", "1440,980")


def audit(demo: Path, folder: Path) -> None:
    """The audit of docs/audit.md: every twentieth ORG of the test set is made a LOC."""
    parts = re.split(r"(B-ORG$)", (demo / "data/test.conll").read_text(), flags=re.MULTILINE)
    wrong = ["B-LOC" if i % 2 and (i + 1) // 2 % 20 == 0 else part for i, part in enumerate(parts)]
    (folder / "gold.conll").write_text("".join(wrong))
    preds = [f"{name}={demo}/predictions/{name}.conll" for name in (*SYSTEMS, "memorizer")]
    given = [x for pred in preds for x in ("--pred", pred)]
    nerproof("audit", "--gold", "gold.conll", *given, "--out", "audit", folder=folder)
    picture(folder / "audit/audit.html", "audit.png", "1000,1150")


def estimate(demo: Path, folder: Path) -> None:
    """A stream of eight months: parts of the test set, the last two typed in lower case."""
    texts = {"dev": (demo / "data/dev.conll").read_text(), "new": _stream((demo / "data/test.conll").read_text())}
    given = ["--gold", demo / "data/dev.conll", "--by", "month", "--html", folder / "estimate.html"]
    for text, option in (("dev", "--pred"), ("new", "--new")):
        (folder / text).write_text(texts[text])
        for name in SYSTEMS:
            out = folder / f"{text}.{name}"
            nerproof("predict", demo / "models" / name, "--input", folder / text, "--out", out)
            given += [option, f"{name}={_with_months(out) if text == 'new' else out}"]
    nerproof("estimate", *given)
    picture(folder / "estimate.html", "estimate.png", "1000,900")


def _stream(text: str) -> str:
    """The text with the words of its last quarter in lower case."""
    parts = text.split("\n\n")
    rows = ("\n\n".join(parts[len(parts) * 3 // 4 :])).split("\n")
    words = (row.partition("\t") for row in rows)
    small = "\n".join(f"{w if w == '-DOCSTART-' else w.lower()}{tab}{tags}" for w, tab, tags in words)
    return "\n\n".join([*parts[: len(parts) * 3 // 4], small])


def _with_months(path: Path) -> Path:
    """The sentences of a file as records, each eighth of them with its month."""
    corpus, target = read(path), path.with_name(f"{path.name}.jsonl")
    with target.open("w") as out:
        for i, mentions in enumerate(corpus.mentions_by_sentence()):
            month = f"2026-{1 + i * 8 // corpus.n_sentences:02}"
            print(json.dumps({"tokens": corpus.sentence(i), "mentions": mentions, "month": month}), file=out)
    return target


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        demo = Path(name) / "demo"
        if "--demo" in arguments:
            at = arguments.index("--demo")
            demo, arguments = Path(arguments[at + 1]), arguments[:at] + arguments[at + 2 :]
        else:
            nerproof("demo", "--out", demo)
        for made in (report, audit, estimate):
            if not arguments or made.__name__ in arguments:
                made(demo, Path(name))


if __name__ == "__main__":
    main(sys.argv[1:])
