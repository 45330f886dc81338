"""Names that occur nowhere in the demo corpus, as a gazetteer for its entity attack."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from nerproof.demo.sections import sections
from nerproof.writers import atomic

if TYPE_CHECKING:
    from pathlib import Path


def rows() -> list[dict[str, str]]:
    """One row per name, as a file gazetteer has them; the class stands for Wikidata's P31."""
    found: list[dict[str, str]] = []
    for type_, lines in sections("heldout.txt").items():
        for line in lines:
            class_, name = line.split(" | ")
            number = f"D{len(found) + 1}"
            found.append(
                {
                    "type": type_,
                    "class_qid": f"D-{class_}",
                    "class_label": class_,
                    "entity_qid": number,
                    "name": name,
                }
            )
    return found


def write_gazetteer(path: Path) -> None:
    with atomic(path) as temporary:
        lines = (json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows())
        temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
