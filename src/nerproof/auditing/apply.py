"""Corrected gold in the input's format: what no decision touches stays as it is.

An editor changes a copy of the file, which is then read: where that is not gold with the changes made, or the file has
a shape that no editor knows, it is written anew, and that is said.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from nerproof.auditing.columnedits import edit_columns, edit_csv, edit_lines
from nerproof.auditing.decisions import read_decisions
from nerproof.auditing.edits import CannotEditError, Change, Edits, corrected, places
from nerproof.auditing.files import read_sites, read_summary, write
from nerproof.auditing.recordedits import edit_json, edit_parquet
from nerproof.auditing.standoffedits import edit_standoff
from nerproof.base.atomic import atomic, atomic_folder
from nerproof.base.errors import InputError, NerproofError, UsageError
from nerproof.corpus import Corpus
from nerproof.formats import FORMATS, ReadOptions, WriteOptions, read, sniff
from nerproof.formats.packing import compressed
from nerproof.formats.source import Source

EDITORS: Mapping[str, Callable[[Edits, Path], None]] = {
    "brat": edit_standoff,
    "conll": edit_columns,
    "csv": edit_csv,
    "parquet": edit_parquet,
    **dict.fromkeys(("doccano", "jsonl", "labelstudio", "prodigy"), edit_json),
}


def apply(folder: Path, decisions: Path, out: Path, *, gold: str | None = None) -> tuple[list[Change], list[str]]:
    """Writes corrected gold to ``out`` and the log to ``out`` + ``.log.jsonl``; returns the changes and what to say."""
    source = read_summary(folder)["source"]
    changes = read_decisions(decisions, read_sites(folder))
    path = Path(gold or source["gold"])
    reading = ReadOptions(**source["reading"])
    corpus = read(path, reading)
    if corpus.digest != source["digest"]:
        raise InputError.at(path, None, "is not the file that was audited", fix="Audit it again, or give --gold.")
    if source.get("filtered"):
        raise UsageError("the audit renamed or left out types: audit the whole file before you correct it")
    format_ = reading.format or sniff(Source(str(path)), reading.encoding).name
    changes = [replace(c, sentence=_number(corpus, c.sentence)) for c in changes]
    notes = _write(Edits(path, replace(reading, format=format_), corpus, corrected(corpus, changes), changes), out)
    records = ({"place": corpus.place(c.sentence), **c.to_dict()} for c in changes)
    write(Path(f"{out}.log.jsonl"), "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records))
    return changes, notes


def _number(corpus: Corpus, sentence: int) -> int:
    """The audit counts annotated sentences only; this is the number among all of them."""
    known = corpus.annotated
    return sentence if known is None else int(np.flatnonzero(known)[sentence])


def _write(edits: Edits, out: Path) -> list[str]:
    format_ = edits.reading.format or ""
    for editor in (EDITORS.get(format_, edit_lines), _write_anew):
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"corrected{FORMATS[format_].suffix}"
            if _is_right(editor, edits, made):
                _settle(made, out)
                said = f"{out} is written anew, as nerproof writes {format_}: what it does not read is left out"
                return [said] if editor is _write_anew else []
    raise InputError.at(edits.path, None, f"cannot be corrected as {format_}", fix="nerproof convert … --to jsonl")


def _is_right(editor: Callable[[Edits, Path], None], edits: Edits, made: Path) -> bool:
    """Whether the editor wrote a file that reads as gold with the changes made."""
    try:
        editor(edits, made)
        return places(read(made, edits.reading)) == places(edits.new)
    except (CannotEditError, NerproofError, ValueError, LookupError):
        return False


def _write_anew(edits: Edits, target: Path) -> None:
    FORMATS[edits.reading.format or ""].write(edits.new, target, WriteOptions())


def _settle(made: Path, out: Path) -> None:
    if made.is_dir():
        with atomic_folder(out) as folder:
            shutil.copytree(made, folder, dirs_exist_ok=True)
    else:
        with atomic(out) as temporary:
            temporary.write_bytes(compressed(made.read_bytes(), out.suffix))


def source_of(gold: str, corpus: Corpus, reading: ReadOptions, *, filtered: bool) -> dict[str, Any]:
    """How gold was read, for ``apply``."""
    names = ("format", "scheme", "repair", "encoding", "token_column", "tag_column", "delimiter", "comments", "anyway")
    kept = {name: getattr(reading, name) for name in (*names, "extra")}
    return {"gold": str(Path(gold).resolve()), "digest": corpus.digest, "reading": kept, "filtered": filtered}
