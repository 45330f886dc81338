"""Puts predictions on gold's tokens: same tokens, another sentence cut, other tokens, or a truncated output."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np

from nerproof.base.errors import InputError, UnknownName
from nerproof.corpus.model import Corpus, Mentions
from nerproof.corpus.places import places
from nerproof.corpus.vocabulary import Ints

MODES = ("tokens", "position", "text")


def align(gold: Corpus, pred: Corpus, *, mode: str = "tokens", allow_truncated: bool = False) -> Corpus:
    """Gold's tokens with the predictions' mentions.

    ``tokens``: the tokens must be equal (sentences may be cut elsewhere); ``position``: equal counts suffice;
    ``text``: equal characters suffice, and spans off gold's token boundaries become false positives.
    """
    if mode not in MODES:
        raise UnknownName.among("alignment", mode, MODES)
    if mode == "text":
        return _by_text(gold, pred)
    if mode == "position" and gold.n_tokens == pred.n_tokens and np.array_equal(gold.sentences, pred.sentences):
        return _moved(gold, pred, pred.mentions)
    if mode == "tokens" and gold.n_tokens == pred.n_tokens and _same_tokens(gold, pred):
        return _recut(gold, pred)
    if allow_truncated:
        return _truncated(gold, pred)
    raise _first_difference(gold, pred, by_position=mode == "position")


def _moved(gold: Corpus, pred: Corpus, mentions: Mentions, *notes: str) -> Corpus:
    return replace(
        gold,
        mentions=mentions,
        types=pred.types,
        scheme=pred.scheme,
        layout=pred.layout,
        notes=(*pred.notes, *_unpredicted(pred), *notes),
        repairs=pred.repairs,
        file_digest=pred.file_digest,
        annotated=None,
    )


def _unpredicted(pred: Corpus) -> list[str]:
    """Sentences about which the predictions say nothing at all."""
    n = 0 if pred.annotated is None else int((~pred.annotated).sum())
    return [f"{_name(pred, 'predictions')}: {n} sentences have no prediction; what they hold is missed"] if n else []


def _gold_ids(gold: Corpus, pred: Corpus) -> Ints:
    return gold.tokens.vocabulary.lookup(pred.tokens.vocabulary)[pred.tokens.ids].astype(np.int64)


def _same_tokens(gold: Corpus, pred: Corpus) -> bool:
    return bool(np.array_equal(_gold_ids(gold, pred), gold.tokens.ids))


def _recut(gold: Corpus, pred: Corpus) -> Corpus:
    if np.array_equal(gold.sentences, pred.sentences):
        return _moved(gold, pred, pred.mentions)
    name = _name(pred, "predictions")
    m = pred.mentions
    crossing = int((gold.sentence_of(m.start) != gold.sentence_of(np.maximum(m.end - 1, m.start))).sum())
    note = f"{name}: sentences are cut differently from gold; mentions were put on gold's sentences"
    if crossing:
        note += f" ({crossing} cross a gold sentence end and count as false positives)"
    return _moved(gold, pred, m, note)


def _truncated(gold: Corpus, pred: Corpus) -> Corpus:
    """Each predicted sentence may be the beginning of gold's; sentences may lack at the end."""
    if not _is_beginning(gold, pred):
        raise _first_difference(gold, pred, by_position=False)
    n = pred.n_sentences
    shift = (gold.sentences[:n] - pred.sentences[:-1])[pred.sentence_of_mention]
    m = pred.mentions
    missing = gold.n_tokens - pred.n_tokens
    name = _name(pred, "predictions")
    note = f"{name}: {missing} of {gold.n_tokens} tokens have no prediction; their mentions count as missed"
    return _moved(gold, pred, m.moved(m.start + shift, m.end + shift), *([note] if missing else []))


def _is_beginning(gold: Corpus, pred: Corpus) -> bool:
    """Whether each predicted sentence is gold's or the beginning of it."""
    n, lengths = pred.n_sentences, np.diff(pred.sentences)
    if n > gold.n_sentences or bool((lengths > np.diff(gold.sentences)[:n]).any()):
        return False
    return np.array_equal(_gold_ids(gold, pred), gold.tokens.ids[places(gold.sentences[:n], lengths)])


def _by_text(gold: Corpus, pred: Corpus) -> Corpus:
    """Both as one string of non-blank characters; predicted spans are looked up among gold's token boundaries."""
    gold_ends, pred_ends = _character_ends(gold), _character_ends(pred)
    gold_text, pred_text = _characters(gold), _characters(pred)
    if gold_text != pred_text:
        raise _text_difference(gold, pred, gold_text, pred_text, gold_ends, pred_ends)
    bounds = np.concatenate([[0], gold_ends])
    m = pred.mentions
    at = np.concatenate([[0], pred_ends])
    start, end = at[m.start], at[m.end]
    s, e = np.searchsorted(bounds, start), np.searchsorted(bounds, end)
    fits = (bounds[np.minimum(s, len(bounds) - 1)] == start) & (bounds[np.minimum(e, len(bounds) - 1)] == end)
    inside = np.clip(np.searchsorted(bounds, start, side="right") - 1, 0, gold.n_tokens - 1)
    mentions = m.moved(np.where(fits, s, inside), np.where(fits, e, inside))
    lost = int((~fits).sum())
    name = _name(pred, "predictions")
    note = f"{name}: {lost} predicted spans do not fit gold's tokens and count as false positives"
    return _moved(gold, pred, mentions, *([note] if lost else []))


