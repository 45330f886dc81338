"""Why a site is in the list, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nerproof.corpus import Corpus
from nerproof.measures.votes import Answer, Votes

SHOWN = 4  # names of systems


class Reasons:
    """Looks up what gold does with a name at other sites."""

    def __init__(self, votes: Votes) -> None:
        self.votes = votes

    def of(self, corpus: Corpus, site: int, gold: Answer, proposal: Answer, votes: Mapping[str, Sequence[Any]]) -> str:
        words = corpus.sentence(int(self.votes.site_sentence[site]))
        wanted = [[s.start, s.end, s.type] for s in proposal]
        own = [[s.start, s.end, s.type] for s in gold]
        for_it = [name for name, answer in votes.items() if answer == wanted]
        for_gold = [name for name, answer in votes.items() if answer == own]
        said = f"{_who(for_it, len(votes))}: {_shown(proposal, words)}; gold: {_shown(gold, words)}"
        said += f" ({len(for_gold)} agree{'s' * (len(for_gold) == 1)} with gold)" if for_gold else ""
        return " ".join([f"{said}.", *self._elsewhere(site)])

    def _elsewhere(self, site: int) -> list[str]:
        """What gold does elsewhere with the first words of the site that it marks elsewhere."""
        v = self.votes
        for row in range(int(v.site_rows[site]), int(v.site_rows[site + 1])):
            others = (i for i in self._in_gold.get(int(v.surface[row]), ()) if int(v.site[i]) != site)
            counts = Counter(v.types[v.type[i]] for i in others)
            if counts:
                listed = ", ".join(f"{name} {n}×" for name, n in counts.most_common(3))
                return [f"Elsewhere gold marks the same words as {listed}."]
        return []

    @cached_property
    def _in_gold(self) -> dict[int, list[int]]:
        """Gold's mentions by their words."""
        found: dict[int, list[int]] = {}
        for i in np.flatnonzero(self.votes.has[:, 0]).tolist():
            found.setdefault(int(self.votes.surface[i]), []).append(i)
        return found


def _who(names: Sequence[str], n: int) -> str:
    listed = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
    return f"{len(names)} of {n} voters ({listed})" if n > 1 else names[0]


def _shown(answer: Answer, words: Sequence[str]) -> str:
    if not answer:
        return "no mention"
    return ", ".join(f"“{' '.join(words[s.start : s.end])}” {s.type}" for s in answer)
