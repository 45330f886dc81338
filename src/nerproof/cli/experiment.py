"""nerproof experiment: studies of many trainings from one TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import option, quiet_option

if TYPE_CHECKING:
    from nerproof.experiments import Outcome, Spec

_out = option("--out", type=click.Path(path_type=Path), help="Folder for the runs (default: FILE.runs).")
_html = option("--html", type=click.Path(path_type=Path), help="Combined report (default: OUT/report.html).")
_quiet = quiet_option("Print no progress bar and no tables.")


@click.group()
def command() -> None:
    """Runs a study from a TOML file: many training runs, resumable, one report.

    \b
    Examples:
      nerproof experiment run study.toml -j 4
      nerproof experiment status study.toml
      nerproof experiment report study.toml --html study.html
    """


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@_out
@_html
@option("-j", "--jobs", default=1, type=int, help="Number of processes; -1: one per core.")
@option("--backend", default="local", help="local (joblib) or dask.")
@option("--scheduler", metavar="ADDRESS", help="Address of the Dask scheduler.")
@_quiet
def run(file: Path, out: Path | None, html: Path | None, **options: Any) -> None:
    """Runs what is not finished yet, then combines all runs.

    You can stop it at any time and start it again: finished runs are never repeated. Several processes can work on
    one folder.
    """
    from nerproof.api.making import experiment
    from nerproof.experiments.spec import study
    from nerproof.models.bars import bar

    where = {name: options[name] for name in ("jobs", "backend", "scheduler")}
    with bar(quiet=options["quiet"]) as progress:
        outcome = experiment(file, out=out, progress=progress, **where)
    _deliver(study(file, out), outcome, html, quiet=options["quiet"])


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@_out
@_html
@_quiet
def report(file: Path, out: Path | None, html: Path | None, quiet: bool) -> None:
    """Combines the finished runs."""
    from nerproof.experiments import report as combine
    from nerproof.experiments.spec import study

    spec = study(file, out)
    _deliver(spec, combine(spec), html, quiet=quiet)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@_out
def status(file: Path, out: Path | None) -> None:
    """Lists the runs: done, running, failed or waiting."""
    from nerproof.experiments import status as look
    from nerproof.experiments.running import counts
    from nerproof.experiments.spec import study

    found = look(study(file, out))
    for run_, state, error in found:
        click.echo(f"{state:8} {run_}" + (f"  {error}" if error else ""))
    told = ", ".join(f"{n} {state}" for state, n in sorted(counts(found).items()))
    click.echo(f"{len(found)} runs: {told}")


def _deliver(spec: Spec, outcome: Outcome, html: Path | None, *, quiet: bool) -> None:
    """Tables on the terminal, report.html in the folder; exit code 1 when a run failed."""
    from nerproof.cli.output import deliver, say_notes
    from nerproof.experiments.text import overview

    page = html if html is not None else spec.out / "report.html"
    deliver(outcome.result, {"html": page, "quiet": True})
    if not quiet:
        click.echo(overview(outcome.result))
        say_notes(note for note in outcome.result.notes if not note.startswith("failed ("))  # these come below
        click.echo(f"{outcome.path}\n{page}")
    for run_, error in outcome.failed:
        click.echo(f"failed: {run_}: {error} (traceback: {spec.out / 'runs' / run_.key}.json)", err=True)
    if outcome.failed:
        raise click.exceptions.Exit(1)