def _characters(corpus: Corpus) -> str:
    table = ["".join(s.split()) for s in corpus.tokens.vocabulary.strings]
    return "".join([table[i] for i in corpus.tokens.ids.tolist()])


def _character_ends(corpus: Corpus) -> Ints:
    lengths = np.array([len("".join(s.split())) for s in corpus.tokens.vocabulary.strings], dtype=np.int64)
    return np.cumsum(lengths[corpus.tokens.ids]) if corpus.n_tokens else np.zeros(0, dtype=np.int64)


# --- saying where they differ ----------------------------------------------------------------------------------------


def _name(corpus: Corpus, fallback: str) -> str:
    return corpus.sources[0] if corpus.sources else fallback


def _text_difference(
    gold: Corpus, pred: Corpus, gold_text: str, pred_text: str, gold_ends: Ints, pred_ends: Ints
) -> InputError:
    n = min(len(gold_text), len(pred_text))
    a = np.frombuffer(gold_text[:n].encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    b = np.frombuffer(pred_text[:n].encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    different = np.flatnonzero(a != b)
    at = int(different[0]) if len(different) else n
    i = min(int(np.searchsorted(gold_ends, at, side="right")), gold.n_tokens - 1)
    j = min(int(np.searchsorted(pred_ends, at, side="right")), pred.n_tokens - 1)
    what = f"the text differs: {pred_text[at : at + 20]!r} where {_place(gold, i)} has {gold_text[at : at + 20]!r}"
    return InputError(f"{_place(pred, j)}: {what}{unicode_hint(gold_text, pred_text)}. Predict on the same text.")


def unicode_hint(one: str, other: str) -> str:
    """Says that two texts look alike and differ in how letters with marks are written.

    >>> unicode_hint("Zo\u00eb", "Zoe\u0308")
    ' (the same in another Unicode form: write both as NFC)'
    """
    same = unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    return " (the same in another Unicode form: write both as NFC)" if same else ""


def _place(corpus: Corpus, token: int) -> str:
    sentence = int(corpus.sentence_of(np.array([token]))[0]) if corpus.n_tokens else 0
    name, _, line = corpus.place(min(sentence, corpus.n_sentences - 1)).rpartition(":")
    if not name:
        return line
    return f"{name}:{int(line) + token - int(corpus.sentences[sentence])}"


def _first_difference(gold: Corpus, pred: Corpus, *, by_position: bool) -> InputError:
    """The first sentence where the two part, with both texts and lines."""
    n = min(gold.n_sentences, pred.n_sentences)
    lengths_differ = np.diff(gold.sentences)[:n] != np.diff(pred.sentences)[:n]
    first = int(np.flatnonzero(lengths_differ)[0]) if lengths_differ.any() else n
    until = int(min(gold.sentences[first], pred.sentences[first]))
    same_words = by_position | (_gold_ids(gold, pred)[:until] == gold.tokens.ids[:until])
    unequal = np.flatnonzero(~same_words)
    fix = f"Predict on the same tokens{_other_way(gold, pred)}."
    if len(unequal):
        i = int(unequal[0])
        word, other_word = pred.tokens.strings(i, i + 1)[0], gold.tokens.strings(i, i + 1)[0]
        what = f"token {word!r} where {_place(gold, i)} has {other_word!r}{unicode_hint(word, other_word)}"
        return InputError(f"{_place(pred, i)}: {what}. {fix}")
    if first < n:
        ours, theirs = gold.sentence(first), pred.sentence(first)
        what = f"the sentence has {len(theirs)} tokens ({_preview(theirs)})"
        other = f"{gold.place(first)} has {len(ours)} ({_preview(ours)})"
        return InputError(f"{pred.place(first)}: {what} where {other}. {fix}")
    counts = f"{pred.n_sentences} sentences where {_name(gold, 'gold')} has {gold.n_sentences}"
    if pred.n_sentences < gold.n_sentences:
        fix = f"The first one missing is {gold.place(n)}. Predict it too{_other_way(gold, pred)}."
        return InputError(f"{_name(pred, 'predictions')}: {counts}. {fix}")
    return InputError(f"{_name(pred, 'predictions')}: {counts}. The first one too many is {pred.place(n)}.")


def _other_way(gold: Corpus, pred: Corpus) -> str:
    """The first option that would put these predictions on gold's tokens, if there is one."""
    ways = {
        "--align position": gold.n_tokens == pred.n_tokens and np.array_equal(gold.sentences, pred.sentences),
        "--align text": _characters(gold) == _characters(pred),
        "--allow-truncated": _is_beginning(gold, pred),
    }
    return next((f", or pass {option}" for option, works in ways.items() if works), "")


def _preview(tokens: list[str]) -> str:
    text = " ".join(tokens)
    return repr(text if len(text) <= 60 else text[:57] + "…")
