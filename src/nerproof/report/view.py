"""A result file looked up by suite, system, slice, label and metric: what charts and sections read from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Row = Mapping[str, Any]
Finding = Mapping[str, Any]
ALL = "ALL"
SMALL = 30  # fewer units than this: a share moves by more than three points when one of them changes


@dataclass(frozen=True)
class Cell:
    """One number of the result: where it stands (a JSON pointer), how it is written and what it is."""

    at: str
    kind: str
    value: object


Part = str | Cell  # of a sentence


@dataclass(frozen=True)
class View:
    """Rows of a result with an index; row numbers are those of the JSON."""

    data: Mapping[str, Any]

    @cached_property
    def rows(self) -> list[Row]:
        return list(self.data.get("rows", ()))

    @cached_property
    def findings(self) -> list[Finding]:
        """What the rows mean, the most important first."""
        return list(self.data.get("findings", ()))

    def opened(self, finding: Finding) -> int | None:
        """The row whose sentences show a finding."""
        rows = [n for n in finding.get("rows", ()) if n < len(self.rows) and self.rows[n].get("system")]
        return next((n for n in rows if self.rows[n].get("slice") == finding.get("slice")), None)

    @cached_property
    def index(self) -> dict[tuple[str, str, str, str, str], int]:
        found: dict[tuple[str, str, str, str, str], int] = {}
        for number, row in enumerate(self.rows):
            if not row.get("other"):
                found.setdefault(key_of(row), number)
        return found

    @cached_property
    def systems(self) -> list[str]:
        """Names of the systems, the best F1 first, dataset by dataset; rows about the data have no system."""
        means = {row["system"] for row in self.rows if row.get("runs")}  # of several runs only their mean is shown
        every = dict.fromkeys(row["system"] for row in self.rows if row.get("system"))
        names = [name for name in every if name in means or name.rpartition("@")[0] not in means]
        place = {name: number for number, name in enumerate(names)}
        datasets = {name: number for number, name in enumerate(self.datasets)}

        def rank(name: str) -> tuple[int, float, int]:
            value = self.value("standard", name, ALL, ALL, "f1")
            dataset = datasets.get(self.dataset_of.get(name, ""), len(datasets))
            return (dataset, -value if value is not None else 2.0, place[name])

        return sorted(names, key=rank)

    @cached_property
    def attack(self) -> str:
        """The setting of the attack that is shown: entities replaced, or the first one of the user's own."""
        found = [str(row["slice"]) for _, row in self.select("rockner", metric="drop_f1", label=ALL)]
        own = [one for one in found if one not in {"swap", "natural"}]
        return "E" if "E" in own or not own else own[0]

    @cached_property
    def datasets(self) -> list[str]:
        """Names of the datasets of a combined result."""
        found = self.data.get("signature", {}).get("datasets")
        return list(found) if isinstance(found, Mapping) else []

    @cached_property
    def dataset_of(self) -> dict[str, str]:
        """The dataset whose rows a system has; one that speaks of all datasets is not here."""
        named = {
            str(row["system"]): str(row["dataset"]) for row in self.rows if row.get("system") and row.get("dataset")
        }
        return named if self.datasets else {}

    @property
    def means(self) -> list[str]:
        """Systems whose rows are means over all datasets."""
        return [name for name in self.systems if self.datasets and name not in self.dataset_of]

    def at(self, suite: str, system: str, slice_: str, label: str, metric: str) -> int | None:
        return self.index.get((suite, system, slice_, label, metric))

    def value(self, suite: str, system: str, slice_: str, label: str, metric: str) -> float | None:
        number = self.at(suite, system, slice_, label, metric)
        value = None if number is None else self.rows[number].get("value")
        return value if isinstance(value, int | float) else None

    @cached_property
    def _groups(self) -> dict[tuple[str, str], list[tuple[int, Row]]]:
        """Rows with their numbers by suite, and by suite and metric."""
        found: dict[tuple[str, str], list[tuple[int, Row]]] = {}
        for number, row in enumerate(self.rows):
            for metric in ("", str(row.get("metric"))):
                found.setdefault((str(row.get("suite")), metric), []).append((number, row))
        return found

    def select(self, suite: str, metric: str = "", **wanted: str) -> list[tuple[int, Row]]:
        """Rows of a suite with their numbers; comparisons of two systems are left out unless a metric is asked for."""
        return [
            (number, row)
            for number, row in self._groups.get((suite, metric), ())
            if (metric or not row.get("other")) and all((row.get(key) or "") == value for key, value in wanted.items())
        ]

    def scored(self, suite: str, metric: str, **wanted: str) -> list[tuple[int, Row]]:
        """The defined scores of the systems that are shown."""
        found = self.select(suite, metric, **wanted)
        return [(n, row) for n, row in found if row.get("system") in self.systems and row.get("value") is not None]

    def has(self, suite: str) -> bool:
        return (suite, "") in self._groups

    @property
    def extras(self) -> Mapping[str, Any]:
        return self.data.get("extras") or {}

    def labels(self, rows: Iterable[Row]) -> list[str]:
        """Entity types in the order in which the rows name them."""
        return [label for label in dict.fromkeys(str(row["label"]) for row in rows) if label != ALL]


def key_of(row: Row) -> tuple[str, str, str, str, str]:
    return (str(row["suite"]), row.get("system") or "", str(row["slice"]), str(row["label"]), str(row["metric"]))


def pointer(*parts: object) -> str:
    """A JSON pointer (RFC 6901).

    >>> pointer("extras", "confusion", "a/b", 3)
    '/extras/confusion/a~1b/3'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
