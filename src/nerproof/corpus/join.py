"""One corpus from several."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from nerproof.corpus.model import Corpus, Mentions, Text
from nerproof.corpus.vocabulary import Ints, concatenate


def join(corpora: Sequence[Corpus]) -> Corpus:
    """Joins several corpora, in order; documents stay separate, sources are kept."""
    if len(corpora) == 1:
        return corpora[0]
    types = tuple(sorted({t for c in corpora for t in c.types}))
    parts = [c.with_types(types) for c in corpora]
    token_shift = np.cumsum([0, *(c.n_tokens for c in parts)])
    sentence_shift = np.cumsum([0, *(c.n_sentences for c in parts)])
    sources, source = _join_sources(parts)
    shared_columns = set.intersection(*(set(c.columns) for c in parts))
    shared_fields = set.intersection(*(set(c.fields) for c in parts))
    return Corpus(
        tokens=concatenate([c.tokens for c in parts]),
        sentences=_join_offsets([c.sentences for c in parts], token_shift),
        mentions=_join_mentions([c.mentions for c in parts], token_shift),
        types=types,
        documents=_join_offsets([c.documents for c in parts], sentence_shift),
        marked_documents=any(c.marked_documents for c in parts),
        document_ids=_join_ids(parts),
        sources=sources,
        source=source,
        lines=np.concatenate([c.lines for c in parts if c.lines is not None])
        if all(c.lines is not None for c in parts)
        else None,
        text=_join_text(parts),
        columns={k: concatenate([c.columns[k] for c in parts]) for k in sorted(shared_columns)},
        fields={k: [v for c in parts for v in c.fields[k]] for k in sorted(shared_fields)},
        annotated=None
        if all(c.annotated is None for c in parts)
        else np.concatenate([np.ones(c.n_sentences, bool) if c.annotated is None else c.annotated for c in parts]),
        scheme=parts[0].scheme if len({c.scheme for c in parts}) == 1 else None,
        layout=parts[0].layout if len({c.layout for c in parts}) == 1 else None,
        notes=tuple(note for c in parts for note in c.notes),
        repairs=sum(c.repairs for c in parts),
        file_digest=_join_digests(parts),
    )


def digest_of_parts(digests: Sequence[str]) -> str:
    """The digest of several files, from theirs: none of them needs to be read again, or to be in memory."""
    return digests[0] if len(digests) == 1 else hashlib.sha256(" ".join(digests).encode()).hexdigest()[:16]


def _join_digests(parts: Sequence[Corpus]) -> str | None:
    found = [c.file_digest for c in parts if c.file_digest]
    return digest_of_parts(found) if len(found) == len(parts) else None


def _join_mentions(parts: Sequence[Mentions], shifts: Ints) -> Mentions:
    moved = list(zip(parts, shifts.tolist(), strict=False))
    scores = [np.full(len(m), np.nan) if m.score is None else m.score for m in parts]
    forms = [np.full(len(m), None) if m.form is None else m.form for m in parts]
    return Mentions.of(
        np.concatenate([m.start + d for m, d in moved]),
        np.concatenate([m.end + d for m, d in moved]),
        np.concatenate([m.type for m in parts]),
        np.concatenate(scores) if any(m.score is not None for m in parts) else None,
        np.concatenate(forms) if any(m.form is not None for m in parts) else None,
    )


def _join_offsets(offsets: Sequence[Ints], shifts: Ints) -> Ints:
    body = [o[:-1] + d for o, d in zip(offsets, shifts, strict=False)]
    return np.append(np.concatenate(body), shifts[-1]).astype(np.int64)


def _join_sources(parts: Sequence[Corpus]) -> tuple[tuple[str, ...], Ints | None]:
    if any(c.source is None for c in parts):
        return (), None
    names = tuple(dict.fromkeys(name for c in parts for name in c.sources))
    moved = [np.array([names.index(n) for n in c.sources])[c.source] for c in parts if c.source is not None]
    return names, np.concatenate(moved).astype(np.int64)


def _join_ids(parts: Sequence[Corpus]) -> tuple[str, ...] | None:
    if any(c.document_ids is None for c in parts):
        return None
    return tuple(i for c in parts for i in c.document_ids or ())


def _join_text(parts: Sequence[Corpus]) -> Text | None:
    if any(c.text is None for c in parts):
        return None
    texts = [c.text for c in parts if c.text is not None]
    return Text(
        tuple(d for t in texts for d in t.documents),
        np.concatenate([t.start for t in texts]),
        np.concatenate([t.end for t in texts]),
    )
