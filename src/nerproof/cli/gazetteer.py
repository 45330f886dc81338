"""nerproof gazetteer: where replacement names come from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import a_file, option, options_in, pairs

if TYPE_CHECKING:
    from nerproof.gazetteers import Gazetteer

source_options = options_in(
    "Options",
    click.argument("source"),
    option("--filter", "filters", multiple=True, metavar="COLUMN>=VALUE", help="Rows of a file to keep."),
    option("--classes", multiple=True, metavar="TYPE=Q515,Q6256", help="Wikidata classes of a type."),
    option("--language", default="en", help="Language of the names."),
    option("--limit", default=1000, type=click.IntRange(1), help="Names per class."),
    option("--page", default=500, type=click.IntRange(1), help="Names per question."),
    option("--timeout", default=60.0, help="Seconds to wait for a server."),
    option("--retries", default=4, type=click.IntRange(0), help="Further tries."),
    option("--pause", default=1.0, help="Seconds between questions to a server."),
    option("--cache", type=click.Path(path_type=Path), help="Folder for answers already given."),
)


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
@click.option("--out", required=True, type=a_file, help="Parquet or JSONL file.")
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
