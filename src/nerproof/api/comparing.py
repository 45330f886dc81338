"""Results against each other, annotators against each other, scorers against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.api import inputs
from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.corpus.typefilter import TypeFilter
from nerproof.engine.study import Options
from nerproof.formats import ReadOptions
from nerproof.formats.objects import CorpusLike
from nerproof.studies.gate import CHECKS

if TYPE_CHECKING:
    from nerproof.compat.compare import Comparison
    from nerproof.compat.tagfile import TagFile
    from nerproof.studies.gate import Judgement


def compare(results: Mapping[str, Result | str | Path] | Sequence[str | Path], *, buckets: bool = False) -> Result:
    """Compares the systems of several results.

    Results on the same gold are compared sentence by sentence (paired), as if one evaluation had scored all systems.
    Results on different gold are treated as datasets, with averages and tests over them.

    Args:
        results: Results or result files by name; a list of files is named by their stems.
        buckets: Compare bucket by bucket; an error when the bucket edges differ.
    """
    from nerproof.studies.edges import check_equal

    named = results if isinstance(results, Mapping) else by_stem(results)
    loaded = {name: inputs.result(given) for name, given in named.items()}
    if not loaded:
        raise UsageError("compare needs a result: give one or more")
    first, *others = loaded
    for other in others if buckets else ():
        check_equal(loaded[first], loaded[other], (first, other))
    return _compared(loaded) if others else loaded[first]


def by_stem(paths: Sequence[str | Path]) -> dict[str, Path]:
    """Files by name: ``NAME=FILE``, or a file's stem."""
    named: dict[str, Path] = {}
    for item in paths:
        name, mark, path = str(item).partition("=")
        key, value = (name, Path(path)) if mark else (Path(item).stem, Path(item))
        if key in named:
            raise UsageError(f"two results are named {key!r}. Give each its own: NAME=FILE")
        named[key] = value
    return named


def _compared(loaded: dict[str, Result]) -> Result:
    from nerproof.report.combined import combined
    from nerproof.studies.comparison import compared, same_gold
    from nerproof.studies.datasets import combine

    if same_gold(loaded):
        together = combined([(name, result.to_dict()) for name, result in loaded.items()])
        return compared(Result.from_dict(together), loaded)
    return compared(combine(loaded), loaded)


def gate(
    baseline: Result | str | Path | None,
    current: Result | str | Path,
    *,
    checks: Sequence[str] = CHECKS,
    minimums: Mapping[str, float] | None = None,
    alpha: float = 0.05,
    max_drop: float | None = None,
    other_data: bool = False,
) -> Judgement:
    """Says whether a result is worse than a baseline, by more than chance explains.

    Args:
        baseline: The earlier result, or its file; None only for an estimate, which is compared with its labelled set.
        current: The result to check, of ``evaluate`` or ``estimate``.
        checks: Scores to check, as ``suite/slice/metric``; ``*`` matches anything.
        minimums: Scores (as in ``checks``) and the points they must reach.
        alpha: Significance level of the one-sided test, corrected for all checks.
        max_drop: Also fail when a score drops by more than this many points, significant or not.
        other_data: Allow results on different gold or training data.

    Returns:
        A judgement: ``worse`` is how many checks failed, ``checks`` the verdict on each.
    """
    from nerproof.estimating.gating import gate_estimate
    from nerproof.studies.gate import gate as judge

    old = None if baseline is None else inputs.result(baseline, nan_is_undefined=True)
    new = inputs.result(current, nan_is_undefined=True)
    if old is None or {row.suite for row in new.rows} == {"estimate"}:
        return gate_estimate(new, old, max_drop=max_drop or 0.0)
    return judge(old, new, checks=checks, minimums=minimums, alpha=alpha, max_drop=max_drop, other_data=other_data)


def agreement(
    annotators: Mapping[str, CorpusLike],
    *,
    resamples: int = 1000,
    seed: int = 0,
    align: str = "tokens",
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    examples: int = 0,
    disagreements: Path | None = None,
    options: Options | None = None,
) -> Result:
    """Measures the agreement of two or more annotators: F1, Cohen's kappa, Krippendorff's alpha.

    Args:
        annotators: A corpus per annotator.
        resamples: Bootstrap samples; 0: no intervals.
        seed: Random seed.
        align: How to match the corpora to the tokens of the first: tokens, position or text.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        examples: Sentences to keep in the result.
        disagreements: File for all disagreements, as JSONL.
        options: An Options object instead of the keyword arguments of the same names.
    """
    chosen = inputs.options_of(locals())
    from nerproof.studies.agreement import agreement as agree

    given = {name: inputs.one(data, chosen, labels) for name, data in annotators.items()}
    result = agree(given, options=chosen)
    if disagreements is not None:
        from nerproof.engine.prepare import prepare
        from nerproof.measures.errorlist import write_errors
        from nerproof.studies.agreement import pairs_of

        (first, gold), *others = given.items()
        pairs = pairs_of(prepare(gold, dict(others), options=chosen), first)
        n = write_errors(pairs.values(), disagreements)
        result.notes.append(f"wrote {n} disagreements to {disagreements}")
    return result


def compare_scorers(
    gold: CorpusLike,
    pred: CorpusLike | None = None,
    *,
    limit: int = 5,
    align: str = "tokens",
    reading: ReadOptions | None = None,
    labels: Sequence[str] | None = None,
) -> Comparison:
    """Scores tags with other scorers, and finds the first places where they read the tags differently.

    Args:
        gold: The annotated tags.
        pred: The predicted tags; None: gold is a merged file whose last two columns are gold and predictions.
        limit: Number of differing places to describe.
        align: "tokens" or "position".
        reading: How to read files: scheme, repair, columns, encoding.
        labels: Names of numeric tags, in order.
    """
    from nerproof.compat.compare import compare as compare_tags
    from nerproof.compat.tagfile import tag_pair

    return compare_tags(tag_pair(*tag_files(gold, pred, reading, labels), mode=align), limit=limit)


def tag_files(
    gold: CorpusLike, pred: CorpusLike | None, reading: ReadOptions | None, labels: Sequence[str] | None = None
) -> tuple[TagFile, TagFile]:
    """The tags of gold and of the predictions; without ``pred``, both are in one file."""
    from nerproof.compat.tagfile import read_tags

    how = reading or ReadOptions()
    merged = replace(how, tag_column=how.columns[1] - 1) if pred is None else how
    own, other = (inputs.one(x, Options(reading=how), labels) for x in (gold, gold if pred is None else pred))
    return read_tags(own, merged), read_tags(other, how)
