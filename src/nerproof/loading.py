"""From files to a study: reads, filters types, leaves out what nobody annotated, puts predictions on gold's tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, join
from nerproof.corpus.align import align
from nerproof.corpus.fold import lowered
from nerproof.corpus.schemes import HARDEVAL
from nerproof.formats import read
from nerproof.index.trainingdata import check_training
from nerproof.measures.pairing import Pair
from nerproof.study import Input, Options, Study, name_of


def prepare(
    gold: Input,
    predictions: Mapping[str, Input],
    *,
    train: Input | Sequence[Input] | None = None,
    dev: Input | Sequence[Input] | None = None,
    options: Options,
) -> Study:
    """Reads, filters types, aligns predictions with gold and numbers the types alike."""
    if not predictions:
        raise UsageError("no predictions given. Name at least one: --pred NAME=FILE")
    kept = _Kept(options)
    gold_corpus = kept.apply(_load(gold, _column(options, options.gold_column)))
    aligned = {name: _aligned(gold_corpus, p, options, kept) for name, p in predictions.items()}
    gold_corpus, aligned = _annotated(gold_corpus, aligned)
    train_corpus, dev_corpus = (load_all(x, options, kept) for x in (train, dev))
    if options.with_dev and train_corpus is not None and dev_corpus is not None:
        train_corpus = join([train_corpus, dev_corpus])
    types = tuple(sorted({*gold_corpus.types, *(t for c in aligned.values() for t in c.types)}))
    notes = [
        *kept.check(),
        *gold_corpus.notes,
        *_only_predicted(gold_corpus, aligned),
        *(n for c in aligned.values() for n in c.notes),
    ]
    if train_corpus is not None:
        notes += [*train_corpus.notes, *check_training(gold_corpus, train_corpus)]
    numbered = gold_corpus.with_types(types)
    return Study(
        numbered,
        {name: c.with_types(types) for name, c in aligned.items()},
        train_corpus,
        dev_corpus,
        options,
        tuple(dict.fromkeys(notes)),
        _discarded(numbered, predictions, options) if options.switches.get("hardeval_compat") else {},
    )


class _Kept:
    """The filter of types, and the types of all that went through it."""

    def __init__(self, options: Options) -> None:
        self.options, self.seen = options, set[str]()

    def apply(self, corpus: Corpus) -> Corpus:
        self.seen |= set(corpus.types)
        return self.options.types.apply(corpus)

    def check(self) -> list[str]:
        return self.options.types.check(self.seen, anyway=self.options.reading.anyway)


def _aligned(gold: Corpus, item: Input, options: Options, kept: _Kept) -> Corpus:
    if options.align == "tokens" and not options.lower:
        # Character spans and language-model output go straight on gold's tokens; formats with tokens do not look at it.
        options = replace(options, reading=replace(options.reading, text=gold))
    pred = kept.apply(_load(item, _column(options, options.pred_column)))
    return align(gold, pred, mode=options.align, allow_truncated=options.allow_truncated)


def _column(options: Options, column: int | None) -> Options:
    return options if column is None else replace(options, reading=replace(options.reading, tag_column=column))


def _annotated(gold: Corpus, systems: Mapping[str, Corpus]) -> tuple[Corpus, dict[str, Corpus]]:
    """Gold and predictions without the sentences that nobody annotated."""
    if gold.annotated is None:
        return gold, dict(systems)
    if not gold.annotated.any():
        raise UsageError(f"no sentence of gold ({name_of(gold)}) is annotated: there is nothing to score against")
    kept = {name: replace(c.select(gold.annotated), file_digest=c.file_digest) for name, c in systems.items()}
    return _known(gold), kept


def _known(corpus: Corpus) -> Corpus:
    """The annotated sentences: not annotated is not "no entity"."""
    if corpus.annotated is None or corpus.annotated.all():
        return corpus
    n, name = int((~corpus.annotated).sum()), corpus.sources[0] if corpus.sources else "corpus"
    note = f"{name}: {n} of {corpus.n_sentences} sentences are not annotated and are left out"
    kept = corpus.select(corpus.annotated)
    return replace(kept, file_digest=corpus.file_digest, annotated=None, notes=(*corpus.notes, note))


def _discarded(gold: Corpus, predictions: Mapping[str, Input], options: Options) -> dict[str, Pair]:
    """Predictions read again with tags repaired as the authors' program of hardeval does."""
    if any(isinstance(p, Corpus) for p in predictions.values()):
        raise UsageError("compat=hardeval repairs tags in its own way, so it needs prediction files, not corpora")
    again = replace(options, reading=replace(options.reading, repair=HARDEVAL))
    return {name: Pair.of(gold, _aligned(gold, p, again, _Kept(again)), name=name) for name, p in predictions.items()}


def _load(item: Input, options: Options) -> Corpus:
    corpus = item if isinstance(item, Corpus) else read(item, options.reading)
    return lowered(corpus) if options.lower else corpus


def load_all(items: Input | Sequence[Input] | None, options: Options, kept: _Kept | None = None) -> Corpus | None:
    if items is None:
        return None
    apply = options.types.apply if kept is None else kept.apply
    several = [items] if isinstance(items, Corpus | str | Path) else list(items)
    return join([_known(apply(_load(i, options))) for i in several]) if several else None


def _only_predicted(gold: Corpus, systems: Mapping[str, Corpus]) -> list[str]:
    notes = []
    for name, pred in systems.items():
        extra = sorted({pred.types[t] for t in np.unique(pred.mentions.type)} - set(gold.types))
        if extra:
            notes.append(f"{name}: predicts types that gold lacks: {', '.join(extra)} (counted as false positives)")
    return notes
