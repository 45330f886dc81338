"""What is evaluated: which suites, with which indexes; the same for pieces and for a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nerproof.base import inject as declare
from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Corpus, join
from nerproof.engines.cutting import NotStreamable, format_of
from nerproof.engines.entityindex import EntityIndex
from nerproof.engines.partials import Context
from nerproof.engines.sums import Survey
from nerproof.evaluate import Options
from nerproof.formats.source import Source
from nerproof.lexicon import Lexicon
from nerproof.lexicon_cache import indexed
from nerproof.loading import load_all
from nerproof.suites.recipe import SUITES, Suite

COVERED = frozenset(
    {"standard", "hardeval", "tmr", "contamination", "interpreteval", "overlap"}
)  # suites that work in pieces


def check(options: Options, predictions: Mapping[str, Any]) -> None:
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    said = {
        "--align text needs all tokens at once": options.align == "text",
        "--allow-truncated needs all sentences at once": options.allow_truncated,
        "examples need all sentences at once": bool(options.examples),
        "--lower needs all tokens at once": options.lower,
        "--gold-column and --pred-column are for files read as a whole": (options.gold_column, options.pred_column)
        != (None, None),
        "compat=hardeval reads predictions twice": bool(options.switches.get("hardeval_compat")),
    }
    for why, given in said.items():
        if given:
            raise NotStreamable(why)


class NeedsWhole(NotStreamable):
    """Training data that must be in memory as a whole."""


class BadTraining(InputError):
    """Something is wrong with a training file that was read in pieces."""


def context_of(options: Options, train: Any, dev: Any, *, in_pieces: bool = False) -> Context:
    """Training and development data; ``in_pieces``: training files are read later, by ``taught``."""
    held_out = load_all(dev, options)
    if in_pieces:
        files = train if isinstance(train, list | tuple) else [train]
        return replace(expected(options), dev=held_out, unread=tuple(map(str, files)))
    loaded = load_all(train, options)
    both = join([loaded, held_out]) if loaded is not None and held_out is not None else None
    training = both if options.with_dev and both is not None else loaded
    lexicon = None if training is None else indexed(training)
    others = {"train": lexicon} if lexicon is not None else {}
    if held_out is not None:
        others["dev"] = Lexicon(held_out)
    if both is not None:
        others["train+dev"] = lexicon if training is both and lexicon is not None else Lexicon(both)
    return Context(options, (), training, held_out, lexicon, None, others)


def expected(options: Options) -> Context:
    """What is known before training data is read: that there will be some."""
    return Context(options, (), lexicon=Lexicon(Corpus.from_sentences([["_"]], [[]])))


def can_be_in_pieces(train: Any, options: Options) -> bool:
    """Whether training data is files that can be read part by part, and nothing asks for all of it."""
    files = train if isinstance(train, list | tuple) else [train]
    if not files or not all(isinstance(f, str | Path) for f in files) or options.switches.get("interpreteval_compat"):
        return False
    try:
        return all(format_of(Source(str(f)), options.reading) for f in files)
    except (NotStreamable, InputError):  # read as a whole, it says what is wrong
        return False


def taught(context: Context, seen: Survey, jobs: int) -> Context:
    """The context with the training files read, for what gold and the systems can ask about."""
    from nerproof.engines.keys import asked_of
    from nerproof.engines.training import read_training

    options, dev = context.options, context.dev
    _check_attributes(context)
    asked = asked_of(seen.entities, dev, context)
    try:
        found = read_training(context.unread, asked, dev, joined=options.with_dev, jobs=jobs)
    except NotStreamable as error:
        raise NeedsWhole(str(error)) from None
    except InputError as error:
        raise BadTraining(str(error)) from None
    lexicon = found.tables.lexicon(asked.keys, found.trained.counted)
    others: dict[str, Lexicon] = {"train": lexicon}
    if dev is not None and found.with_dev is not None:
        both = lexicon if options.with_dev else found.with_dev.lexicon(asked.keys)
        others |= {"dev": Lexicon(dev), "train+dev": both}
    return replace(context, train=found.trained, lexicon=lexicon, others=others, seen=seen, unread=())


def _check_attributes(context: Context) -> None:
    """Attributes of one's own may ask for anything."""
    if "interpreteval" not in context.suites:
        return
    from nerproof.measures.attributes import interpreteval as own
    from nerproof.suites.interpreteval import chosen

    for item in (a for kind in ("number", "category") for a in chosen(kind, context.lexicon)):
        if item.compute.__module__ != own.__name__:
            raise NeedsWhole(f"the attribute {item.label} may need all of the training data at once")


def suites_of(context: Context) -> tuple[list[Suite], dict[str, str]]:
    """The suites asked for, or all that can run on pieces with what is given."""
    wanted = context.options.suites
    chosen = sorted((SUITES[n] for n in (wanted if wanted is not None else SUITES)), key=lambda s: s.order)
    given = {"pair": 1, "gold": 1, "index": 1, "switches": 1, "lexicon": context.lexicon, "dev": context.dev}
    reasons = {s.name: declare.missing(s.cells, given) for s in chosen}
    skipped = {name: why for name, why in reasons.items() if why}
    if wanted is not None and skipped:
        name, why = next(iter(skipped.items()))
        raise UsageError(f"suite {name!r} {why}")
    left = [s for s in chosen if s.name not in skipped]
    other = [s.name for s in left if s.name not in COVERED]
    if other:
        raise NotStreamable(f"the suite {other[0]} needs all of gold at once")
    return left, skipped


def informed(context: Context, seen: Survey) -> Context:
    """The context with what the look at gold found out."""
    options = context.options
    if seen.values:
        from nerproof.engines.facts import edges_of

        switches = {**options.switches, "interpreteval_edges": edges_of(seen, context)}
        options = replace(options, switches=switches)
    if context.lexicon is None:
        return replace(context, options=options, index=Lexicon(Corpus.from_sentences([["_"]], [[]])))
    entities = (context.seen or seen).entities
    if isinstance(context.train, Corpus):
        # Most words of a test set are in the training set: known at once, they need not be learned piece by piece.
        context.lexicon.learn(entities.book)
    return replace(context, options=options, index=EntityIndex.of(entities), book=entities.book)
