"""Agreement of annotators on the same texts: F1 of every pair, Cohen's κ, Krippendorff's α, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.base.version import __version__
from nerproof.corpus import Bools, Corpus, Ints
from nerproof.corpus.checks import ENOUGH_MENTIONS, WARNING
from nerproof.engine.chunk import Chunk
from nerproof.engine.evaluate import to_row
from nerproof.engine.examples import candidates, draw
from nerproof.engine.prepare import prepare
from nerproof.engine.study import Input, Options, Study
from nerproof.measures.metrics import METRICS, Floats, Metric, Slice, Sums, ratio, tally
from nerproof.measures.outcomes import fields
from nerproof.measures.pairing import Pair
from nerproof.resampling.bootstrap import merge_runs, run_length
from nerproof.scoring.estimate import estimate
from nerproof.suites.recipe import Cell, Suite, by_type

EVERYONE = "all annotators"


def agreement(annotators: Mapping[str, Input], *, options: Options | None = None, **changes: Any) -> Result:
    """How far two or more annotators agree; a pair is named ``anna / ben`` and neither of the two is the judge.

    Keyword arguments are the fields of Options: ``agreement({"anna": a, "ben": b}, resamples=0)``.
    """
    if len(annotators) < 2:
        raise UsageError("agreement needs two annotators or more: NAME=FILE NAME=FILE")
    chosen = options or Options(**changes)
    (first, one), *others = annotators.items()
    study = prepare(one, dict(others), options=chosen)
    pairs = pairs_of(study, first)
    rows = [_named(r) for p in pairs.values() for r in _rows(study, p, list(_cells(p)), p.name) if r.metric in WANTED]
    notes = [*study.all_notes, *_doubts(pairs)]
    result = Result(_signature(study, first), [*rows, *_of_everyone(study, list(pairs.values()))], notes)
    result.extras = {
        "confusion": {name: fields(pair) for name, pair in pairs.items()},
        "statistics": {name: _size(c) for name, c in {first: study.gold, **study.systems}.items()},
    }
    if chosen.examples:
        _keep_sentences(result, pairs, first, chosen.examples)
    return result


def pairs_of(study: Study, first: str) -> dict[str, Pair]:
    """Every pair of annotators, in the order in which they were given."""
    corpora = {name: c.with_types(study.types) for name, c in ((first, study.gold), *study.systems.items())}
    return {f"{a} / {b}": Pair(corpora[a], corpora[b], f"{a} / {b}") for a, b in combinations(corpora, 2)}


def _doubts(pairs: Mapping[str, Pair]) -> Iterator[str]:
    """Annotators who agree in everything: one file given twice?"""
    for name, pair in pairs.items():
        n, same = len(pair.gold.mentions), pair.gold.digest == pair.pred.digest
        if n and pair.gold_hit.all() and pair.pred_hit.all() and (same or n >= ENOUGH_MENTIONS):
            hint = "It is one file. " if same else ""
            choose = "Choose annotators of a file that holds several by FILE#NAME."
            yield f"{WARNING}{name}: equal in all {n:,} mentions. {hint}{choose}"


# --- one pair --------------------------------------------------------------------------------------------------------


def _cells(pair: Pair) -> Iterator[Cell]:
    yield from (Cell(METRICS["strict"], part) for part in by_type(pair, Slice()))
    yield Cell(METRICS["unlabeled"], Slice())
    yield Cell(kappa_metric(len(pair.types)), Slice())


SUITE = Suite("agreement", cells=_cells)  # not in the registry: annotators are no systems
WANTED = ("f1", "unlabeled_f1", "kappa", "kappa_marked")  # precision and recall would make one of the two the judge


def _rows(study: Study, pair: Pair, cells: list[Cell], name: str) -> list[Row]:
    """Scores with intervals over documents where they are marked, else over sentences."""
    counts = np.concatenate([cell.metric.counts(pair, cell.part) for cell in cells], axis=1)
    sums = np.concatenate([np.zeros_like(counts[:1]), counts.cumsum(axis=0)])[_cuts(study)]
    units, o = np.diff(sums, axis=0), study.options
    merged = merge_runs(units, run_length(len(units)))
    draws = o.resamples if len(units) > 1 else 0
    found = estimate([(SUITE, cell) for cell in cells], merged, resamples=draws, seed=o.seed)
    return [to_row("agreement", name, key, item) for key, item in found["agreement"].items()]


def _cuts(study: Study) -> Ints:
    """Sentence offsets of the units that are resampled."""
    return study.gold.documents if _unit(study) == "document" else np.arange(study.gold.n_sentences + 1)


def _unit(study: Study) -> str:
    several = study.gold.marked_documents and study.gold.n_documents > 1
    return study.options.unit or ("document" if several else "sentence")


def _named(row: Row) -> Row:
    """Both annotators counted alike: the mentions of the first, of the second and of both."""
    names = {"n_gold": "n_first", "n_pred": "n_second", "n_correct": "n_both"}
    row.more = {names.get(key, key): value for key, value in row.more.items()}
    return row


def kappa_metric(n_types: int) -> Metric:
    """Cohen's κ over tokens, whose label is a type or none; once more over the tokens that either of the two marked."""
    firsts, seconds = ([f"{side}:{i}" for i in range(n_types)] for side in ("first", "second"))

    def counts(pair: Pair, part: Slice) -> Ints:  # noqa: ARG001
        a, b = pair.gold_types_of_tokens, pair.pred_types_of_tokens
        masks: list[Bools | None] = [None, a == b, (a < 0) & (b < 0)]
        masks += [side == i for side in (a, b) for i in range(n_types)]
        return np.stack([tally(pair.token_cuts, mask) for mask in masks], axis=1)

    def kappas(sums: Sums) -> dict[str, Floats]:
        shape = (n_types, *sums["tokens"].shape)
        marginals = [np.array([sums[name] for name in names]).reshape(shape) for names in (firsts, seconds)]
        marked = sums["tokens"] - sums["unmarked"]
        return {
            "kappa": cohen(sums["tokens"], sums["same"], *marginals),
            "kappa_marked": cohen(marked, sums["same"] - sums["unmarked"], *marginals),
        }

    columns = ("tokens", "same", "unmarked", *firsts, *seconds)
    return Metric("kappa", columns, counts, kappas, unit="token", needs_types=False, suites=(), range=(-1.0, 1.0))


