"""nerproof doctor: installed versions, missing extras, and the command that installs them."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import util
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from pathlib import Path

import click

from nerproof.base.cachefolder import cache_folder

NAME = re.compile(r"[A-Za-z0-9._-]+")
EXTRA = re.compile(r"""extra == ["']([^"']+)["']""")


@click.command()
def command() -> None:
    """Shows versions, extras, plug-ins and caches; for a missing extra, the command that installs it.

    \b
    Examples:
      nerproof doctor
    """
    for line in report():
        click.echo(line)


def report() -> Iterator[str]:
    """The lines that the command prints."""
    machine = f"{platform.system()} {platform.machine()}"
    yield f"nerproof {version('nerproof')}, Python {platform.python_version()}, {machine}"
    yield f"{'scanner in C':<14}{'yes' if _has_scanner() else 'no: reading is slow. Reinstall with a C compiler'}"
    for extra, packages in sorted(_extras().items()):
        missing = [name for name in packages if _version(name) is None]
        yield f"{extra or 'core':<14}{_state(extra, packages, missing)}"
    names = sorted(item.name for item in entry_points(group="nerproof.plugins"))
    yield f"{'plug-ins':<14}{', '.join(names) or 'none'}"
    folder = cache_folder()
    yield f"{'cache':<14}{folder} ({_size(folder) / 1e6:.1f} MB)"


def _state(extra: str, packages: list[str], missing: list[str]) -> str:
    if missing:
        return f"missing {', '.join(missing)}. Install: pip install 'nerproof[{extra}]'"
    return ", ".join(f"{name} {_version(name)}" for name in packages)


def _extras() -> dict[str, list[str]]:
    """The packages of each extra; those of the core under the empty name. Extras made of extras are left out."""
    found: dict[str, list[str]] = {}
    for line in requires("nerproof") or []:
        name, extra = NAME.match(line), EXTRA.search(line)
        if name and name[0] != "nerproof":
            found.setdefault(extra[1] if extra else "", []).append(name[0])
    return found


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _has_scanner() -> bool:
    return util.find_spec("nerproof._scan") is not None


def _size(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
