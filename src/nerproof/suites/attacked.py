"""An attacked version of a test set and what systems predicted on it: the input of the rockner suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.corpus.edits import Edit

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus

SWAP = "swap"  # the control with seen names: training mentions
NATURAL = "natural"  # the control with natural new names: mentions of the test set or held-out gold that train lacks
CONTROLS = (SWAP, NATURAL)
NONE = "none"


@dataclass(frozen=True, eq=False)
class Setting:
    """One attacked version: mention i of its gold is mention i of the original."""

    name: str
    gold: Corpus
    systems: Mapping[str, Corpus]
    edits: Sequence[Edit] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_curve(self) -> bool:
        return self.name.startswith("coverage=")

    def replaced(self) -> Bools:
        """Which mentions were replaced."""
        mask = np.zeros(len(self.gold.mentions), dtype=np.bool_)
        mask[[e.mention for e in self.edits if e.new is not None and e.mention is not None]] = True
        return mask

    def classes(self) -> dict[str, Bools]:
        """The replaced mentions by the label of their class, the commonest class first."""
        found: dict[str, list[int]] = {}
        for e in self.edits:
            if e.new is not None and e.mention is not None and e.class_label:
                found.setdefault(e.class_label, []).append(e.mention)
        masks = {}
        for label, mentions in sorted(found.items(), key=lambda x: (-len(x[1]), x[0])):
            masks[label] = np.zeros(len(self.gold.mentions), dtype=np.bool_)
            masks[label][mentions] = True
        return masks


Attacked = Mapping[str, Setting]