def cohen(n: Floats, same: Floats, first: Floats, second: Floats) -> Floats:
    """(observed − expected) / (1 − expected); the label "none" is what the types leave over.

    >>> float(cohen(np.array(10.0), np.array(8.0), np.array([[4.0]]), np.array([[4.0]]))[0].round(4))
    0.5833
    """
    none = (n - first.sum(axis=0)) * (n - second.sum(axis=0))
    expected = ratio((first * second).sum(axis=0) + none, np.square(n))
    return ratio(ratio(same, n) - expected, 1 - expected)


# --- all annotators --------------------------------------------------------------------------------------------------


def _of_everyone(study: Study, pairs: list[Pair]) -> list[Row]:
    """Krippendorff's α (nominal, over tokens), also over the tokens that anybody marked."""
    m = len(study.systems) + 1
    return _rows(study, pairs[0], [Cell(alpha_metric(pairs, m), Slice(EVERYONE, facts={"annotators": m}))], "")


def alpha_metric(pairs: list[Pair], m: int) -> Metric:
    """Krippendorff's α of m annotators, whose pairs are counted together."""
    types = pairs[0].types
    columns = ("tokens", "same", "unmarked", *(f"given:{t}" for t in types))

    def counts(pair: Pair, part: Slice) -> Ints:  # noqa: ARG001
        return _joint(pairs, m)

    def alphas(sums: Sums) -> dict[str, Floats]:
        tokens, same, unmarked, *given = (sums[name] for name in columns)
        labels = np.array(given).reshape(len(types), *np.shape(tokens))
        return {
            "alpha": krippendorff(m, tokens, same, labels),
            "alpha_marked": krippendorff(m, tokens - unmarked, same - m * (m - 1) / 2 * unmarked, labels),
        }

    return Metric("alpha", columns, counts, alphas, unit="token", needs_types=False, suites=(), range=(-1.0, 1.0))


def _joint(pairs: list[Pair], m: int) -> Ints:
    """Per sentence: tokens, agreeing pairs, tokens that nobody marked, and how often each type was given."""
    cuts = pairs[0].token_cuts
    columns = [pairs[i].pred_types_of_tokens for i in range(m - 1)]  # the first pairs are those of the first annotator
    labels = [pairs[0].gold_types_of_tokens, *columns]
    nobody = np.all([column < 0 for column in labels], axis=0)
    same = np.sum([tally(cuts, p.gold_types_of_tokens == p.pred_types_of_tokens) for p in pairs], axis=0)
    given = [np.sum([tally(cuts, c == i) for c in labels], axis=0) for i in range(len(pairs[0].types))]
    return np.stack([tally(cuts, None), same, tally(cuts, nobody), *given], axis=1)


def krippendorff(m: int, n: Floats, same: Floats, labels: Floats) -> Floats:
    """1 − observed / expected disagreement of m annotators on n tokens; ``labels`` counts each type over them all."""
    values = m * n
    none = values - labels.sum(axis=0)
    alike = (labels * (labels - 1)).sum(axis=0) + none * (none - 1)
    expected = 1 - ratio(alike, values * (values - 1))
    observed = 1 - ratio(same, n * m * (m - 1) / 2)
    return 1 - ratio(observed, expected)


# --- what stands beside the numbers ----------------------------------------------------------------------------------


def _size(corpus: Corpus) -> dict[str, int]:
    sizes = {"sentences": corpus.n_sentences, "tokens": corpus.n_tokens, "mentions": len(corpus.mentions)}
    return {**sizes, "types": len(set(corpus.mentions.type.tolist()))}


def _signature(study: Study, first: str) -> dict[str, Any]:
    o, corpora = study.options, {first: study.gold, **study.systems}
    return {
        "annotators": {name: c.digest for name, c in corpora.items()},
        "schemes": {name: c.scheme for name, c in corpora.items()},
        "repair": o.reading.repair,
        "repairs": {name: c.repairs for name, c in corpora.items()},
        "align": o.align,
        "types": str(o.types) or None,
        "match": "span+type",
        "bs": o.resamples,
        "resampled": _unit(study),
        "seed": o.seed,
        "sentences": study.gold.n_sentences,
        "tokens": study.gold.n_tokens,
        "version": __version__,
    }


def _keep_sentences(result: Result, pairs: Mapping[str, Pair], first: str, budget: int) -> None:
    """One side is drawn as the reference, so only pairs with the first annotator have sentences."""
    drawn = {name: pair for name, pair in pairs.items() if name.startswith(f"{first} / ")}
    gold = next(iter(drawn.values())).gold
    chunk = Chunk(gold, {name: pair.pred for name, pair in drawn.items()}, np.arange(gold.n_sentences))
    chosen = candidates(chunk, budget).sentences()
    part = chunk.select(np.array(chosen, dtype=np.int64))
    cells = {name: [(SUITE, cell) for cell in _cells(pair)] for name, pair in part.pairs.items()}
    left_out = gold.n_sentences - len(chosen)
    result.sentences = {"budget": budget, "left_out": left_out, "slices": [], "items": draw(part, cells, [])}
    result.notes.append(f"sentences are drawn with {first} as the reference")
