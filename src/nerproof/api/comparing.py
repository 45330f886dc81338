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

    Results about the same gold are compared sentence by sentence (paired), as one evaluation of all their systems
    would. Results about different gold are datasets, with averages and tests over them.

    Args:
        results: Results or result files by name; files without names are called by their stems.
        buckets: Compare bucket by bucket; refused when the edges differ.
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
        baseline: The earlier result, or its file; None only for an estimate, which is judged by its labelled set.
        current: The result to be judged, of ``evaluate`` or ``estimate``.
        checks: Scores to check, as ``suite/slice/metric``; ``*`` fits anything.
        minimums: Scores (as in ``checks``) and the points they must reach.
        alpha: Level of the one-sided test, corrected for all checks.
        max_drop: Fail when a score is worse by more than this many points, whatever the test says.
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
    return judge(
        old,
        new,
        checks=checks,
        minimums=minimums,
        alpha=alpha,
        max_drop=max_drop,
        other_data=other_data,
    )


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
    """Measures how far two or more annotators agree on the same texts: F1, Cohen's kappa, Krippendorff's alpha.

    Args:
        annotators: A corpus per annotator.
        resamples: Bootstrap samples; 0: no intervals.
        seed: Decides everything random.
        align: How the corpora are put on the first one's tokens: tokens, position or text.
        types: Only these entity types.
        exclude_types: Not these entity types.
        rename: New names of types.
        labels: Names of tags that are numbers.
        reading: How files and tags are read.
        examples: Sentences kept in the result.
        disagreements: File to write every disagreement to, as JSONL.
        options: All of these in one object, instead.
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
    """What other scorers say about the same tags, and the first places where they read them differently.

    Args:
        gold: The annotated tags.
        pred: The predicted tags; None: gold is a merged file whose last two columns are gold and predictions.
        limit: Differing places to describe.
        align: "tokens" or "position".
        reading: How files are read.
        labels: Names of tags that are numbers.
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
