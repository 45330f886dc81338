"""Training and development data, indexed chunk by chunk: a corpus of any size is a loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.corpus.checks import Look, warnings_about
from nerproof.corpus.join import digest_of_parts
from nerproof.corpus.outline import Outline
from nerproof.engine.context import Training
from nerproof.engine.inputs import outline_of, prepared
from nerproof.engine.prepare import annotated_only, load, prepare
from nerproof.engine.study import Input, Options
from nerproof.formats.ranges import is_large, open_file, why_not
from nerproof.formats.source import Source, digest_of_files
from nerproof.index.cache import cached
from nerproof.index.lexicon import Lexicon
from nerproof.measures.scorecounts import Tuning, counts_of

Inputs = Input | Sequence[Input] | None


def load_training(train: Inputs, dev: Inputs, options: Options, *, stream: bool | None = None) -> Training:
    """The indexes of training and development data; files are read chunk by chunk where they are large."""
    found = {}
    for name, items in (("train", train), ("dev", dev)):
        given = [indexed(item, options, stream=stream) for item in _list(items)]
        if given:
            found[name] = (_merged([lexicon for lexicon, _ in given]), _joined([outline for _, outline in given]))
    return replace(_training(found, options), tuning=_tuning(_list(dev), options))


def training_of(train: Corpus | None, dev: Corpus | None, options: Options) -> Training:
    """The indexes of corpora that were read already."""
    given = {"train": train, "dev": dev}
    found = _training({name: (Lexicon(c), Outline.of(c)) for name, c in given.items() if c is not None}, options)
    return replace(found, tuning=_tuning([dev] if dev is not None else [], options))


def _tuning(dev: Sequence[Input], options: Options) -> dict[str, Tuning]:
    """What the predictions on development data say of scores."""
    if not options.dev_predictions:
        return {}
    if len(dev) != 1:
        raise UsageError("--dev-pred are predictions on the development data: give one --dev FILE with them")
    pairs = prepare(dev[0], options.dev_predictions, options=replace(options, dev_predictions={}), check=False).pairs
    scale = options.switches.get("score_scale")
    return {n: Tuning(counts_of(p, scale), p.types, p.pred.digest) for n, p in pairs.items()}


def _training(found: Mapping[str, tuple[Lexicon, Outline]], options: Options) -> Training:
    """``--with-dev`` makes training and development data together what is seen; in rates they stay apart."""
    parts = {name: lexicon for name, (lexicon, _) in found.items()}
    outlines = {name: outline for name, (_, outline) in found.items()}
    if len(parts) == 2:
        parts["train+dev"] = _merged([parts["train"], parts["dev"]])
    if options.with_dev and len(outlines) == 2:
        outlines["train"] = _joined([outlines["train"], outlines["dev"]])
    seen = parts.get("train+dev") if options.with_dev and "train+dev" in parts else parts.get("train")
    notes = outlines["train"].notes if "train" in outlines else ()
    return Training(seen, parts if seen is not None else {}, outlines, notes)


def _list(items: Inputs) -> list[Input]:
    if items is None:
        return []
    return [items] if isinstance(items, Corpus | str | Path) else list(items)


def indexed(item: Input, options: Options, *, stream: bool | None = None) -> tuple[Lexicon, Outline]:
    """The index of one input, and what is known of it."""
    in_ranges = not isinstance(item, Corpus) and (is_large(item) if stream is None else stream)
    if isinstance(item, Corpus) or not in_ranges or why_not(Source(str(item)), options.reading):
        read = load(item, options)
        corpus = annotated_only(options.types.apply(read))
        return Lexicon(corpus), replace(Outline.of(corpus), read_types=read.types)
    if not is_large(item):  # quickly built
        lexicon, facts = _read(item, options)
    else:
        key = f"{digest_of_files(_paths(item, options))} {item} {options.reading} {options.types} {options.lower}"
        lexicon, facts = cached(key, lambda: _read(item, options))
    known: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in facts.items()}
    return lexicon, Outline(**known)


def _paths(item: str | Path, options: Options) -> list[Path]:
    from nerproof.formats.parquet import part_files

    source = Source(str(item))
    return part_files(source, options.reading.extra.get("split")) if source.is_folder else [source.path]


def _read(item: str | Path, options: Options) -> tuple[Lexicon, dict[str, Any]]:
    """The index of a file, chunk by chunk, and what is known of the file."""
    lexicon, file = Lexicon(), open_file(item, options.reading)
    look = Look()
    last = -1  # number of the last document
    for number, place in enumerate(file.ranges):
        loaded = file.load(number, words=True).corpus
        look.add(Look.at(loaded))
        corpus = prepared(loaded, options)
        corpus = corpus if corpus.annotated is None else corpus.select(corpus.annotated)
        lexicon.add(corpus, goes_on=place.document == last)
        last = place.document + corpus.n_documents - 1 if corpus.n_sentences else last
    outline = outline_of(file, options)
    said = warnings_about(look, file.name, anyway=options.reading.anyway)
    return lexicon, asdict(replace(outline, notes=(*outline.notes, *said)))


def _merged(lexica: Sequence[Lexicon]) -> Lexicon:
    if len(lexica) == 1:
        return lexica[0]
    both = Lexicon()
    for lexicon in lexica:
        both.merge(lexicon)
    return both


def _joined(outlines: Sequence[Outline]) -> Outline:
    """What is known of several inputs together."""
    if len(outlines) == 1:
        return outlines[0]
    return Outline(
        tuple(s for o in outlines for s in o.sources),
        digest_of_parts([o.digest for o in outlines]),
        tuple(sorted({t for o in outlines for t in o.types})),
        sum(o.n_sentences for o in outlines),
        sum(o.n_documents for o in outlines),
        any(o.marked_documents for o in outlines),
        read_types=tuple(sorted({t for o in outlines for t in o.read_types})),
        notes=tuple(note for o in outlines for note in o.notes),
    )
