"""The command line: one file per verb, imported when the verb is called, so that --help answers at once."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from nerproof.base.version import __version__

# Kept here so that `nerproof --help` imports no verb; a test compares it with the folder.
VERBS = {
    "agree": "measure the agreement of annotators",
    "attack": "make adversarial test sets: entity, context or full",
    "audit": "find likely errors in gold",
    "augment": "augment training data",
    "board": "write a leaderboard of result files as static pages",
    "compare": "compare systems pair by pair",
    "compare-scorers": "show where other scorers differ on your files, and why",
    "convert": "convert between any two corpus formats",
    "demo": "run everything on built-in data",
    "doctor": "show versions, extras and caches, and how to install what is missing",
    "estimate": "estimate scores on text without gold",
    "evaluate": "score predictions; with --train, also on names not seen in training",
    "experiment": "run a study of many training runs from a TOML file",
    "gate": "fail when a result is worse than a baseline",
    "gazetteer": "build, count and look up names for attacks",
    "help": "show the help of a command",
    "inspect": "show the words and sentences behind a number",
    "list": "list available attributes, metrics, formats, suites and models",
    "predict": "predict with a trained model",
    "report": "make an HTML report or figures from a result file",
    "serve": "browse result files locally",
    "split": "make splits that keep entities apart, or check one",
    "stats": "summarise a corpus and its splits",
    "train": "train a model",
    "validate": "check files for mistakes",
}


# These verbs only count.
SCORING = frozenset(
    {"agree", "audit", "compare", "estimate", "evaluate", "gate", "inspect", "report", "stats", "validate"}
)


class Verbs(click.Group):
    """Loads a verb's module only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in VERBS:
            return None
        if name in SCORING:
            # Idle threads of numpy's linear algebra cost more than they could do here; the user's setting stays.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        command: click.Command = importlib.import_module(f"nerproof.cli.{_module(name)}").command
        return _with_plugins(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in VERBS:
            import difflib

            near = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else " See: nerproof --help"
            raise click.UsageError(f"no command named {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)


def _with_plugins(command: click.Command) -> click.Command:
    """Every verb takes --plugin; a group of verbs hands it on to each of its own."""
    parts = list(getattr(command, "commands", {}).values())
    alone = not parts or bool(command.params)  # a group with options of its own is a verb, too
    for own in [*parts, *([command] if alone else [])]:
        if all(p.name != "plugin" for p in own.params):
            own.params.append(_plugin_option())
    if not parts:
        command.format_options = partial(_format_options, command)  # type: ignore[method-assign]
    if isinstance(command, click.Group) and not alone:
        command.no_args_is_help, command.invoke_without_command, command.callback = False, True, _help
    return command


def _format_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The options in sections: those of the verb, then those it shares with others."""
    from nerproof.cli.options import SECTIONS

    sections: dict[str, list[tuple[str, str]]] = {"Options": []}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            sections.setdefault(SECTIONS.get(parameter.name or "", "Options"), []).append(record)
    for title, records in sections.items():
        with formatter.section(title):
            formatter.write_dl(records)


def _plugin_option() -> click.Option:
    return click.Option(
        ["--plugin"],
        type=click.Path(path_type=Path, dir_okay=False),
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=_use_plugins,
        help="A Python file that adds a metric, attribute, format, suite, model …; repeatable.",
    )


def _use_plugins(ctx: click.Context, option: click.Parameter, paths: tuple[Path, ...]) -> None:  # noqa: ARG001
    if paths:
        from nerproof.base import plugins

        for path in paths:
            plugins.use(path)


def _help() -> None:
    """A group without a verb shows its help."""
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _module(verb: str) -> str:
    return "list_" if verb == "list" else verb.replace("-", "_")


@click.group(cls=Verbs, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="nerproof")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def app(ctx: click.Context, debug: bool) -> None:  # noqa: ARG001 - main() looks for it itself
    """Does this NER system recognise entities, or does it remember them?

    \b
    Examples:
      nerproof demo
      nerproof evaluate --gold test.conll --pred mine=pred.conll
      nerproof evaluate --train train.conll --gold test.conll --pred mine=pred.conll --html report.html
      nerproof split all.conll --out parts
    """
    from nerproof.base.atomic import protected_inputs

    ctx.with_resource(protected_inputs())
    _help()


def main() -> None:
    """Runs the command line; an error of ours is one line on stderr and exit code 2."""
    from nerproof.base.errors import NerproofError
    from nerproof.base.terminal import make_streams_visible

    make_streams_visible()
    signal.signal(signal.SIGTERM, _end)
    gc.set_threshold(50_000)  # starting makes many objects that stay: looking through them again and again is slow
    try:
        code = app.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        print(f"nerproof: {_with_help(error)}", file=sys.stderr)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        print("nerproof: interrupted; nothing is half-written", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone: nothing is wrong. Python must not flush into the void at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (NerproofError, OSError) as error:
        if "--debug" in sys.argv:
            raise
        print(f"nerproof: {_one_line(error)}", file=sys.stderr)
        sys.exit(2)
    gc.freeze()  # nothing is left to collect: the process ends
    sys.exit(code if isinstance(code, int) else 0)


def _end(number: int, frame: Any) -> None:  # noqa: ARG001
    """Asked to end, we leave nothing half-written: what is open is closed, and temporary files are removed."""
    sys.exit(128 + number)


def _with_help(error: click.ClickException) -> str:
    """Click's message on one line, with the help that belongs to it."""
    context = getattr(error, "ctx", None)
    text = " ".join(error.format_message().split())
    if not (context and context.parent):
        return text
    return f"{text}{'' if text.endswith(('.', '?', '?)')) else '.'} See: {context.command_path} --help"


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split("\n"))
