"""Sixteen real systems on one test set, seven on another: the tests tell them apart, whoever else is there."""

from __future__ import annotations

import pytest

from nerproof import Options, evaluate

FOREIGN = "another system"


@pytest.fixture(scope="module")
def sixteen(shared, tmp_path_factory):
    """Gold, the systems (tags only, beside gold's tokens), and one that predicts next to nothing."""
    folder, data = tmp_path_factory.mktemp("sixteen"), shared / "data" / "conll2003dev"
    gold = (data / "gold.conll").read_text("utf-8").split("\n")
    words = [line.split()[0] if line.strip() else "" for line in gold]
    systems = {}
    for path in sorted((data / "submissions").glob("*.tags")):
        tags = path.read_text("utf-8").split("\n")
        systems[path.stem] = _written(folder / path.stem, words, tags)
    worse = ["B-PER" if i % 50 == 0 else "O" for i in range(len(words))]
    return data / "gold.conll", systems, _written(folder / "worse", words, worse)


def _written(path, words, tags):
    lines = [f"{word} {tag.strip()}" if word else "" for word, tag in zip(words, tags, strict=True)]
    path.with_suffix(".conll").write_text("\n".join(lines) + "\n", "utf-8")
    return path.with_suffix(".conll")


def conclusions(gold, systems, **options):
    """Which pairs differ significantly, by score; the added system left out."""
    result = evaluate(gold, systems, options=Options(suites=["standard"], **options))
    rows = [r for r in result.rows if r.metric.startswith("difference:") and FOREIGN not in (r.system, r.more["other"])]
    return {(r.metric, r.system, r.more["other"]): r.more["p_adjusted"] < 0.05 for r in rows}, result


@pytest.fixture(scope="module")
def alone(sixteen):
    gold, systems, _ = sixteen
    return conclusions(gold, systems)


def test_ranks_of_sixteen_systems_are_informative(alone):
    _, result = alone
    f1 = {name: result.value("f1", system=name) for name in result.systems}
    ranks = {r.system: (r.more["rank_low"], r.more["rank_high"]) for r in result.where(metric="rank:f1")}
    assert ranks["hammerton"] == (16, 16)  # F1 72.9, the next has 85.9
    assert ranks["florian"][1] <= 3
    assert all(high - low <= 7 for low, high in ranks.values())
    for place, name in enumerate(sorted(f1, key=f1.get, reverse=True), start=1):
        assert ranks[name][0] <= place <= ranks[name][1]


@pytest.mark.parametrize("which", ["gold", "worse"])
def test_a_seventeenth_system_changes_no_other_conclusion(sixteen, alone, which):
    gold, systems, worse = sixteen
    seventeen = {**systems, FOREIGN: gold if which == "gold" else worse}
    assert conclusions(gold, seventeen)[0] == alone[0]


def test_an_eighth_system_changes_no_other_conclusion_on_wnut(shared):
    data = shared / "data" / "wnut17"
    gold = data / "emerging.test.annotated"
    seven = {p.stem: p for p in sorted((data / "submissions").glob("*.conll"))}
    before, _ = conclusions(gold, seven, align="position")
    after, _ = conclusions(gold, {**seven, FOREIGN: gold}, align="position")
    assert len(before) == 3 * 21
    assert after == before
    assert 0 < sum(before.values()) < len(before)
