"""nerproof compare-scorers: the numbers of other scorers on the same files, where they differ, and why."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.base.terminal import visible
from nerproof.cli.options import a_target, align_option, gold_and_preds, option, reading, reading_options, scored_files
from nerproof.cli.output import write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from nerproof.compat.compare import Comparison, Difference
    from nerproof.corpus import Corpus


@click.command()
@scored_files
@option("--gold", help="The annotated file (or the first argument).")
@option("--pred", help="Predictions (or the second argument).")
@option("--limit", default=5, type=click.IntRange(0), help="Differing places to show.")
@align_option("How to match predictions to gold's tokens.", "position")
@option("--json", "json_", type=a_target, help="Write the comparison as JSON; - is standard output.")
@reading_options
def command(files: tuple[str, ...], gold: str | None, pred: str | None, json_: Path | None, **options: Any) -> None:
    """Scores PRED against GOLD with every scorer, and shows the first places where they read the tags differently.

    Without PRED, GOLD is a merged file in conlleval's format: gold in the last column but one, predictions in the last.

    \b
    Examples:
      nerproof compare-scorers test.conll pred.conll
      nerproof compare-scorers merged.conll
      nerproof compare-scorers test.conll pred.conll --limit 20
      nerproof compare-scorers test.conll pred.conll --json -
    """
    from nerproof.api.comparing import tag_files
    from nerproof.compat.compare import compare
    from nerproof.compat.tagfile import tag_pair

    first, others = gold_and_preds(files, gold, (pred,) if pred else ())
    if first is None or len(others) > 1:
        raise click.UsageError("give GOLD and PRED, or one merged file")
    sides = tag_files(first, others[0] if others else None, reading(options))
    found = compare(tag_pair(*sides, mode=options["align"]), limit=options["limit"])
    if json_ is not None:
        write_json(asdict(found), json_)
    if str(json_) != "-":
        from rich.console import Console

        _show(found, Console(), *(side.corpus for side in sides))


def _show(found: Comparison, console: Console, gold: Corpus, pred: Corpus) -> None:
    console.print(_table(found))
    plain = partial(console.print, markup=False, highlight=False, soft_wrap=True)

    def say(text: str) -> None:
        plain(visible(text))

    for v in found.verdicts:
        if v.error:
            say(f"{v.name} refuses: {v.error}")
    say("\n" + _summary(found))
    for difference in found.differences:
        corpus = gold if difference.side == "gold" or pred.n_sentences != gold.n_sentences else pred
        say("\n".join(_lines(difference, corpus)))
    if found.differences:
        say("\nHow they read tags:")
        for v in found.verdicts:
            say(f"  {v.name}: {v.rule}")


def _table(found: Comparison) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("scorer", no_wrap=True)
    for name in ("precision", "recall", "F1", "gold", "predicted"):
        table.add_column(name, justify="right", no_wrap=True)
    for v in found.verdicts:
        numbers = [_percent(x) for x in (v.precision, v.recall, v.f1)]
        counts = ["–" if x is None else str(x) for x in (v.n_gold, v.n_pred)]
        table.add_row(v.name, *numbers, *counts)
    return table


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f}"


def _summary(found: Comparison) -> str:
    n, shown = found.n_differences, len(found.differences)
    if not n:
        return "All scorers that accept these tags read the same mentions."
    which = "all are shown" if shown == n else f"the first {shown} are shown; --limit shows more"
    return f"{n} {'place is' if n == 1 else 'places are'} read differently ({which})."


def _lines(difference: Difference, corpus: Corpus) -> list[str]:
    d = difference
    tokens = f"token {d.first}" if d.first == d.last else f"tokens {d.first}-{d.last}"
    words = corpus.sentence(d.sentence - 1)[d.first - 1 : d.last]
    tagged = " ".join(f"{word}/{tag}" for word, tag in zip(words, d.tags, strict=False))
    lines = [f"\n{corpus.place(d.sentence - 1)} ({d.side}, sentence {d.sentence}, {tokens}): {tagged}", f"  {d.why}"]
    return lines + [f"  {text}: {', '.join(who)}" for text, who in d.readings.items()]
