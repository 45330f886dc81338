"""Label schemes: tags to mentions and back, detection and repair, vectorised over coded tags.

One rule cuts every scheme into chunks (conlleval's, widened to end prefixes): a chunk begins where the tag is not O and
the token before it is O, of another type, in another sentence, or one of the two prefixes says so. What differs between
schemes is only which first and last prefixes a chunk may have, so validity is a property of the chunk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from nerproof.base.errors import NerproofError, UnknownName
from nerproof.corpus.kernels import compiled
from nerproof.corpus.model import Corpus, Mentions
from nerproof.corpus.places import places
from nerproof.corpus.schemetable import SCHEMES, Scheme, named
from nerproof.corpus.vocabulary import Bools, Coded, Ids, Ints, Vocabulary
from nerproof.record import record

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


@record(eq=True)
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
    if repair == HARDEVAL:
        mentions = _absorb(chunks, invalid, sentences)
    else:
        keep = ~invalid if repair == "discard" else slice(None)
        mentions = Mentions(chunks.start[keep], chunks.end[keep], chunks.type[keep])
    return Decoded(mentions, parsed.types, known.name, chunks.start[invalid])


# --- tags ------------------------------------------------------------------------------------------------------------


@record(eq=True)
class Parsed:
    """Prefix and type of every tag of a vocabulary; prefix "O" outside, "" for bare types."""

    prefix: tuple[str, ...]
    type: Ints  # -1 for O
    types: tuple[str, ...]


def parse(tags: Sequence[str], *, bare: bool = False) -> Parsed:
    """Splits tags at the first hyphen; tags without any prefix are bare types, B I O alone are untyped."""
    inside = [t for t in tags if t != "O"]
    untyped = not bare and all(t in "BIESLUMW" and len(t) == 1 for t in inside)
    bare = bare or (not untyped and not any(_PREFIXED.fullmatch(t) for t in inside))
    pairs = [("O", "") if t == "O" else (t, UNTYPED) if untyped else _split(t, bare=bare) for t in tags]
    types = tuple(sorted({name for prefix, name in pairs if prefix != "O"}))
    ids = {name: i for i, name in enumerate(types)}
    codes = np.array([-1 if p == "O" else ids[name] for p, name in pairs], dtype=np.int64)
    return Parsed(tuple(p for p, _ in pairs), codes, types)


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


@record(eq=True)
class _Chunks:
    """Runs of tags that are one mention, however they are written."""

    start: Ints
    end: Ints
    type: Ints
    first: Ints  # code point of the first tag's prefix
    last: Ints
    after: Bools  # touches a chunk of its own type before it
    before: Bools  # touches a chunk of its own type after it


def _cut(ids: Ids, sentences: Ints, parsed: Parsed) -> _Chunks:
    begins = np.array([p in _BEGINS for p in parsed.prefix], dtype=np.bool_)
    ends = np.array([p in _ENDS for p in parsed.prefix], dtype=np.bool_)
    code = np.array([ord(p) if p else 0 for p in parsed.prefix], dtype=np.int32)
    loops = compiled()
    if loops is None:
        return _cut_by_columns(ids, sentences, parsed.type, begins, ends, code.astype(np.int64))
    tables = (parsed.type.astype(np.int32), begins, ends, code)
    arrays = (np.ascontiguousarray(ids, dtype=np.int32), np.ascontiguousarray(sentences, dtype=np.int64))
    start, end, type_, first, last, after = np.frombuffer(loops.chunks(*arrays, *tables), dtype=np.int64).reshape(6, -1)
    touching = after.astype(np.bool_)
    return _Chunks(start, end, type_, first, last, touching, np.append(touching[1:], False)[: len(touching)])


def _cut_by_columns(ids: Ids, sentences: Ints, types: Ints, begins: Bools, ends: Bools, code: Ints) -> _Chunks:
    """The same where there is no C."""
    at = np.flatnonzero((types >= 0)[ids]) if len(ids) else np.zeros(0, dtype=np.int64)
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
    return _Chunks(
        at[opens],
        at[closes] + 1,
        type_[opens],
        code[tag[opens]] if len(at) else opens,
        code[tag[closes]] if len(at) else opens,
        after,
        np.append(after[1:], False) if len(at) else after,
    )


def _breaks(chunks: _Chunks, scheme: Scheme) -> Bools:
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


def _absorb(chunks: _Chunks, invalid: Bools, sentences: Ints) -> Mentions:
    """An I- after O becomes O; an I- of another type goes on with the mention before it, which keeps its type."""
    inner = np.isin(chunks.start, sentences, invert=True)
    touches = np.r_[False, chunks.start[1:] == chunks.end[:-1]] & inner if len(chunks.start) else invalid
    run = np.cumsum(~touches)
    head = np.maximum.accumulate(np.where(invalid, -1, np.arange(len(invalid)))) if len(invalid) else invalid
    joined = np.flatnonzero(invalid & (head >= 0) & (run == run[head]))
    end = chunks.end.copy()
    np.maximum.at(end, head[joined], chunks.end[joined])
    return Mentions(chunks.start[~invalid], end[~invalid], chunks.type[~invalid])


def _scheme_for(parsed: Parsed, chunks: _Chunks) -> Scheme:
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


def _first_break(tags: Coded, sentences: Ints, chunks: _Chunks, scheme: Scheme, chunk: int) -> InvalidSequence:
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
