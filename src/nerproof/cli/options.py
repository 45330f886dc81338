"""Options that several verbs share, and the values made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from nerproof.base.atomic import note_input
from nerproof.base.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])
option = partial(click.option, show_default=True)
a_file = click.Path(path_type=Path, dir_okay=False)
a_folder = click.Path(path_type=Path, file_okay=False)
a_target = click.Path(path_type=Path, dir_okay=False, allow_dash=True)  # - is standard output

SECTIONS: dict[str, str] = {}  # parameter -> the section of the help it is in; it is the same in every verb


def options_in(section: str, *options: Callable[[F], F]) -> Callable[[F], F]:
    def wrap(function: F) -> F:
        before = len(getattr(function, "__click_params__", ()))
        for add in reversed(options):
            function = add(function)
        SECTIONS.update((parameter.name, section) for parameter in function.__click_params__[before:])  # type: ignore[attr-defined]
        return function

    return wrap


seed_option = option("--seed", default=0, type=click.IntRange(0), help="Random seed.")
resampling_options = options_in(
    "Options",
    option("--resamples", default=1000, type=click.IntRange(0, 1_000_000), help="Bootstrap samples; 0: no intervals."),
    seed_option,
)

stream_option = option(
    "--stream/--no-stream",
    default=None,
    help="Read files chunk by chunk, in constant memory (default: when one of them is large).",
)

pieces_options = options_in(
    "Large data",
    stream_option,
    option("-j", "--jobs", default=1, type=click.IntRange(1, 256), help="Number of processes."),
)


def align_option(what: str, *modes: str) -> Callable[[F], F]:
    """How one file's annotations are put on another's tokens."""
    choice = click.Choice(["tokens", *modes])
    return option("--align", type=choice, default="tokens", help=what)


COMMENTS = {"auto": None, "none": False, "all": True, "sentences": "sentences", "documents": "documents"}

reading_options = options_in(
    "Reading files",
    option("--format", "format_", help="Format of the files (default: auto-detected; see nerproof list formats)."),
    option("--scheme", default="auto", help="Label scheme: IOB2, IOB1, BIOES, BILOU, BMES, IO, bare …"),
    option(
        "--repair",
        type=click.Choice(["begin", "discard", "error"]),
        default="begin",
        help="How to treat tags that break the scheme: begin a mention, discard them, or refuse the file.",
    ),
    option("--token-column", type=int, help="Column of the token, from 0; -1 is the last (default: auto-detected)."),
    option("--tag-column", type=int, help="Column of the tag (default: auto-detected)."),
    option("--score-column", type=int, help="Column of the prediction scores, from 0; -1 is the last."),
    option(
        "--comments",
        type=click.Choice(list(COMMENTS)),
        default="auto",
        help="Lines that start with #: tokens (none), comments (all), or comments that end a sentence or document.",
    ),
    option("--delimiter", type=click.Choice(["tab", "blank"]), help="Column delimiter (default: auto-detected)."),
    option("--encoding", default="utf-8", help="Text encoding of the files."),
    option(
        "--labels",
        metavar="NAMES|FILE",
        help="Names of numeric tags, in order: O,B-PER,…, or a file with one per line.",
    ),
    option("--split", help="Split to read from a Hugging Face folder."),
    option("--anyway", is_flag=True, help="Continue with a warning when the input looks misread."),
)

type_options = options_in(
    "Entity types",
    option("--types", help="Only these entity types, comma-separated."),
    option("--exclude-types", help="Leave out these entity types."),
    option("--map", "renames", multiple=True, metavar="OLD=NEW", help="Rename a type in every file."),
)

suite_options = options_in(
    "Options of single suites",
    option(
        "--standard-metrics",
        help="More metrics, comma-separated: overlap, iou (overlap_75, iou_75: another threshold, in %), left, "
        "right, unlabeled, token_accuracy; or all.",
    ),
    option(
        "--hardeval-compare",
        type=click.Choice(["io", "bio", "bilou"]),
        help="What counts as a token error: the type (io, the default), also the start (bio), also the end (bilou).",
    ),
    option("--hardeval-strict", is_flag=True, help="Use hardeval's strict subsets: labels never seen in training."),
    option("--contamination-unit", type=click.Choice(["sentence", "document"]), help="Unit of the overlap rates."),
    option("--interpreteval-buckets", type=click.IntRange(2, 20), help="Buckets per attribute (default: 4)."),
    option("--edges", type=a_file, help="Use the bucket edges that --save-edges wrote."),
    option("--interpreteval-balanced", is_flag=True, help="Recompute equal shares after every cut."),
    option("--interpreteval-even", is_flag=True, help="Buckets of equal width, not of equal size."),
)


score_options = options_in(
    "Options of single suites",
    option(
        "--score-scale",
        type=click.Choice(["probability", "log", "logit", "percent"]),
        help="Scale of the prediction scores (default: probabilities).",
    ),
    option(
        "--beta",
        type=click.FloatRange(0.01, 100),
        help="Also report F-beta: recall counts BETA times as much as precision. Thresholds are chosen by it.",
    ),
    option(
        "--costs",
        type=a_file,
        help="Costs of errors, TOML or JSON: miss, spurious, wrong-type, boundary, both; optionally by type.",
    ),
    option(
        "--identifiers",
        metavar="NAMES",
        help="For the suite leakage: which types identify a person, as direct=PER,ID;indirect=LOC,DATE.",
    ),
    option(
        "--name-groups",
        metavar="FILE|bundled",
        help="For the suite fairness: a CSV file with a column name and one column per grouping, or the bundled names.",
    ),
    option("--name-types", metavar="TYPES", help="For the suite fairness: types to group (default: persons)."),
)


def suite_switches(options: Mapping[str, Any]) -> dict[str, Any]:
    """The suite options that were given."""
    names = (
        *("standard_metrics", "hardeval_compare", "hardeval_strict", "contamination_unit", "score_scale", "beta"),
        *("interpreteval_buckets", "interpreteval_balanced", "interpreteval_even", "name_types"),
    )
    chosen = {name: options[name] for name in names if options.get(name)}
    if "interpreteval_balanced" in chosen and "interpreteval_even" in chosen:
        raise UsageError("--interpreteval-balanced and --interpreteval-even exclude each other: give one of them")
    if options.get("costs"):
        from nerproof.measures.costs import read_costs

        chosen["costs"] = read_costs(options["costs"])
    if options.get("identifiers"):
        chosen["identifiers"] = identifier_types(options["identifiers"])
    if options.get("edges"):
        from nerproof.studies.edges import load

        chosen["interpreteval_edges"] = load(options["edges"])
    return chosen


def identifier_types(text: str) -> dict[str, list[str]]:
    """``direct=PER,ID;indirect=LOC`` by kind."""
    found = {}
    for part in text.split(";"):
        kind, mark, names = part.partition("=")
        if not mark or kind.strip() not in {"direct", "indirect"} or not _names(names):
            raise UsageError(f"--identifiers {text!r}: write direct=PER,ID;indirect=LOC,DATE")
        found[kind.strip()] = list(_names(names))
    return found


def name_groups(given: str | None) -> dict[str, dict[str, str]]:
    """The groups of names of a file, or those of the given names of the bundled gazetteer."""
    if given is None:
        return {}
    if given.partition(":")[0] == "bundled":
        from nerproof.gazetteers.givennames import given_name_groups

        return given_name_groups()
    from nerproof.measures.namegroups import read_groups

    return read_groups(Path(given))


def quiet_option(help_: str = "Print no summary.") -> Callable[[F], F]:
    return option("-q", "--quiet", is_flag=True, help=help_)


def model_options(help_: str) -> Callable[[F], F]:
    """The options of a model, as ``-o KEY=VALUE``."""
    return option("-o", "--option", "chosen", multiple=True, metavar="KEY=VALUE", help=help_)


def pred_option(help_: str) -> Callable[[F], F]:
    return option("--pred", "preds", multiple=True, metavar="NAME=FILE", help=help_)


def dev_files(items: tuple[str, ...], preds: tuple[str, ...]) -> dict[str, str]:
    """Predictions on dev, each of a system that --pred names."""
    found, systems = system_files(items), system_files(preds)
    for name in found:
        if preds and name not in systems:
            raise UsageError(
                f"--dev-pred names the system {name!r}, which --pred does not. Systems: {', '.join(systems)}."
            )
    return found


output_options = options_in(
    "Output",
    option("--json", "json_", type=a_target, help="Write the result as JSON; - is standard output."),
    option("--html", type=a_target, help="Write one self-contained HTML report."),
    option("--csv", "csv_", type=a_target, help="Write all rows as CSV."),
    option("--markdown", type=a_target, help="Write the tables as Markdown."),
    option("--latex", type=a_target, help="Write the main scores of all systems as one LaTeX table."),
    option("--latex-all", type=a_target, help="Write all tables as LaTeX."),
    option("--table", type=click.Choice(["paper"]), help="Print only this table."),
    option("-q", "--quiet", is_flag=True, help="Print no tables."),
    option("-v", "--verbose", is_flag=True, help="Print all tables."),
)


def reading(options: Mapping[str, Any], **extra: Any) -> Any:
    """ReadOptions from the command line."""
    from nerproof.formats import ReadOptions

    known = {"split": options["split"], "labels": label_names(options["labels"])}
    extra |= {name: value for name, value in known.items() if value is not None}
    columns = ("token_column", "tag_column", "score_column", "delimiter")
    same = {name: options[name] for name in ("scheme", "repair", "encoding", "anyway", *columns)}
    return ReadOptions(**same, comments=COMMENTS[options["comments"]], format=options["format_"], extra=extra)


MAX_LABELS = 1 << 20  # bytes of a file of label names


def label_names(given: str | None) -> list[str] | None:
    """Names separated by commas, or the lines of a file."""
    if given is None:
        return None
    if Path(given).is_file():
        note_input(given)
        with Path(given).open("rb") as stream:
            text = stream.read(MAX_LABELS).decode("utf-8", "replace")
        found = [line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    else:
        found = [name.strip() for name in given.split(",")]
    if not all(found) or len(found) < 2:
        raise UsageError(f"--labels {given!r} is not a list of tags. Write --labels O,B-PER,I-PER or name a file.")
    return found


def study_options(options: Mapping[str, Any], **more: Any) -> Any:
    """Options of a study from what ``agree``, ``audit`` and ``estimate`` share on the command line."""
    from nerproof.engine.study import Options

    same = {name: options[name] for name in ("resamples", "seed", "align")}
    return Options(types=type_filter(options), reading=reading(options, all_columns=False), **same, **more)


def type_filter(options: Mapping[str, Any]) -> Any:
    from nerproof.corpus.typefilter import TypeFilter

    return TypeFilter(
        _names(options["types"]), _names(options["exclude_types"]), pairs(options["renames"], "--map OLD=NEW")
    )


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(t.strip() for t in (text or "").split(",") if t.strip())


def pairs(items: tuple[str, ...], usage: str) -> dict[str, str]:
    found = {}
    for item in items:
        left, mark, right = item.partition("=")
        if not (left and mark and right):
            raise UsageError(f"{item!r} is not of the form {usage}")
        found[left] = right
    return found


scored_files = click.argument("files", nargs=-1, metavar="[GOLD] [[NAME=]PRED]...")
out_format_option = option(
    "--out-format",
    "--to",
    metavar="NAME",
    help="Output format (default: by the suffix of --out, else the input format).",
)


def parameters(function: Callable[..., Any]) -> set[str]:
    """The names of a function's parameters: options of these names go to it as they are."""
    from inspect import signature

    return set(signature(function).parameters)


def gold_and_preds(
    files: tuple[str, ...], gold: str | None, preds: tuple[str, ...]
) -> tuple[str | None, tuple[str, ...]]:
    """Gold and predictions by place, by option, or both: without --gold the first file is gold."""
    rest = list(files)
    first = gold if gold is not None or not rest else rest.pop(0)
    return first, (*rest, *preds)


def system_files(items: tuple[str, ...]) -> dict[str, str]:
    """``NAME=FILE`` pairs; a bare FILE is named by its stem; a name given twice is an error."""
    found: dict[str, str] = {}
    for item in items:
        name, mark, path = item.partition("=")
        if not mark:
            name, path = Path(item).name.split(".")[0], item
        if not (name and path):
            raise UsageError(f"--pred {item!r} has no name or no file. Write --pred NAME=FILE")
        if name in found:
            raise UsageError(f"two systems are named {name!r}. Give each its own: --pred NAME=FILE (NAME@RUN for runs)")
        found[name] = path
    return found
