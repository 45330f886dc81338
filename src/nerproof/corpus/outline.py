"""What is known of an input as a whole, without its sentences."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nerproof.corpus.model import Corpus


@dataclass(frozen=True)
class Outline:
    """What is known of an input as a whole, without its sentences."""

    sources: tuple[str, ...]
    digest: str
    types: tuple[str, ...]
    n_sentences: int
    n_documents: int
    marked_documents: bool
    scheme: str | None = None
    repairs: int = 0
    notes: tuple[str, ...] = ()
    read_types: tuple[str, ...] = ()  # those that the file has, whatever is left of them
    scored: bool = False  # whether mentions may have scores
    layout: tuple[int, int, int] | None = None  # of a file of columns: token, tag, width

    @classmethod
    def of(cls, corpus: Corpus) -> Outline:
        return cls(
            corpus.sources,
            corpus.digest,
            corpus.types,
            corpus.n_sentences,
            corpus.n_documents,
            corpus.marked_documents,
            corpus.scheme,
            corpus.repairs,
            corpus.notes,
            scored=corpus.mentions.score is not None,
            layout=corpus.layout,
        )

    def __str__(self) -> str:
        """Its files and the beginning of its digest."""
        return f"{'+'.join(Path(s).name for s in self.sources) or 'memory'}@{self.digest[:8]}"
