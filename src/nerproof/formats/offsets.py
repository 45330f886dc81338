"""What the offsets of spans count: characters, or the UTF-16 units of JavaScript and Java.

Where spans say what they cover, that must stand there, in characters or else in UTF-16 units. Where none does, offsets
are taken for UTF-16 units if only so no span begins or ends inside a word. Spans that end one character too early (the
end is included) or lie one character too far right (counted from 1) are read as they are, with a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nerproof.base.errors import InputError

if TYPE_CHECKING:
    from nerproof.formats.found import Document, Span
    from nerproof.formats.source import Source

_Count = Callable[[str], Sequence[int]]
FEWEST = 5  # cut spans from which a common shift is no chance
SHIFTS = {
    (0, 1): "ends seem to be included. Add 1 to each end",
    (-1, -1): "offsets seem to count from 1. Subtract 1 from each start and end",
}


def in_characters(source: Source, documents: Sequence[Document]) -> list[str]:
    """Makes all offsets count characters, and returns what to say about it; refuses spans that cover another text."""
    wrong = _first_misfit(documents, _characters)
    if wrong is not None and _first_misfit(documents, _units) is not None:
        raise _misfit(source, *wrong)
    n_cut = 0 if wrong is not None else _cut_words(documents, _characters)
    if wrong is None and (not n_cut or _cut_words(documents, _units)):
        return _shifted(source, documents)
    for document in documents:
        places = _units(document.text) if document.spans else ()
        document.spans = document.spans and [_moved(span, places) for span in document.spans]
    if wrong is not None:
        return [f"{source.name}: offsets count UTF-16 units and are read as such"]
    why = f"as characters, {n_cut} span{'s' * (n_cut > 1)} would begin or end inside a word"
    return [f"warning: {source.name}: offsets are taken for UTF-16 units: {why}"]


def _characters(text: str) -> Sequence[int]:
    return range(len(text) + 1)


def _units(text: str) -> Sequence[int]:
    """The character that each UTF-16 unit is or belongs to, and the end."""
    return [*(i for i, c in enumerate(text) for _ in range(1 + (c > "\uffff"))), len(text)]


def _moved(span: Span, places: Sequence[int]) -> Span:
    parts = tuple((places[a], places[b]) for a, b in span.parts)
    return span._replace(start=places[span.start], end=places[span.end], parts=parts)


def _inside(span: Span, places: Sequence[int]) -> bool:
    return 0 <= span.start < span.end < len(places)


def _first_misfit(documents: Sequence[Document], count: _Count) -> tuple[Document, Span] | None:
    """The first span that covers something else than it says, or lies outside its text."""
    for document in documents:
        places = count(document.text) if document.spans else ()
        for span in document.spans or ():
            if not _inside(span, places) or not _fits(document.text, span, places):
                return document, span
    return None


def _fits(text: str, span: Span, places: Sequence[int]) -> bool:
    return span.text is None or _bare(_covered(text, _moved(span, places))) == _bare(span.text)


def _covered(text: str, span: Span) -> str:
    return " ".join(text[a:b] for a, b in span.parts or ((span.start, span.end),))


def _bare(text: str) -> str:
    """Text without white space, and without the marks that an export may write for line ends."""
    return "".join(text.replace("\\n", "").split())


def _cut_words(documents: Sequence[Document], count: _Count) -> int:
    """Spans that begin or end inside a word, in texts where the two ways to count differ."""
    found = 0
    for document in documents:
        text = document.text
        if not document.spans or text.isascii() or max(text) <= "\uffff":
            continue
        places = count(text)
        moved = (_moved(span, places) for span in document.spans if _inside(span, places))
        found += sum(_in_word(text, span.start) or _in_word(text, span.end) for span in moved)
    return found


def _shifted(source: Source, documents: Sequence[Document]) -> list[str]:
    """A warning where most spans cut a word and one shift of all of them would leave nearly every word whole."""
    spans = [(d.text, s) for d in documents for s in d.spans or () if s.text is None]
    n_cut = _cut_by(spans, (0, 0))
    if n_cut < FEWEST or 2 * n_cut < len(spans):
        return []
    for shift, what in SHIFTS.items():
        if 10 * _cut_by(spans, shift) <= n_cut:
            cut = f"{n_cut} of {len(spans)} spans begin or end inside a word"
            return [f"warning: {source.name}: {cut}; {what}: offsets count from 0, the end not included"]
    return []


def _cut_by(spans: Sequence[tuple[str, Span]], shift: tuple[int, int]) -> int:
    return sum(_in_word(text, s.start + shift[0]) or _in_word(text, s.end + shift[1]) for text, s in spans)


def _in_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1 : at + 1].isalnum()


def _misfit(source: Source, document: Document, span: Span) -> InputError:
    place, line, n = document.file or source.name, span.line or document.line, len(document.text)
    if not 0 <= span.start < span.end <= n:
        what = f"span [{span.start}, {span.end}) of {span.type!r} is not inside its text of {n} characters"
        return InputError.at(place, line, what, fix="Offsets count characters from 0, the end not included.")
    what = f"a span says {span.text!r:.40}, but the text has {_covered(document.text, span)!r:.40} there"
    fix = "Do offsets count characters from 0 (not bytes), and line ends as in the text?"
    return InputError.at(place, line, what, fix=fix)
