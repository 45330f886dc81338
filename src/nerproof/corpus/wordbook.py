"""Words and surfaces of a corpus that is never there as a whole: numbers that stay the same from piece to piece."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from nerproof.corpus.kernels import new_table
from nerproof.corpus.vocabulary import Coded, Ids, Ints, Vocabulary, new_seed


class Wordbook(Vocabulary):
    """A vocabulary that grows, and a number for the surface of every mention that was asked about.

    >>> book = Wordbook()
    >>> book.add(Vocabulary(["EU", "and"])).tolist(), book.add(Vocabulary(["and", "NATO"])).tolist(), len(book)
    ([0, 1], [1, 2], 3)
    >>> book.add_surfaces(np.array([0, 1, 0], dtype=np.int32), np.array([0, 2, 0]), np.array([1, 3, 2])).tolist()
    [0, 0, 1]
    """

    def __init__(self) -> None:
        self.seed = new_seed()  # of its tables' hashes
        self._sent: dict[str, tuple[Any, Ints]] = {}  # from another process, until a table is needed
        self._decoded = Vocabulary([])

    @cached_property
    def words(self) -> Any:
        table = new_table(self.seed)
        if "words" in self._sent:
            table.add(*self._sent.pop("words"))
        return table

    @cached_property
    def spans(self) -> Any:
        table = new_table(self.seed)
        if "spans" in self._sent:
            ids, cuts = self._sent.pop("spans")
            table.add_spans(ids, cuts[:-1], cuts[1:])
        return table

    # --- words -----------------------------------------------------------------------------------------------------

    def add(self, words: Vocabulary) -> Ids:
        """The number of each word; words that are new here get the next ones."""
        return _ids(self.words.add(*words.packed()))

    def find(self, words: Vocabulary) -> Ids:
        """The number of each word, -1 for those that are not here."""
        return _ids(self.words.find(*words.packed()))

    def numbered(self, tokens: Coded) -> Coded:
        """The same tokens by this book's numbers."""
        return tokens if tokens.vocabulary is self else Coded(self.add(tokens.vocabulary)[tokens.ids], self)

    def packed(self) -> tuple[bytes, Ints]:
        if "words" in self._sent:
            return self._sent["words"]
        blob, offsets = self.words.strings(0)
        return blob, np.frombuffer(offsets, dtype=np.int64)

    @property
    def strings(self) -> tuple[str, ...]:
        """All words; decoded again only when there are more."""
        if len(self._decoded) != len(self):
            self._decoded = Vocabulary.from_blob(*self.packed())
        return self._decoded.strings

    @property
    def table(self) -> Any:
        return self.words

    def __len__(self) -> int:
        return len(self.words)

    # --- surfaces --------------------------------------------------------------------------------------------------

    @property
    def n_surfaces(self) -> int:
        return len(self.spans)

    def add_surfaces(self, ids: Ids, start: Ints, end: Ints) -> Ids:
        """Numbers of the sequences ``ids[start:end]``."""
        return _ids(self.spans.add_spans(np.ascontiguousarray(ids), start, end))

    def find_surfaces(self, ids: Ids, cuts: Ints) -> Ids:
        """Numbers of the sequences ``ids[cuts[i]:cuts[i + 1]]``, -1 for those that are not here."""
        return _ids(self.spans.find(np.ascontiguousarray(ids).tobytes(), 4 * cuts))

    def surface_words(self, first: int = 0) -> tuple[Ids, Ints]:
        """The words of all surfaces from number ``first`` on, one after the other, and where each begins."""
        if "spans" in self._sent and not first:
            return self._sent["spans"]
        blob, offsets = self.spans.strings(first)
        cuts = np.frombuffer(offsets, dtype=np.int64)
        return np.frombuffer(blob, dtype=np.int32), (cuts - cuts[0]) // 4

    # --- on its way to another process -----------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {"words": self.packed(), "spans": self.surface_words()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Tables are made when something is looked up: most books are only added to another."""
        self.__init__()  # type: ignore[misc]
        self._sent = state


def _ids(numbers: bytes) -> Ids:
    return np.frombuffer(numbers, dtype=np.int32)
