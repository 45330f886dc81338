"""nerproof serve: browse the result files of a folder."""

from __future__ import annotations

from pathlib import Path

import click

from nerproof.cli.options import option


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True), default=".")
@option(
    "--host", default="127.0.0.1", help="Address to listen on; anything but loopback shows your results to the network."
)
@option("--port", default=8765, type=click.IntRange(0, 65535), help="Port; 0: any free one.")
def command(folder: Path, host: str, port: int) -> None:
    """Shows the result files of a folder as a board, opens their reports and compares them. Reads only.

    \b
    Examples:
      nerproof serve results
      nerproof serve results --port 0
    """
    from nerproof.cli.board import ranking
    from nerproof.report.serve import server

    with server(folder, host=host, port=port, ranking=ranking) as running:
        address = running.server_address
        click.echo(f"serving {folder} at http://{host}:{address[1]}/ (Ctrl-C ends it)", err=True)
        if not running.loopback:
            click.echo("nerproof: warning: this address can be reached from other machines", err=True)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)
