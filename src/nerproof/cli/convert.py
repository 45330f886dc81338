"""convert: any corpus format to any other; what the target cannot hold is said on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nerproof.base.errors import UsageError
from nerproof.cli.options import option, quiet_option, reading, reading_options
from nerproof.cli.output import say_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus
    from nerproof.formats import ReadOptions


@click.command("convert")
@click.argument("source")
@click.argument("target")
@option("--to", "--out-format", help="Format to write (default: by the target's suffix; see nerproof list formats).")
@option("--to-scheme", default="IOB2", help="Label scheme to write, where the format has tags.")
@option(
    "--on-overlap",
    type=click.Choice(["outermost", "error"]),
    default="outermost",
    help="Overlapping mentions, where the target format has none: keep the outermost, or refuse.",
)
@option("--scores", is_flag=True, help="Write scores as the last column of column formats.")
@option("--against", help="Corpus with the tokens that predictions or LLM answers refer to.")
@option("--tokenizer", type=click.Choice(["words", "blanks"]), help="How to tokenise plain text (default: words).")
@option(
    "--repeats",
    type=click.Choice(["listed", "all"]),
    help="LLM answers: a string marks as many occurrences as listed, or all.",
)
@option(
    "--join", type=click.IntRange(1), metavar="K", help="Join K consecutive sentences of a document (larger context)."
)
@option("--sentences-of", metavar="FILE", help="Split into the sentences of FILE: undoes --join.")
@quiet_option("Print no notes.")
@reading_options
def command(source: str, target: str, **options: Any) -> None:
    """Converts SOURCE to TARGET; - is standard input or output.

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
    from nerproof.formats.converting import convert

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
        raise UsageError("--join and --sentences-of undo each other: give one of them")
    if k is not None:
        return lambda corpus: join_sentences(corpus, k)
    if like is not None:
        original = read(like, replace(how, format=None))
        return lambda corpus: split_back(original, corpus)
    return None


def _say(corpus: Corpus, target: str, losses: list[str]) -> None:
    say_notes(corpus.notes)
    for loss in losses:
        click.echo(f"lost: {target}: {loss}", err=True)
