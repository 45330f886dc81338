"""A report as PDF, printed by the browser that is there: Chromium, Chrome, Edge or Brave."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from nerproof.base.errors import UsageError

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "brave-browser")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--no-pdf-header-footer",
    "--virtual-time-budget=60000",  # of the page's own clock: the charts are drawn before it runs out
)
PATIENCE = 180  # seconds


def browser() -> str:
    """The first browser found; an error that says what to do where there is none."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    found = found or next((path for path in ELSEWHERE if Path(path).is_file()), None)
    if found is None:
        raise UsageError(
            "no browser that can print was found (Chromium, Chrome, Edge or Brave). Install one, or open the report "
            "written with --html and print it there"
        )
    return found


def to_pdf(page: str) -> bytes:
    """The page with everything unfolded and all charts drawn, as PDF."""
    program = browser()
    with tempfile.TemporaryDirectory(prefix="nerproof-pdf-") as folder:
        source, target = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_bytes(page.encode("utf-8", "replace"))
        own = [f"--user-data-dir={folder}/profile", *(["--no-sandbox"] if _is_root() else [])]
        command = [program, *FLAGS, *own, f"--print-to-pdf={target}", f"{source.as_uri()}#answer?print=1"]
        said = _run(command)
        if not target.is_file():
            raise UsageError(f"{program} did not print the report ({said}). Print the --html report yourself")
        return target.read_bytes()


def _run(command: list[str]) -> str:
    """Runs the browser; what it said last."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return " ".join(done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:])


def _is_root() -> bool:
    """Chromium refuses its sandbox to root, as in containers; the page runs no script but its own."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
