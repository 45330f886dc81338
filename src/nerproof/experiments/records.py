"""The folder of an experiment: one record per finished run, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.base.results import Row
from nerproof.experiments.locks import try_lock

DONE, FAILED, RUNNING, WAITING = "done", "failed", "running", "waiting"


@dataclass(frozen=True)
class Record:
    """What a run leaves: rows by test, or the error it ended with."""

    key: str
    run: dict[str, Any]
    status: str
    error: str = ""
    tests: list[dict[str, Any]] = field(default_factory=list)  # name and rows, in the order of the sample
    notes: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, Row]]:
        return ((test["name"], Row.from_dict(row)) for test in self.tests for row in test["rows"])


@dataclass(frozen=True)
class Store:
    """``runs/KEY.json`` are the records, ``locks/KEY.lock`` say who is at work, ``started`` counts attempts."""

    folder: Path

    def prepare(self) -> None:
        """Finds out before the first training whether the folder can be written to."""
        with self.clear_errors():
            for name in ("runs", "locks"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            with atomic(self.folder / "README") as path:
                path.write_text("Made by nerproof experiment run. Delete runs/KEY.json to have a run repeated.\n")

    @contextmanager
    def clear_errors(self) -> Iterator[None]:
        """A full disk or a folder that cannot be written to is one clear line, not a failed run."""
        try:
            yield
        except OSError as error:
            fix = "Make room or name another folder with --out; finished runs are kept."
            raise InputError.at(self.folder, None, f"cannot be written ({error.strerror or error})", fix=fix) from None

    def lock(self, key: str) -> Any:
        return try_lock(self.folder / "locks" / f"{key}.lock")

    def read(self, key: str) -> Record | None:
        """The record of a run; None when there is none that can be read."""
        try:
            return Record(**json.loads((self.folder / "runs" / f"{key}.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def is_done(self, key: str) -> bool:
        record = self.read(key)
        return record is not None and record.status == DONE

    def status(self, key: str) -> str:
        record = self.read(key)
        if record is not None and record.status == DONE:
            return DONE
        with self.lock(key) as free:
            if not free:
                return RUNNING
        return WAITING if record is None else record.status

    def write(self, record: Record) -> None:
        path = self.folder / "runs" / f"{record.key}.json"
        for left in path.parent.glob(f".{path.name}.*"):  # of a process that was killed while it wrote
            left.unlink(missing_ok=True)
        text = json.dumps(asdict(record), sort_keys=True, ensure_ascii=False, allow_nan=False)
        with self.clear_errors(), atomic(path) as temporary:
            temporary.write_text(text, encoding="utf-8")

    def write_result(self, name: str, text: str) -> Path:
        with self.clear_errors(), atomic(self.folder / name) as path:
            path.write_text(text, encoding="utf-8", newline="\n")
        return self.folder / name

    def note_start(self, key: str) -> None:
        """One line per attempt, appended in one system call, so that processes do not mix theirs."""
        with self.clear_errors():
            handle = os.open(self.folder / "started", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(handle, f"{key}\n".encode())
            finally:
                os.close(handle)
