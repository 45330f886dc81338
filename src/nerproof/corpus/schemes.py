"""Label schemes: tags to mentions and back, detection and repair, vectorised over coded tags.

One rule cuts every scheme into chunks (conlleval's, widened to end prefixes): a chunk begins where the tag is not O and
the token before it is O, of another type, in another sentence, or one of the two prefixes says so. What differs between
schemes is only which first and last prefixes a chunk may have, so validity is a property of the chunk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from nerproof.base.errors import NerproofError, UnknownName
from nerproof.corpus.model import Corpus, Mentions
from nerproof.corpus.places import places
from nerproof.corpus.schemetable import SCHEMES, Scheme, named
from nerproof.corpus.vocabulary import Bools, Coded, Ids, Ints, Vocabulary

REPAIRS = ("begin", "discard", "error")
HARDEVAL = "hardeval"  # the repair of hardeval's own program, for its compat mode only
UNTYPED = "_"  # the type of a mention whose tags are just B and I

_BEGINS = frozenset("BSUW")
_ENDS = frozenset("ELSUW")
_PREFIXED = re.compile(r"([BIESLUMW])-(.+)", re.DOTALL)
_NEAR_PREFIXED = re.compile(r"[BIESLUMW][_:/.].+", re.DOTALL)


class BadTag(NerproofError):
    """A tag that no scheme has; the reader adds file and line."""

    def __init__(self, tag: str, what: str, fix: str) -> None:
        super().__init__(f"{what}. {fix}")
        self.tag, self.what, self.fix = tag, what, fix


class InvalidSequence(NerproofError):
    """Tags that break their scheme, under ``repair="error"``."""

    def __init__(self, token: int, what: str, fix: str) -> None:
        super().__init__(f"{what}. {fix}")
        self.token, self.what, self.fix = token, what, fix


@dataclass(frozen=True)
class Decoded:
    """Mentions of a tag sequence, and what was wrong with it."""

    mentions: Mentions
    types: tuple[str, ...]
    scheme: str
    invalid: Ints  # first token of every chunk that breaks the scheme


def decode(tags: Coded, sentences: Ints, *, scheme: str = "auto", repair: str = "begin") -> Decoded:
    """Mentions of coded tags.

    >>> tags = Coded.encode(["B-PER", "I-PER", "O", "I-LOC"])
    >>> found = decode(tags, np.array([0, 4]))
    >>> found.mentions.start.tolist(), found.types, found.scheme, found.invalid.tolist()
    ([0, 3], ('LOC', 'PER'), 'IOB2', [3])
    """
    if repair not in (*REPAIRS, HARDEVAL):
        raise UnknownName.among("repair", repair, REPAIRS)
    parsed = parse(tags.vocabulary.strings, bare=scheme == "bare")
    chunks = _cut(tags.ids, sentences, parsed)
    known = _scheme_for(parsed, chunks) if scheme == "auto" else named(scheme)
    _check_prefixes(parsed, known, tags.vocabulary)
    invalid = _breaks(chunks, known)
    if repair == "error" and invalid.any():
        raise _first_break(tags, sentences, chunks, known, int(np.flatnonzero(invalid)[0]))
    return Decoded(mentions_of(chunks, known, repair, sentences), parsed.types, known.name, chunks.start[invalid])


# --- tags ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parsed:
    """Prefix and type of every tag of a vocabulary; prefix "O" outside, "" for bare types."""

    prefix: tuple[str, ...]
    type: Ints  # -1 for O
    types: tuple[str, ...]


def parse(tags: Sequence[str], *, bare: bool = False) -> Parsed:
    """Splits tags at the first hyphen; tags without any prefix are bare types, B I O alone are untyped."""
    form = writing(tags, bare=bare)
    untyped, bare = form == "untyped", form == "bare"
    pairs = [("O", "") if t == "O" else (t, UNTYPED) if untyped else _split(t, bare=bare) for t in tags]
    types = tuple(sorted({name for prefix, name in pairs if prefix != "O"}))
    ids = {name: i for i, name in enumerate(types)}
    codes = np.array([-1 if p == "O" else ids[name] for p, name in pairs], dtype=np.int64)
    return Parsed(tuple(p for p, _ in pairs), codes, types)


def writing(tags: Sequence[str], *, bare: bool = False) -> str:
    """How types are written in all tags of a column: ``prefixed`` (B-PER), ``bare`` (PER) or ``untyped`` (B)."""
    inside = [t for t in tags if t != "O"]
    if not bare and all(t in "BIESLUMW" and len(t) == 1 for t in inside):
        return "untyped"
    return "prefixed" if not bare and any(_PREFIXED.fullmatch(t) for t in inside) else "bare"


def _split(tag: str, *, bare: bool) -> tuple[str, str]:
    match = _PREFIXED.fullmatch(tag)
    if match and not bare:
        return match[1], match[2]
    if not tag:
        raise BadTag(tag, "the tag is empty", "Write O for a token outside every mention.")
    if tag == "o":
        raise BadTag(tag, "tag 'o' is unknown", "Write a capital O for a token outside every mention.")
    if _NEAR_PREFIXED.fullmatch(tag):
        fix = f"Write the prefix with a hyphen: {tag[0]}-{tag[2:]}."
        raise BadTag(tag, f"tag {tag!r} has no hyphen after its prefix", fix)
    if bare:
        return "", tag
    fix = "Known prefixes: B I O, E S, L U, M W, each followed by a hyphen and the type."
    raise BadTag(tag, f"tag {tag!r} has an unknown prefix", fix)


# --- chunks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunks:
    """Runs of tags that are one mention, however they are written."""

    start: Ints
    end: Ints
    type: Ints
    first: Ints  # code point of the first tag's prefix
    last: Ints
    after: Bools  # touches a chunk of its own type before it
    before: Bools  # touches a chunk of its own type after it

    def as_type(self, number: DTypeLike, prefix: DTypeLike) -> Chunks:
        """The same in larger or smaller numbers."""
        start, end, type_ = (x.astype(number) for x in (self.start, self.end, self.type))
        return Chunks(start, end, type_, self.first.astype(prefix), self.last.astype(prefix), self.after, self.before)


def mentions_of(chunks: Chunks, scheme: Scheme, repair: str, sentences: Ints) -> Mentions:
    """Chunks as mentions; those that break the scheme are kept, left out, or read as hardeval's program does."""
    if repair == HARDEVAL:
        return _absorb(chunks, _breaks(chunks, scheme), sentences)
    keep = ~_breaks(chunks, scheme) if repair == "discard" else slice(None)
    return Mentions(chunks.start[keep], chunks.end[keep], chunks.type[keep])


