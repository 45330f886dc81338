"""Training and predicting from files: what ``nerproof train`` and ``nerproof predict`` do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.atomic import atomic
from nerproof.base.errors import UsageError
from nerproof.base.version import __version__
from nerproof.corpus import Corpus, join
from nerproof.formats import FORMATS, ReadOptions, WriteOptions, read, sniff, write
from nerproof.formats.source import Source
from nerproof.models import MODELS, Model, Progress, create, load
from nerproof.models.store import CARD, Card, read_card

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIDECAR = ".nerproof.json"


@dataclass(frozen=True)
class Trained:
    """A saved model and what is worth telling about its training."""

    card: Card
    notes: tuple[str, ...]


def train_files(
    model: str,
    train: Sequence[str | Path],
    out: str | Path,
    *,
    dev: str | Path | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    reading: ReadOptions | None = None,
    progress: Progress | None = None,
) -> Trained:
    """Trains on one or more files and saves the model in the folder ``out``."""
    blank = create(model, options)
    corpus = join([read(path, reading) for path in train])
    if not len(corpus.mentions):
        raise UsageError(f"{train[0]}: the training data has no mentions. Nothing can be learned from it.")
    held_out = None if dev is None else read(dev, reading)
    fitted = blank.train(corpus, held_out, seed=seed, progress=progress)
    fitted.save(Path(out))
    notes = [*corpus.notes, *unseen_types(corpus, held_out, "dev")]
    return Trained(read_card(Path(out)), tuple(notes))


def predict_file(
    model: str | Path,
    source: str | Path,
    out: str | Path,
    *,
    out_format: str | None = None,
    scores: bool = False,
    options: Mapping[str, Any] | None = None,
    reading: ReadOptions | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Predicts a file, writes it in the input's format, and beside it which model and data it came from."""
    found = open_model(model, options)
    corpus = read(source, reading)
    predicted = found.predict(corpus, progress=progress)
    chosen = out_format or format_of(source)
    losses = write(predicted, out, format=chosen, options=WriteOptions(scores=scores))
    facts = {
        **_identity(model),
        "input": Path(source).name,
        "input_digest": corpus.digest,
        "prediction_digest": predicted.content_digest,
        "format": chosen,
        "sentences": corpus.n_sentences,
        "mentions": len(predicted.mentions),
        "notes": [*predicted.notes, *losses],
        "version": __version__,
    }
    with atomic(Path(f"{out}{SIDECAR}")) as path:
        text = json.dumps(facts, sort_keys=True, indent=1, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8")
    return facts


def open_model(model: str | Path, options: Mapping[str, Any] | None = None) -> Model:
    """A saved model by its folder, or a model that needs no training by its name and options."""
    if (Path(model) / CARD).exists() or str(model) not in MODELS:
        if options:
            raise UsageError(f"{model} is a saved model: its options were chosen by nerproof train.")
        return load(model)
    return create(str(model), options)


def _identity(model: str | Path) -> dict[str, Any]:
    if not (Path(model) / CARD).exists():
        return {"model": str(model), "model_digest": None}
    card = read_card(Path(model))
    return {"model": card.model, "model_digest": card.digest}


def format_of(source: str | Path) -> str:
    """The format to answer in: the input's, or CoNLL columns where that has no writer."""
    found = sniff(Source(str(source))).name
    return found if found in FORMATS else "conll"


def unseen_types(train: Corpus, other: Corpus | None, name: str) -> list[str]:
    """A note about types that a model trained on ``train`` can never predict."""
    missing = sorted(set(other.types) - set(train.types)) if other is not None else []
    return [f"types in {name} that the training data lacks: {', '.join(missing)}"] if missing else []
