"""Gold and predicted tags of the same tokens as small integers: what every compatibility scorer works on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import InputError, UsageError

Tags = Sequence[Sequence[str]]
Ids = NDArray[np.int32]
Ints = NDArray[np.int64]

OUTSIDE = "O"


class Codes(dict[str, str]):
    """A character for each string, numbered as they come: a lookup that never fails needs one pass, not two.

    Characters and not numbers: joining a million of them and reading the text as integers is faster than any way of
    making an array from a million Python integers.
    """

    def __missing__(self, tag: str) -> str:
        code = self[tag] = chr(len(self))
        return code

    def column(self, sentences: Tags) -> Ids:
        text = "".join(map(self.__getitem__, chain.from_iterable(sentences)))
        # "surrogatepass": with 55,296 tags and more, some of the characters are halves of others.
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class TagPair:
    """Two tag columns with an outside tag before the first sentence and after each.

    The guards make "the previous tag" a plain shift of the array: nothing can run over the end of a sentence.
    ``at`` holds the place of every token in the guarded columns.

    >>> pair = TagPair.of([["B-PER"], ["O"]], [["B-LOC"], ["O"]])
    >>> pair.tags, pair.gold.tolist(), pair.pred.tolist(), pair.at.tolist()
    (('O', 'B-PER', 'B-LOC'), [0, 1, 0, 0, 0], [0, 2, 0, 0, 0], [1, 3])
    """

    tags: tuple[str, ...]
    gold: Ids
    pred: Ids
    at: Ints
    lengths: Ints

    @classmethod
    def of(cls, gold: Tags, pred: Tags) -> TagPair:
        """Codes two lists of tag lists; an error names the first sentence whose lengths differ."""
        lengths = check_lengths(gold, pred)
        codes = Codes({OUTSIDE: chr(0)})
        columns = [codes.column(side) for side in (gold, pred)]
        return cls.from_codes(tuple(codes), columns[0], columns[1], lengths)

    @classmethod
    def from_codes(cls, tags: tuple[str, ...], gold: Ids, pred: Ids, lengths: Ints) -> TagPair:
        """From columns that are coded already; ``tags[0]`` must be the outside tag."""
        if tags[0] != OUTSIDE:
            raise UsageError(f"the first tag must be 'O', not {tags[0]!r}")
        at = np.arange(1, len(gold) + 1) + np.repeat(np.arange(len(lengths)), lengths)
        guarded = []
        for ids in (gold, pred):
            column = np.zeros(len(ids) + len(lengths) + 1, dtype=np.int32)
            column[at] = ids
            guarded.append(column)
        return cls(tags, guarded[0], guarded[1], at, lengths)

    @property
    def n_tokens(self) -> int:
        return len(self.at)

    def accuracy(self, *, empty: float | None = 0.0) -> dict[str, Any]:
        """The row of the share of tokens whose tags are equal."""
        same, n = int((self.gold[self.at] == self.pred[self.at]).sum()), self.n_tokens
        return {"label": "ALL", "metric": "accuracy", "value": same / n if n else empty, "count": same, "total": n}

    def sentence_of(self, places: NDArray[Any]) -> Ints:
        """The sentence of each guarded place; a guard belongs to the sentence it closes."""
        ends = np.cumsum(self.lengths + 1)
        return np.searchsorted(ends, places, side="left")

    def offset_in_sentence(self, places: NDArray[Any]) -> Ints:
        """The token number, from 0, of each guarded place within its sentence."""
        begins = np.cumsum(self.lengths + 1) - self.lengths
        offsets: Ints = places - begins[self.sentence_of(places)]
        return offsets

    def first_place(self, unwanted: NDArray[np.bool_]) -> tuple[str, int, int, str]:
        """Side, sentence and token (from 1) and tag of the first token whose tag is ``unwanted``."""
        for side, ids in (("gold", self.gold), ("predictions", self.pred)):
            found = np.flatnonzero(unwanted[ids])
            if len(found):
                place = found[:1]
                sentence, token = self.sentence_of(place), self.offset_in_sentence(place)
                return side, int(sentence[0]) + 1, int(token[0]) + 1, self.tags[int(ids[place[0]])]
        raise LookupError("no tag is marked")

    def refuse(self, unwanted: NDArray[np.bool_], what: str) -> None:
        """Raises the error that the scorer would raise, with the place that it would not name."""
        if not unwanted.any():
            return
        side, sentence, token, tag = self.first_place(unwanted)
        raise InputError(f"{side}, sentence {sentence}, token {token}: tag {tag!r}: {what}")


def number(names: Iterable[str]) -> tuple[list[str], Ids]:
    """Distinct names in order of appearance, and the number of each."""
    index: dict[str, int] = {}
    ids = [index.setdefault(name, len(index)) for name in names]
    return list(index), np.array(ids, dtype=np.int32)


def check_lengths(gold: Tags, pred: Tags) -> Ints:
    """The sentences' lengths; an error with the first place where gold and predictions differ."""
    if len(gold) != len(pred):
        raise InputError(f"gold has {len(gold)} sentences, predictions have {len(pred)}. Predict every gold sentence.")
    for side in (gold, pred):
        if str in set(map(type, side)):
            raise UsageError("tags must be a list of lists, one per sentence: [['B-PER', 'O']], not ['B-PER', 'O']")
    lengths = np.fromiter(map(len, gold), dtype=np.int64, count=len(gold))
    others = np.fromiter(map(len, pred), dtype=np.int64, count=len(pred))
    differing = np.flatnonzero(lengths != others)
    if len(differing):
        i = int(differing[0])
        raise InputError(
            f"sentence {i + 1} has {lengths[i]} gold and {others[i]} predicted tags. Predict one per token."
        )
    return lengths
