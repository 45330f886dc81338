"""convert: any corpus format to any other; what the target cannot hold is said on stderr."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.base.errors import UsageError
from nerproof.cli.options import reading, reading_options
from nerproof.cli.output import note_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus
    from nerproof.formats import ReadOptions, WriteOptions

# Suffixes that several formats have, or that none has for its own: the commonest is taken.
SUFFIXES = {".conll": "conll", ".bio": "conll", ".iob": "conll", ".iob2": "conll", ".tsv": "conll", ".jsonl": "jsonl"}
_TAGGED = {"conll", "conllu", "csv", "jsonl", "huggingface"}  # these write tags
_COMPRESSED = {".gz", ".bz2", ".xz"}


def convert(
    source: str,
    target: str,
    *,
    to: str | None = None,
    reading: ReadOptions | None = None,
    writing: WriteOptions | None = None,
    change: Callable[[Corpus], Corpus] | None = None,
) -> tuple[Corpus, list[str]]:
    """Converts a file or folder; returns the corpus and what the target format could not hold.

    ``-`` is standard input or output; a target ending in .gz, .bz2 or .xz is compressed. ``change``: what is done to
    the corpus on the way.
    """
    from nerproof.formats import FORMATS, WriteOptions, losses_of, read

    writing = writing or WriteOptions()
    name = to or _format_of(target)
    found = FORMATS[name]
    corpus = read(source, reading)
    corpus = change(corpus) if change else corpus
    if writing.on_overlap == "error":
        _refuse_overlaps(corpus, found.name, found.spans)
    if found.suffix and (target == "-" or Path(target).suffix in _COMPRESSED):
        _write_packed(corpus, target, name, writing)
    elif target == "-":
        raise UsageError(f"the format {name} is a folder and cannot go to standard output. Name a folder.")
    else:
        found.write(corpus, Path(target), writing)
    return corpus, [*losses_of(corpus, found, writing), *_merged(corpus, name, writing.scheme)]


def _merged(corpus: Corpus, name: str, scheme: str) -> list[str]:
    """Mentions that touch one of their own type, in a scheme that cannot part them."""
    from nerproof.corpus.schemes import decode, encode, flat

    if name not in _TAGGED or (name in {"jsonl", "huggingface"} and corpus.text is not None):
        return []
    again = decode(encode(corpus, scheme), corpus.sentences, scheme=scheme)
    n = int(flat(corpus).sum()) - len(again.mentions)
    return [f"{n} mentions run into the one before them: {scheme} cannot part them"] if n else []


def _format_of(target: str) -> str:
    from nerproof.formats import FORMATS

    path = Path(target)
    suffix = path.with_suffix("").suffix if path.suffix in _COMPRESSED else path.suffix
    known = {found.suffix: name for name, found in FORMATS.items() if found.suffix} | SUFFIXES
    if suffix.lower() not in known:
        raise UsageError(
            f"the name {target!r} does not tell the format. Name it with --to (see nerproof list formats)."
        )
    return known[suffix.lower()]


def _refuse_overlaps(corpus: Corpus, name: str, spans: str) -> None:
    from nerproof.corpus.schemes import flat
    from nerproof.formats.losses import nested

    if spans == "any":
        return
    m = corpus.mentions
    kept = nested(corpus) if spans == "nested" else flat(corpus)
    lost = (m.end > m.start) & ~kept
    if lost.any():
        first = int(lost.argmax())
        place = corpus.place(int(corpus.sentence_of_mention[first]))
        what = f"{corpus.surface(first)!r} ({corpus.mention(first).type}) overlaps another mention"
        raise UsageError(f"{place}: {what}; the format {name} cannot hold it. Drop it by --on-overlap outermost.")


def _write_packed(corpus: Corpus, target: str, name: str, writing: WriteOptions) -> None:
    from nerproof.base.atomic import atomic
    from nerproof.formats import FORMATS

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "corpus"
        FORMATS[name].write(corpus, plain, writing)
        data = plain.read_bytes()
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with atomic(Path(target)) as temporary:
        temporary.write_bytes(_packed(data, Path(target).suffix))


def _packed(data: bytes, suffix: str) -> bytes:
    if suffix == ".gz":
        return gzip.compress(data, mtime=0)  # no time stamp: same corpus, same bytes
    return bz2.compress(data) if suffix == ".bz2" else lzma.compress(data)


@click.command("convert")
@click.argument("source")
@click.argument("target")
@click.option("--to", help="Format to write (default: by the target's suffix; see nerproof list formats).")
@click.option(
    "--to-scheme", default="IOB2", show_default=True, help="Label scheme to write, where the format has tags."
)
@click.option(
    "--on-overlap",
    type=click.Choice(["outermost", "error"]),
    default="outermost",
    show_default=True,
    help="Overlapping mentions in a format that holds none: keep the outermost, or refuse.",
)
@click.option("--scores", is_flag=True, help="Write scores as a last column, where columns are written.")
@click.option("--against", help="Corpus whose tokens the spans are put on (predictions; language-model output).")
@click.option("--tokenizer", type=click.Choice(["words", "blanks"]), help="Tokens of plain text (default: words).")
@click.option(
    "--repeats", type=click.Choice(["listed", "all"]), help="llm: a string marks as many places as listed, or all."
)
@click.option(
    "--join", type=click.IntRange(1), metavar="K", help="Join K consecutive sentences of a document (larger context)."
)
@click.option("--sentences-of", metavar="FILE", help="Cut into the sentences of FILE again: the way back from --join.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on standard error.")
@reading_options
def command(source: str, target: str, **options: Any) -> None:
    """Convert SOURCE to TARGET; - is standard input or output.

    \b
    Examples:
      nerproof convert train.conll train.spacy
      nerproof convert export.json - --to conll
      nerproof convert answers.jsonl pred.conll --against test.conll
      nerproof convert test.conll test-4.conll --join 4
      nerproof convert pred-4.conll pred.conll --sentences-of test.conll
    """
    from dataclasses import replace

    from nerproof.formats import WriteOptions, read

    extra = {k: options[k] for k in ("tokenizer", "repeats") if options[k] is not None}
    chosen = reading(options, **extra)
    if options["against"]:
        chosen = replace(chosen, text=read(options["against"], replace(chosen, format=None)))
    writing = WriteOptions(scheme=options["to_scheme"], on_overlap=options["on_overlap"], scores=options["scores"])
    change = _cutting(options["join"], options["sentences_of"], chosen)
    corpus, losses = convert(source, target, to=options["to"], reading=chosen, writing=writing, change=change)
    if not options["quiet"]:
        _say(corpus, target, losses)


def _cutting(k: int | None, like: str | None, how: ReadOptions) -> Callable[[Corpus], Corpus] | None:
    """Sentences joined, or cut as another file cuts them."""
    from dataclasses import replace

    from nerproof.corpus.context import join_sentences, split_back
    from nerproof.formats import read

    if k is not None and like is not None:
        raise UsageError("--join and --sentences-of are each other's way back: give one of them")
    if k is not None:
        return lambda corpus: join_sentences(corpus, k)
    if like is not None:
        original = read(like, replace(how, format=None))
        return lambda corpus: split_back(original, corpus)
    return None


def _say(corpus: Corpus, target: str, losses: list[str]) -> None:
    for note in corpus.notes:
        click.echo(note_line(note), err=True)
    for loss in losses:
        click.echo(f"lost: {target}: {loss}", err=True)
