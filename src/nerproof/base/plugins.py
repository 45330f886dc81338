"""Plug-ins from outside: modules that installed packages name as entry points, and files given with --plugin.

A plug-in is a Python module that registers something on import: a column, metric, format, suite, finding, attack,
split, model or gazetteer. Files are kept in an environment variable, so that worker processes load them, too.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from functools import cache
from pathlib import Path

from nerproof.base.errors import InputError, NerproofError, UsageError

GROUP = "nerproof.plugins"
VARIABLE = "NERPROOF_PLUGINS"


def use(path: Path) -> None:
    """Loads a file now, and in every process that this one starts."""
    found = path.resolve()
    _load_file(found)
    known = _files()
    if str(found) not in known:
        os.environ[VARIABLE] = os.pathsep.join([*known, str(found)])


def load() -> None:
    """Imports all plug-ins; each is imported once."""
    _load_installed()
    for name in _files():
        _load_file(Path(name))


@cache
def _load_installed() -> None:
    if not any(map(_names_plugins, sys.path)):
        return
    from importlib.metadata import entry_points  # slow to load, and looks through every installed package

    for item in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        try:
            item.load()
        except Exception as error:
            why = f"the plug-in {item.name!r} ({item.value}) cannot be loaded: {type(error).__name__}: {error}"
            raise UsageError(f"{why}. Fix it or uninstall its package.") from None


def _names_plugins(folder: str) -> bool:
    """Whether any package installed in a folder may have plug-ins."""
    try:
        found = Path(folder).glob("*-info/entry_points.txt")
        return any(GROUP.encode() in path.read_bytes() for path in found)
    except OSError:  # importlib.metadata may know better
        return True


def _files() -> list[str]:
    return [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def _load_file(path: Path) -> None:
    name = f"nerproof_plugin_{path.stem}"
    if name in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(name, path) if path.suffix == ".py" and path.is_file() else None
    if spec is None or spec.loader is None:
        raise InputError.at(path, None, "is not a Python file", fix="Name a plug-in: --plugin FILE.py.")
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        raise InputError.at(path, error.lineno, f"is not valid Python ({error.msg})") from None
    except NerproofError:
        del sys.modules[name]
        raise
    except Exception as error:
        del sys.modules[name]
        raise failing(path, error) from error


def failing(path: Path, error: Exception) -> InputError:
    """The error of a user's own file, with the last of its lines that was run."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.absolute()]
    line = frames[-1].lineno if frames else getattr(error, "lineno", None)
    return InputError.at(path, line, f"fails with {type(error).__name__}: {error}")
