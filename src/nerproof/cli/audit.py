"""nerproof audit: where gold is probably wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import (
    align_option,
    gold_and_preds,
    reading_options,
    resampling_options,
    scored_files,
    stream_option,
    study_options,
    system_files,
    type_options,
)

if TYPE_CHECKING:
    from nerproof.auditing.run import Audit

_folder = click.Path(path_type=Path, file_okay=False)
_file = click.Path(path_type=Path, dir_okay=False)
_TOOLS = click.Choice(["argilla", "doccano", "labelstudio", "prodigy"])
SHOWN = 5


class AuditOrApply(click.Group):
    """A verb that takes files, unless the first word is one of its own verbs."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[__name__] = bool(args) and args[0] in self.commands
        ctx.allow_interspersed_args = not ctx.meta[__name__]  # options may follow files
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        found = super().get_params(ctx)
        return [p for p in found if isinstance(p, click.Option)] if ctx.meta.get(__name__) else found


@click.group(cls=AuditOrApply, invoke_without_command=True)
@scored_files
@click.option("--gold", "--data", "gold", help="The annotated file to audit (or the first argument).")
@click.option(
    "--pred",
    "preds",
    multiple=True,
    metavar="NAME=FILE",
    help="Predictions of a system (or further arguments); repeat for more.",
)
@click.option("--train", multiple=True, help="Training data: further evidence of how names are annotated.")
@click.option(
    "--cross-validate",
    type=click.IntRange(2, 50),
    metavar="N",
    help="Train our own models on N folds and let them vote; needs no predictions.",
)
@click.option("--out", type=_folder, help="Folder for audit.jsonl, audit.json and audit.html.")
@click.option("--export", "tools", multiple=True, type=_TOOLS, help="Write review tasks for a tool; repeatable.")
@click.option("--limit", default=0, type=click.IntRange(0), help="Sites to write (default: every disputed one).")
@align_option("How predictions are put on gold's tokens.", "position", "text")
@resampling_options
@stream_option
@reading_options
@type_options
@click.option("-q", "--quiet", is_flag=True, help="Nothing on the terminal.")
@click.pass_context
def command(
    ctx: click.Context, /, gold: str | None, preds: tuple[str, ...], files: tuple[str, ...] = (), **options: Any
) -> None:
    """Ranks the sites where gold is probably wrong: systems, or our own models, agree on something else.

    \b
    Examples:
      nerproof audit --gold test.conll --pred a=a.conll --pred b=b.conll --out audit
      nerproof audit --data train.conll --cross-validate 5 --out audit
      nerproof audit --gold test.conll --pred a=a.conll --cross-validate 5 --out audit --export prodigy
      nerproof audit apply audit --decisions decisions.jsonl --out corrected.conll
    """
    if ctx.invoked_subcommand:
        return
    gold, preds = gold_and_preds(files, gold, preds)
    if gold is None or options["out"] is None:
        raise click.UsageError("give --gold FILE (or --data FILE) and --out DIR")
    found, chosen = _audited(gold, preds, options)
    written = _write(found, gold, chosen, options)
    if not options["quiet"]:
        _show(found)
        click.echo(f"wrote {', '.join(str(path) for path in written)}")


def _audited(gold: str, preds: tuple[str, ...], options: Mapping[str, Any]) -> tuple[Audit, Any]:
    from nerproof.api.datasets import audit
    from nerproof.models.bars import bar

    chosen = study_options(options)
    with bar(quiet=options["quiet"]) as progress:
        found = audit(
            gold,
            system_files(preds),
            train=list(options["train"]) or None,
            cross_validate=options["cross_validate"] or 0,
            folder=options["out"] / "folds",
            progress=progress,
            options=chosen,
            stream=options["stream"],
        )
    return found, chosen


def _write(found: Audit, gold: str, chosen: Any, options: Mapping[str, Any]) -> list[Path]:
    from nerproof.auditing.apply import source_of
    from nerproof.auditing.files import write_audit
    from nerproof.auditing.tasks import Task, write_tasks
    from nerproof.base.atomic import atomic_folder

    filtered = bool(str(chosen.types))
    source = source_of(gold, found.gold, chosen.reading, filtered=filtered)
    with atomic_folder(options["out"], merge=True) as folder:
        written = write_audit(found, folder, source=source, limit=options["limit"])
        if options["tools"]:
            gold_mentions = list(found.gold.mentions_by_sentence())
            sites = found.sites(options["limit"] or max(found.review.stop, 1))
            tasks = [Task.of(site, gold_mentions[site["sentence"]]) for site in sites]
            written += [write_tasks(tool, tasks, folder) for tool in dict.fromkeys(options["tools"])]
    return [options["out"] / path.relative_to(folder) for path in written]


def _show(found: Audit) -> None:
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    until, beyond = found.review.until_stop, found.review.beyond
    click.echo(f"{len(found)} of {found.votes.n_sites} sites are disputed.")
    if found.review.stop:
        about = f"about {until.errors:.0f} (95 % interval {until.low:.0f} to {until.high:.0f})"
        click.echo(f"Review the first {until.sites}: {about} are errors of gold.")
    rest = f"about {beyond.errors:.0f} ({beyond.low:.0f} to {beyond.high:.0f})"
    if beyond.sites:
        click.echo(f"Stop there: of the other {beyond.sites}, {rest} are wrong, each with a probability below 1 in 10.")
    _show_systems(found.summary["systems"], found.summary["findings"])
    for site in found.sites(SHOWN):
        click.echo(f"#{site['rank']}  {100 * site['probability']:.0f} %  {site['kind']}  {site['place']}")
        click.echo(f"    {site['why']}")


def _show_systems(systems: list[dict[str, Any]], findings: list[dict[str, Any]]) -> None:
    if not systems:
        return
    width = max(6, *(len(s["system"]) for s in systems))
    click.echo(f"\n{'system':{width}}  F1 against gold (%)     F1 against audited gold (%)")
    for s in systems:
        moved = f"  rank {s['rank']} -> {s['rank_audited']}" if s["rank"] != s["rank_audited"] else ""
        click.echo(f"{s['system']:{width}}  {_points(s['f1'])}    {_points(s['f1_audited'])}{moved}")
    for finding in findings:
        click.echo(finding["text"])
    click.echo("")


def _points(score: Mapping[str, Any]) -> str:
    if score["value"] is None:
        return f"{'–':>20}"
    ends = f" [{100 * score['low']:.2f}, {100 * score['high']:.2f}]" if score["low"] is not None else ""
    return f"{100 * score['value']:.2f}{ends}".ljust(20)


@command.command("apply")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--decisions", required=True, type=_file, help="What the review page exported.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The corrected file, in gold's format.")
@click.option("--gold", help="The audited file, where it has moved since.")
@click.option("-q", "--quiet", is_flag=True, help="Nothing on the terminal.")
def apply_command(folder: Path, decisions: Path, out: Path, gold: str | None, *, quiet: bool) -> None:
    """Puts the accepted proposals into gold; everything else stays byte for byte."""
    from nerproof.auditing.apply import apply

    changes, notes = apply(folder, decisions, out, gold=gold)
    for note in notes:
        click.echo(f"note: {note}", err=True)
    if not quiet:
        click.echo(f"{out}: {len(changes)} site{'s' * (len(changes) != 1)} corrected; the log is {out}.log.jsonl")
