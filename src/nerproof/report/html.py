"""The HTML report: one file that works offline; the answer is in its text, the evidence in data blocks inside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from nerproof.base.results import Result
from nerproof.report.bundle import bundle, csp_digest, packed
from nerproof.report.charts import charts
from nerproof.report.charts.attribute_names import ATTRIBUTES
from nerproof.report.charts.chart import Chart
from nerproof.report.charts.style import config, palette
from nerproof.report.columns import by_column
from nerproof.report.firstscreen import first_screen
from nerproof.report.numbers import LATEX, METRIC_WORDS, kind_of, metric_name, written
from nerproof.report.view import View

STYLES = ("base.css", "page.css", "answer.css", "table.css", "sentences.css", "print.css")
BEFORE = (
    "start data format dom state matching spans evidence window copying saving panel failing table pivot chart attacked"
)
AFTER = "questions main"


def render(
    data: Mapping[str, Any],
    *,
    title: str = "",
    notes: str = "",
    date: str = "",
    examples: int | None = None,
    home: str = "",
) -> str:
    """The page of a result (its JSON as a dict); ``examples`` limits the sentences, ``home`` is a link to a list.

    ``title``, ``notes`` and ``date`` are said at the top as they are given: a result knows no date.
    """
    view = View(_limited(data, examples))
    library = bundle()
    blocks = {
        "result": data_block(_facts(view)),
        "sentences": data_block(view.data.get("sentences")),
        "charts": data_block(_drawn(charts(view))),
        "vega": library.packed,
    }
    name = dataset_name(view)
    words = {"title": title or f"nerproof: {name or 'report'}", "about": title or name, "dataset": name}
    words |= {"notes": notes, "date": date, "home": home}
    shown = {"screen": first_screen(view), "view": view, "blocks": blocks, "figure": ""}
    return page("page.html", STYLES, script_names(), digests=[library.digest], **words, **shown)


def page(
    template: str, styles: Sequence[str], scripts: Sequence[str] = (), *, digests: Iterable[str] = (), **values: Any
) -> str:
    """A page with its styles and scripts inside; nothing else may run but scripts of these ``digests``."""
    texts = [asset(name) for name in scripts]
    policy = content_policy([*map(csp_digest, texts), *digests])
    made = environment().get_template(template)
    return str(made.render(styles=[asset(name) for name in styles], scripts=texts, policy=policy, **values))


def to_html(result: Result, *, examples: int | None = None, **words: str) -> str:
    """The page of a Result; ``words`` are the title, the notes and the date to show."""
    return render(result.to_dict(), examples=examples, **words)


def _limited(data: Mapping[str, Any], examples: int | None) -> Mapping[str, Any]:
    """At most so many sentences; what is left out is counted, and said in the page."""
    sentences = data.get("sentences")
    if examples is None or not sentences or len(sentences["items"]) <= examples:
        return data
    left_out = int(sentences.get("left_out") or 0) + len(sentences["items"]) - examples
    items = sentences["items"][:examples]
    kept = dict(sentences) | {"items": items, "budget": examples, "left_out": left_out}
    if sentences.get("training"):
        names = {name for item in items for name in _names(item)}
        kept["training"] = {name: found for name, found in sentences["training"].items() if name in names}
    return dict(data) | {"sentences": kept}


def _names(item: Mapping[str, Any]) -> Iterator[str]:
    """The text of every mention, of gold and of the systems."""
    for mention in [*item["gold"], *(one for found in item["pred"].values() for one in found)]:
        yield " ".join(item["tokens"][mention[0] : mention[1]])


def _facts(view: View) -> dict[str, Any]:
    rest = {key: value for key, value in view.data.items() if key not in {"rows", "sentences"}}
    kinds = {metric: kind_of(metric) for metric in sorted({str(row["metric"]) for row in view.rows})}
    look = {"light": config(), "dark": config(dark=True)}
    return rest | {
        "rows": by_column(view.rows),
        "kinds": kinds,
        "latex": LATEX,
        "words": {metric: metric_name(metric) for metric in kinds} | METRIC_WORDS,
        "attributes": {name: [words.short, words.meaning] for name, words in ATTRIBUTES.items()},
        "systems": view.systems,
        "colours": palette(max(len(view.systems), 1)),
        "look": look,
        "has_sentences": bool(view.data.get("sentences")),
    }


def _drawn(made: list[Chart]) -> list[dict[str, Any]]:
    keys = ("id", "section", "title", "caption", "alt", "spec", "pick", "wide")
    return [{key: getattr(chart, key) for key in keys} for chart in made if chart.section != "figures"]


def data_block(content: object) -> str:
    return packed(
        json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")
    )


def content_policy(digests: list[str]) -> str:
    """Nothing is fetched and no script runs but ours: text that found its way into markup could still do nothing."""
    allowed = " ".join(f"'{digest}'" for digest in digests)
    rest = "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; script-src {allowed}; {rest}"


def dataset_name(view: View) -> str:
    """The name of the test data; a corpus that was made in memory has none."""
    gold = str(view.data.get("signature", {}).get("gold") or "")
    name = gold.rpartition("@")[0] or gold
    return "" if name == "memory" else name


@cache
def script_names() -> tuple[str, ...]:
    """The page's scripts in their order; a section is one file section_NAME.js, found by its name."""
    files = (resources.files("nerproof.report") / "assets").iterdir()
    sections = sorted(one.name for one in files if one.name.startswith("section_"))
    return (*(f"{name}.js" for name in BEFORE.split()), *sections, *(f"{name}.js" for name in AFTER.split()))


@cache
def asset(name: str) -> str:
    """A file of the page, as text."""
    return (resources.files("nerproof.report") / "assets" / name).read_text("utf-8")


@cache
def environment() -> Any:
    """Templates that escape whatever is put into them."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("nerproof.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["written"] = written
    return made
