"""Whether what was read can be meant: checks of a corpus, and of predictions beside gold.

A file can be readable and still be misread: its index column as tokens, its words as types, gold as a prediction. Each
check gives one line. Most are warnings, which travel with the notes of a result. Where no reading makes sense the input
is refused, unless the user says to go on (``--anyway``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nerproof.corpus.model import Corpus
from nerproof.corpus.vocabulary import Bools
from nerproof.errors import InputError

WARNING = "warning: "
ANYWAY = "Pass --anyway to go on all the same."
ENOUGH_TOKENS = 50  # below this, shares mean nothing
ENOUGH_MENTIONS = 20
LONG_SENTENCE = 5_000  # tokens
MANY_TYPES = 100

_NUMBER = re.compile(r"[+-]?\d[\d.,:/-]*")
_ODD_TYPE = re.compile(r"\d+|.*[{}\[\]\"'<>=\\].*|.*\s.*\s.*", re.DOTALL)


class Doubt(NamedTuple):
    """One thing that cannot be meant, as it seems; ``refused`` where no reading makes sense."""

    text: str
    fix: str
    refused: bool = False


def checked(corpus: Corpus, *, anyway: bool = False) -> Corpus:
    """The corpus with its doubts as notes; what makes no sense is refused."""
    doubts = [doubt for check in CHECKS for doubt in check(corpus)]
    for doubt in doubts:
        if doubt.refused and not anyway:
            raise InputError.at(_name(corpus), None, doubt.text, fix=f"{doubt.fix} {ANYWAY}")
    said = [f"{WARNING}{_name(corpus)}: {doubt.text}. {doubt.fix}".rstrip() for doubt in doubts]
    return replace(corpus, notes=(*corpus.notes, *said)) if said else corpus


def _name(corpus: Corpus) -> str:
    return corpus.sources[0] if len(corpus.sources) == 1 else "the corpus"


# --- one corpus ------------------------------------------------------------------------------------------------------


def numbers_for_tokens(corpus: Corpus) -> Iterator[Doubt]:
    if corpus.n_tokens < ENOUGH_TOKENS:
        return
    is_number = np.array([bool(_NUMBER.fullmatch(word)) for word in corpus.tokens.vocabulary.strings], dtype=np.bool_)
    share = float(is_number[corpus.tokens.ids].mean())
    if share > 0.9:
        fix = "Is another column the token? Choose it with --token-column (from 0)."
        yield Doubt(f"{100 * share:.0f} % of the tokens are numbers", fix, refused=True)


def mentions_everywhere(corpus: Corpus) -> Iterator[Doubt]:
    if corpus.n_tokens < ENOUGH_TOKENS or not len(corpus.mentions):
        return
    share = float(_covered(corpus).mean())
    if share > 0.5:
        yield Doubt(f"{100 * share:.0f} % of the tokens are in mentions", "Is the tag column right? (--tag-column)")


def _covered(corpus: Corpus) -> Bools:
    edges = np.zeros(corpus.n_tokens + 1, dtype=np.int64)
    np.add.at(edges, corpus.mentions.start, 1)
    np.add.at(edges, corpus.mentions.end, -1)
    return np.cumsum(edges)[:-1] > 0


def odd_types(corpus: Corpus) -> Iterator[Doubt]:
    """Types that look like numbers, JSON or words of the text."""
    odd = [t for t in corpus.types if _ODD_TYPE.fullmatch(t)]
    fix = "Is the tag column right? (--tag-column, --scheme)"
    if odd:
        shown = ", ".join(repr(t[:20]) for t in odd[:3])
        every = len(odd) == len(corpus.types)
        yield Doubt(f"{'all' if every else len(odd)} types look like no types ({shown})", fix, refused=every)
    n = len(corpus.types)
    if not odd and n > MANY_TYPES and n * 5 > len(corpus.mentions):
        yield Doubt(f"{n} types for {len(corpus.mentions)} mentions: they look like words", fix, refused=True)


def long_sentences(corpus: Corpus) -> Iterator[Doubt]:
    lengths = np.diff(corpus.sentences)
    if not len(lengths):
        return
    longest = int(np.argmax(lengths))
    fix = "Are sentences parted by blank lines? See --comments for files that part them by # lines."
    if lengths[longest] > LONG_SENTENCE:
        yield Doubt(f"the sentence at {corpus.place(longest)} has {lengths[longest]:,} tokens", fix)
    elif corpus.n_sentences == 1 and corpus.n_tokens > 4 * ENOUGH_TOKENS:
        yield Doubt(f"the whole file is one sentence of {corpus.n_tokens:,} tokens", fix)


CHECKS: tuple[Callable[[Corpus], Iterator[Doubt]], ...] = (
    numbers_for_tokens,
    mentions_everywhere,
    odd_types,
    long_sentences,
)


# --- predictions beside gold -----------------------------------------------------------------------------------------


def doubts_about_systems(gold: Corpus, systems: Mapping[str, Corpus]) -> list[str]:
    """Warnings about predictions on gold's tokens, one line each."""
    said = [line for name, pred in systems.items() for line in _about_one(gold, name, pred)]
    repaired = [name for name, pred in systems.items() if pred.repairs]
    if gold.repairs and systems and not repaired:
        what = f"gold has {gold.repairs} tags that break its scheme, the predictions have none"
        said.append(f"{WARNING}{what}. Are gold and predictions swapped?")
    if gold.mentions.score is not None and all(pred.mentions.score is None for pred in systems.values()):
        said.append(f"{WARNING}gold has scores, the predictions have none. Are they swapped?")
    return said


def _about_one(gold: Corpus, name: str, pred: Corpus) -> Iterator[str]:
    if not len(pred.mentions) and len(gold.mentions):
        yield f"{WARNING}{name} has no mention at all. Is it a prediction, and is its tag column right?"
    elif len(gold.mentions) >= ENOUGH_MENTIONS and _same_mentions(gold, pred):
        own = gold.file_digest is not None and gold.file_digest == pred.file_digest
        hint = (
            "It is the gold file. A merged file has gold and predictions in two columns: --gold-column, --pred-column;"
        )
        hint += " model output in a Label Studio file is read by FILE#predictions"
        yield f"{WARNING}{name} equals gold in all {len(gold.mentions):,} mentions. {hint if own else 'Is it gold?'}"
    if pred.scheme == "IO" and gold.scheme not in {"IO", None} and (n := _touching(gold)):
        what = f"tags of the scheme IO cannot part mentions of one type that touch; gold has {n}"
        yield f"{name}: {what}"


def _same_mentions(a: Corpus, b: Corpus) -> bool:
    m, n = a.mentions, b.mentions
    if len(m) != len(n) or not (np.array_equal(m.start, n.start) and np.array_equal(m.end, n.end)):
        return False
    return [a.types[t] for t in m.type.tolist()] == [b.types[t] for t in n.type.tolist()]


def _touching(corpus: Corpus) -> int:
    """Mentions that follow one of their own type without a token between them, in one sentence."""
    m = corpus.mentions
    owner = corpus.sentence_of_mention
    if len(m) < 2:
        return 0
    return int(((m.start[1:] == m.end[:-1]) & (m.type[1:] == m.type[:-1]) & (owner[1:] == owner[:-1])).sum())
