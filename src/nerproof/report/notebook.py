"""How a result shows itself in a notebook: findings, the chart that matters and the first tables, as HTML."""

from __future__ import annotations

from html import escape

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.cells import TextTable
from nerproof.report.charts import charts
from nerproof.report.charts.figures import Look, finished
from nerproof.report.spoken import spoken
from nerproof.report.tables import tables
from nerproof.report.view import View

CHART = "memory"  # F1 on all entities and on new ones
MOST = 12  # tables; the rest is in the report


def html(result: Result) -> str:
    """Findings, chart, tables and signature; nothing is fetched, nothing runs."""
    made = sorted(tables(result), key=lambda item: not item.title.startswith("Standard"))
    found = "".join(f"<li>{escape(text)}</li>" for text in spoken(result))
    parts = [f"<ul>{found}</ul>" if found else "", _chart(result), *(_table(item) for item in made[:MOST])]
    if len(made) > MOST:
        parts.append(f"<p>… and {len(made) - MOST} more tables: nerproof report FILE, or result.rows</p>")
    parts += [f"<p><small>{escape(note)}</small></p>" for note in result.notes]
    return f"<div>{''.join(parts)}<p><small><code>{escape(short(result.signature))}</code></small></p></div>"


def _chart(result: Result) -> str:
    """The chart as SVG; nothing where the result has no such numbers."""
    found = [c for c in charts(View(result.to_dict())) if c.id == CHART]
    if not found:
        return ""
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(finished(found[0], {}, Look(titled=True)))
    return svg


def _table(item: TextTable) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in item.header)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in item.rows)
    caption = f'<caption style="text-align:left"><b>{escape(item.title)}</b></caption>'
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
