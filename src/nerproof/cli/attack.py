"""nerproof attack: natural adversarial test sets (RockNER)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nerproof.base.errors import UsageError
from nerproof.cli.options import out_format_option, reading, reading_options

if TYPE_CHECKING:
    from nerproof.attacks import AttackOptions
    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Predict


@click.command()
@click.option(
    "--mode",
    default="entity",
    show_default=True,
    help="entity, context, full, swap or natural; see nerproof list attacks.",
)
@click.option("--gold", "golds", multiple=True, metavar="FILE", help="The test file; repeat for several.")
@click.option("--train", multiple=True, metavar="FILE", help="Training file: what counts as seen; the swap control.")
@click.option(
    "--dev", multiple=True, metavar="FILE", help="Held-out gold: counts as seen; more names for the natural control."
)
@click.option(
    "--gazetteer",
    metavar="NAME_OR_FILE",
    help="Where names come from: bundled[:LOCALE], a Parquet or JSONL file, sparql:URL, dump:FILE.",
)
@click.option("--gazetteer-filter", multiple=True, metavar="COLUMN>=VALUE", help="Rows of a file to keep.")
@click.option("--type-map", multiple=True, metavar="TYPE=TYPE|TYPE/CLASS", help="The gazetteer's types of a type.")
@click.option("--links", type=click.Path(path_type=Path), help="JSONL {mention, qid} of an outside entity linker.")
@click.option("--unseen/--no-unseen", default=True, show_default=True, help="Only names that no given file has.")
@click.option("--hard", is_flag=True, help="Only names that the reference model misses in isolation.")
@click.option(
    "--persons",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "locales", "gazetteer"]),
    help="Person names: Faker's lists by locale, or the gazetteer's own.",
)
@click.option("--consistent/--no-consistent", default=True, show_default=True, help="One name per entity and document.")
@click.option(
    "--coverage", default=100.0, show_default=True, type=click.FloatRange(0, 100), help="Percent of mentions."
)
@click.option("--curve", is_flag=True, help="Also 20, 40 … 100 percent, each part of the next.")
@click.option("--reference", metavar="MODEL", help="A saved model to try contexts (and hard names) on.")
@click.option("--reference-command", metavar="PROGRAM", help='The same as a program: "tag.sh {input} {output}".')
@click.option("--evaluated", multiple=True, metavar="MODEL", help="Models that will be scored: never the reference.")
@click.option("--mlm", metavar="PATH_OR_NAME", help="A masked language model (default: a word list and trigrams).")
@click.option(
    "--pos",
    default="auto",
    show_default=True,
    help="Part-of-speech tags: auto, column, hanta, spacy:MODEL.",
)
@click.option(
    "--candidates",
    default=4,
    show_default=True,
    type=click.IntRange(1, 100),
    help="Contexts tried per sentence.",
)
@click.option("--language", help="en, es, nl … (default: guessed by its articles).")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Random seed.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for the attacked corpus.")
@click.option(
    "--as-benchmark",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for a release: none, E, C and full of every file, manifest, licences, tables.",
)
@click.option("--review", type=click.IntRange(1), metavar="N", help="Also a page with N attacked sentences to judge.")
@click.option(
    "--review-score",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Read the marks of a judge; --out is the folder that has review-key.json.",
)
@out_format_option
@reading_options
@click.option("-q", "--quiet", is_flag=True, help="Print no summary.")
def command(mode: str, golds: tuple[str, ...], out: Path | None, as_benchmark: Path | None, **options: Any) -> None:
    """Replaces entities, context words or both in a test set by real, unseen ones.

    Writes the attacked corpus, its alignment to the original, the log of edits, and with --train two controls: training
    mentions put in instead, and mentions of the test set (and of --dev) that training lacks. How natural the new names
    are is counted and printed.

    \b
    Examples:
      nerproof attack --gold test.conll --train train.conll --gazetteer bundled --out attacked
      nerproof attack --mode full --gold test.conll --train train.conll --gazetteer names.parquet \\
          --reference models/lstm --curve --out attacked
      nerproof attack --gold dev.conll --gold test.conll --train train.conll --gazetteer bundled --as-benchmark rock
    """
    from nerproof.attacks.release import Release, write_benchmark
    from nerproof.attacks.request import identity
    from nerproof.formats import read
    from nerproof.models.files import format_of

    if options["review_score"] is not None:
        _review_score(out, options["review_score"])
        return
    if not golds:
        raise UsageError("name the test file: --gold FILE.")
    if (out is None) == (as_benchmark is None):
        raise UsageError("name one folder: --out for one attack, or --as-benchmark for all of them.")
    chosen = reading(options)
    corpora = [(_stem(g, golds), read(g, chosen)) for g in golds]
    format_ = options["out_format"] or format_of(golds[0])
    folder = out if out is not None else as_benchmark
    assert folder is not None
    reference = options["reference"] or options["reference_command"]
    facts = {"reference": reference, "reference_digest": identity(reference) if reference else None}
    release = Release(folder, format_, attack_options(options, corpora[0][1], chosen), options["seed"], facts)
    if as_benchmark is not None:
        for note in write_benchmark(release, corpora)["notes"]:
            click.echo(f"note: {note}", err=True)
        _say(options, f"{as_benchmark}: none, E, C and full of {', '.join(n for n, _ in corpora)}")
        return
    for name, corpus in corpora:
        from dataclasses import replace

        place = folder / name if len(corpora) > 1 else folder
        manifest = replace(release, folder=place).write(
            corpus, mode, curve=options["curve"], review=options["review"] or 0
        )
        for note in manifest["notes"]:
            click.echo(f"note: {note}", err=True)
        _say(options, f"{place / release.name_of('attacked')}: {summary(manifest)}")


def attack_options(options: dict[str, Any], gold: Corpus, chosen: Any) -> AttackOptions:
    """AttackOptions from the command line."""
    from nerproof.attacks import request
    from nerproof.corpus import join
    from nerproof.formats import read

    same = ("gazetteer_filter", "type_map", "links", "mlm", "language", "unseen", "hard", "persons", "consistent")
    return request.attack_options(
        gold,
        train=join([read(f, chosen) for f in options["train"]]) if options["train"] else None,
        others=[read(f, chosen) for f in options["dev"]],
        gazetteer=options["gazetteer"] or None,
        reference=reference_model(options),
        **{name: options[name] for name in (*same, "coverage", "candidates", "pos")},
    )


def reference_model(options: dict[str, Any]) -> str | Predict | None:
    """The reference, a folder or a program; refused when it is one of the models that will be scored."""
    from nerproof.attacks.request import refuse_evaluated
    from nerproof.models.files import open_model

    folder, program = options["reference"], options["reference_command"]
    if folder and program:
        raise UsageError("name one reference: --reference or --reference-command.")
    if folder or program:
        refuse_evaluated(folder or program, options["evaluated"])
    return folder or (open_model("command", {"run": program}).predict if program else None)


def summary(manifest: dict[str, Any]) -> str:
    """One line about what was done; the share of linked mentions is always said."""
    facts = manifest["facts"]
    if "attack" not in facts:  # an attack from a plug-in tells what it likes
        return f"{manifest['statistics']['sizes']['attacked_sentences']} sentences attacked"
    parts = [facts[k] for k in ("entity", "context")] if facts["attack"] == "full" else [facts]
    return "; ".join(_summary(part) for part in parts)


def _summary(facts: dict[str, Any]) -> str:
    if facts["attack"] == "context":
        words, sentences = facts["attacked_words"], facts["attacked_sentences"]
        return f"{words} words replaced in {sentences} of {facts['prose']} prose sentences ({facts['filler']})"
    text = f"{facts['replaced']} of {facts['mentions']} mentions replaced"
    if facts["attack"] != "entity":
        return text
    share = facts["linked_share"]
    linked = "–" if share is None else f"{100 * share:.1f} %"
    return f"{text} ({linked} of those that are no persons linked)\nnaturalness: {_naturalness(facts['naturalness'])}"


def _naturalness(measures: dict[str, Any]) -> str:
    """What was counted about the new names, with the number of cases."""
    known = [(_MEASURES[name], m) for name, m in measures.items() if m["share"] is not None]
    return ", ".join(f"{name} {100 * m['share']:.1f} % of {m['cases']}" for name, m in known) or "–"


_MEASURES = {
    "capitals": "capitals kept",
    "tokens": "same number of tokens",
    "surnames": "surnames consistent",
    "articles": "a/an right",
    "articles_original": "a/an right before",
    "type": "best known as the type",
    "family": "same family",
}


def _review_score(folder: Path | None, marks: Path) -> None:
    """Prints what a judge found."""
    from nerproof.attacks.review import score

    if folder is None:
        raise UsageError("name the folder that has review-key.json: --out DIR.")
    for kind, answers in score(folder / "review-key.json", marks).items():
        told = ", ".join(f"{q} {_percent(a['share'])} ({a['yes']} of {a['of']})" for q, a in answers.items())
        click.echo(f"{kind}: {told}")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _stem(path: str, all_paths: tuple[str, ...]) -> str:
    """The file's name without its suffixes; with them where two files would share it."""
    stems = [Path(p).name.split(".")[0] for p in all_paths]
    own = Path(path).name.split(".")[0]
    return own if stems.count(own) == 1 else Path(path).name


def _say(options: dict[str, Any], text: str) -> None:
    if not options["quiet"]:
        click.echo(text)
