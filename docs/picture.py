"""Makes the picture of the report's first screen: ``python docs/picture.py [REPORT.html]`` writes docs/images/report.png.

Without a report, the demo is run. The browser is the one that ``nerproof report --pdf`` uses.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from nerproof.report.pdf import browser

TARGET = Path(__file__).parent / "images" / "report.png"
SIZE = "1440,980"


def picture(report: Path, target: Path = TARGET) -> None:
    """The first screen of a report, as a person with a laptop sees it."""
    with tempfile.TemporaryDirectory() as profile:
        flags = ["--headless=new", "--disable-gpu", "--hide-scrollbars", f"--window-size={SIZE}"]
        own = [f"--user-data-dir={profile}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        wait = "--virtual-time-budget=20000"
        subprocess.run(
            [browser(), *flags, *own, wait, f"--screenshot={target}", report.resolve().as_uri()],
            check=True,
            capture_output=True,
            timeout=180,
        )


def main(arguments: list[str]) -> None:
    if arguments:
        picture(Path(arguments[0]))
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "nerproof", "demo", "--out", folder, "-q"], check=True)
        picture(Path(folder) / "report.html")


if __name__ == "__main__":
    main(sys.argv[1:])