def _cut(ids: Ids, sentences: Ints, parsed: Parsed) -> Chunks:
    begins = np.array([p in _BEGINS for p in parsed.prefix], dtype=np.bool_)
    ends = np.array([p in _ENDS for p in parsed.prefix], dtype=np.bool_)
    code = np.array([ord(p) if p else 0 for p in parsed.prefix], dtype=np.int64)
    types = parsed.type
    outside = np.flatnonzero(types < 0).tolist()  # the number of O, where there is any
    at = np.flatnonzero(ids != outside[0]) if outside else np.arange(len(ids))
    first_token = np.zeros(len(ids) + 1, dtype=np.bool_)
    first_token[sentences] = True
    tag = ids[at]
    type_ = types[tag] if len(tag) else np.zeros(0, dtype=np.int64)
    touches = (np.diff(at) == 1) & ~first_token[at[1:]] & (type_[1:] == type_[:-1])
    continues = touches & ~begins[tag[1:]] & ~ends[tag[:-1]] if len(tag) else touches
    opens = np.flatnonzero(np.r_[True, ~continues]) if len(at) else np.zeros(0, dtype=np.int64)
    closes = np.append(opens[1:], len(at)) - 1 if len(at) else opens
    seam = np.r_[False, touches] if len(at) else np.zeros(0, dtype=np.bool_)
    after = seam[opens]
    return Chunks(
        at[opens],
        at[closes] + 1,
        type_[opens],
        code[tag[opens]] if len(at) else opens,
        code[tag[closes]] if len(at) else opens,
        after,
        np.append(after[1:], False) if len(at) else after,
    )


def _breaks(chunks: Chunks, scheme: Scheme) -> Bools:
    """Which chunks the scheme would not write so."""
    if scheme.name == "bare":
        return np.zeros(len(chunks.start), dtype=np.bool_)
    single = chunks.end - chunks.start == 1
    if not scheme.adjacent:
        alone = (chunks.first == ord(scheme.single)) & (chunks.last == ord(scheme.single))
        longer = (chunks.first == ord(scheme.first)) & (chunks.last == ord(scheme.last))
        return ~((single & alone) | (~single & longer))
    first = np.where(single, ord(scheme.single), ord(scheme.first))
    last = np.where(single, ord(scheme.single), ord(scheme.last))
    if scheme.name == "IOB1":
        first = np.where(chunks.after, ord("B"), first)
        last = np.where(single, first, last)
    if scheme.name == "IOE1":
        last = np.where(chunks.before, ord("E"), last)
        first = np.where(single, last, first)
    if scheme.name == "IO":  # two chunks of one type can touch in no IO file, so nothing is left to break
        return np.zeros(len(chunks.start), dtype=np.bool_)
    broken: Bools = (chunks.first != first) | (chunks.last != last)
    return broken


