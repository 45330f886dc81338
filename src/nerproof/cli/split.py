"""nerproof split: parts that keep entities apart, or the quality card of parts that are there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.cli.options import parameters, reading, reading_options, type_filter, type_options

if TYPE_CHECKING:
    from nerproof.base.results import Result
    from nerproof.splits.session import Done

_file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--method", default="balanced", show_default=True, help="See: nerproof list splits.")
@click.option(
    "--ratios", default="80,10,10", show_default=True, help="Shares of train, dev, test; 0 leaves a part out."
)
@click.option(
    "--unit",
    default="sentence",
    show_default=True,
    type=click.Choice(["sentence", "document"]),
    help="What a sample is.",
)
@click.option("--group-by", help="Keep samples with the same value together: doc, source or a field.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option(
    "--tolerance", default=0.05, show_default=True, type=click.FloatRange(0, 1), help="Of mentions per type and part."
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    help="Search for so many seconds; more is never worse (default: a fixed number of moves).",
)
@click.option(
    "--effort",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 1000, min_open=True),
    help="Times the usual number of moves; more is never worse.",
)
@click.option(
    "--minimise",
    default="both",
    show_default=True,
    type=click.Choice(["mentions", "samples", "both"]),
    help="What should overlap with train as little as possible.",
)
@click.option(
    "--min-mentions",
    default=0,
    type=click.IntRange(0),
    help="Mentions that every type should have in every part, where the corpus has enough (the paper: 20).",
)
@click.option(
    "--harder",
    type=click.Choice(["unseen", "ambiguous"]),
    help="Make test harder on purpose: few seen mentions there alone, or many ambiguous names.",
)
@click.option(
    "--drop",
    is_flag=False,
    flag_value="all",
    default="0",
    metavar="SHARE",
    help="Leave out up to this share of the samples (5%) to make the parts cleaner; "
    "all: the fewest that leave train no entity of the others, whatever the balance.",
)
@click.option(
    "--accept-overlap", is_flag=True, help="Write documents or groups that cannot be kept apart instead of refusing."
)
@click.option(
    "--folds", default=5, show_default=True, type=click.IntRange(2), help="For --method kfold and clean-kfold."
)
@click.option("--by", default="source", show_default=True, help="Field for --method leave-one-out.")
@click.option(
    "--compat",
    is_flag=True,
    help="For --method contamination-level: draw as the authors' program does, to make their sets again.",
)
@click.option(
    "-j", "--jobs", default=0, type=click.IntRange(0), help="Threads (default: up to 4); the split is the same."
)
@click.option("--check", is_flag=True, help="Judge an existing split: INPUT are its parts, train first.")
@click.option("--from", "manifest", type=_file, help="Recreate the split of this manifest.json.")
@click.option("--near/--no-near", default=None, help="Look for near-duplicate sentences (default: up to 300,000).")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the parts, manifest.json and quality.json.",
)
@click.option("--json", "json_", type=_file, help="Write the quality card as JSON; - is standard output.")
@click.option("--html", type=_file, help="Write the quality card as an HTML report.")
@click.option("-q", "--quiet", is_flag=True, help="No table on the terminal.")
@reading_options
@type_options
def command(inputs: tuple[str, ...], **options: Any) -> None:
    """Split a corpus so that the test score means something, or check a split.

    \b
    Examples:
      nerproof split all.conll --out parts
      nerproof split train.conll dev.conll test.conll --ratios 80,20 --seed 7 --out parts
      nerproof split all.conll --drop 5% --out parts
      nerproof split all.conll --method clean-kfold --folds 5 --out folds
      nerproof split --check train.conll dev.conll test.conll
      nerproof split all.conll --from parts/manifest.json --out again
    """
    from nerproof.api.datasets import split
    from nerproof.base.errors import UsageError

    if options["check"] and (options["manifest"] or options["out"]):
        raise UsageError("--check judges files as they are; it does not go with --from or --out.")
    own = {name: value for name, value in options.items() if name in parameters(split)}
    done = split(*inputs, **own | {"reading": reading(options), "types": type_filter(options), "exclude_types": ()})
    _deliver(done, options)


def _deliver(done: Done, options: dict[str, Any]) -> None:
    import sys

    from nerproof.splits.writing import write_json

    if options["out"]:
        done.notes.extend(done.write(options["out"]))
    if str(options["json_"]) == "-":
        import json

        sys.stdout.write(json.dumps(done.card, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    elif options["json_"]:
        write_json(done.card, options["json_"])
    if options["html"]:
        from nerproof.cli.output import deliver

        deliver(as_result(done), {"html": options["html"], "quiet": True})
    if not options["quiet"] and str(options["json_"]) != "-":
        _show(done, options["out"])


def _show(done: Done, out: Path | None) -> None:
    from rich.console import Console

    from nerproof.base.terminal import markup as escape
    from nerproof.splits.card_table import show_cards

    console = Console()
    show_cards(done.card, console)
    for note in done.notes:
        console.print(f"note {escape(note)}", highlight=False, soft_wrap=True)
    where = f"written to {out}" if out else "nothing written: --out DIR writes the parts"
    if not done.checked:
        console.print(escape(f"{done.split.method}, seed {done.split.seed}; {where}"), highlight=False, soft_wrap=True)


def as_result(done: Done) -> Result:
    """The card as rows of a Result, and whole under extras["split"] for the HTML report."""
    from nerproof.base.results import Result, Row
    from nerproof.base.version import __version__
    from nerproof.splits.card_charts import charts

    cards = {f"{name}: ": card for name, card in done.card["sets"].items()} if "sets" in done.card else {"": done.card}
    rows = [
        Row("split", done.split.method, metric, rate["value"], slice=at + way, count=rate["count"], total=rate["total"])
        for at, card in cards.items()
        for way, rates in card["contamination"].items()
        for metric, rate in rates.items()
    ]
    signature = {
        "gold": f"{Path(done.corpus.sources[0]).name if done.corpus.sources else 'corpus'}@{done.corpus.digest}",
        "seed": done.split.seed,
        "switches": {"method": done.split.method, "unit": done.split.unit},
        "version": __version__,
    }
    drawn = charts(done.card) if "contamination" in done.card else {}
    return Result(signature, rows, notes=list(done.notes), extras={"split": done.card, "charts": drawn})
