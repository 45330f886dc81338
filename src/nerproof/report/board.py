"""The board: every system of every result file of a folder on one line, to sort, to filter and to open."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from nerproof.base.results import Result
from nerproof.report.bundle import csp_digest
from nerproof.report.catalogue import Catalogue, Entry, Standing
from nerproof.report.html import asset, content_policy, environment, render
from nerproof.report.numbers import written

MEASURES = {  # key of a standing -> heading, what it means
    "unseen": ("New names", "recall on mentions that train lacks"),
    "retention": ("Retention", "recall if every name were new, in % of the recall if every name were seen"),
    "f1": ("F1", "over all mentions"),
}
Places = Mapping[tuple[str, str], tuple[int, int]]  # (file, system) -> the places that the tests leave open
Ranking = Callable[[Mapping[str, Result]], Places]


@dataclass(frozen=True)
class Link:
    """Where the report of a file is, and whether files can be ticked to compare them."""

    of: Callable[[str], str]
    ticks: bool = False


def board_page(catalogue: Catalogue, link: Link, places: Places, **more: Any) -> str:
    """The page: sorted by recall on new names, then by F1."""
    entries = catalogue.entries()
    lines = [line for entry in entries for line in _lines(entry, link, places)]
    lines.sort(key=_rank)
    script = asset("board.js")
    return str(
        environment()
        .get_template("board.html")
        .render(
            lines=lines,
            datasets=sorted({line["dataset"] for line in lines}),
            measures=MEASURES,
            folder=catalogue.folder.name or str(catalogue.folder),
            style=style(),
            script=script,
            policy=_policy(script),
            ticks=link.ticks,
            **{"history": {}, **more},
        )
    )


def _rank(line: Mapping[str, Any]) -> tuple[Any, ...]:
    return (line["dataset"], *(-line["values"].get(key, -1.0) for key in MEASURES), line["system"])


def style() -> str:
    """The look of the board and of the server's other pages."""
    return "\n".join(asset(name) for name in ("base.css", "page.css", "table.css", "board.css"))


def _policy(script: str) -> str:
    """As of a report, but for the form and the pictures of the local server."""
    strict = content_policy([csp_digest(script)])
    return strict.replace("form-action 'none'", "form-action 'self'").replace("img-src", "img-src 'self'")


def _lines(entry: Entry, link: Link, places: Places) -> Iterator[dict[str, Any]]:
    for system, standing in entry.standings.items():
        place = places.get((entry.name, system))
        yield {
            "file": entry.name,
            "href": link.of(entry.name),
            "dataset": entry.dataset,
            "system": system,
            "verdict": standing.verdict,
            "values": {key: cell[0] for key, cell in standing.scores.items() if cell[0] is not None},
            "cells": {key: _cell(standing, key) for key in MEASURES},
            "place": place,
        }


def _cell(standing: Standing, key: str) -> tuple[str, str]:
    value, low, high = standing.scores.get(key, (None, None, None))
    interval = f"{written(low, 'score')} to {written(high, 'score')}" if None not in (low, high) else ""
    return written(value, "score"), interval


def own_places(results: Mapping[str, Result]) -> Places:
    """The places that the tests inside each file leave open."""
    return {
        (file, row.system): (int(row.more["rank_low"]), int(row.more["rank_high"]))
        for file, result in results.items()
        for row in result.where(suite="standard", metric="rank:f1", slice="ALL", label="ALL")
        if "rank_low" in row.more
    }


def site(folder: Path, ranking: Ranking = own_places) -> Iterator[tuple[str, str]]:
    """The pages of a static board by their relative paths: a report per result file, the list last."""
    catalogue = Catalogue(folder.resolve())
    results = {entry.name: catalogue.load(entry.name) for entry in catalogue.entries()}
    for name, result in results.items():
        yield _path(name), render(result.to_dict(), title=name, home="../index.html")
    yield "index.html", board_page(catalogue, Link(_path), ranking(results))


def _path(name: str) -> str:
    """A file name that any web server can serve: plain letters, and a digest where that loses something."""
    stem = str(PurePosixPath(name).with_suffix(""))
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip(".-")[:80]
    mark = "" if plain == stem else "-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"reports/{plain}{mark}.html"
