"""One run: make the sample, train, predict every test, score, leave a record."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nerproof.corpus import join
from nerproof.evaluate import Options, evaluate
from nerproof.experiments.recipe import Data, Sample, Test
from nerproof.experiments.records import DONE, FAILED, RUNNING, Record, Store
from nerproof.formats import read
from nerproof.models import Model, create
from nerproof.models.files import unseen_types

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.experiments.plan import Run
    from nerproof.experiments.spec import Dataset, Spec


def execute(spec: Spec, run: Run) -> str:
    """Does a run unless it is done or another process is at it; returns its status."""
    store = Store(spec.out)
    with store.lock(run.key) as free:
        if not free:
            return RUNNING
        if store.is_done(run.key):  # another process was faster
            return DONE
        store.note_start(run.key)
        record = _attempt(spec, run)
        store.write(record)
        return record.status


def _attempt(spec: Spec, run: Run) -> Record:
    try:
        return _do(spec, run)
    except MemoryError:
        return Record(run.key, run.describe(), FAILED, "MemoryError: not enough memory")
    except Exception as error:
        # Whatever a library raises must not end the other runs; the record says what it was.
        first = " ".join(str(error).split())[:500]
        return Record(run.key, run.describe(), FAILED, f"{type(error).__name__}: {first}")


def _do(spec: Spec, run: Run) -> Record:
    names = spec.recipe.reads(run.factors, list(spec.data))
    data = {name: load(spec.data[name]) for name in names}
    sample = spec.recipe.sample(data, run.factors, run.seed)
    model = create(run.model.model, run.model.options).train(sample.train, sample.dev, seed=run.seed)
    tests, notes = [], list(sample.notes)
    for name, test in sample.tests.items():
        rows, said = _score(spec, run, sample, test, model)
        tests.append({"name": name, "rows": rows})
        notes += [f"{name}: {note}" if name else note for note in said]
    facts = {"train_sentences": sample.train.n_sentences, "train_mentions": len(sample.train.mentions)}
    kept = list(dict.fromkeys(notes))
    return Record(run.key, run.describe(), DONE, "", tests, kept, {**facts, **sample.facts})


def _score(spec: Spec, run: Run, sample: Sample, test: Test, model: Model) -> tuple[list[dict[str, Any]], list[str]]:
    predicted = model.predict(test.asked if test.asked is not None else test.gold)
    # Positions count tokens from the beginning, so they mean the same however sentences are cut.
    answer = test.gold.with_mentions(predicted.mentions, predicted.types)
    gold = replace(test.gold, notes=())
    options = Options(suites=spec.suites, resamples=spec.resamples, seed=run.seed)
    train = replace(sample.train, notes=())
    result = evaluate(gold, {run.model.name: answer}, train=train, options=options)
    said = [*result.notes, *unseen_types(sample.train, test.gold, "test")]
    return [row.to_dict() for row in result.rows], said


@lru_cache(maxsize=16)
def _load(dataset_key: tuple[Any, ...]) -> Corpus:
    paths, reading, _ = dataset_key
    from nerproof.formats import ReadOptions

    return join([read(path, ReadOptions(**dict(reading))) for path in paths])


def load(dataset: Dataset) -> Data:
    """The corpora of a dataset; a process reads each file once."""
    parts: dict[str, Corpus | None] = {"train": None, "dev": None, "test": None}
    for part, paths in dataset.files.items():
        digest = tuple(dataset.digest["files"][part])
        parts[part] = _load((paths, tuple(sorted(dataset.reading.items())), digest))
    train = parts["train"]
    assert train is not None
    return Data(dataset.name, train, parts["dev"], parts["test"])
