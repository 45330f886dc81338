"""From files to a study: reads, filters types, leaves out what nobody annotated, puts predictions on gold's tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, join
from nerproof.corpus.align import align
from nerproof.corpus.fold import lowered
from nerproof.corpus.schemes import HARDEVAL
from nerproof.engine.study import Input, Options, Study
from nerproof.formats import read


def prepare(
    gold: Input,
    predictions: Mapping[str, Input],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options,
    check: bool = True,
) -> Study:
    """Reads, filters types, aligns predictions with gold and numbers the types alike."""
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    kept = Kept(options)
    gold_corpus = kept.apply(load(gold, column(options, options.gold_column)))
    aligned = {name: _aligned(gold_corpus, p, options, kept) for name, p in predictions.items()}
    gold_corpus, aligned = _annotated(gold_corpus, aligned)
    train_corpus, dev_corpus = (load_all(x, options, kept) for x in (train, dev))
    return Study(
        gold_corpus,
        aligned,
        train_corpus,
        dev_corpus,
        options,
        tuple(kept.check()) if check else (),
        _discarded(gold_corpus, predictions, options) if options.switches.get("hardeval_compat") else {},
        read_types=frozenset(kept.seen),
    )


class Kept:
    """The filter of types, and the types of all that went through it."""

    def __init__(self, options: Options) -> None:
        self.options, self.seen = options, set[str]()

    def apply(self, corpus: Corpus) -> Corpus:
        self.seen |= set(corpus.types)
        return self.options.types.apply(corpus)

    def check(self) -> list[str]:
        return self.options.types.check(self.seen, anyway=self.options.reading.anyway)


def _aligned(gold: Corpus, item: Input, options: Options, kept: Kept) -> Corpus:
    if options.align == "tokens" and not options.lower:
        # Character spans and language-model output go straight on gold's tokens; formats with tokens do not look at it.
        options = replace(options, reading=replace(options.reading, text=gold))
    pred = kept.apply(load(item, predicted(options)))
    return align(gold, pred, mode=options.align, allow_truncated=options.allow_truncated)


def predicted(options: Options) -> Options:
    """The options for files of predictions."""
    own = column(options, options.pred_column)
    return replace(own, reading=replace(own.reading, score_column=options.score_column))


def column(options: Options, number: int | None) -> Options:
    """The options for a file whose tags stand in a column of their own."""
    return options if number is None else replace(options, reading=replace(options.reading, tag_column=number))


def _annotated(gold: Corpus, systems: Mapping[str, Corpus]) -> tuple[Corpus, dict[str, Corpus]]:
    """Gold and predictions without the sentences that nobody annotated."""
    if gold.annotated is None:
        return gold, dict(systems)
    if not gold.annotated.any():
        raise UsageError(f"no sentence of gold ({_name(gold)}) is annotated: there is nothing to score against")
    kept = {name: replace(c.select(gold.annotated), file_digest=c.file_digest) for name, c in systems.items()}
    return annotated_only(gold), kept


def annotated_only(corpus: Corpus) -> Corpus:
    """The annotated sentences: not annotated is not "no entity"."""
    if corpus.annotated is None or corpus.annotated.all():
        return corpus
    n, name = int((~corpus.annotated).sum()), _name(corpus)
    note = f"{name}: {n} of {corpus.n_sentences} sentences are not annotated and are left out"
    kept = corpus.select(corpus.annotated)
    return replace(kept, file_digest=corpus.file_digest, annotated=None, notes=(*corpus.notes, note))


def _discarded(gold: Corpus, predictions: Mapping[str, Input], options: Options) -> dict[str, Corpus]:
    """Predictions read again with tags repaired as the authors' program of hardeval does."""
    if any(isinstance(p, Corpus) for p in predictions.values()):
        raise UsageError("compat=hardeval repairs tags in its own way, so it needs prediction files, not corpora")
    again = replace(options, reading=replace(options.reading, repair=HARDEVAL))
    return {name: _aligned(gold, p, again, Kept(again)) for name, p in predictions.items()}


def load(item: Input, options: Options) -> Corpus:
    """One input as it is, or as it is without regard to case."""
    corpus = item if isinstance(item, Corpus) else read(item, options.reading)
    return lowered(corpus) if options.lower else corpus


def load_all(items: Input | Sequence[Input] | None, options: Options, kept: Kept | None = None) -> Corpus | None:
    if items is None:
        return None
    apply = options.types.apply if kept is None else kept.apply
    several = [items] if isinstance(items, Corpus | str | Path) else list(items)
    return join([annotated_only(apply(load(i, options))) for i in several]) if several else None


def _name(corpus: Corpus) -> str:
    return corpus.sources[0] if corpus.sources else "corpus"
