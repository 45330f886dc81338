"""The walk-through: what ``nerproof demo`` does, one step per function, each on files as a user has them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nerproof.demo import findings, heldout
from nerproof.demo.corpus import build
from nerproof.writers import atomic, write

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.results import Result

Told = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much

SYSTEMS: dict[str, tuple[str, dict[str, Any]]] = {
    "memorizer": ("memorizer", {}),
    "crf": ("crf", {}),
    "context": ("crf", {"words": False}),
}
RESAMPLES = 1000
EXAMPLES = 1000  # sentences kept for the report's drill-down


@dataclass(frozen=True)
class Places:
    """Where the demo's files are."""

    out: Path

    def data(self, part: str) -> Path:
        return self.out / "data" / f"{part}.conll"

    def predictions(self, system: str) -> Path:
        return self.out / "predictions" / f"{system}.conll"

    @property
    def names(self) -> Path:
        return self.out / "data" / "names.jsonl"

    @property
    def errors(self) -> Path:
        return self.out / "data" / "annotation-errors.json"

    @property
    def result(self) -> Path:
        return self.out / "result.json"

    @property
    def report(self) -> Path:
        return self.out / "report.html"


def walk(out: Path, *, seed: int = 0, told: Told = lambda *_: None) -> tuple[list[str], Path]:
    """Runs every step; returns what was found, in plain words, and the path of the report."""
    places = Places(out)
    write_corpus(places, seed)
    train_systems(places, told)
    result = evaluate_systems(places)
    return [findings.scores(result), findings.OWN_FILES], places.result


def write_corpus(places: Places, seed: int) -> None:
    """The three parts, the list of their annotation errors, and the names that occur in none of them."""
    demo = build(seed)
    for part, corpus in demo.parts.items():
        write(corpus, places.data(part), format="conll")
    listed = [asdict(error) for error in demo.errors]
    write_text(places.errors, json.dumps(listed, ensure_ascii=False, indent=1) + "\n")
    heldout.write_gazetteer(places.names)


def train_systems(places: Places, told: Told) -> None:
    """Trains every system on train.conll and writes what it finds in test.conll."""
    from nerproof.models import create
    from nerproof.readers import read

    train, dev, test = (read(places.data(part)) for part in ("train", "dev", "test"))
    for name, (model, options) in SYSTEMS.items():
        listen = _named(name, told)
        fitted = create(model, options).train(train, dev, progress=listen)
        fitted.save(places.out / "models" / name)
        write(fitted.predict(test, progress=listen), places.predictions(name), format="conll")


def _named(system: str, told: Told) -> Told:
    return lambda what, done, of: told(f"{what} {system}", done, of)


def evaluate_systems(places: Places) -> Result:
    """Every suite that the files allow, with intervals and paired tests."""
    from nerproof.evaluate import evaluate

    result = evaluate(
        places.data("test"),
        {name: places.predictions(name) for name in SYSTEMS},
        train=places.data("train"),
        dev=places.data("dev"),
        resamples=RESAMPLES,
        examples=EXAMPLES,
    )
    write_text(places.result, result.to_json())
    return result


def write_text(path: Path, text: str) -> None:
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
