"""What is evaluated: which suites, with which indexes; the same for pieces and for a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nerproof import declare
from nerproof.corpus import Corpus, join
from nerproof.engines.cutting import NotStreamable
from nerproof.engines.partials import Context
from nerproof.engines.sums import Survey
from nerproof.errors import UsageError
from nerproof.evaluate import Options
from nerproof.lexicon import Lexicon
from nerproof.lexicon_cache import indexed
from nerproof.loading import load_all
from nerproof.recipes import SUITES, Suite

COVERED = frozenset({"standard", "hardeval", "tmr", "contamination", "interpreteval"})  # suites that work in pieces


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


def context_of(options: Options, train: Any, dev: Any) -> Context:
    """Training and development data in memory, and the suites that these allow."""
    loaded, held_out = load_all(train, options), load_all(dev, options)
    both = join([loaded, held_out]) if loaded is not None and held_out is not None else None
    training = both if options.with_dev and both is not None else loaded
    lexicon = None if training is None else indexed(training)
    others = {"train": lexicon} if lexicon is not None else {}
    if held_out is not None:
        others["dev"] = Lexicon(held_out)
    if both is not None:
        others["train+dev"] = lexicon if training is both and lexicon is not None else Lexicon(both)
    return Context(options, (), training, held_out, lexicon, None, others)


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
    return replace(context, options=options, index=Lexicon(seen.entities.corpus()), book=seen.entities.book)
