"""The dump gazetteer: streams a Wikidata JSON dump (.json, .gz, .bz2, .zst), one record per line.

Found rows are kept in parts with the number of the last line read, so a run that was killed
skips what it has done.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import re
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from nerproof.base.errors import InputError, MissingExtra
from nerproof.gazetteers import GazetteerOptions, gazetteer
from nerproof.gazetteers.cache import digest_of, kept_in, read_json, write_json
from nerproof.gazetteers.classes import types_of_classes
from nerproof.gazetteers.table import Gazetteer, Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PART = 100_000  # lines between two parts

Found = list[tuple[str, str, str]]  # class, entity, name


@gazetteer("dump", licence="CC0 (Wikidata)")
def load(where: str, options: GazetteerOptions) -> Gazetteer:
    """Streams a Wikidata JSON dump (dump:latest-all.json.gz; .bz2, .zst): flat memory, resumable."""
    path = Path(where)
    if not where or not path.is_file():
        raise InputError.at(where or "dump:", None, "does not exist", fix="Write dump:latest-all.json.gz.")
    owners = types_of_classes(options.classes)
    labels, found = Scan(path, options.language, tuple(owners)).run(kept_in(options.cache))
    taken: dict[str, int] = {}
    records = []
    for qid, entity, name in found:
        taken[qid] = taken.get(qid, 0) + 1
        if taken[qid] <= options.limit:
            records += [(type_, qid, labels.get(qid, qid), entity, name) for type_ in owners[qid]]
    if not records:
        raise InputError.at(path, None, "has no name of the classes asked for", fix="Name others: --classes TYPE=Q…")
    return Gazetteer.of(Rows.of(records), origin=f"dump:{path.name}")


@dataclass(frozen=True)
class Scan:
    """One pass over a dump for the names of some classes."""

    path: Path
    language: str
    classes: tuple[str, ...]

    def run(self, cache: Path) -> tuple[Mapping[str, str], Found]:
        """Labels of the classes, and the rows in the dump's order."""
        folder = cache / "dump" / self._key()
        labels: dict[str, str] = {}
        found: Found = []
        for part in self._parts(folder):
            labels |= part["labels"]
            found += [(q, e, n) for q, e, n in part["rows"]]
        return labels, found

    def _key(self) -> str:
        stat = self.path.stat()
        return digest_of(self.path.name, stat.st_size, stat.st_mtime_ns, self.language, self.classes)

    def _parts(self, folder: Path) -> Iterator[Mapping[str, Any]]:
        done = 0
        while (kept := read_json(folder / f"{done}.json")) is not None:
            yield kept
            done += 1
            if kept["last"]:
                return
        for part in self._read(done):
            write_json(folder / f"{done}.json", part)
            done += 1
            yield part

    def _read(self, skip: int) -> Iterator[dict[str, Any]]:
        """The parts from number ``skip`` on; a last one, even if empty, says that the dump ended well."""
        part: dict[str, Any] = _empty()
        # A record that names none of the classes is never parsed: parsing is nine tenths of the work.
        wanted = re.compile(b'"(?:' + b"|".join(c.encode() for c in self.classes) + b')"')
        number = 0
        for number, line in enumerate(self._lines(), start=1):
            if number > skip * PART and wanted.search(line):
                self._take(line, number, part)
            if number % PART == 0 and number > skip * PART:
                yield part
                part = _empty()
        if number == 0:
            raise InputError.at(self.path, None, "is empty")
        yield part | {"last": True}

    def _take(self, line: bytes, number: int, part: dict[str, Any]) -> None:
        text = line.strip().rstrip(b",")
        if text in {b"[", b"]", b""}:
            return
        try:
            record = json.loads(text)
        except ValueError:
            fix = "The download may be incomplete: compare its size with the server's."
            raise InputError.at(self.path, number, "is not a JSON record", fix=fix) from None
        name = record.get("labels", {}).get(self.language, {}).get("value")
        if not name:
            return
        if record.get("id") in self.classes:
            part["labels"][record["id"]] = name
        for qid in _instance_of(record):
            if qid in self.classes:
                part["rows"].append((qid, record["id"], name))

    def _lines(self) -> Iterator[bytes]:
        with self.path.open("rb") as raw:
            stream = _decompressed(raw, self.path)
            try:
                yield from _watched(stream, raw, self.path)
            except (EOFError, zlib.error, OSError) as error:
                fix = "The file is cut off; what was read so far is kept for the next run."
                raise InputError.at(self.path, None, f"cannot be read to its end ({error})", fix=fix) from None


def _empty() -> dict[str, Any]:
    return {"labels": {}, "rows": [], "last": False}


def _instance_of(record: Mapping[str, Any]) -> Sequence[str]:
    """Direct P31 values; a claim without a value ("unknown") or a deprecated one says nothing."""
    claims = record.get("claims") or {}
    found = []
    for claim in claims.get("P31", []) if isinstance(claims, dict) else []:  # an empty map is written as []
        snak = claim.get("mainsnak", {})
        if snak.get("snaktype") == "value" and claim.get("rank") != "deprecated":
            found.append(snak["datavalue"]["value"]["id"])
    return list(dict.fromkeys(found))


def _decompressed(raw: IO[bytes], path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return gzip.open(raw, "rb")  # type: ignore[return-value]
    if path.suffix == ".bz2":
        return bz2.open(raw, "rb")
    if path.suffix == ".zst":
        try:
            import pyarrow as pa
        except ImportError:
            raise MissingExtra.of("pyarrow", "parquet") from None
        return io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), "zstd"))
    return raw


def _watched(stream: IO[bytes], raw: IO[bytes], path: Path) -> Iterator[bytes]:
    """The lines; on a terminal with a bar over the compressed bytes."""
    if not sys.stderr.isatty():
        yield from stream
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"reading {path.name}", total=path.stat().st_size)
        for number, line in enumerate(stream):
            if number % 1000 == 0:
                bar.update(task, completed=raw.tell())
            yield line
