"""What attacks and augmentations share: splicing new tokens into a corpus, and the log of edits.

A transform is ``(Corpus, rng) -> Transformed``. Splicing keeps the order of mentions, so mention *i* of the
new corpus is mention *i* of the original: the alignment is the index.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.corpus import Bools, Coded, Corpus, Ids, Ints, Mentions, Text, Vocabulary
from nerproof.corpus.places import places

if TYPE_CHECKING:
    from pathlib import Path

Predict = Callable[[Corpus], Corpus]  # the same tokens with predicted mentions
Tokens = Sequence[str]

TRIES = 10  # draws for another surface before all are looked through


class Edit(NamedTuple):
    """One line of the log: what stood where, what stands there now, or why it was left."""

    kind: str  # entity, context, swap …
    document: int
    sentence: int
    start: int  # tokens within the original sentence, half-open
    end: int
    original: str
    new: str | None = None  # None: left as it was
    mention: int | None = None  # index of the original mention
    type: str | None = None
    class_qid: str | None = None
    class_label: str | None = None
    qid: str | None = None
    link: str | None = None  # how the name was chosen: linked, listed, head word, model, prior, club, composed …
    reason: str | None = None  # why it was left
    family: str | None = None  # city, team, company …


@dataclass(frozen=True)
class Transformed:
    """A new corpus, its log, and facts for the report (JSON values)."""

    corpus: Corpus
    edits: Sequence[Edit]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def made(self) -> list[Edit]:
        return [e for e in self.edits if e.new is not None]


def splice(corpus: Corpus, start: Ints, end: Ints, new: Sequence[Tokens], texts: Sequence[str] | None = None) -> Corpus:
    """The corpus with the tokens of each span ``[start, end)`` replaced.

    Spans are sorted, not empty, and do not overlap; no mention begins or ends inside one. Token columns take
    the values of the replaced tokens, the last one repeated. ``texts``: how each is written in running text.
    """
    if not len(start):
        return corpus
    sizes = np.array([len(tokens) for tokens in new], dtype=np.int64)
    border = _borders(corpus.n_tokens, end, sizes - (end - start))
    column, vocabulary = _extended(corpus.tokens.vocabulary, new)
    kept = ~covered(corpus.n_tokens, start, end)
    kept_at, new_at = border[:-1][kept], places(border[start], sizes)
    origin = np.minimum(places(start, sizes), np.repeat(end - 1, sizes))  # old tokens that lend their columns

    def moved(ids: Ids, inserted: Ids) -> Ids:
        out = np.empty(int(border[-1]), dtype=np.int32)
        out[kept_at], out[new_at] = ids[kept], inserted
        return out

    m = corpus.mentions
    return replace(
        corpus,
        tokens=Coded(moved(corpus.tokens.ids, column), vocabulary),
        sentences=border[corpus.sentences],
        mentions=Mentions(border[m.start], border[m.end], m.type),
        columns={k: Coded(moved(c.ids, c.ids[origin]), c.vocabulary) for k, c in corpus.columns.items()},
        text=_spliced_text(corpus, start, end, new, texts) if corpus.text is not None else None,
        file_digest=None,
    )


def covered(n_tokens: int, start: Ints, end: Ints) -> Bools:
    """Which tokens lie in any of the spans."""
    steps = np.zeros(n_tokens + 1, dtype=np.int64)
    np.add.at(steps, start, 1)
    np.add.at(steps, end, -1)
    return np.cumsum(steps[:-1]) > 0


def overlapping(mentions: Mentions) -> Bools:
    """Which mentions share a token with another one (or have none): these are never spliced."""
    n = len(mentions)
    if n == 0:
        return np.zeros(0, dtype=bool)
    reach = np.maximum.accumulate(mentions.end)
    hit = np.zeros(n, dtype=bool)
    hit[1:] |= mentions.start[1:] < reach[:-1]
    # A mention overlaps a later one if any later mention starts before it ends: the next start is the least.
    hit[:-1] |= mentions.start[1:] < mentions.end[:-1]
    return hit | (mentions.start >= mentions.end)


def surfaces_by_type(corpus: Corpus) -> dict[str, list[tuple[str, ...]]]:
    """The surfaces (as tokens) of each type, one per mention: drawing from it keeps their frequencies."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    m = corpus.mentions
    found: dict[str, list[tuple[str, ...]]] = {}
    for s, e, t in zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True):
        if e > s:
            found.setdefault(corpus.types[t], []).append(tuple(words[i] for i in ids[s:e]))
    return found


