"""Results: tidy rows plus how they were made; JSON both ways. Reports see nothing else."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base import schema
from nerproof.base.atomic import note_input
from nerproof.base.errors import InputError, UnknownName

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

MAX_RESULT_BYTES = 512 << 20


@dataclass(slots=True)
class Row:
    """One number: what it is about, its value (None: undefined), its counts and its 95 % interval."""

    suite: str
    system: str
    metric: str
    value: float | None
    slice: str = "ALL"
    label: str = "ALL"
    count: int | None = None
    total: int | None = None
    low: float | None = None
    high: float | None = None
    more: dict[str, Any] = field(default_factory=dict)  # lo, hi, n_gold …, other, p, sd, runs

    def to_dict(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in _ROW}
        return {**own, **self.more}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Row:
        own = {k: data[k] for k in _ROW if k in data}
        return cls(**own, more={k: v for k, v in data.items() if k not in own})


_ROW = tuple(f.name for f in fields(Row) if f.name != "more")


SEVERITIES = ("bad", "warn", "unknown", "ok")


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that interprets rows, with its evidence; made by a rule of ``findings/``."""

    rule: str
    question: str  # new-names, ambiguity, weak-spots, attacks, confidence, leakage, fair-test or comparison
    severity: str  # bad, warn, unknown or ok
    text: str
    system: str | tuple[str, ...] = ""  # one, two where it compares, "" where it is about the data
    verdict: str | None = None
    value: float | None = None  # the effect
    low: float | None = None
    high: float | None = None
    n: int | None = None  # what it was counted on
    rows: tuple[int, ...] = ()  # numbers of the rows it rests on
    slice: str | None = None  # the sentences to open
    borderline: bool = False
    effect: float | None = None  # by which findings of one severity are sorted, where it is not the value

    def to_dict(self) -> dict[str, Any]:
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "effect"}
        system = self.system if isinstance(self.system, str) else list(self.system)
        return {**own, "system": system, "rows": list(self.rows)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Finding:
        given = {f.name: data[f.name] for f in fields(cls) if f.name in data}
        system = given.get("system", "")
        given["system"] = system if isinstance(system, str) else tuple(system)
        return cls(**given | {"rows": tuple(given.get("rows", ()))})


@dataclass(repr=False)
class Result:
    """Rows, their signature, and notes (repairs, skipped suites, warnings) in plain words.

    >>> Result({"version": "0"}, [Row("standard", "a", "f1", 0.5)]).value("f1", system="a")
    0.5
    """

    signature: dict[str, Any]
    rows: list[Row]
    notes: list[str] = field(default_factory=list)
    sentences: dict[str, Any] | None = None  # the sentences behind the numbers, for drill-down
    extras: dict[str, Any] = field(default_factory=dict)  # confusion matrices, statistics …: JSON values by name
    units: dict[str, Any] = field(default_factory=dict)  # counts per unit of the headline scores, packed
    concluded: list[Finding] | None = None  # the findings of a file; None: they are made of the rows when asked for

    def __repr__(self) -> str:
        """One line: the data, the systems, how many rows and findings."""
        systems = ", ".join(self.systems) or "no system"
        return f"<Result of {self.signature.get('gold')}: {systems}; {len(self.rows)} row{'s' * (len(self.rows) != 1)}>"

    @property
    def findings(self) -> list[Finding]:
        """What the rows mean, the most important first."""
        if self.concluded is None:
            # By name and not by import: results know nothing of the rules.
            self.concluded = importlib.import_module("nerproof.findings").conclude(self.rows)
        return list(self.concluded)

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(r.system for r in self.rows if r.system))

    def where(self, **wanted: Any) -> Iterator[Row]:
        """Rows whose attributes have the given values: ``where(suite="tmr", system="flair")``."""
        return (r for r in self.rows if all(_get(r, k) == v for k, v in wanted.items()))

    def row(self, metric: str, **wanted: Any) -> Row:
        """The first row that fits; suite, slice and label default to standard, ALL and ALL.

        >>> Result({}, [Row("standard", "a", "f1", 0.5)]).row("f1x")
        Traceback (most recent call last):
        nerproof.base.errors.UnknownName: no metric named 'f1x'. Did you mean 'f1'?
        """
        asked = {"metric": metric, "slice": "ALL", "label": "ALL", "suite": "standard", **wanted}
        found = next(self.where(**asked), None)
        if found is None:
            raise self._missing(asked)
        return found

    def _missing(self, asked: Mapping[str, Any]) -> UnknownName:
        """Names the first asked value that no row has beside the ones before it."""
        rows = self.rows
        for key in dict.fromkeys(("suite", "system", "metric", "slice", "label", *asked)):
            kept = [r for r in rows if key not in asked or _get(r, key) == asked[key]]
            if not kept:
                return UnknownName.among(key, str(asked[key]), {str(_get(r, key)) for r in rows})
            rows = kept
        raise AssertionError("a row fits")

    def value(self, metric: str, **wanted: Any) -> float | None:
        """The value of one row; suite, slice and label default to standard, ALL and ALL."""
        return self.row(metric, **wanted).value

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "schema": schema.VERSION,
            "signature": self.signature,
            "rows": [r.to_dict() for r in self.rows],
            "findings": [f.to_dict() for f in self.findings],
            "notes": self.notes,
        }
        if self.sentences is not None:
            data["sentences"] = self.sentences
        if self.extras:
            data["extras"] = self.extras
        if self.units:
            data["units"] = self.units
        return data

    def to_json(self, *, indent: int | None = 1) -> str:
        """Sorted keys, plain numbers, no timestamps: same command, same bytes."""
        encoder = json.JSONEncoder(sort_keys=True, ensure_ascii=False, indent=indent, allow_nan=False)
        text = StringIO()  # piece by piece: a list of all pieces would take seven times the memory
        text.writelines([encoder.encode(self.to_dict())] if indent is None else encoder.iterencode(self.to_dict()))
        return text.getvalue() + "\n"

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        return cls(
            signature=dict(data["signature"]),
            rows=[Row.from_dict(r) for r in data["rows"]],
            notes=list(data.get("notes", [])),
            sentences=data.get("sentences"),
            extras=dict(data.get("extras", {})),
            units=dict(data.get("units", {})),
            concluded=[Finding.from_dict(f) for f in data["findings"]] if "findings" in data else None,
        )

    def save(self, path: str | Path) -> Path:
        """Writes the result by the suffix of the path: .json, .html (the report), .csv, .md or .tex."""
        # By name and not by import: results know nothing of reports.
        written: Path = importlib.import_module("nerproof.report.saving").save(self, path)
        return written

    @classmethod
    def load(cls, path: str | Path, *, nan_is_undefined: bool = False) -> Result:
        """Reads a result file; anything else is an error that names the file.

        NaN is no number of a result: it is an error, or undefined where the caller says so.
        """
        path = Path(path)
        note_input(path)
        try:
            with path.open("rb") as stream:
                text = stream.read(MAX_RESULT_BYTES + 1)
            constant = (lambda _: None) if nan_is_undefined else float
            whole = len(text) <= MAX_RESULT_BYTES
            data = json.loads(text.decode("utf-8"), parse_constant=constant) if whole else None
            wrong = None if data is None else schema.problem(data)
        except OSError as error:
            raise InputError.at(path, None, f"cannot be read ({error.strerror})") from None
        except (UnicodeDecodeError, ValueError, RecursionError):
            data, wrong = None, "it is not JSON"
        if data is None and wrong is None:
            raise InputError.at(path, None, f"is larger than {MAX_RESULT_BYTES >> 20} MB")
        if wrong is not None:
            fix = "Make one with: nerproof evaluate … --json FILE."
            raise InputError.at(path, None, f"is not a result of nerproof: {wrong}", fix=fix)
        return cls.from_dict(data or {})

    def _repr_html_(self) -> str:
        # By name and not by import: a notebook asks the object, but results know nothing of reports.
        shown: str = importlib.import_module("nerproof.report.notebook").html(self)
        return shown

    def to_pandas(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame([r.to_dict() for r in self.rows])

    def to_polars(self) -> pl.DataFrame:
        import polars as pl

        return pl.DataFrame([r.to_dict() for r in self.rows], infer_schema_length=None)


def _get(row: Row, key: str) -> Any:
    return getattr(row, key) if key in _ROW else row.more.get(key)


def plain(value: float) -> float | None:
    """A numpy float as a Python one, NaN as None."""
    value = float(value)
    return None if value != value else value  # noqa: PLR0124
