"""nerproof gazetteer: where replacement names come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nerproof.cli.options import pairs

if TYPE_CHECKING:
    from nerproof.gazetteers import Gazetteer

F = TypeVar("F", bound=Callable[..., Any])


def source_options(function: F) -> F:
    """The options that say where names come from."""
    for option in reversed(
        (
            click.argument("source"),
            click.option("--filter", "filters", multiple=True, metavar="COLUMN>=VALUE", help="Rows of a file to keep."),
            click.option("--classes", multiple=True, metavar="TYPE=Q515,Q6256", help="Wikidata classes of a type."),
            click.option("--language", default="en", show_default=True, help="Language of the names."),
            click.option("--limit", default=1000, show_default=True, type=click.IntRange(1), help="Names per class."),
            click.option("--page", default=500, show_default=True, type=click.IntRange(1), help="Names per question."),
            click.option("--timeout", default=60.0, show_default=True, help="Seconds to wait for a server."),
            click.option("--retries", default=4, show_default=True, type=click.IntRange(0), help="Further tries."),
            click.option("--pause", default=1.0, show_default=True, help="Seconds between questions to a server."),
            click.option("--cache", type=click.Path(path_type=Path), help="Folder for answers already given."),
        )
    ):
        function = option(function)
    return function


@click.group()
def command() -> None:
    """Builds, counts and looks up names for attacks.

    SOURCE is bundled[:LOCALE], a Parquet or JSONL file, sparql[:URL], or dump:latest-all.json.gz.

    \b
    Examples:
      nerproof gazetteer stats bundled:es_ES
      nerproof gazetteer lookup names.parquet Bari
      nerproof gazetteer build sparql --classes GPE=Q515,Q6256 --out cities.parquet
    """


@command.command()
@source_options
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Parquet or JSONL file.")
def build(source: str, out: Path, **options: Any) -> None:
    """Writes the names of a source to a file that attacks read fast."""
    from nerproof.gazetteers.file import write_gazetteer

    found = _open(source, options)
    write_gazetteer(found, out)
    click.echo(f"{out}: {len(found)} names of {len(found.types)} types ({found.licence})")


@command.command()
@source_options
@click.option("--per-class", is_flag=True, help="One line per class.")
def stats(source: str, per_class: bool, **options: Any) -> None:
    """Counts classes and names by type."""
    found = _open(source, options)
    click.echo(f"{found.origin}: {len(found)} names ({found.licence})")
    for row in found.counts():
        click.echo(f"{row['type']}\t{_of(row['classes'], 'class', 'es')}\t{_of(row['names'], 'name')}")
        if per_class:
            for group in found.groups_of(row["type"]).tolist():
                k = found.klass(group)
                click.echo(f"  {k.qid or '–'}\t{k.label}\t{int(found.offsets[group + 1] - found.offsets[group])}")


@command.command()
@source_options
@click.argument("names", nargs=-1, required=True)
def lookup(source: str, names: tuple[str, ...], **options: Any) -> None:
    """Shows the entries that bear a name; exit code 1 if there is none."""
    found = _open(source, options)
    rows = found.find(set(names))
    for name in names:
        for i in rows.get(name, []):
            row = found.row(i)
            click.echo("\t".join((row.name, row.type, row.class_label, row.class_qid or "–", row.entity_qid or "–")))
        if name not in rows:
            click.echo(f"{name}\tis not there")
    if not rows:
        raise click.exceptions.Exit(1)


def _of(n: int, word: str, ending: str = "s") -> str:
    return f"{n} {word}{ending * (n != 1)}"


def _open(source: str, options: dict[str, Any]) -> Gazetteer:
    from nerproof.api.making import gazetteer

    classes = {
        t: [q.strip() for q in qids.split(",")]
        for t, qids in pairs(options.pop("classes"), "--classes TYPE=Q515,Q6256").items()
    }
    return gazetteer(source, classes=classes, **options)
