"""nerproof help: the help of a command."""

from __future__ import annotations

import click


@click.command()
@click.argument("verb", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def command(ctx: click.Context, verb: tuple[str, ...]) -> None:
    """Shows the help of a command, or of nerproof.

    \b
    Examples:
      nerproof help evaluate
      nerproof help gazetteer build
    """
    context = ctx.find_root()
    for name in verb:
        group = context.command
        found = group.resolve_command(context, [name])[1] if isinstance(group, click.Group) else None
        if found is None:
            raise click.UsageError(f"{context.command_path} has no command {name!r}")
        context = click.Context(found, parent=context, info_name=name)
    click.echo(context.get_help())
