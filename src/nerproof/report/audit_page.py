"""The page of an audit: one file to review the sites by keyboard; decisions stay in the browser and are exported."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.report.bundle import csp_digest, packed
from nerproof.report.html import asset, content_policy, environment

STYLES = ("base.css", "page.css", "answer.css", "table.css", "sentences.css", "audit.css")
SCRIPTS = ("start.js", "data.js", "dom.js", "spans.js", "audit.js")


def render(summary: Mapping[str, Any], sites: Sequence[Mapping[str, Any]]) -> str:
    """The page of an audit's summary and its first sites."""
    scripts = [asset(name) for name in SCRIPTS]
    about = {"gold": summary["signature"]["gold"], "stop": summary["review"]["stop"], "disputed": summary["disputed"]}
    made = (
        environment()
        .get_template("audit.html")
        .render(
            title=f"nerproof audit: {str(summary['signature']['gold']).rpartition('@')[0]}",
            summary=summary,
            shown=len(sites),
            styles=[asset(name) for name in STYLES],
            scripts=scripts,
            blocks={"audit": _block({"about": about, "sites": list(sites)})},
            policy=content_policy([csp_digest(script) for script in scripts]),
        )
    )
    return str(made)


def _block(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return packed(text.encode("utf-8", "replace"))