def _absorb(chunks: Chunks, invalid: Bools, sentences: Ints) -> Mentions:
    """An I- after O becomes O; an I- of another type goes on with the mention before it, which keeps its type."""
    inner = np.isin(chunks.start, sentences, invert=True)
    touches = np.r_[False, chunks.start[1:] == chunks.end[:-1]] & inner if len(chunks.start) else invalid
    run = np.cumsum(~touches)
    head = np.maximum.accumulate(np.where(invalid, -1, np.arange(len(invalid)))) if len(invalid) else invalid
    joined = np.flatnonzero(invalid & (head >= 0) & (run == run[head]))
    end = chunks.end.copy()
    np.maximum.at(end, head[joined], chunks.end[joined])
    return Mentions(chunks.start[~invalid], end[~invalid], chunks.type[~invalid])


def _scheme_for(parsed: Parsed, chunks: Chunks) -> Scheme:
    """The scheme the prefixes point to; between look-alikes, the one the chunks do not break."""
    used = frozenset(parsed.prefix) - {"O"}
    if used == {""}:
        return SCHEMES["bare"]
    for mark, name in (("L", "BILOU"), ("U", "BILOU"), ("W", "BMEOW"), ("M", "BMES"), ("S", "BIOES")):
        if mark in used:
            return SCHEMES[name]
    if "E" in used:
        likely = ("BIOES",) if "B" in used else ("IOE2", "IOE1")
    elif "B" in used:
        likely = ("IOB2", "IOB1")
    else:
        likely = ("IO",) if used else ("IOB2",)
    valid = (name for name in likely if not _breaks(chunks, SCHEMES[name]).any())
    return SCHEMES[next(valid, likely[0])]


def _check_prefixes(parsed: Parsed, scheme: Scheme, vocabulary: Vocabulary) -> None:
    allowed = scheme.prefixes | {"O"} if scheme.name != "bare" else {"", "O"}
    for tag, prefix in zip(vocabulary.strings, parsed.prefix, strict=True):
        if prefix not in allowed:
            fix = f"{scheme.name} has the prefixes {' '.join(sorted(allowed))}; name another scheme with --scheme."
            raise BadTag(tag, f"tag {tag!r} is not of the scheme {scheme.name}", fix)


def _first_break(tags: Coded, sentences: Ints, chunks: Chunks, scheme: Scheme, chunk: int) -> InvalidSequence:
    start, end = int(chunks.start[chunk]), int(chunks.end[chunk])
    tag = tags.vocabulary[int(tags.ids[start])]
    first = bool(np.isin(start, sentences))
    before = "the beginning of the sentence" if first else repr(tags.vocabulary[int(tags.ids[start - 1])])
    name = tag.split("-", 1)[-1]
    wanted = scheme.single if end - start == 1 else scheme.first
    if tag[0] != wanted:
        what = f"tag {tag!r} follows {before}"
        fix = f"{scheme.name} needs '{wanted}-{name}' here; read as one by --repair begin (the default)."
        return InvalidSequence(start, what, fix)
    last = tags.vocabulary[int(tags.ids[end - 1])]
    what = f"the mention that begins with {tag!r} ends with {last!r}"
    fix = f"{scheme.name} needs '{scheme.last}-{name}' there; kept by --repair begin (the default)."
    return InvalidSequence(end - 1, what, fix)


# --- the scheme of a column that is read in chunks -------------------------------------------------------------------


