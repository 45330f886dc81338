"""What a test set that is hard on purpose has more of: TMR's sets beside those of a random part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.splits.card import sentence_entities
from nerproof.splits.card_seen import SETS, tough
from nerproof.splits.card_verdicts import percent

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints


def add_harder(card: dict[str, Any], corpus: Corpus, parts: Mapping[str, Ints], kind: str) -> None:
    """Adds the sets of the last part and of a random part of its size, and a sentence about them."""
    first, last = card["order"][0], card["order"][-1]
    order = np.random.default_rng(0).permutation(corpus.n_sentences)
    cut = len(parts[last])
    entities = sentence_entities(corpus)
    train = {e for i in order[cut : cut + len(parts[first])].tolist() for e in entities[i]}
    usual = tough([entities[i] for i in order[:cut].tolist()], train)
    hard = card["seen"][last]["sets"]
    card["harder"] = {"kind": kind, "part": last, "sets": hard, "random": usual}
    said = ", ".join(f"{name} {percent(hard[name]['value'])} ({percent(usual[name]['value'])})" for name in SETS)
    text = (
        f"{last} is harder on purpose ({kind}). Its mentions by TMR's sets, in brackets those of a random part: {said}."
    )
    card["verdicts"].append({"level": "note", "text": text})
