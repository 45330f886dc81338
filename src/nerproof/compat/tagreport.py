"""The classification report as text and as dictionaries, laid out as seqeval's and scikit-learn's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADERS = ("precision", "recall", "f1-score", "support")
Line = tuple[Any, ...]  # name, precision, recall, f1, support


def as_dict(lines: Sequence[Line]) -> dict[str, dict[str, Any]]:
    return {line[0]: dict(zip(HEADERS, line[1:], strict=True)) for line in lines}


def as_text(types: Sequence[Line], means: Sequence[Line], digits: int) -> str:
    """A block per type and a block of averages under right-aligned headers."""
    width = max([len("weighted avg"), digits, *(len(line[0]) for line in types)])
    header = " " * width + " " + "".join(f" {name:>9}" for name in HEADERS)
    blocks = [[_line(line, width, digits) for line in block] for block in (types, means)]
    return "\n".join([header, "", *blocks[0], "", *blocks[1], ""])


def _line(line: Line, width: int, digits: int) -> str:
    name, *values, support = line
    return f"{name:>{width}} " + "".join(f" {value:>9.{digits}f}" for value in values) + f" {support:>9}"
