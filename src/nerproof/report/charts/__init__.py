"""Charts of a result: Vega-Lite specs, one file per family, drawn in the page and exported without a browser."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from functools import cache

from nerproof.report.charts.chart import Chart
from nerproof.report.view import View


def charts(view: View) -> list[Chart]:
    """Every chart this result has the numbers for."""
    return [chart for family in _families() for chart in family(view)]


@cache
def _families() -> list[Callable[[View], Iterable[Chart]]]:
    """The function ``charts`` of every file of this folder that has one."""
    modules = (importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return [module.charts for module in modules if hasattr(module, "charts")]
