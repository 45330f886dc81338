"""A reviewer's decisions, and gold with the accepted ones put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nerproof.auditing.files import read_lines
from nerproof.auditing.reviewed import ACCEPT, REJECT, UNSURE, decision_of, rank_of
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats.found import Found, packed

Rows = list[tuple[int, int, str]]


@dataclass(frozen=True, eq=False)
class Change:
    """At one site: gold's mentions and those that take their place, by tokens of the sentence."""

    rank: int
    sentence: int
    old: Rows
    new: Rows

    def to_dict(self) -> dict[str, Any]:
        return {"rank": self.rank, "sentence": self.sentence, "gold": self.old, "corrected": self.new}


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


def corrected(gold: Corpus, changes: Sequence[Change]) -> Corpus:
    """Gold with the changes made; a change whose old mentions are not there is an error."""
    m, types = gold.mentions, gold.types
    score = [None] * len(m) if m.score is None else m.score.tolist()
    form = [None] * len(m) if m.form is None else m.form
    columns = (m.start.tolist(), m.end.tolist(), [types[t] for t in m.type.tolist()], score, form)
    rows = {row[:3]: Found(*row) for row in zip(*columns, strict=True)}
    for change in changes:
        first = int(gold.sentences[change.sentence]) if change.sentence < gold.n_sentences else -1
        for start, end, type_ in change.old:
            if rows.pop((first + start, first + end, type_), None) is None:
                raise InputError(f"rank {change.rank}: gold is not what was audited. Audit it again.")
        new = (Found(*row).moved(first) for row in change.new)
        rows.update({row[:3]: row for row in new})
    return gold.with_mentions(*packed(list(rows.values())))
