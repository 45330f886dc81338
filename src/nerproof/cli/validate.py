"""validate: every problem of a file as file:line: message, and how many of each kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import option, reading, reading_options
from nerproof.cli.output import note_line

if TYPE_CHECKING:
    from nerproof.formats.validating import Checked


@click.command("validate")
@click.argument("files", nargs=-1, required=True)
@option("--limit", type=int, default=100, help="Problems listed per file; all are counted.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], limit: int, **options: Any) -> None:
    """Lists the problems of FILES as file:line: message; exit code 2 when there are any.

    Tags that break their scheme are problems unless --repair begin or discard is given.

    \b
    Examples:
      nerproof validate train.conll dev.conll
      nerproof validate --format brat corpus/
    """
    from nerproof.formats.validating import validate

    chosen = reading(options)
    if ctx.get_parameter_source("repair") == click.core.ParameterSource.DEFAULT:
        chosen = replace(chosen, repair="error")
    counts: Counter[str] = Counter()
    for path in files:
        checked = validate(path, chosen)
        counts.update(problem.kind for problem in checked.problems)
        _show(checked, limit)
    if counts:
        from nerproof.findings.wording import count

        kinds = ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items()))
        click.echo(f"{count(counts.total(), 'problem')}: {kinds}")
        ctx.exit(2)


def _show(checked: Checked, limit: int) -> None:
    for problem in checked.problems[:limit]:
        click.echo(problem.text)
    if len(checked.problems) > limit:
        click.echo(f"{checked.name}: … and {len(checked.problems) - limit} more")
    if checked.corpus is None:
        return
    from nerproof.corpus.checks import WARNING
    from nerproof.findings.wording import count

    c = checked.corpus
    sizes = {"sentence": c.n_sentences, "token": c.n_tokens, "mention": len(c.mentions), "type": len(c.types)}
    parts = [*(count(n, what) for what, n in sizes.items()), f"format {checked.format}"]
    parts += [f"scheme {c.scheme}"] if c.scheme else []
    doubts = any(note.startswith(WARNING) for note in c.notes)
    click.echo(f"{checked.name}: {'no problem but warnings' if doubts else 'no problem'} ({', '.join(parts)})")
    for note in c.notes:
        click.echo(note_line(note))
