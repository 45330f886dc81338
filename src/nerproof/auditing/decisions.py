"""A reviewer's decisions, as the changes of gold that were accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nerproof.auditing.edits import Change
from nerproof.auditing.files import read_lines
from nerproof.auditing.reviewed import ACCEPT, REJECT, UNSURE, decision_of, rank_of
from nerproof.base.errors import InputError


def read_decisions(path: Path, sites: Sequence[Mapping[str, Any]]) -> list[Change]:
    """The accepted changes. A record has ``rank`` and ``decision``, and ``corrected`` where the proposal was edited.

    Tasks that an annotation tool exported after the review serve as well.
    """
    by_rank = {int(site["rank"]): site for site in sites}
    found: dict[int, Change] = {}
    for i, record_ in enumerate(read_lines(path), start=1):
        rank = rank_of(record_)
        if not isinstance(rank, int) or rank not in by_rank:
            raise InputError.at(path, i, f"rank {rank!r} is no site of this audit", fix="Export the decisions again.")
        try:
            record_ = decision_of(record_, by_rank[rank])
        except (KeyError, IndexError, TypeError, ValueError):
            raise InputError.at(path, i, "is no reviewed task of a known tool", fix="Export it as JSON.") from None
        decision = record_.get("decision")
        if decision not in {ACCEPT, REJECT, UNSURE}:
            raise InputError.at(path, i, f"decision {decision!r} is unknown", fix="Write accept, reject or unsure.")
        found.pop(rank, None)
        if decision == ACCEPT:
            found[rank] = _change(path, i, by_rank[rank], record_.get("corrected"))
    return sorted(found.values(), key=lambda c: c.rank)


def _change(path: Path, line: int, site: Mapping[str, Any], corrected: Any) -> Change:
    new = site["proposal"] if corrected is None else corrected
    n = len(site["tokens"])
    try:
        rows = [(int(s), int(e), str(t)) for s, e, t in new]
    except (TypeError, ValueError):
        raise InputError.at(path, line, "corrected is no list of [start, end, type]") from None
    if any(not 0 <= s < e <= n for s, e, _ in rows):
        raise InputError.at(path, line, f"a corrected span is outside the sentence of {n} tokens")
    return Change(int(site["rank"]), int(site["sentence"]), [(s, e, t) for s, e, t in site["gold"]], rows)
