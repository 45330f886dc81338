"""CPU time and peak memory of a command as a process of its own: interpreter, imports and all."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(tempfile.gettempdir()) / "nerproof-bench"  # corpora and compiled modules, kept between runs
RUN = Path(__file__).with_name("rusage.py")


@dataclass(frozen=True)
class Cost:
    """CPU seconds (user and system, children included), wall seconds, peak resident MB of the largest process."""

    cpu: float
    wall: float
    peak: float
    output: str = ""


def cost(*command: str, times: int = 1, **environment: str) -> Cost:
    """The cheapest of ``times`` runs; the others saw more of what else the machine does.

    NERPROOF_BENCH=quick: at most two, because the first one compiles our modules.
    """
    times = min(times, 2) if os.environ.get("NERPROOF_BENCH") == "quick" else times
    return min((_once(command, environment) for _ in range(times)), key=lambda c: c.cpu)


def python(*arguments: str, times: int = 1, **environment: str) -> Cost:
    return cost(sys.executable, *arguments, times=times, **environment)


def nerproof(*arguments: str, times: int = 1, **environment: str) -> Cost:
    return python("-m", "nerproof", *arguments, times=times, **environment)


def _once(command: tuple[str, ...], extra: dict[str, str]) -> Cost:
    # Installed packages have their compiled modules beside them; ours get the same chance.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    own = os.pathsep.join((str(ROOT / "src"), str(ROOT)))  # this checkout, whatever is installed
    environment |= {"PYTHONPYCACHEPREFIX": str(CACHE / "pycache"), "PYTHONPATH": own, **extra}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(RUN), *command],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        cwd=ROOT,
    )
    wall = time.perf_counter() - started
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    *output, last = done.stdout.rstrip("\n").split("\n")
    cpu, peak = (float(x) for x in last.split())
    return Cost(cpu, wall, peak, "\n".join(output))