class Forms:
    """How the mentions of a tag column are written, added up over its chunks: it tells the scheme, and what breaks it.

    >>> forms = Forms()
    >>> tags = Coded.encode(["B-PER", "O", "I-LOC"])
    >>> forms.add(tags, np.array([0, 3]), 100).start.tolist()
    [0, 2]
    >>> forms.settle(tags.vocabulary)
    ('IOB2', 1, 102)
    """

    def __init__(self) -> None:
        self.seen: dict[int, tuple[int, int]] = {}  # how often each form came, and the first token of the first

    def add(self, tags: Coded, sentences: Ints, first: int, *, bare: bool = False) -> Chunks:
        """A part of the column, whose first token has the number ``first``; gives its mentions."""
        chunks = _cut(tags.ids, sentences, parse(tags.vocabulary.strings, bare=bare))
        single = chunks.end - chunks.start == 1
        codes = chunks.first | chunks.last << 7 | single << 14 | chunks.after << 15 | chunks.before << 16
        counts = np.bincount(codes)
        for code in np.flatnonzero(counts).tolist():  # a handful
            before, place = self.seen.get(code, (0, first + int(chunks.start[np.argmax(codes == code)])))
            self.seen[code] = (before + int(counts[code]), place)
        return chunks

    def settle(self, vocabulary: Vocabulary, scheme: str = "auto") -> tuple[str, int, int]:
        """The scheme, how many mentions break it, and the first token of the first one that does (-1: none)."""
        codes = np.array(list(self.seen), dtype=np.int64)
        start, after, before = np.zeros_like(codes), (codes >> 15 & 1) > 0, (codes >> 16 & 1) > 0
        end = np.where(codes >> 14 & 1, 1, 2)
        chunks = Chunks(start, end, start, codes & 127, codes >> 7 & 127, after, before)
        parsed = parse(vocabulary.strings, bare=scheme == "bare")
        known = _scheme_for(parsed, chunks) if scheme == "auto" else named(scheme)
        _check_prefixes(parsed, known, vocabulary)
        broken = [self.seen[code] for code in codes[_breaks(chunks, known)].tolist()]
        return known.name, sum(n for n, _ in broken), min((place for _, place in broken), default=-1)


# --- encoding --------------------------------------------------------------------------------------------------------


def flat(corpus: Corpus) -> Bools:
    """Which mentions a tag column can hold: the outermost of nested ones, the first of crossing ones."""
    m = corpus.mentions
    keep = m.end > m.start
    order = np.lexsort((-m.end, m.start))
    reach = np.maximum.accumulate(np.r_[-1, m.end[order]])[:-1] if len(m) else m.end
    if not (m.start[order] < reach).any():
        return keep
    until = -1
    for i in order.tolist():
        if m.start[i] < until or not keep[i]:
            keep[i] = False
        else:
            until = int(m.end[i])
    return keep


def encode(corpus: Corpus, scheme: str = "IOB2") -> Coded:
    """Tags of a corpus's mentions; of overlapping mentions only those that ``flat`` keeps.

    >>> encode(Corpus.from_sentences([["a", "b", "c"]], [[(0, 2, "PER")]]), "BIOES").strings()
    ['B-PER', 'E-PER', 'O']
    """
    known = named(scheme)
    m = corpus.mentions.take(flat(corpus))
    prefixes = "".join(dict.fromkeys(known.single + known.first + known.inner + known.last + known.adjacent)) or "_"
    rank = {p: i for i, p in enumerate(prefixes)}
    width = len(prefixes)
    ids = np.zeros(corpus.n_tokens, dtype=np.int32)
    lengths = m.end - m.start
    owner = np.repeat(np.arange(len(m)), lengths)
    at = places(m.start, lengths)
    choice = np.full(len(at), rank.get(known.inner, 0), dtype=np.int64)
    if known.name != "bare":
        choice = _prefix_choice(corpus, m, known, rank, owner, at, choice)
    ids[at] = 1 + m.type[owner] * width + choice
    names = [f"{p}-{t}" if known.name != "bare" else t for t in corpus.types for p in prefixes]
    return Coded(ids, Vocabulary(["O", *names]))


def _prefix_choice(
    corpus: Corpus, m: Mentions, known: Scheme, rank: dict[str, int], owner: Ints, at: Ints, choice: Ints
) -> Ints:
    single = (m.end - m.start == 1)[owner]
    first, last = at == m.start[owner], at == m.end[owner] - 1
    choice[last] = rank[known.last]
    choice[first] = rank[known.first]
    choice[single] = rank[known.single]
    if known.adjacent and len(m):
        same_sentence = np.diff(corpus.sentence_of(m.start)) == 0
        touch = (m.start[1:] == m.end[:-1]) & (m.type[1:] == m.type[:-1]) & same_sentence
        marked = np.r_[False, touch][owner] & first if known.name == "IOB1" else np.r_[touch, False][owner] & last
        choice[marked] = rank[known.adjacent]
    return choice
