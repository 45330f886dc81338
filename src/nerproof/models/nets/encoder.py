"""A pretrained encoder and its tokenizer, from a folder or the hub: words to pieces, room per window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.models.extras import loaded_by, need
from nerproof.models.nets.subwords import Window, windows
from nerproof.models.tagging import sentence_slices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.corpus import Corpus

_SHIFTED = {"roberta", "xlm-roberta", "camembert", "xlm-roberta-xl", "longformer", "mpnet"}


@dataclass
class Encoder:
    """``wrap``: the special pieces before and after a sentence; ``room``: pieces that fit between them."""

    tokenizer: Any
    network: Any
    wrap: tuple[list[int], list[int]]
    room: int

    @classmethod
    def open(cls, place: str, *, names: Sequence[str] | None, max_length: int | None) -> Encoder:
        """``names``: labels for a new head; None keeps the head that is there."""
        library = need("transformers", package="transformers", extra="transformers")
        local = Path(place).exists()
        head = {} if names is None else _head(names)
        fix = "Give a folder with a saved transformers model, or the name of one on the hub."
        with loaded_by("transformers", place, fix):
            tokenizer = library.AutoTokenizer.from_pretrained(place, add_prefix_space=True, local_files_only=local)
            network = library.AutoModelForTokenClassification.from_pretrained(place, local_files_only=local, **head)
        wrap = _wrap(tokenizer)
        return cls(tokenizer, network, wrap, _room(tokenizer, network.config, wrap, max_length))

    def pieces(self, words: Sequence[str]) -> list[list[int]]:
        """Subword numbers of each word; a word of which the tokenizer leaves nothing is unknown."""
        if not words:
            return []
        found = self.tokenizer(
            [[word] for word in words], is_split_into_words=True, add_special_tokens=False, truncation=False
        )["input_ids"]
        return [list(ids) or [self.tokenizer.unk_token_id] for ids in found]

    def windows(self, corpus: Corpus) -> tuple[list[Window], list[str]]:
        """The corpus in windows, and what had to be done to make it fit."""
        used = np.unique(corpus.tokens.ids)
        by_word = self.pieces([corpus.tokens.vocabulary[i] for i in used.tolist()])
        at = np.searchsorted(used, corpus.tokens.ids).tolist()
        found, long = [], 0
        for start, end in sentence_slices(corpus):
            cut = windows([by_word[i] for i in at[start:end]], start, self.room)
            long += len(cut) > 1
            found.extend(cut)
        huge = sum(len(by_word[i]) > self.room for i in at)
        notes = [f"{long} sentences of more than {self.room} subwords were read in overlapping windows"] if long else []
        if huge:
            notes.append(f"{huge} tokens of more than {self.room} subwords were read by their beginning")
        return found, notes


def _head(names: Sequence[str]) -> dict[str, Any]:
    return {
        "num_labels": len(names),
        "id2label": dict(enumerate(names)),
        "label2id": {name: i for i, name in enumerate(names)},
        "ignore_mismatched_sizes": True,  # a head for other labels is replaced
    }


def _wrap(tokenizer: Any) -> tuple[list[int], list[int]]:
    """What stands before and after one word with special pieces."""
    whole = list(tokenizer([["a"]], is_split_into_words=True)["input_ids"][0])
    bare = list(tokenizer([["a"]], is_split_into_words=True, add_special_tokens=False)["input_ids"][0])
    at = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
    return whole[:at], whole[at + len(bare) :]


def _room(tokenizer: Any, config: Any, wrap: tuple[list[int], list[int]], wanted: int | None) -> int:
    positions = int(getattr(config, "max_position_embeddings", 512) or 512)
    if config.model_type in _SHIFTED:  # their positions begin after the padding number
        positions -= int(config.pad_token_id or 0) + 1
    limit = min(x for x in (positions, int(tokenizer.model_max_length), wanted) if x)
    return limit - len(wrap[0]) - len(wrap[1])
