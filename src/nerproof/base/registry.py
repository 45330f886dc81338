"""Plug-in folders: every module of the folder is imported on first use and registers what it defines.

Adding a column, metric, reader, attack, split or model is one new file and no list to edit; modules from outside the
package (see base/plugins.py) register in the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from nerproof.base import plugins
from nerproof.base.errors import UnknownName

T = TypeVar("T")


def first_line_of_module(item: object) -> str:
    """What a plug-in's file says it is: its first docstring line, without the name before the colon."""
    text = sys.modules[item.__module__].__doc__ or ""
    line = text.strip().split("\n")[0]
    return line.partition(": ")[2] or line


class Registry(Generic[T]):
    """Named things of one kind, found by importing a package's modules.

    >>> from nerproof.measures.metrics import METRICS
    >>> METRICS.kind, METRICS.package, "strict" in METRICS
    ('metric', 'nerproof.measures.metrics', True)
    """

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self.package = package
        self._items: dict[str, T] = {}
        self._discovered = False

    def add(self, name: str, item: T) -> T:
        if name in self._items:
            raise RuntimeError(f"two {self.kind}s are named {name!r}")
        self._items[name] = item
        return item

    def register(self, name: str) -> Callable[[T], T]:
        return lambda item: self.add(name, item)

    def discover(self) -> None:
        if self._discovered:
            return
        self._discovered = True
        package = importlib.import_module(self.package)
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
            importlib.import_module(f"{self.package}.{module.name}")
        plugins.load()

    def _import(self, name: str) -> None:
        """The module of that name, if there is one: most things are defined in the file named after them."""
        module = f"{self.package}.{name.replace('-', '_')}"
        if name.replace("-", "").replace("_", "").isalnum() and importlib.util.find_spec(module):
            importlib.import_module(module)

    def __getitem__(self, name: str) -> T:
        if name not in self._items and not self._discovered:
            self._import(name)
        if name not in self._items:
            self.discover()
        if name not in self._items:
            raise UnknownName.among(self.kind, name, self._items, listed=True)
        return self._items[name]

    def __contains__(self, name: object) -> bool:
        self.discover()
        return name in self._items

    def __iter__(self) -> Iterator[str]:
        self.discover()
        return iter(sorted(self._items))

    def __len__(self) -> int:
        self.discover()
        return len(self._items)

    def items(self) -> list[tuple[str, T]]:
        self.discover()
        return sorted(self._items.items())

    def values(self) -> list[T]:
        return [item for _, item in self.items()]
