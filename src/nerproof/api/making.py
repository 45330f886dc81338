"""New data and new systems: attacks, augmentation, training, predictions, studies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.api import inputs
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions
from nerproof.formats.objects import CorpusLike

if TYPE_CHECKING:
    from nerproof.corpus.edits import Predict, Transformed
    from nerproof.experiments import Outcome
    from nerproof.gazetteers import Gazetteer
    from nerproof.models import Model

Progress = Callable[[str, int, int], None]


def attack(
    gold: CorpusLike,
    mode: str = "entity",
    *,
    train: CorpusLike | Sequence[CorpusLike] | None = None,
    dev: CorpusLike | Sequence[CorpusLike] | None = None,
    gazetteer: str | Path | Gazetteer | None = None,
    gazetteer_filter: Sequence[str] = (),
    type_map: Sequence[str] = (),
    links: str | Path | None = None,
    unseen: bool = True,
    hard: bool = False,
    persons: str = "auto",
    consistent: bool = True,
    coverage: float = 100.0,
    reference: str | Path | Predict | None = None,
    mlm: str | None = None,
    pos: str = "auto",
    candidates: int = 4,
    language: str | None = None,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    **further: Any,
) -> Transformed:
    """Replaces names, context words or both in a test set with real ones that are in no given corpus.

    Args:
        gold: The test set.
        mode: See ``nerproof list attacks``: entity, context, full, or a control (swap, natural).
        train: Training data: what counts as seen; the swap control draws from it.
        dev: Held-out gold: counts as seen; the natural control draws from it, too.
        gazetteer: Where names come from: "bundled", "bundled:es_ES", a file, or an opened gazetteer.
        gazetteer_filter: Rows of a file to keep, such as "sitelinks>=5".
        type_map: The gazetteer's types of a type, such as "GPE=LOC".
        links: JSONL file {mention, qid} of an outside entity linker.
        unseen: Only names that are in no given corpus.
        hard: Only names that the reference model misses in isolation.
        persons: Person names: auto, locales or gazetteer.
        consistent: One name per entity and document.
        coverage: Percent of the mentions to replace.
        reference: A saved model, or a function from a corpus to its predictions, to try contexts and hard names on.
        mlm: A masked language model; None: a word list and trigrams.
        pos: Part-of-speech tags: auto, column, hanta, spacy:MODEL.
        candidates: Contexts tried per sentence.
        language: en, es, nl …; None: guessed by its articles.
        seed: Random seed.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        further: Other fields of AttackOptions, for attacks from plug-ins.

    Returns:
        ``corpus`` is the attacked corpus, ``edits`` the log, ``facts`` what was counted.
    """
    given = dict(locals())
    for other in ("gold", "mode", "train", "dev", "seed", "labels", "reading", "further"):
        del given[other]
    from nerproof.attacks import attack as run_attack
    from nerproof.attacks.request import attack_options

    corpus = inputs.corpus(gold, reading, labels)
    training = None if train is None else inputs.corpus(train, reading, labels)
    others = [] if dev is None else [inputs.corpus(dev, reading, labels)]
    chosen = attack_options(corpus, train=training, others=others, **given, **further)
    return run_attack(corpus, mode, chosen, seed=seed)


def augment(
    data: CorpusLike | Sequence[CorpusLike],
    methods: str | Sequence[str],
    *,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
) -> Transformed:
    """Adds changed copies of the sentences with mentions to training data.

    Args:
        data: One or more corpora.
        methods: Recipes such as "entity-switching:0.5" or "entity-switching+random-masking"; one copy each.
        seed: Random seed.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.

    Returns:
        ``corpus`` is the augmented corpus, ``edits`` the log.
    """
    from nerproof.augmentations import augment as run_augment

    recipes = [methods] if isinstance(methods, str) else list(methods)
    return run_augment(inputs.corpus(data, reading, labels), recipes, seed=seed)


def train(
    model: str,
    data: CorpusLike | Sequence[CorpusLike],
    *,
    dev: CorpusLike | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    progress: Progress | None = None,
) -> Model:
    """Trains a model, and saves it if ``out`` is given.

    Args:
        model: See ``nerproof list models``.
        data: Training data: one or more corpora.
        dev: Held-out data for early stopping.
        out: Folder for the saved model.
        seed: Random seed.
        options: Options of the model, such as ``{"epochs": 30}``.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        progress: Called as ``progress(task, done, total)``.

    >>> fitted = train("memorizer", [(["EU", "rejects"], ["B-ORG", "O"])])
    >>> [list(found) for found in predict(fitted, [(["Then", "EU"], ["O", "O"])]).mentions_by_sentence()]
    [[(1, 2, 'ORG')]]
    """
    from nerproof.models.files import fit

    held_out = None if dev is None else inputs.corpus(dev, reading, labels)
    fitted = fit(model, inputs.corpus(data, reading, labels), held_out, seed=seed, options=options, progress=progress)
    if out is not None:
        fitted.save(Path(out))
    return fitted


def predict(
    model: Model | str | Path,
    data: CorpusLike,
    *,
    out: str | Path | None = None,
    out_format: str | None = None,
    options: Mapping[str, Any] | None = None,
    labels: Sequence[str] | None = None,
    reading: ReadOptions | None = None,
    progress: Progress | None = None,
) -> Corpus:
    """Labels a corpus with a model; the labels of the corpus are ignored.

    Args:
        model: A model of ``train``, the folder of a saved model, or the name of one that needs no training.
        data: What to label.
        out: File for the predictions.
        out_format: Its format; None: by the suffix of ``out``.
        options: Options of a model that needs no training.
        labels: Names of numeric tags, in order.
        reading: How to read files: scheme, repair, columns, encoding.
        progress: Called as ``progress(task, done, total)``.

    Returns:
        The same tokens with the predicted mentions.
    """
    from nerproof.formats import write
    from nerproof.models.files import open_model

    found = open_model(model, options) if isinstance(model, str | Path) else model
    predicted = found.predict(inputs.corpus(data, reading, labels), progress=progress)
    if out is not None:
        write(predicted, out, format=out_format)
    return predicted


def experiment(
    file: str | Path,
    *,
    out: str | Path | None = None,
    jobs: int = 1,
    backend: str = "local",
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Runs a study from a TOML file: all unfinished training runs, then one combined result.

    Args:
        file: The TOML file.
        out: Folder of the runs; None: FILE.runs.
        jobs: Number of processes; -1: one per core.
        backend: "local" (joblib) or "dask".
        scheduler: Address of the Dask scheduler.
        progress: Called as ``progress(task, done, total)``.

    Returns:
        ``result`` combines the finished runs, ``failed`` lists the failed ones.
    """
    from nerproof.experiments import run
    from nerproof.experiments.spec import study

    return run(study(file, out), jobs=jobs, backend=backend, scheduler=scheduler, progress=progress)


def gazetteer(source: str | Path, *, language: str = "en", filters: Sequence[str] = (), **options: Any) -> Gazetteer:
    """Opens the names of a gazetteer.

    Args:
        source: "bundled", "bundled:es_ES", a Parquet or JSONL file, "sparql:URL", or "dump:FILE".
        language: Language of the names.
        filters: Rows of a file to keep, such as "sitelinks>=5".
        options: Other fields of GazetteerOptions: classes, limit, page, timeout, retries, pause, cache.

    Returns:
        Names by type and class; ``find({"Bari"})`` looks names up.
    """
    from nerproof.gazetteers import open_gazetteer

    return open_gazetteer(source, language=language, filters=tuple(filters), **options)
