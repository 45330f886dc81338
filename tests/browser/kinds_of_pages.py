"""Results of every kind that the report shows, made by the real commands from the demo's files."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

EXPERIMENT = """
name = "longer sentences"
recipe = "larger-context"
seeds = [0, 1]
[data.demo]
train = "{data}/dev.conll"
test = "{data}/test.conll"
[models.memorizer]
[models.crf]
iterations = 5
[settings]
k = [1, 2, 4]
"""


def plain(result):
    return json.loads(result.to_json())


def evaluation(demo, _folder):
    return json.loads((demo / "result.json").read_text())


def split(demo, _folder):
    from nerproof.cli.split import as_result
    from nerproof.corpus.typefilter import TypeFilter
    from nerproof.formats import ReadOptions
    from nerproof.splits.session import run

    parts = [str(demo / "data" / f"{part}.conll") for part in ("train", "dev", "test")]
    options = dict.fromkeys(("manifest", "out", "near", "jobs", "time_limit", "group_by", "by"))
    options |= {
        "check": True,
        "method": "balanced",
        "ratios": "80,10,10",
        "unit": "sentence",
        "seed": 0,
        "tolerance": 0.05,
    }
    return plain(
        as_result(run(parts, options | {"effort": 1.0, "drop": False, "folds": 5}, ReadOptions(), TypeFilter()))
    )


def experiment(demo, folder):
    from nerproof.experiments import read_spec, run

    (folder / "study.toml").write_text(EXPERIMENT.format(data=demo / "data"))
    return plain(run(read_spec(folder / "study.toml")).result)


def agreement(demo, _folder):
    from nerproof.studies.agreement import agreement as agree

    files = {
        "anna": demo / "data" / "test.conll",
        **{name: demo / "predictions" / f"{name}.conll" for name in ("crf", "context")},
    }
    return plain(agree(files, resamples=50, examples=800))


def datasets(demo, _folder):
    from nerproof.engine.evaluate import Options, prepare, run
    from nerproof.studies.datasets import combine

    data, options = demo / "data", Options(resamples=50, examples=200)
    preds = {name: demo / "predictions" / f"{name}.conll" for name in ("crf", "memorizer")}
    study = prepare(data / "test.conll", preds, train=data / "train.conll", options=options)
    half = study.gold.n_sentences // 2
    return plain(
        combine({"first": run(_part(study, 0, half)), "second": run(_part(study, half, study.gold.n_sentences))})
    )


def _part(study, first, last):
    import numpy as np

    inside = (np.arange(study.gold.n_sentences) >= first) & (np.arange(study.gold.n_sentences) < last)
    systems = {name: corpus.select(inside) for name, corpus in study.systems.items()}
    return replace(study, gold=study.gold.select(inside), systems=systems)


def attack(demo, _folder):
    """Only the attack's own section: what `nerproof evaluate --suite rockner` writes."""
    data = evaluation(demo, _folder)
    return data | {"rows": [row for row in data["rows"] if row["suite"] in {"rockner", "standard"}]}


KINDS = SimpleNamespace(
    evaluation=evaluation, split=split, experiment=experiment, agreement=agreement, datasets=datasets, attack=attack
)
