"""Questions about data: what is in it, how it splits, where it is wrong, what is behind a number."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.api import inputs
from nerproof.base.atomic import atomic
from nerproof.base.errors import UsageError
from nerproof.base.results import Result
from nerproof.corpus import Corpus
from nerproof.corpus.typefilter import TypeFilter
from nerproof.engine.prepare import load, load_all, prepare
from nerproof.engine.study import Options
from nerproof.formats import ReadOptions
from nerproof.formats.objects import CorpusLike

if TYPE_CHECKING:
    from nerproof.auditing.inconsistencies import Inconsistency
    from nerproof.auditing.run import Audit
    from nerproof.drilldown.subsets import Behind
    from nerproof.drilldown.words import Finding as Words
    from nerproof.splits.ratios import Drop, Ratios
    from nerproof.splits.session import Done

Progress = Callable[[str, int, int], None]


def stats(
    *,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    dev: CorpusLike | Sequence[CorpusLike] | None = None,
    test: CorpusLike | Sequence[CorpusLike] | None = None,
    with_dev: bool = False,
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    switches: Mapping[str, Any] | None = None,
    variants: Path | None = None,
    format: str = "conll",
    stream: bool | None = None,
    jobs: int = 1,
) -> Result:
    """Summarises a corpus and its splits: sizes, ambiguous and unseen names, hard tokens, overlap with train.

    Args:
        train: Training data; a list of paths or corpora is joined.
        dev: Development data.
        test: The test set.
        with_dev: Count development data as seen, too.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        switches: Options of suites.
        variants: Folder for the seen, unseen and tough mentions of the test set and the hard tokens.
        format: Format of these files.
        stream: Read files chunk by chunk, in constant memory; None: if they are large.
        jobs: Number of processes.
    """
    chosen = inputs.options_of({**locals(), "resamples": 0})
    from nerproof.studies.description import describe, write_variants

    named = {"train": train, "dev": dev, "test": test}
    parts = {name: found for name, given in named.items() if (found := inputs.several(given, chosen, labels))}
    if not parts:
        raise UsageError("no corpus given. Name at least one of --train, --dev, --test")
    result = describe(parts, chosen, stream=stream, jobs=jobs)
    if variants is not None:
        corpora = {name: load_all(items, chosen) for name, items in parts.items()}
        known = {name: c for name, c in corpora.items() if c is not None}
        written = write_variants(known, variants, chosen.switches, format=format)
        result.notes.extend(f"wrote {path}" for path in written)
    return result


@dataclass(frozen=True)
class Datasheet:
    """The facts of a dataset, as plain values in ``data``; ``save`` writes them as a document."""

    data: dict[str, Any]

    def to_markdown(self) -> str:
        """A Hugging Face dataset card: its YAML block, then the sections."""
        from nerproof.report.datasheet import to_markdown

        return to_markdown(self.data)

    def to_html(self) -> str:
        """One self-contained page."""
        from nerproof.report.datasheet import to_html

        return to_html(self.data)

    def save(self, path: str | Path) -> Path:
        """Writes .md, .html or .json, by the suffix."""
        forms = {".md": self.to_markdown, ".html": self.to_html, ".json": self._to_json}
        target = Path(path)
        if target.suffix.lower() not in forms:
            raise UsageError(f"{target}: a datasheet is written as {', '.join(forms)}")
        with atomic(target) as temporary:
            temporary.write_text(forms[target.suffix.lower()](), encoding="utf-8", newline="\n")
        return target

    def _to_json(self) -> str:
        return json.dumps(self.data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def datasheet(
    *,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    dev: CorpusLike | Sequence[CorpusLike] | None = None,
    test: CorpusLike | Sequence[CorpusLike] | None = None,
    near: bool | None = None,
    types: Sequence[str] | TypeFilter = (),
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
) -> Datasheet:
    """Makes a datasheet: sizes, types, overlap between parts, duplicates, ambiguous names, likely errors, split recipe.

    Args:
        train: Training data; a list of paths or corpora is joined.
        dev: Development data.
        test: The test set.
        near: Look for near-duplicate sentences; None: up to 300,000.
        types: Only these entity types.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
    """
    from nerproof.studies.datasheet import describe_dataset

    kept, named = inputs.type_filter(types), {"train": train, "dev": dev, "test": test}
    parts = {name: kept.apply(inputs.corpus(x, reading, labels)) for name, x in named.items() if x is not None}
    if not parts:
        raise UsageError("no corpus given. Name at least one of --train, --dev, --test")
    return Datasheet(describe_dataset(parts, near=near))


def split(
    *data: CorpusLike,
    method: str = "balanced",
    ratios: Ratios = "80,10,10",
    unit: str = "sentence",
    group_by: str | None = None,
    seed: int = 0,
    tolerance: float = 0.05,
    time_limit: float | None = None,
    effort: float = 1.0,
    minimise: str = "both",
    min_mentions: int = 0,
    harder: str | None = None,
    drop: Drop = 0.0,
    accept_overlap: bool = False,
    compat: bool = False,
    folds: int = 5,
    by: str = "source",
    jobs: int = 0,
    near: bool | None = None,
    check: bool = False,
    manifest: str | Path | None = None,
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    **further: Any,
) -> Done:
    """Splits a corpus so that entities of train and test overlap as little as possible, or judges a split.

    Args:
        data: One or more corpora; with ``check`` the parts of a split, train first.
        method: See ``nerproof list splits``.
        ratios: Shares of train, dev and test; 0 leaves a part out.
        unit: What a sample is, "sentence" or "document".
        group_by: Keep samples with the same value together: doc, source or a field.
        seed: Random seed.
        tolerance: Of mentions per type and part.
        time_limit: Search for so many seconds; None: a fixed number of moves.
        effort: Times the usual number of moves; more is never worse.
        minimise: What should overlap with train as little as possible: mentions, samples or both.
        min_mentions: Mentions that every type should have in every part, where the corpus has enough.
        harder: Make test harder on purpose: "unseen" or "ambiguous".
        drop: Share of the samples that may be left out, such as "5%".
        accept_overlap: Split documents or groups that cannot be kept apart instead of refusing.
        compat: Draw contamination levels as the authors' program does.
        folds: For the methods kfold and clean-kfold.
        by: Field for the method leave-one-out.
        jobs: Threads; the split is the same.
        near: Look for near-duplicate sentences; None: up to 300,000.
        check: Judge the given parts instead of making new ones.
        manifest: Recreate the split of this manifest.json.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        further: Options of a split method from a plug-in.

    Returns:
        ``corpora`` has the parts by name, ``card`` their quality; ``write(folder)`` writes both.
    """
    options = dict(locals())
    from nerproof.splits.session import run

    how = reading or ReadOptions()
    given = [inputs.one(item, Options(reading=how), labels) for item in data]
    parts = [item if isinstance(item, Corpus) else str(item) for item in given]
    return run(parts, {**options, **further}, how, inputs.type_filter(types, exclude_types, rename))


def audit(
    gold: CorpusLike,
    predictions: Mapping[str, CorpusLike] | None = None,
    *,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    cross_validate: int = 0,
    resamples: int = 1000,
    seed: int = 0,
    align: str = "tokens",
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    stream: bool | None = None,
    options: Options | None = None,
) -> Audit:
    """Ranks the sites where gold is probably wrong, judged by systems or by our own models.

    Args:
        gold: The annotated corpus to audit.
        predictions: A corpus per system.
        train: Training data: further evidence of how names are annotated.
        cross_validate: Folds on which our own models are trained; needs no predictions.
        resamples: Bootstrap samples; 0: no intervals.
        seed: Random seed.
        align: How to match predictions to gold's tokens: tokens, position or text.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        folder: Folder for the models of the folds, so that an interrupted run can continue.
        progress: Called as ``progress(task, done, total)``.
        stream: Read files chunk by chunk, in constant memory; None: if they are large.
        options: An Options object instead of the keyword arguments of the same names.

    Returns:
        ``sites()`` has the sites, likeliest errors first; ``summary`` what they mean for the systems.
    """
    chosen = inputs.options_of(locals())
    from nerproof.auditing.run import audit as run_audit

    own, systems = inputs.pair(gold, predictions or {}, chosen, labels)
    training = inputs.several(train, chosen, labels)
    return run_audit(
        own,
        systems,
        train=training,
        cross_validate=cross_validate,
        folder=folder,
        progress=progress,
        stream=stream,
        options=chosen,
    )


def estimate(
    gold: CorpusLike,
    predictions: Mapping[str, CorpusLike],
    new: Mapping[str, CorpusLike],
    *,
    new_gold: CorpusLike | None = None,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    second: Sequence[str] = (),
    by: str | None = None,
    resamples: int = 1000,
    seed: int = 0,
    align: str = "tokens",
    types: Sequence[str] | TypeFilter = (),
    exclude_types: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    progress: Progress | None = None,
    stream: bool | None = None,
    options: Options | None = None,
) -> Result:
    """Estimates scores on text without gold, from the agreement of systems there and on a labelled set.

    Args:
        gold: The labelled set.
        predictions: Predictions on it, a corpus per system.
        new: Predictions on the new text, by the same names.
        new_gold: Gold of the new text, to check the estimates.
        train: Training data for ``second``.
        second: Models to train as further opinions, such as "crf".
        by: Follow agreement along a field of the new text, such as "month".
        resamples: Bootstrap samples.
        seed: Random seed.
        align: How to match predictions to the tokens: tokens, position or text.
        types: Only these entity types.
        exclude_types: Leave out these entity types.
        rename: Types to rename, such as ``{"PERSON": "PER"}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        progress: Called as ``progress(task, done, total)``.
        stream: Read files chunk by chunk, in constant memory; None: if they are large.
        options: An Options object instead of the keyword arguments of the same names.
    """
    chosen = inputs.options_of(locals())
    from nerproof.estimating.run import estimate as run_estimate

    own, systems = inputs.pair(gold, predictions, chosen, labels)
    return run_estimate(
        own,
        systems,
        {name: inputs.one(data, chosen, labels, predicted=True) for name, data in new.items()},
        new_gold=None if new_gold is None else inputs.one(new_gold, chosen, labels),
        train=inputs.several(train, chosen, labels),
        second=second,
        by=by,
        progress=progress,
        stream=stream,
        options=chosen,
    )


def inspect(
    subset: str,
    *,
    train: CorpusLike | Sequence[CorpusLike],
    test: CorpusLike,
    predictions: Mapping[str, CorpusLike] | CorpusLike | None = None,
    limit: int = 20,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    switches: Mapping[str, Any] | None = None,
) -> Sequence[Words | Inconsistency | Behind]:
    """Lists the words and sentences of a subset, most frequent first; with predictions, what each system gets wrong.

    Args:
        subset: A hard-token subset, a tough-mention subset, "contaminated", a bucket such as "eCon:XS", or
            "inconsistencies".
        train: Training data.
        test: The test set.
        predictions: A corpus per system.
        limit: Number of items to return.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        switches: Options of suites.
    """
    chosen = inputs.options_of(locals())
    from nerproof.drilldown.inspecting import inspect as look
    from nerproof.drilldown.subsets import behind

    training = inputs.several(train, chosen, labels) or []
    if predictions is not None:
        own, systems = inputs.pair(test, predictions, chosen, labels)
        return behind(subset, prepare(own, systems, train=training, options=chosen), limit=limit)
    corpora = [load(part, chosen) for part in training]
    tested = load(inputs.one(test, chosen, labels), chosen)
    return look(subset, corpora, tested, limit=limit, switches=dict(chosen.switches))