def another(choices: list[tuple[str, ...]], old: tuple[str, ...], rng: np.random.Generator) -> tuple[str, ...] | None:
    """A surface other than the old one; None if there is none."""
    for _ in range(TRIES if choices else 0):
        drawn = choices[int(rng.integers(len(choices)))]
        if drawn != old:
            return drawn
    return next((c for c in choices if c != old), None)


def alignment(original: Corpus, edits: Iterable[Edit], changed: Corpus) -> dict[str, Any]:
    """Where each original mention is in the changed corpus, by its index (``mention ids``)."""
    attacked = {e.mention for e in edits if e.new is not None and e.mention is not None}
    a, b = original.mentions, changed.mentions
    where = original.sentence_of_mention
    first, first_new = original.sentences[where], changed.sentences[where]
    columns = (where, a.start - first, a.end - first, b.start - first_new, b.end - first_new, a.type)
    rows = zip(*(c.tolist() for c in columns), strict=True)
    return {
        "original": original.digest,
        "attacked": changed.content_digest,
        "mentions": [
            {
                "id": i,
                "sentence": sentence,
                "type": original.types[type_],
                "original": [s, e],
                "attacked": [ns, ne],
                "replaced": i in attacked,
            }
            for i, (sentence, s, e, ns, ne, type_) in enumerate(rows)
        ],
    }


def write_edits(edits: Iterable[Edit], path: Path) -> None:
    """The log as JSON Lines, one edit (or mention that was left) per line."""
    from nerproof.base.atomic import atomic

    with atomic(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
        for edit in edits:
            stream.write(json.dumps(edit._asdict(), ensure_ascii=False, sort_keys=True) + "\n")


def _borders(n_tokens: int, end: Ints, growth: Ints) -> Ints:
    """The new position of every old token boundary outside the spans."""
    steps = np.zeros(n_tokens + 1, dtype=np.int64)
    np.add.at(steps, end, growth)
    return np.arange(n_tokens + 1) + np.cumsum(steps)


def _extended(vocabulary: Vocabulary, new: Sequence[Tokens]) -> tuple[Ids, Vocabulary]:
    index = dict(vocabulary.index)
    ids = [index.setdefault(token, len(index)) for tokens in new for token in tokens]
    return np.array(ids, dtype=np.int32), Vocabulary(index)


def _spliced_text(corpus: Corpus, start: Ints, end: Ints, new: Sequence[Tokens], texts: Sequence[str] | None) -> Text:
    """Running text with the replacements written in; everything between tokens stays as it was."""
    old = corpus.text
    assert old is not None
    document = corpus.document_of_sentence[corpus.sentence_of_token]
    edits = {int(s): i for i, s in enumerate(start)}
    pieces: list[list[str]] = [[] for _ in old.documents]
    length, read = [0] * len(old.documents), [0] * len(old.documents)
    starts: list[int] = []
    ends: list[int] = []

    def write(d: int, text: str) -> None:
        pieces[d].append(text)
        length[d] += len(text)

    position = 0
    while position < corpus.n_tokens:
        d = int(document[position])
        i = edits.get(position)
        last = int(end[i]) - 1 if i is not None else position
        write(d, old.documents[d][read[d] : int(old.start[position])])
        tokens = [old.documents[d][int(old.start[position]) : int(old.end[position])]] if i is None else new[i]
        written = tokens[0] if i is None else texts[i] if texts is not None else " ".join(tokens)
        if i is None:
            tokens = [written]
        found, written = locate(tokens, written)
        starts += [length[d] + s for s, _ in found]
        ends += [length[d] + e for _, e in found]
        write(d, written)
        read[d] = int(old.end[last])
        position = last + 1
    whole = ["".join(p) + old.documents[d][read[d] :] for d, p in enumerate(pieces)]
    return Text(tuple(whole), np.array(starts, dtype=np.int64), np.array(ends, dtype=np.int64))


def locate(tokens: Tokens, text: str) -> tuple[list[tuple[int, int]], str]:
    """Where tokens stand in a text, one after the other; joined by blanks where the text does not hold them.

    >>> locate(["St.", "Pete", "'s"], "St. Pete's")
    ([(0, 3), (4, 8), (8, 10)], "St. Pete's")
    """
    spans, at = [], 0
    for token in tokens:
        found = text.find(token, at)
        if found < 0:
            return locate(tokens, " ".join(tokens))
        spans.append((found, found + len(token)))
        at = found + len(token)
    return spans, text
