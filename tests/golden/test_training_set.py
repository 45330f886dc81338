"""hardeval, TMR and contamination equal the golden figures: counts exactly, values to 1e-9."""

from __future__ import annotations

import pytest

from nerproof import evaluate
from nerproof.formats import read
from nerproof.index.overlap import directions
from nerproof.index.statistics import statistics
from nerproof.studies.description import describe

VARIANTS = {
    "io_conlleval": {},
    "bilou_discard": {"hardeval_compat": True},
    "strict": {"hardeval_compat": True, "hardeval_strict": True},
}
CONTAMINATION = {
    "P": "precision",
    "R": "recall",
    "F1": "f1",
    "R_clean": "recall_clean",
    "R_contaminated": "recall_contaminated",
    "F1_clean": "f1_clean",
    "F1_contaminated": "f1_contaminated",
    "P_clean_exact": "precision_clean_exact",
    "F1_clean_exact": "f1_clean_exact",
    "P_unseen": "precision_unseen",
    "F1_unseen": "f1_unseen",
    "delta_F1": "delta_f1",
    "delta_F1_exact": "delta_f1_exact",
    "delta_R": "delta_recall",
}


def run(case, suite, **switches):
    return evaluate(
        case.gold,
        {"s": case.pred},
        train=case.train,
        resamples=0,
        align="position",
        suites=[suite],
        switches=switches,
    )


def agrees(value, figure, *, empty):
    """Equal to 1e-9; over an empty set the golden files have 0.0 and we have None."""
    if value is None:
        return figure is None or empty
    return value == pytest.approx(figure, abs=1e-9)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hardeval_equals_golden(case, variant):
    result = run(case, "hardeval", **VARIANTS[variant])
    want = case.figures["hardeval"][variant]
    sizes = {r.slice: r for r in result.where(suite="hardeval", system="", metric="share")}
    for name in (
        "all",
        "unseen",
        "unseen-I",
        "unseen-O",
        "diff",
        "diff-I",
        "diff-O",
        "diff-E",
        "unseen+diff",
    ):
        slice_ = "ALL" if name == "all" else name
        row = result.row("ter", suite="hardeval", system="s", slice=slice_)
        figures = want[name]
        assert (row.count, row.total) == (figures["errors"], figures["tokens"])
        assert sizes[slice_].more["words"] == figures["words"]
        assert sizes[slice_].count == figures["tokens"]
        assert agrees(row.value, figures["ter"], empty=figures["tokens"] == 0)
    score = result.value("score", suite="hardeval", system="s")
    assert agrees(score, want["score"], empty=0 in (want["unseen"]["tokens"], want["diff"]["tokens"]))
    for name, share in want["error_share"].items():
        found = result.value("error_share", suite="hardeval", system="s", slice=name)
        assert agrees(found, share, empty=want["all"]["errors"] == 0)


def test_tmr_equals_golden(case):
    result = run(case, "tmr")
    for slice_, labels in case.figures["tmr"].items():
        for label, figures in labels.items():
            row = result.row("recall", suite="tmr", system="s", slice=slice_, label=label)
            assert (row.count, row.total) == (figures["found"], figures["gold"])
            assert agrees(row.value, figures["recall"], empty=figures["gold"] == 0)


def test_contamination_scores_equal_golden(case):
    result = run(case, "contamination")
    want = case.figures["contamination"]
    for theirs, ours in CONTAMINATION.items():
        assert agrees(result.value(ours, suite="contamination", system="s"), want[theirs], empty=False), ours
    clean = result.row("recall_clean", suite="contamination", system="s")
    assert (clean.count, clean.total) == (want["tp_clean"], want["gold_clean"])
    dirty = result.row("recall", suite="contamination", system="s", slice="contaminated")
    assert (dirty.count, dirty.total) == (want["tp_contaminated"], want["gold_contaminated"])
    precision = result.row("precision", suite="contamination", system="s")
    assert (precision.count, precision.total - precision.count) == (want["tp"], want["fp"])
    unseen = result.row("precision_unseen", suite="contamination", system="s")
    assert (unseen.count, unseen.total - unseen.count) == (want["tp_clean"], want["fp_unseen"])


def check_direction(found, figures):
    pairs = {
        "partial_rate": ("partial", "samples"),
        "full_rate": ("full", "samples"),
        "partial_rate_nonempty": ("partial", "samples_with_entities"),
        "full_rate_nonempty": ("full", "samples_with_entities"),
        "mention_rate": ("mentions_contaminated", "mentions"),
        "entity_rate": ("entities_contaminated", "entities"),
    }
    for rate, (count, total) in pairs.items():
        assert (found[rate].count, found[rate].total) == (figures[count], figures[total])
        assert found[rate].value == pytest.approx(figures[rate], abs=1e-9)


PARTS = [
    *(
        ("crossner", d, f"crossner/{d}/train.txt", f"crossner/{d}/test.txt")
        for d in ["ai", "literature", "music", "politics", "science"]
    ),
    ("conll2002", "esp", "conll2002/esp.train", "conll2002/esp.testb"),
    ("conll2002", "ned", "conll2002/ned.train", "conll2002/ned.testb"),
    ("wnut17", None, "wnut17/wnut17train.conll", "wnut17/emerging.test.annotated"),
]


@pytest.mark.parametrize(("name", "part", "train", "test"), PARTS)
def test_rates_and_statistics_equal_golden(shared, golden, name, part, train, test):
    want = golden(name)[part] if part else golden(name)
    corpora = {"train": read(shared / "data" / train), "test": read(shared / "data" / test)}
    found = directions(corpora)
    for direction in ("test|train", "train|test"):
        figures = want.get(direction) or want.get("contamination", {}).get(direction)
        if figures:
            check_direction(found[direction], figures)
    stats = want["stats"].get("train_test", want["stats"])
    ours = statistics(corpora)
    for side in ("train", "test"):
        assert {k: ours[side][k] for k in stats[side]} == stats[side]


def test_memorizers_know_nothing_new(case):
    if case.system not in {"memorizer", "forgetful"}:
        return
    result = run(case, "contamination")
    assert result.value("recall_clean", suite="contamination", system="s") == 0
    f1, delta = (result.value(m, suite="contamination", system="s") for m in ("f1", "delta_f1"))
    assert delta == f1 > 0


@pytest.mark.parametrize("lang", ["esp", "ned"])
def test_sets_of_the_data_alone_equal_golden(shared, golden, lang):
    want = golden("conll2002")[lang]
    data = shared / "data" / "conll2002"
    result = describe({"train": read(data / f"{lang}.train"), "test": read(data / f"{lang}.testb")}, {})
    for name, figures in want["hardeval_sizes"].items():
        row = result.row("share", suite="hardeval", system="", slice="ALL" if name == "all" else name)
        assert (row.count, row.more["words"]) == (figures["tokens"], figures["words"])
    for name, figures in want["tmr_sets"].items():
        for label, size in figures.items() if name != "ALL" else ():
            assert result.row("share", suite="tmr", system="", slice=name, label=label).count == size["gold"]


def test_statistics_of_the_development_data_equal_golden(shared, golden):
    want, data = golden("wnut17")["stats"]["train_dev"], shared / "data" / "wnut17"
    found = statistics({"train": read(data / "wnut17train.conll"), "dev": read(data / "emerging.dev.conll")})
    assert {k: found["dev"][k] for k in want["test"]} == want["test"]
    assert {k: found["train"][k] for k in want["train"]} == want["train"]
