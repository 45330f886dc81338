"""The walk-through: what ``nerproof demo`` does, one step per function, each on files as a user has them."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from nerproof.base.atomic import atomic
from nerproof.demo.corpus import build
from nerproof.demo.gazetteer import write_gazetteer
from nerproof.demo.places import Places
from nerproof.demo.summary import summary
from nerproof.demo.systems import SYSTEMS, chosen
from nerproof.formats import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from nerproof.base.results import Result

    Told = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much

RESAMPLES = 1000
EXAMPLES = 800  # sentences kept for the report's drill-down: all of test
EFFORT = 0.1  # of the usual search for a split: enough to show the difference in seconds
METHODS = ("random", "balanced")


def walk(out: Path, *, seed: int = 0, told: Told = lambda *_: None) -> tuple[list[str], Path]:
    """Runs every step; returns what was found, in plain words, and the path of the report."""
    places = Places(out)
    write_corpus(places, seed)
    notes = train_systems(places, told)
    attack(places, seed)
    predict_attacked(places, told)
    told("evaluating", 0, 1)
    result = evaluate_systems(places, notes)
    told("evaluating", 1, 1)
    cards = {method: split_corpus(places, method, seed, told) for method in METHODS}
    write_report(places, result)
    texts = summary(result, cards, notes)
    write_text(places.summary, "\n\n".join(texts) + "\n")
    return texts, places.report


def write_corpus(places: Places, seed: int) -> None:
    """The three parts, the list of their annotation errors, and the names for the attack."""
    demo = build(seed)
    for part, corpus in demo.parts.items():
        write(corpus, places.data(part), format="conll")
    listed = [asdict(error) for error in demo.errors]
    write_text(places.errors, json.dumps(listed, ensure_ascii=False, indent=1) + "\n")
    write_gazetteer(places.names, demo)


def train_systems(places: Places, told: Told) -> list[str]:
    """Trains every system on train.conll and writes what it finds in test.conll; returns what had to be replaced."""
    from nerproof.models import create

    train, dev, test = (places.read(part) for part in ("train", "dev", "test"))
    notes: list[str] = []
    for name in SYSTEMS:
        system = chosen(name)
        notes += system.notes
        listen = _named(name, told)
        fitted = create(system.model, system.options).train(train, dev, progress=listen)
        fitted.save(places.model(name))
        write(fitted.predict(test, progress=listen), places.predictions(name), format="conll")
        listen("predicting", 1, 1)
    return notes


def _named(system: str, told: Told) -> Told:
    return lambda what, done, of: told(f"{what} {system}", done, of)


def attack(places: Places, seed: int) -> None:
    """The test set with unseen names in it, and the control with training names in it."""
    from nerproof.attacks import AttackOptions
    from nerproof.attacks.release import Release
    from nerproof.gazetteers import open_gazetteer

    train, test = (places.read(part) for part in ("train", "test"))
    options = AttackOptions(train=train, gazetteer=open_gazetteer(places.names))
    Release(places.attack, "conll", options, seed, {}).write(test, "entity")


def predict_attacked(places: Places, told: Told) -> None:
    from nerproof.formats import read
    from nerproof.models import load

    corpora = {setting: read(places.attacked(setting)) for setting in ("E", "swap")}
    for name in SYSTEMS:
        model = load(places.model(name))
        listen = _named(f"{name} on attacked names", told)
        for setting, corpus in corpora.items():
            found = model.predict(corpus, progress=listen)
            write(found, places.predictions(name, setting), format="conll")
        listen("predicting", 1, 1)


def evaluate_systems(places: Places, notes: list[str]) -> Result:
    """Every suite, with intervals and paired tests."""
    from dataclasses import replace

    from nerproof.attacks.settings import load_settings
    from nerproof.engine.evaluate import Options, prepare, run

    options = Options(resamples=RESAMPLES, examples=EXAMPLES)
    study = prepare(
        places.read("test"),
        {name: places.predictions(name) for name in SYSTEMS},
        train=places.read("train"),
        dev=places.read("dev"),
        options=options,
    )
    settings = load_settings(study.gold, [f"E={places.attack}"], _attacked_predictions(places), options)
    result = run(replace(study, more={"attacked": settings}))
    result.notes += notes
    write_text(places.result, result.to_json())
    return result


def _attacked_predictions(places: Places) -> list[str]:
    return [f"{s}:{name}={places.predictions(name, s)}" for s in ("E", "swap") for name in SYSTEMS]


def split_corpus(places: Places, method: str, seed: int, told: Told) -> dict[str, Any] | None:
    """All sentences split anew; None where the search needs a package that is not installed."""
    from nerproof.base.errors import MissingExtra
    from nerproof.corpus import join
    from nerproof.splits import split
    from nerproof.splits.card import quality
    from nerproof.splits.writing import write_split

    corpus = join([places.read(part) for part in ("train", "dev", "test")])
    try:
        made = split(
            corpus,
            method=method,
            seed=seed,
            effort=EFFORT,
            progress=lambda share, _: told(f"splitting ({method})", int(100 * share), 100),
        )
    except MissingExtra:
        return None
    card = quality(corpus, made.parts, ratios=made.options["ratios"])
    write_split(corpus, made, card, places.split(method), format="conll")
    return card


def write_report(places: Places, result: Result) -> None:
    from nerproof.report.html import to_html

    write_text(places.report, to_html(result))


def write_text(path: Path, text: str) -> None:
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
