"""The files of a result that a tracking tool keeps."""

from __future__ import annotations

from pathlib import Path

from nerproof.base.results import Result


def written(result: Result, folder: Path, *, report: bool, figures: bool) -> list[Path]:
    """Result file, rows and report; the charts in a folder of their own."""
    found = [result.save(folder / name) for name in ("result.json", "rows.csv", "report.html")] if report else []
    if figures:
        from nerproof.report.charts import charts
        from nerproof.report.charts.figures import export
        from nerproof.report.view import View

        view = View(result.to_dict())
        found += list(export(view, folder / "figures", charts(view)))
    return found
