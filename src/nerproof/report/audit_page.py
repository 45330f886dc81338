"""The page of an audit: one file to review the sites by keyboard; decisions stay in the browser and are exported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.report.html import data_block, page

STYLES = ("base.css", "page.css", "answer.css", "table.css", "sentences.css", "audit.css")
SCRIPTS = ("start.js", "data.js", "dom.js", "spans.js", "audit.js")


def render(summary: Mapping[str, Any], sites: Sequence[Mapping[str, Any]]) -> str:
    """The page of an audit's summary and its first sites."""
    gold = str(summary["signature"]["gold"])
    about = {"gold": gold, "stop": summary["review"]["stop"], "disputed": summary["disputed"]}
    blocks = {"audit": data_block({"about": about, "sites": list(sites)})}
    title = f"nerproof audit: {gold.rpartition('@')[0]}"
    return page("audit.html", STYLES, SCRIPTS, title=title, summary=summary, shown=len(sites), blocks=blocks)
