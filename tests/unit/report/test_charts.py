"""Charts: which are made from which rows, that each renders without a browser, and what their texts say."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path

import pytest

from nerproof.report.charts import charts
from nerproof.report.charts.buckets import edges
from nerproof.report.charts.chart import drawable
from nerproof.report.charts.figures import Look, export, figures, safe_name, sided
from nerproof.report.charts.style import SYSTEMS, colours
from nerproof.report.view import View

ROOT = Path(__file__).resolve().parents[3]


def _made(**options):
    spec = importlib.util.spec_from_file_location("made_result", ROOT / "tests" / "browser" / "made_result.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.made_result(**options)


@pytest.fixture(scope="module")
def view():
    return View(_made(sentences=40, seed=2))


@pytest.fixture(scope="module")
def made(view):
    return {chart.id: chart for chart in charts(view)}


def test_every_family_has_its_charts(made):
    wanted = {"memory", "types", "confusion", "tough-rates", "tough-types", "tough-composition", "hard-rates", "hard-errors", "contamination-entities", "contamination-rates",
              "measure-rho", "bucket-eCon", "bucket-map", "self-diagnosis", "comparative", "curve-K-f1"}  # fmt: skip
    assert wanted <= set(made)


def test_a_result_without_a_suite_has_no_charts_of_it():
    data = _made(sentences=10)
    data["rows"] = [row for row in data["rows"] if row["suite"] == "standard"]
    data["extras"] = {}
    assert {chart.section for chart in charts(View(data))} == {"answer", "standard"}
    assert charts(View({"rows": []})) == []


def test_every_chart_becomes_svg_pdf_and_png(view, made, tmp_path):
    few = [
        made[name]
        for name in ("memory", "bucket-eCon", "contamination-entities", "comparative", "measure-rho", "self-diagnosis")
    ]
    written = list(export(view, tmp_path, few))
    names = {path.name for path in written}
    assert {
        "memory.svg",
        "memory.png",
        "memory.pdf",
        "memory.vl.json",
        "comparative-strong-memory.svg",
        "self-diagnosis-weak.png",
    } <= names
    for path in written:
        start = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}.get(path.suffix, b"{")
        assert path.read_bytes().startswith(start)
    assert "strong" in (tmp_path / "bucket-eCon.svg").read_text()


def test_figures_are_the_same_bytes_again(view, made):
    assert json.dumps(list(figures(view, list(made.values())))) == json.dumps(list(figures(view, charts(view))))


def test_every_value_of_a_chart_is_its_rows_value(view, made):
    for chart in made.values():
        for value in chart.spec["data"]["values"]:
            if "row" in value and "interval" in value and "value" in value:
                row = view.rows[value["row"]]
                scale = 1 if chart.id.startswith("measure") else 100
                assert value["value"] == pytest.approx(row["value"] * scale, abs=1e-5)


def test_no_name_of_the_data_stands_in_an_expression(view):
    """Names go into data values and scale domains only; Vega parses expressions."""
    hostile = "x'\u2028\"]; alert(1) //"
    data = _made(systems=(hostile, "b"), sentences=10, types=(hostile, "PER"))

    def expressions(part):
        if isinstance(part, dict):
            for key, value in part.items():
                if key in {"filter", "calculate", "test", "expr", "labelExpr"}:
                    yield str(value)
                elif key != "values":
                    yield from expressions(value)
        elif isinstance(part, list):
            for item in part:
                yield from expressions(item)

    for chart in charts(View(data)):
        assert "alert" not in "".join(expressions(chart.spec))
        assert "sort" not in json.dumps(chart.spec) or '"sort": [' not in json.dumps(chart.spec)


def test_text_alternatives_name_the_extremes(made):
    assert made["tough-rates"].alt.startswith("Recall on each set of mentions. 24 values; highest: ")
    assert "only in train" in made["contamination-entities"].alt


def test_systems_keep_their_colours():
    names = [f"s{i}" for i in range(10)]
    scale = colours(names)["scale"]
    assert scale["domain"] == names
    assert scale["range"][:8] == list(SYSTEMS)
    assert len(set(scale["range"])) == 10


def test_greyed_attributes_say_their_p(made):
    greyed = [chart for chart in made.values() if chart.id.startswith("bucket-") and "Grey:" in chart.caption]
    assert greyed
    assert all(value["greyed"] for value in greyed[0].spec["data"]["values"])
    assert "Wald test, adjusted p ≥ 0.05" in greyed[0].caption


def _two_datasets():
    """One system on two datasets whose buckets have other edges, and its mean over both."""
    rows = [
        {"suite": "interpreteval", "system": f"mine ({name})", "dataset": name, "slice": f"eLen:{bucket}", "label": "ALL",
         "metric": "f1", "value": 0.5 + i / 10, "n_gold": 50, "lo": None if i == 0 else edge, "hi": edge if i == 0 else None}
        for name, edge in (("esp", 2), ("ned", 3))
        for i, bucket in enumerate(("XS", "S"))
    ]  # fmt: skip
    rows += [
        {"suite": "standard", "system": system, "slice": "ALL", "label": "ALL", "metric": "f1", "value": value} | more
        for system, value, more in (
            ("mine (esp)", 0.3, {"dataset": "esp"}),
            ("mine (ned)", 0.9, {"dataset": "ned"}),
            ("mine", 0.6, {"runs": 2, "sd": 0.1}),
        )
    ]
    rows += [{"suite": "interpreteval", "system": f"mine ({name})", "dataset": name, "slice": "eLen", "label": "ALL", "metric": "wald_p",
              "value": p, "p_adjusted": p, "greyed": p >= 0.05} for name, p in (("esp", 0.2), ("ned", 0.01))]  # fmt: skip
    return View({"signature": {"datasets": {"esp": {}, "ned": {}}}, "rows": rows})


def test_datasets_have_bucket_charts_of_their_own_because_their_edges_differ():
    found = {chart.id: chart for chart in charts(_two_datasets()) if chart.id.startswith("bucket-eLen")}
    assert set(found) == {"bucket-eLen--esp", "bucket-eLen--ned"}
    esp, ned = (found[f"bucket-eLen--{name}"] for name in ("esp", "ned"))
    assert [value["under"] for value in esp.spec["data"]["values"]] == ["XS\nn 50\n≤ 2", "S\nn 50\n> 2"]
    assert [value["under"] for value in ned.spec["data"]["values"]] == ["XS\nn 50\n≤ 3", "S\nn 50\n> 3"]
    assert "Grey: the buckets of this system may differ by chance (Wald test, adjusted p ≥ 0.05)." in esp.caption
    assert ned.caption.startswith("The buckets of each system differ beyond chance")


def test_systems_stand_dataset_by_dataset_and_their_means_last():
    view = _two_datasets()
    assert view.systems == ["mine (esp)", "mine (ned)", "mine"]
    assert view.means == ["mine"]


@pytest.mark.parametrize(
    ("lo", "hi", "text"),
    [
        (None, 0.5, "≤ 0.5"),
        (0.5, None, "> 0.5"),
        (1, 1, "1"),
        (0.25, 0.5, "(0.25, 0.5]"),
        (0.5, math.nextafter(1, 0), "(0.5, 1)"),
        ("-inf", "inf", ""),
        (None, None, ""),
    ],
)
def test_edges_are_written_as_intervals(lo, hi, text):
    assert edges({"lo": lo, "hi": hi}) == text


def test_bars_of_train_and_test_share_what_both_have(view, made):
    drawn = {(v["part"], v["which"]): v["value"] for v in made["contamination-entities"].spec["data"]["values"]}
    ways = {row["slice"]: row for _, row in view.select("contamination", metric="entity_rate")}
    assert drawn["train", "in both"] == drawn["test", "in both"] == ways["test|train"]["count"]
    for part, way in (("train", "train|test"), ("test", "test|train")):
        assert drawn[part, "in both"] + drawn[part, f"only in {part}"] == ways[way]["total"]


def test_names_are_made_drawable_and_files_safe():
    assert drawable("__proto__") == "__proto__\u200b"
    assert drawable("a\u2028b\x00") == "a b "
    assert safe_name("x/../../etc/passwd") == "x_.._.._etc_passwd"
    assert len(safe_name("y" * 500)) == 120


def test_two_sides_are_named_for_the_comparison():
    values = [{"system": "a", "v": 1}, {"system": "b", "v": 2}, {"system": "c", "v": 3}]
    assert list(sided(values, {"a": "b", "b": "c"})) == [
        {"system": "b", "v": 2, "side": "a"},
        {"system": "c", "v": 3, "side": "b"},
    ]
    assert list(sided(values, {"system": "a"})) == [{"system": "a", "v": 1}]


def test_a_figure_says_what_the_page_says_beside_it(view, made):
    greyed = next(chart for chart in made.values() if chart.id.startswith("bucket-") and "Grey:" in chart.caption)
    titled = Look(titled=True)
    (_, spec), *_ = figures(view, [greyed], titled)
    assert spec["title"]["text"] == greyed.title
    assert " ".join(spec["title"]["subtitle"]) == greyed.caption
    (_, bare), *_ = figures(view, [made["types"]], titled)
    assert "subtitle" not in bare["title"]


def test_a_figure_for_a_paper_has_no_title_and_the_size_asked_for(view, made, tmp_path):
    look = Look(width=240, font_size=7)
    list(export(view, tmp_path, [made["memory"]], look))
    svg = (tmp_path / "memory.svg").read_text()
    assert svg.startswith("<svg") and 'width="240"' in svg.split(">")[0]
    assert made["memory"].title not in svg
    assert 'font-size="7px"' in svg
    assert b"/MediaBox [0 0 240 " in (tmp_path / "memory.pdf").read_bytes()
