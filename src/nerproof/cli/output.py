"""Where a Result goes: terminal and files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from nerproof.base.atomic import note_input, refuse_input
from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.report.saving import KINDS, rendered


def deliver(result: Result, options: Mapping[str, Any]) -> None:
    """Writes every output asked for, then the table on the terminal unless told not to."""
    check_outputs(options)
    targets = {kind: options[kind] for kind in KINDS if options.get(kind) is not None}
    for kind, target in targets.items():
        write_text(rendered(result, kind), target)
    if not options.get("quiet") and "-" not in map(str, targets.values()):
        _show(result, options)
        for target in targets.values():
            click.echo(f"wrote {target}", err=True)


def _show(result: Result, options: Mapping[str, Any]) -> None:
    from nerproof.report.terminal import show, show_paper_table

    if options.get("table") == "paper":
        show_paper_table(result)
    else:
        show(result, verbose=bool(options.get("verbose")))


def say_notes(notes: Iterable[str]) -> None:
    """Notes on standard error, a line each."""
    for note in notes:
        click.echo(note_line(note), err=True)


def note_line(note: str) -> str:
    """A note as a line for people: warnings say themselves what they are."""
    return note if note.startswith("warning: ") else f"note: {note}"


def check_outputs(options: Mapping[str, Any], inputs: Iterable[str | Path] = ()) -> None:
    """Refuses two outputs to one file, and outputs over inputs, before anything is written."""
    for place in inputs:
        note_input(place)
    targets = [options[name] for name in (*KINDS, *_FILES) if options.get(name) is not None]
    for target in targets:
        refuse_input(target)
    places = [os.path.realpath(target) for target in targets]
    twice = next((t for t, place in zip(targets, places, strict=True) if places.count(place) > 1), None)
    if twice is not None and str(twice) != "/dev/null":
        raise UsageError(f"two outputs are to be written to {twice}. Give each its own file.")


_FILES = ("errors", "save_edges", "disagreements", "out", "log", "datasheet")  # outputs that render no result


def write_json(data: Any, target: Path) -> None:
    """Plain values as JSON that is the same for the same values."""
    import json

    write_text(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n", target)


def write_text(text: str, target: Path) -> None:
    """Text to a file that appears whole, or to standard output."""
    if str(target) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))  # data, not text for the terminal
        sys.stdout.buffer.flush()
        return
    from nerproof.base.atomic import atomic

    with atomic(target) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
