"""validate: every problem of a file as file:line: message, and how many of each kind."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from nerproof.base.errors import InputError
from nerproof.cli.options import reading, reading_options
from nerproof.cli.output import note_line

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.formats import ReadOptions

_BY_RECORD = ("jsonl", "doccano", "prodigy", "llm")


@dataclass(frozen=True)
class Problem:
    """One thing wrong: a whole line for people, and its kind for counting."""

    text: str
    kind: str


@dataclass(frozen=True)
class Checked:
    """What validate found in one file; ``corpus`` is None where it cannot be read at all."""

    name: str
    format: str
    corpus: Corpus | None
    problems: tuple[Problem, ...]


def validate(path: str, options: ReadOptions) -> Checked:
    """Reads a file and lists what is wrong with it; nothing is repaired silently when ``repair`` is "error"."""
    from nerproof.corpus.checks import checked
    from nerproof.formats import FORMATS, located, sniff

    try:
        source, options = located(path, options)
        found = FORMATS[options.format] if options.format else sniff(source, options.encoding)
    except InputError as error:
        return Checked(path, "unknown", None, (Problem(str(error), "file"),))
    try:
        corpus = found.read(source, options)
    except InputError as error:
        problems = _all_problems(found.name, source, options) or [Problem(str(error), kind_of(str(error)))]
        return Checked(path, found.name, None, tuple(problems))
    try:
        return Checked(path, found.name, checked(corpus, anyway=options.anyway), ())
    except InputError as error:
        return Checked(path, found.name, None, (Problem(str(error), "doubts"),))


def _all_problems(name: str, source: Any, options: ReadOptions) -> list[Problem]:
    """More than the first problem, for the formats whose lines or records stand alone."""
    if name == "conll":
        from nerproof.formats.columncheck import problems

        return [Problem(text, kind) for text, kind in problems(source, options)]
    return _record_problems(name, source, options) if name in _BY_RECORD else []


def _record_problems(name: str, source: Any, options: ReadOptions) -> list[Problem]:
    from nerproof.formats import FORMATS
    from nerproof.formats.source import Source

    found = []
    head = source.data[:1].lstrip()
    if head == b"[" or b"_names" in source.data[:4096] or options.text is not None:
        return []  # an array has no lines of its own, and names of the first record hold for all
    for number, line in enumerate(source.data.split(b"\n"), 1):
        if not line.strip():
            continue
        alone = Source(source.name)
        alone.__dict__["data"] = line  # one record as a file of its own
        try:
            FORMATS[name].read(alone, options)
        except InputError as error:
            text = str(error)
            if "has no token" not in text:
                found.append(
                    Problem(
                        re.sub(rf"^{re.escape(source.name)}(:1)?:", f"{source.name}:{number}:", text), kind_of(text)
                    )
                )
    return found


def kind_of(text: str) -> str:
    """What a message is about, in one word."""
    kinds = {
        "column": "columns",
        "tag ": "tags",
        "tags": "tags",
        "label": "labels",
        "span": "spans",
        "mention": "spans",
        "JSON": "json",
        "byte": "encoding",
        "bracket": "brackets",
        "closed": "brackets",
        "closes": "brackets",
    }
    return next((kind for mark, kind in kinds.items() if mark in text), "file")


@click.command("validate")
@click.argument("files", nargs=-1, required=True)
@click.option("--limit", type=int, default=100, show_default=True, help="Problems listed per file; all are counted.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], limit: int, **options: Any) -> None:
    """List the problems of FILES as file:line: message; exit code 2 when there are any.

    Tags that break their scheme are problems unless --repair begin or discard is given.

    \b
    Examples:
      nerproof validate train.conll dev.conll
      nerproof validate --format brat corpus/
    """
    chosen = reading(options)
    if ctx.get_parameter_source("repair") == click.core.ParameterSource.DEFAULT:
        chosen = replace(chosen, repair="error")
    counts: Counter[str] = Counter()
    for path in files:
        checked = validate(path, chosen)
        counts.update(problem.kind for problem in checked.problems)
        _show(checked, limit)
    if counts:
        total = sum(counts.values())
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
        click.echo(f"{total} problem{'s' if total > 1 else ''}: {kinds}")
        ctx.exit(2)


def _show(checked: Checked, limit: int) -> None:
    for problem in checked.problems[:limit]:
        click.echo(problem.text)
    if len(checked.problems) > limit:
        click.echo(f"{checked.name}: … and {len(checked.problems) - limit} more")
    if checked.corpus is None:
        return
    from nerproof.corpus.checks import WARNING

    c = checked.corpus
    parts = [f"{c.n_sentences:,} sentences", f"{c.n_tokens:,} tokens", f"{len(c.mentions):,} mentions"]
    parts += [f"{len(c.types)} types", f"format {checked.format}", *([f"scheme {c.scheme}"] if c.scheme else [])]
    doubts = any(note.startswith(WARNING) for note in c.notes)
    click.echo(f"{checked.name}: {'no problem but warnings' if doubts else 'no problem'} ({', '.join(parts)})")
    for note in c.notes:
        click.echo(note_line(note))
