"""Samples and groups of a corpus in canonical order, with an id each that depends on their content only."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ints
from nerproof.splits.incidence import Incidence, build, connected, entity_ids, group_numbers

if TYPE_CHECKING:
    from nerproof.corpus import Corpus

UNITS = ("sentence", "document")


@dataclass(frozen=True, eq=False)
class Units:
    """The samples of a corpus, sorted by content: position in here is a sample's number in every split method."""

    unit: str
    ids: tuple[str, ...]
    sample_of_sentence: Ints
    original: Ints  # the sample's place in the corpus (sentence or document number)
    incidence: Incidence

    @property
    def n_samples(self) -> int:
        return len(self.ids)

    def sentences(self, samples: Ints) -> Ints:
        """The sentences of some samples, in the order of the corpus."""
        chosen = np.zeros(self.n_samples, dtype=np.bool_)
        chosen[samples] = True
        return np.flatnonzero(chosen[self.sample_of_sentence])


def arrange(corpus: Corpus, *, unit: str = "sentence", group_by: str | None = None) -> Units:
    """Samples by content id; samples of one group are neighbours."""
    of_sentence = sample_numbers(corpus, unit)
    ids = content_ids(corpus, unit)
    groups = _groups(corpus, group_by, of_sentence, len(ids))
    order = _canonical(ids, groups)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    sample = rank[of_sentence]
    m = corpus.mentions
    incidence = build(
        len(ids),
        sample[corpus.sentence_of_mention],
        entity_ids(corpus),
        m.type.astype(np.int64),
        n_types=len(corpus.types),
        group=group_numbers(groups[order].tolist()),
    )
    return Units(unit, tuple(ids[i] for i in order.tolist()), sample, order, incidence)


def sample_numbers(corpus: Corpus, unit: str) -> Ints:
    """The sample of each sentence, in corpus order."""
    if unit not in UNITS:
        raise UsageError(f"no unit named {unit!r}. Known: {', '.join(UNITS)}.")
    return np.arange(corpus.n_sentences) if unit == "sentence" else corpus.document_of_sentence.astype(np.int64)


def content_ids(corpus: Corpus, unit: str) -> list[str]:
    """16 hex digits of tokens and mentions; the second and later samples of equal content get -2, -3 and so on."""
    digests = _sentence_digests(corpus)
    if unit == "document":
        cuts = corpus.documents.tolist()
        digests = [_digest("\n".join(digests[a:b])) for a, b in pairwise(cuts)]
    seen: dict[str, int] = defaultdict(int)
    ids = []
    for digest in digests:
        seen[digest] += 1
        ids.append(digest if seen[digest] == 1 else f"{digest}-{seen[digest]}")
    return ids


def _sentence_digests(corpus: Corpus) -> list[str]:
    words = corpus.tokens.strings()
    cuts = corpus.sentences.tolist()
    rows = zip(cuts[:-1], cuts[1:], corpus.mentions_by_sentence(), strict=True)
    return [_digest("\x1f".join(words[a:b]) + "\x1e" + repr(mentions)) for a, b, mentions in rows]


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _groups(corpus: Corpus, group_by: str | None, of_sentence: Ints, n_samples: int) -> Ints:
    """A group number per sample, in corpus order; samples joined through a sentence's field stay together."""
    if group_by is None:
        return np.arange(n_samples)
    values = group_numbers(field_values(corpus, group_by))
    if len(of_sentence) == n_samples:
        return values
    return connected(of_sentence, values, n_samples, int(values.max(initial=0)) + 1)


def field_values(corpus: Corpus, name: str) -> Sequence[Any]:
    """The value of a field per sentence: doc, source (the file it came from) or a metadata field."""
    if name in ("doc", "document"):
        if not corpus.marked_documents:
            raise UsageError("the input has no document marks, so nothing can be grouped by doc. Leave --group-by out.")
        return list(corpus.document_of_sentence.tolist())
    if name in ("source", "file") and corpus.source is not None:
        return [corpus.sources[i] for i in corpus.source.tolist()]
    if name not in corpus.fields:
        known = ", ".join(["doc", "source", *sorted(corpus.fields)])
        raise UsageError(f"no field named {name!r} in the input. Known: {known}.")
    return [str(v) for v in corpus.fields[name]]


def _canonical(ids: list[str], groups: Ints) -> Ints:
    """Samples by id; groups by their smallest id."""
    by_id = np.argsort(np.array(ids), kind="stable")
    rank = np.empty(len(ids), dtype=np.int64)
    rank[by_id] = np.arange(len(ids))
    first = np.full(int(groups.max(initial=0)) + 1, len(ids), dtype=np.int64)
    np.minimum.at(first, groups, rank)
    return np.lexsort((rank, first[groups]))
