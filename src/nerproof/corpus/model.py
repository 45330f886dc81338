"""The corpus: dictionary-encoded numpy columns; mentions are half-open token spans.

Positions are absolute: token 0 is the corpus's first token, whatever its sentence. Nested and overlapping mentions are
legal; label sequences are only one way to write mentions down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus.places import places
from nerproof.corpus.vocabulary import Bools, Coded, Ids, Ints


class Mention(NamedTuple):
    """One mention: half-open token span and type."""

    start: int
    end: int
    type: str


Form = str | tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Mentions:
    """Columns of mentions, sorted by (start, end, type), without duplicates.

    A predicted span that fits no token boundary is kept as an empty span ``[s, s)`` at the token where it begins: it
    can match nothing, so it counts as a false positive.

    ``score`` is the confidence of each mention, NaN where none was given; None: no mention has one. ``form`` is what
    a token span cannot say, None where there is no such thing: the string of an empty span, or the parts of a
    discontinuous mention as token spans counted from its start. Mentions with other parts are other mentions.
    """

    start: Ints
    end: Ints
    type: Ints
    score: NDArray[np.float64] | None = None
    form: NDArray[np.object_] | None = None

    @classmethod
    def of(cls, start: Any, end: Any, type: Any, score: Any = None, form: Any = None) -> Mentions:
        """Sorts and drops duplicates (a mention is a member of a set); the first of the highest score stays.

        >>> m = Mentions.of([3, 0, 3], [4, 2, 4], [0, 0, 0], [0.5, float("nan"), 0.9])
        >>> m.start.tolist(), m.score.tolist()
        ([0, 3], [nan, 0.9])
        """
        s, e, t = (np.asarray(x, dtype=np.int64).reshape(-1) for x in (start, end, type))
        scores, forms = _scores(score), _forms(form)
        (kind,), _ = kinds([cls(s, e, t, form=forms)])
        order = np.lexsort((kind, e, s) if scores is None else (-scores, kind, e, s))
        s, e, t, kind = s[order], e[order], t[order], kind[order]
        if len(s):
            # Empty spans are kept however often they come: each is one more false positive.
            new = np.r_[True, (np.diff(s) != 0) | (np.diff(e) != 0) | (np.diff(kind) != 0)] | (s == e)
            s, e, t, order = s[new], e[new], t[new], order[new]
        return cls(s, e, t, None if scores is None else scores[order], None if forms is None else forms[order])

    def __len__(self) -> int:
        return len(self.start)

    def take(self, where: NDArray[Any]) -> Mentions:
        score, form = (None if x is None else x[where] for x in (self.score, self.form))
        return Mentions(self.start[where], self.end[where], self.type[where], score, form)

    def moved(self, start: Ints, end: Ints, type: Ints | None = None) -> Mentions:
        """The same mentions at other places, or with other types: what else is known of them stays."""
        return Mentions.of(start, end, self.type if type is None else type, self.score, self.form)


def numbered_parts(sides: Sequence[Mentions]) -> tuple[list[Ints], int] | None:
    """A number for the parts of each mention, 0 where it has no gap, and how many there are; None: no gaps at all."""
    if all(m.form is None for m in sides):
        return None
    forms = [
        [f if isinstance(f, tuple) else () for f in ([None] * len(m) if m.form is None else m.form)] for m in sides
    ]
    numbers = {form: i for i, form in enumerate(sorted({f for side in forms for f in side} | {()}))}
    return [np.array([numbers[f] for f in side], dtype=np.int64) for side in forms], len(numbers)


def kinds(sides: Sequence[Mentions], n_types: int = 0) -> tuple[list[Ints], int]:
    """What mentions of one span must share to be equal, as numbers and how many there are: type, and parts if any.

    >>> gap = [((0, 1), (2, 3))]
    >>> kinds([Mentions.of([0], [3], [1], form=gap), Mentions.of([0], [3], [1])], 2)
    ([array([3]), array([2])], 4)
    """
    found = numbered_parts(sides)
    if found is None:
        return [m.type for m in sides], n_types
    parts, n = found
    return [m.type * n + p for m, p in zip(sides, parts, strict=True)], n_types * n


def _scores(values: Any) -> NDArray[np.float64] | None:
    """Scores as a column; None where none is known."""
    if values is None:
        return None
    found = np.array([np.nan if v is None else v for v in values], dtype=np.float64)
    return None if np.isnan(found).all() else found


def _forms(values: Any) -> NDArray[np.object_] | None:
    if values is None or all(v is None for v in values):
        return None
    found = np.empty(len(values), dtype=np.object_)
    for i, value in enumerate(values):  # at once, numpy would take tuples for rows
        found[i] = value
    return found


@dataclass(frozen=True, eq=False)
class Text:
    """The raw text of every document and where each token stands in it (characters, half-open)."""

    documents: tuple[str, ...]
    start: Ints
    end: Ints


@dataclass(frozen=True, eq=False)
class Corpus:
    """Documents of sentences of tokens, with mentions.

    >>> c = Corpus.from_sentences([["EU", "rejects"]], [[(0, 1, "ORG")]])
    >>> c, c.mention(0), c.surface(0)
    (Corpus(1 sentences, 2 tokens, 1 mentions), Mention(start=0, end=1, type='ORG'), 'EU')
    """

    tokens: Coded
    sentences: Ints  # token offset of each sentence, then the number of tokens
    mentions: Mentions
    types: tuple[str, ...]
    documents: Ints  # sentence offset of each document, then the number of sentences
    marked_documents: bool = False  # False: the file had no document marks, so a document is a sentence
    document_ids: tuple[str, ...] | None = None
    sources: tuple[str, ...] = ()
    source: Ints | None = None  # index into sources, per sentence
    lines: Ints | None = None  # line in its source, per sentence
    text: Text | None = None
    columns: Mapping[str, Coded] = field(default_factory=dict)  # other token columns: pos, tag …
    fields: Mapping[str, Sequence[Any]] = field(default_factory=dict)  # metadata, per sentence
    annotated: Bools | None = None  # per sentence; None: all of them
    scheme: str | None = None
    layout: tuple[int, int, int] | None = None  # a file of columns: the token's, the tag's, and how many there are
    notes: tuple[str, ...] = ()  # what the reader repaired or left out, one line each
    repairs: int = 0
    file_digest: str | None = None

    @classmethod
    def from_sentences(
        cls,
        sentences: Sequence[Sequence[str]],
        mentions: Sequence[Sequence[tuple[int, int, str]]] | None = None,
        *,
        document_starts: Sequence[int] | None = None,
        **others: Any,
    ) -> Corpus:
        """A corpus from lists: mentions are (start, end, type) within their sentence."""
        tokens = Coded.encode(token for sentence in sentences for token in sentence)
        offsets = np.concatenate([[0], np.cumsum([len(s) for s in sentences])]).astype(np.int64)
        rows = [
            (int(offsets[i]) + s, int(offsets[i]) + e, t) for i, found in enumerate(mentions or []) for s, e, t in found
        ]
        types = tuple(sorted({t for _, _, t in rows}))
        ids = {t: i for i, t in enumerate(types)}
        packed = Mentions.of([r[0] for r in rows], [r[1] for r in rows], [ids[r[2]] for r in rows])
        marked = document_starts is not None
        starts = document_starts if document_starts is not None else range(len(sentences))
        documents = np.array([*starts, len(sentences)], dtype=np.int64)
        return cls(tokens, offsets, packed, types, documents, marked_documents=marked, **others)

    @classmethod
    def from_tags(
        cls,
        tokens: Sequence[Sequence[str]],
        tags: Sequence[Sequence[str]],
        *,
        scheme: str = "auto",
        repair: str = "begin",
    ) -> Corpus:
        """A corpus from lists of tokens and of their tags, one list per sentence.

        >>> Corpus.from_tags([["EU", "rejects"]], [["B-ORG", "O"]]).mention(0)
        Mention(start=0, end=1, type='ORG')
        """
        from nerproof.corpus.taglists import corpus_of_tags

        return corpus_of_tags(tags, tokens, scheme=scheme, repair=repair)

    # --- size and access ---------------------------------------------------------------------------------------

    @property
    def n_tokens(self) -> int:
        return len(self.tokens)

    @property
    def n_sentences(self) -> int:
        return len(self.sentences) - 1

    @property
    def n_documents(self) -> int:
        return len(self.documents) - 1

    @cached_property
    def sentence_of_mention(self) -> Ints:
        return self.sentence_of(self.mentions.start)

    @cached_property
    def sentence_of_token(self) -> Ints:
        return np.repeat(np.arange(self.n_sentences), np.diff(self.sentences))

    @cached_property
    def document_of_sentence(self) -> Ints:
        return np.repeat(np.arange(self.n_documents), np.diff(self.documents))

    @cached_property
    def types_of_tokens(self) -> Ids:
        """Type id of the outermost mention over each token, -1 outside: what token methods look at."""
        m = self.mentions
        # Where mentions are nested, the longest is written last.
        order = np.lexsort((m.start, m.end - m.start)) if self.has_overlaps else slice(None)
        lengths = (m.end - m.start)[order]
        types = np.full(self.n_tokens, -1, dtype=np.int32)
        types[places(m.start[order], lengths)] = np.repeat(m.type[order], lengths)
        return types

    @property
    def labelled_tokens(self) -> Ints:
        """The tokens in mentions."""
        m = self.mentions
        return np.flatnonzero(self.types_of_tokens >= 0) if self.has_overlaps else places(m.start, m.end - m.start)

    @property
    def has_overlaps(self) -> bool:
        """Whether any token is inside two mentions: nested gold."""
        return bool((self.mentions.start[1:] < self.mentions.end[:-1]).any())

    def sentence_of(self, positions: Ints) -> Ints:
        return np.searchsorted(self.sentences, positions, side="right") - 1

    def sentence(self, i: int) -> list[str]:
        return self.tokens.strings(int(self.sentences[i]), int(self.sentences[i + 1]))

    def mention(self, i: int) -> Mention:
        m = self.mentions
        return Mention(int(m.start[i]), int(m.end[i]), self.types[m.type[i]])

    def surface(self, i: int) -> str:
        m, first = self.mentions, int(self.mentions.start[i])
        form = None if m.form is None else m.form[i]
        parts = form if isinstance(form, tuple) else ((0, int(m.end[i]) - first),)
        return " … ".join(" ".join(self.tokens.strings(first + a, first + b)) for a, b in parts)

    @cached_property
    def mention_tokens(self) -> tuple[Ints, Ints]:
        """The places of all mentions' tokens, those in gaps left out, and where each mention begins among them."""
        m = self.mentions
        inside, lengths = places(m.start, m.end - m.start), m.end - m.start
        gapped = [] if m.form is None else [i for i, form in enumerate(m.form) if isinstance(form, tuple)]
        if gapped:
            first, keep = np.cumsum(lengths) - lengths, np.ones(len(inside), dtype=np.bool_)
            for i in gapped:
                own = {k for a, b in m.form[i] for k in range(a, b)} if m.form is not None else set()
                keep[first[i] : first[i] + lengths[i]] = [k in own for k in range(int(lengths[i]))]
                lengths[i] = len(own)
            inside = inside[keep]
        return inside, np.concatenate([[0], np.cumsum(lengths)])

    def mentions_by_sentence(self) -> Iterator[list[tuple[int, int, str]]]:
        """Per sentence, its mentions as (start, end, type) relative to the sentence."""
        found: list[list[tuple[int, int, str]]] = [[] for _ in range(self.n_sentences)]
        m, where = self.mentions, self.sentence_of_mention
        first = self.sentences[where]
        rows = zip(where.tolist(), (m.start - first).tolist(), (m.end - first).tolist(), m.type.tolist(), strict=True)
        for sentence, start, end, type_ in rows:
            found[sentence].append((start, end, self.types[type_]))
        return iter(found)

    def place(self, sentence: int) -> str:
        """``file:line`` of a sentence, for people."""
        name = self.sources[int(self.source[sentence])] if self.source is not None and self.sources else "<memory>"
        return f"{name}:{int(self.lines[sentence])}" if self.lines is not None else f"{name}#{sentence + 1}"

    # --- identity ----------------------------------------------------------------------------------------------

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file's bytes where it was read from one, of the columns otherwise; 16 hex digits."""
        return self.file_digest or self.content_digest

    @cached_property
    def content_digest(self) -> str:
        """SHA-256 of tokens, boundaries and mentions: the same however the corpus came to be."""
        ids = self.tokens.ids
        first = np.full(len(self.tokens.vocabulary), -1, dtype=np.int64)
        first[ids[::-1]] = np.arange(len(ids))[::-1]  # the last write wins, so this is the first place
        order = np.argsort(first[first >= 0], kind="stable")
        used = np.flatnonzero(first >= 0)[order]
        rank = np.zeros(len(first), dtype=np.int32)
        rank[used] = np.arange(len(used), dtype=np.int32)
        m = self.mentions
        names = sorted(self.types[t] for t in np.unique(m.type).tolist())
        by_name = np.array([names.index(t) if t in names else -1 for t in self.types], dtype=np.int64)
        sorted_mentions = Mentions.of(m.start, m.end, by_name[m.type] if len(m) else m.type)
        digest = hashlib.sha256()
        for part in ("\n".join(self.tokens.vocabulary[i] for i in used.tolist()), "\n".join(names)):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        for array in (rank[ids], self.sentences, self.documents, sorted_mentions.start, sorted_mentions.end):
            digest.update(np.ascontiguousarray(array).tobytes() + b"\0")
        digest.update(sorted_mentions.type.tobytes())
        return digest.hexdigest()[:16]

    # --- derived corpora ---------------------------------------------------------------------------------------

    def with_mentions(self, mentions: Mentions, types: Sequence[str] | None = None) -> Corpus:
        """The same tokens with other mentions."""
        return replace(
            self, mentions=mentions, types=tuple(types if types is not None else self.types), file_digest=None
        )

    def with_types(self, types: Sequence[str]) -> Corpus:
        """The same mentions with their types numbered as in ``types``, which must hold them all."""
        if tuple(types) == self.types:
            return self
        ids = {t: i for i, t in enumerate(types)}
        remap = np.array([ids[t] for t in self.types], dtype=np.int64)
        m = self.mentions
        moved = m.moved(m.start, m.end, remap[m.type] if len(m) else m.type)
        return replace(self, mentions=moved, types=tuple(types))

    def select(self, sentences: NDArray[Any]) -> Corpus:
        """The corpus of the given sentences (indices or mask), in the given order.

        Documents shrink to the sentences that are left; neighbours of one document stay one document.
        """
        chosen = np.flatnonzero(sentences) if sentences.dtype == np.bool_ else sentences.astype(np.int64)
        lengths = np.diff(self.sentences)[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        where = places(self.sentences[chosen], lengths)
        mentions = self._move_mentions(chosen, offsets)
        owner = self.document_of_sentence[chosen]
        cuts = np.flatnonzero(np.diff(owner, prepend=-1) != 0) if len(chosen) else np.zeros(0, dtype=np.int64)
        kept_documents = owner[cuts]
        return replace(
            self,
            tokens=self.tokens.take(where),
            sentences=offsets,
            mentions=mentions,
            documents=np.append(cuts, len(chosen)).astype(np.int64),
            document_ids=tuple(self.document_ids[i] for i in kept_documents) if self.document_ids else None,
            source=None if self.source is None else self.source[chosen],
            lines=None if self.lines is None else self.lines[chosen],
            text=self._take_text(where, kept_documents),
            columns={k: c.take(where) for k, c in self.columns.items()},
            fields={k: [v[i] for i in chosen.tolist()] for k, v in self.fields.items()},
            annotated=None if self.annotated is None else self.annotated[chosen],
            file_digest=None,
        )

    def _move_mentions(self, chosen: Ints, offsets: Ints) -> Mentions:
        first = np.searchsorted(self.sentence_of_mention, chosen, side="left")
        last = np.searchsorted(self.sentence_of_mention, chosen, side="right")
        n = last - first
        rows = places(first, n)
        shift = np.repeat(offsets[:-1] - self.sentences[chosen], n)
        m = self.mentions.take(rows)
        return m.moved(m.start + shift, m.end + shift)

    def _take_text(self, where: NDArray[Any], documents: Ints) -> Text | None:
        if self.text is None:
            return None
        texts = tuple(self.text.documents[i] for i in documents.tolist())
        return Text(texts, self.text.start[where], self.text.end[where])

    def __repr__(self) -> str:
        return f"Corpus({self.n_sentences} sentences, {self.n_tokens} tokens, {len(self.mentions)} mentions)"

    def _repr_html_(self) -> str:
        from nerproof.corpus.display import html

        return html(self)
