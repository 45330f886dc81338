"""Whether what was read can be meant: checks of a corpus, and of predictions beside gold.

A file can be readable and still be misread: its index column as tokens, its words as types, gold as a prediction. Each
check gives one line. Most are warnings, which travel with the notes of a result. Where no reading makes sense the input
is refused, unless the user says to go on (``--anyway``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from nerproof.base.errors import InputError
from nerproof.base.results import Result
from nerproof.corpus.model import Corpus
from nerproof.corpus.vocabulary import Bools, Coded, Ints, Vocabulary

WARNING = "warning: "
ANYWAY = "Pass --anyway to go on all the same."
ENOUGH_TOKENS = 50  # below this, shares mean nothing
ENOUGH_MENTIONS = 20
LONG_SENTENCE = 5_000  # tokens
MANY_TYPES = 100
SLIPS = 0.005  # of the mentions: what people break of a scheme by mistake

_NUMBER = re.compile(r"[+-]?\d[\d.,:/-]*")
_FIRST = np.frombuffer(b"+-0123456789", dtype=np.uint8)
_TAG = re.compile(r"[BI]-.+")
_ODD_TYPE = re.compile(r"\d+|.*[{}\[\]\"'<>=\\].*|.*\s.*\s.*", re.DOTALL)


class Doubt(NamedTuple):
    """One thing that cannot be meant, as it seems; ``refused`` where no reading makes sense."""

    text: str
    fix: str
    refused: bool = False


@dataclass
class Look:
    """What the checks need to know of a corpus; looks at its parts can be added up."""

    tokens: int = 0
    numbers: int = 0  # tokens that are numbers
    covered: int = 0  # tokens in mentions
    mentions: int = 0
    sentences: int = 0
    longest: int = 0  # tokens of the longest sentence
    place: str = ""  # and where it stands
    types: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, corpus: Corpus, numbers: int | None = None) -> Look:
        """``numbers``: how many tokens are, where that is known."""
        lengths = np.diff(corpus.sentences)
        longest = int(np.argmax(lengths)) if len(lengths) else 0
        return cls(
            corpus.n_tokens,
            _numbers(corpus.tokens) if numbers is None else numbers,
            _covered(corpus),
            len(corpus.mentions),
            corpus.n_sentences,
            int(lengths[longest]) if len(lengths) else 0,
            corpus.place(longest) if len(lengths) else "",
            set(corpus.types),
        )

    def add(self, other: Look) -> None:
        """The next part of the same corpus."""
        if other.longest > self.longest:
            self.longest, self.place = other.longest, other.place
        for name in ("tokens", "numbers", "covered", "mentions", "sentences"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.types |= other.types

    def doubts(self) -> list[Doubt]:
        return [doubt for check in CHECKS for doubt in check(self)]

    def warnings(self, name: str) -> list[str]:
        return [f"{WARNING}{name}: {doubt.text}. {doubt.fix}".rstrip() for doubt in self.doubts()]


_is_number: WeakKeyDictionary[Vocabulary, Bools] = WeakKeyDictionary()  # the chunks of a file may share one


def _numbers(tokens: Coded) -> int:
    """How many tokens are numbers."""
    words = tokens.vocabulary
    if words not in _is_number:
        _is_number[words] = _number_words(*words.packed())
    return int(_is_number[words][tokens.ids].sum()) if len(words) else 0


def _number_words(blob: bytes, cuts: Ints) -> Bools:
    first = np.frombuffer(blob + b"\0", dtype=np.uint8)[cuts[:-1]]
    likely = np.flatnonzero(np.isin(first, _FIRST) | (first >= 128))  # few words begin so: the others are not decoded
    found = np.zeros(len(cuts) - 1, dtype=np.bool_)
    for i in likely.tolist():
        found[i] = bool(_NUMBER.fullmatch(blob[cuts[i] : cuts[i + 1]].decode("utf-8", "surrogatepass")))
    return found


def mostly_numbers(tokens: Coded) -> bool:
    return 2 * _numbers(tokens) > len(tokens)


def _covered(corpus: Corpus) -> int:
    """Tokens in mentions: what each mention adds to those before it."""
    order = np.argsort(corpus.mentions.start, kind="stable")
    start, end = corpus.mentions.start[order], corpus.mentions.end[order]
    reach = np.maximum.accumulate(np.append(0, end))[:-1]
    return int(np.maximum(end - np.maximum(start, reach), 0).sum())


def checked(corpus: Corpus, *, anyway: bool = False) -> Corpus:
    """The corpus with its doubts as notes; what makes no sense is refused."""
    name = corpus.sources[0] if len(corpus.sources) == 1 else "the corpus"
    said = warnings_about(Look.at(corpus), name, anyway=anyway)
    return replace(corpus, notes=(*corpus.notes, *said)) if said else corpus


def warnings_about(look: Look, name: str, *, anyway: bool = False) -> list[str]:
    """The doubts as notes; what makes no sense is refused."""
    refused = next((doubt for doubt in look.doubts() if doubt.refused), None)
    if refused is not None and not anyway:
        raise InputError.at(name, None, refused.text, fix=f"{refused.fix} {ANYWAY}")
    return look.warnings(name)


# --- one corpus ------------------------------------------------------------------------------------------------------


def numbers_for_tokens(look: Look) -> Iterator[Doubt]:
    if look.tokens >= ENOUGH_TOKENS and look.numbers > 0.9 * look.tokens:
        fix = "Is another column the token? Choose it with --token-column (from 0)."
        yield Doubt(f"{100 * look.numbers / look.tokens:.0f} % of the tokens are numbers", fix, refused=True)


def mentions_everywhere(look: Look) -> Iterator[Doubt]:
    if look.tokens >= ENOUGH_TOKENS and look.covered > 0.5 * look.tokens:
        share = 100 * look.covered / look.tokens
        yield Doubt(f"{share:.0f} % of the tokens are in mentions", "Is the tag column right? (--tag-column)")


def odd_types(look: Look) -> Iterator[Doubt]:
    """Types that look like numbers, JSON or words of the text."""
    odd = sorted(t for t in look.types if _ODD_TYPE.fullmatch(t))
    fix = "Is the tag column right? (--tag-column, --scheme)"
    if odd:
        shown = ", ".join(repr(t[:20]) for t in odd[:3])
        every = len(odd) == len(look.types)
        yield Doubt(f"{'all' if every else len(odd)} types look like no types ({shown})", fix, refused=every)
    tags = sorted(t for t in look.types if _TAG.fullmatch(t))
    if tags and len(tags) == len(look.types):
        how = "Give one span per mention and its type alone (Hugging Face pipelines: aggregation_strategy='simple')."
        yield Doubt(f"all types look like tags ({', '.join(map(repr, tags[:3]))})", how, refused=True)
    n = len(look.types)
    if not odd and n > MANY_TYPES and n * 5 > look.mentions:
        yield Doubt(f"{n} types for {look.mentions} mentions: they look like words", fix, refused=True)


def long_sentences(look: Look) -> Iterator[Doubt]:
    fix = "Are sentences parted by blank lines? See --comments for files that part them by # lines."
    if look.longest > LONG_SENTENCE:
        yield Doubt(f"the sentence at {look.place} has {look.longest:,} tokens", fix)
    elif look.sentences == 1 and look.tokens > 4 * ENOUGH_TOKENS:
        yield Doubt(f"the whole file is one sentence of {look.tokens:,} tokens", fix)


CHECKS: tuple[Callable[[Look], Iterator[Doubt]], ...] = (
    numbers_for_tokens,
    mentions_everywhere,
    odd_types,
    long_sentences,
)


# --- predictions beside gold -----------------------------------------------------------------------------------------


def doubts_about(result: Result) -> list[str]:
    """Warnings about predictions, from the counts of a result: the same however it was computed."""
    signature = result.signature
    said = [line for name in signature.get("systems", {}) for line in _about_one(result, name)]
    return [*said, *_swapped(result)]


def _swapped(result: Result) -> Iterator[str]:
    """People slip once in a while; a model without constraints breaks the scheme often. Several systems are no gold."""
    repairs = dict(result.signature.get("repairs", {}))
    broken, mentions = repairs.pop("gold", 0), _mentions(result)
    if len(repairs) == 1 and not any(repairs.values()) and broken > SLIPS * mentions:
        what = f"gold has {broken} tag{'s' * (broken > 1)} that break{'s' * (broken == 1)} its scheme"
        yield f"{WARNING}{what}, the prediction has none. Are gold and prediction swapped?"


def _mentions(result: Result) -> int:
    return next((row.total or 0 for row in result.where(suite="standard", metric="recall", label="ALL")), 0)


def _about_one(result: Result, name: str) -> Iterator[str]:
    rows = {row.metric: row for row in result.where(suite="standard", system=name, slice="ALL", label="ALL")}
    found = [rows[m].total for m in ("precision", "recall") if m in rows]
    correct = rows["recall"].count if "recall" in rows else None
    source, _, own = str(result.signature.get("gold", "")).rpartition("@")
    same = bool(correct and own and source != "memory") and str(result.signature["systems"][name]).startswith(own)
    if len(found) == 2 and not found[0] and found[1]:
        yield f"{WARNING}{name} has no mention at all. Is it a prediction, and is its tag column right?"
    elif len(found) == 2 and found[0] == found[1] == correct and (same or (correct or 0) >= ENOUGH_MENTIONS):
        yield f"{WARNING}{name} equals gold in all {correct:,} mentions. {SAME if same else 'Is it gold?'}"
    scheme = result.signature.get("pred_schemes", {}).get(name)
    if scheme in JOINING and result.signature.get("scheme") not in {*JOINING, None}:
        yield f"{name}: its tags are of the scheme {scheme}, which cannot part mentions of one type that touch"


JOINING = ("IO", "bare")  # schemes without a tag for the beginning of a mention
SAME = (
    "It is the gold file. Name both columns of a merged file: --gold-column, --pred-column. "
    "Model output in a Label Studio file is read by FILE#predictions."
)
