"""How a result shows itself in a notebook: the first screen of the report, every table folded below it."""

from __future__ import annotations

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.charts import charts
from nerproof.report.charts.figures import Look, finished
from nerproof.report.firstscreen import first_screen
from nerproof.report.html import asset, dataset_name, environment
from nerproof.report.tables import tables
from nerproof.report.view import View

CHART = "memory"  # recall on seen and on new names, or F1
MOST = 12  # tables; the rest is in the report


def html(result: Result) -> str:
    """The first screen, the tables and the signature; nothing is fetched, nothing runs."""
    view = View(result.to_dict())
    made = sorted(tables(result), key=lambda item: not item.title.startswith("Standard"))
    page = environment().get_template("notebook.html")
    return str(
        page.render(
            screen=first_screen(view),
            view=view,
            dataset=dataset_name(view),
            notes="",
            date="",
            figure=_figure(view),
            style=asset("answer.css"),
            tables=made[:MOST],
            left=len(made) - MOST,
            remarks=result.notes,
            signature=short(result.signature),
        )
    )


def _figure(view: View) -> str:
    """The chart as SVG; nothing where the result has no such numbers."""
    found = [c for c in charts(view) if c.id == CHART]
    if not found:
        return ""
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(finished(found[0], {}, Look(titled=True)))
    return svg
