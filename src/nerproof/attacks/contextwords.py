"""Grammatical words for a place in an English sentence: same tag, field of meaning and habits, and both sides agree.

The rules, for a word to stand where another stood: the fine tag is kept (past tense for past tense, plural for plural);
the first senses are near in WordNet and of one field; a verb has the frames that its place asks for (an object or
none); a noun is counted or not, as before; a or an stays right; and a trigram model finds it likely beside its
neighbours on both sides. New words are never in the training vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nerproof.attacks.english import KIND, Form, Lemma, Words, english_words
from nerproof.attacks.fillers import ENT, Filled, Gap, like
from nerproof.attacks.shapes import takes_an
from nerproof.attacks.trigram import Trigrams, trigrams
from nerproof.gazetteers.progress import steps

LEAST = 3  # words to choose from
BEST = 10
NEAR = (-2, -1, 0, 1, 2)
FAR = {"n": 6, "v": 5}  # steps between two senses, over the nearest one above both
UNCOUNTED = -1.5  # how much rarer the plural of a mass noun is (powers of ten)
PERSON = 18  # the field of nouns for persons
ONE = frozenset(["a", "an", "every", "each", "another", "one"])
TRANSITIVE = frozenset([8, 9, 10, 11, 15, 17, 20, 21, 31])  # WordNet's frames with an object
INTRANSITIVE = frozenset([1, 2, 3, 4, 12, 13, 22, 27])
WITH_TO = frozenset([4, 12, 13, 22, 27, 28])
WITH_THAT = frozenset([26])
OBJECT = frozenset(["DT", "PRP", "PRP$", "CD", "NN", "NNS", "NNP", "NNPS", "JJ", "WP", "$", "ENT", "JJR", "JJS"])
NO_OBJECT = frozenset([".", ",", ":", "CC", ")", "RB", "IN", "TO", "RP", "WRB", "WDT", "''", ""])
AFTER_ADJECTIVE = frozenset(["NN", "NNS", "JJ", ".", ",", "CC", ""])
NOMINAL = frozenset(["NN", "NNS", "ENT", "NNP"])
FIXED = frozenset(
    "be am is are was were been being have has had having do does did done doing will would can could may "  # noqa: SIM905
    "might must need say says said get got make made take took go went come came let seem become became remain told "
    "tell ask asked other such same many few several more most much own last next first second third former latter "
    "least due able likely certain various total only main whole late early past present current new old good big "
    "great high low full local national international not no percent per cent course fact example instance".split()
)


class Place(NamedTuple):
    """A sentence and where in it a word is to be replaced."""

    words: tuple[str, ...]
    tags: tuple[str, ...]  # ENT inside mentions
    at: int

    def tag(self, step: int) -> str:
        i = self.at + step
        return self.tags[i] if 0 <= i < len(self.tags) else ""

    def word(self, step: int) -> str:
        i = self.at + step
        return self.words[i].lower() if 0 <= i < len(self.words) else ""


@dataclass
class EnglishFiller:
    """Fills places with English words that the training text does not have."""

    known: frozenset[str]  # words of the training text, lowered
    words: Words = field(default_factory=english_words)
    model: Trigrams = field(default_factory=trigrams)
    statement: str = "context words from an English word list outside the training vocabulary, by a trigram model"
    _found: dict[object, list[tuple[float, str]]] = field(default_factory=dict, repr=False)

    def fillable(self, words: Sequence[str], tags: Sequence[str]) -> list[int]:
        """The places for which there are enough words to choose from; where there is none, those with any."""
        sentence = (tuple(words), tuple(tags))
        found = [len(self.options(Place(*sentence, i))) for i in range(len(words))]
        return [i for i, n in enumerate(found) if n >= LEAST] or [i for i, n in enumerate(found) if n]

    def fill(self, gaps: Sequence[Gap], _ranks: tuple[int, int]) -> list[Filled]:
        return [self._fill(gap) for gap in steps(gaps, "filling in words")]

    def _fill(self, gap: Gap) -> Filled:
        words, new, likelihood = list(gap.words), [], 0.0
        for p, draw in zip(gap.positions, gap.draws, strict=True):
            options = self.options(Place(tuple(words), tuple(gap.tags), p))[:BEST]
            if not options:
                return Filled((), None)
            score, word = options[int(draw * len(options))]
            new.append(like(word, words[p]))
            words[p] = new[-1]
            likelihood += score
        return Filled(tuple(new), likelihood)

    def options(self, place: Place) -> list[tuple[float, str]]:
        """Words for a place, the best first; only two words on each side matter."""
        key = (place.at == 0, *(place.word(i) for i in NEAR), *(place.tag(i) for i in NEAR), place.words[place.at])
        if key not in self._found:
            self._found[key] = self._options(place)
        return self._found[key]

    def _options(self, place: Place) -> list[tuple[float, str]]:
        lemma = self._replaceable(place)
        if lemma is None:
            return []
        tag, kind = place.tag(0), KIND[place.tag(0)]
        found = []
        for form in self.words.usable.get((tag, lemma.field), ()):
            far = _steps(lemma.above, form.lemma.above) if kind in FAR else 3
            if form.word in self.known or far is None or far > FAR.get(kind, 9):
                continue
            if self._agrees(place, kind, lemma, form) and self._beside(place, kind, form.word):
                found.append((self._score(place, form.word) - 0.8 * far, form.word))
        return sorted(found, reverse=True)

    def _replaceable(self, place: Place) -> Lemma | None:
        """The lemma of a content word that may be replaced; None otherwise."""
        word, tag = place.words[place.at], place.tag(0)
        kind = KIND.get(tag)
        if kind is None or not word.isalpha() or len(word) < 3 or word.isupper() or word.lower() in FIXED:
            return None
        if (word[0].isupper() and place.at > 0) or (kind == "r" and not word.endswith("ly")):
            return None
        if "RP" in {place.tag(1), place.tag(2)} or place.word(1) in {"-", "--"}:  # fires up, fires me up
            return None
        if kind == "n" and place.tag(1) in NOMINAL and place.tag(-1) in NOMINAL:
            return None  # inside a compound
        lemma = self.words.lemma(tag, word)
        if kind == "n" and place.tag(1) == ENT and (lemma is None or lemma.field != PERSON):
            return None  # the capital Dushanbe; a president may be an undersecretary
        if kind == "v" and _need(place) is None:
            return None
        if kind == "a" and place.tag(1) not in AFTER_ADJECTIVE:
            return None  # important to, northern Iraq: what follows belongs to the adjective itself
        return lemma

    def _agrees(self, place: Place, kind: str, old: Lemma, form: Form) -> bool:
        """Whether a form has what its place asks for: frames, countability, a or an, an adverb's ending."""
        new = form.lemma
        if new.word == old.word:
            return False
        if kind == "v":
            need = _need(place)
            return need is not None and bool(new.frames & need) and bool(new.frames & old.frames)
        before = place.word(-1)
        if before in {"a", "an"} and takes_an(form.word) != (before == "an"):
            return False
        if kind == "r":
            return form.word.endswith("ly")
        if kind == "n" and place.tag(0) == "NN" and place.tag(1) not in NOMINAL:
            single = before in ONE and new.plural < UNCOUNTED + 0.3
            return not single and (old.plural < UNCOUNTED) == (new.plural < UNCOUNTED)
        return True

    def _beside(self, place: Place, kind: str, word: str) -> bool:
        """Whether a word goes with its neighbours."""
        left, right = self._heard(place, -1), self._heard(place, 1)
        before = self.model.lift(left, word) if left and left != "<s>" else None
        after = self.model.lift(word, right) if right else None
        if before is not None and before < (
            0.0 if kind == "n" and place.tag(-1) in {"JJ", "NN", "VBN", "JJR"} else -0.7
        ):
            return False
        if after is not None and after < (-0.1 if place.tag(1) in {"IN", "TO", "RP"} else -1.0):
            return False
        if kind == "a" and place.tag(1) in {"NN", "NNS"}:
            return after is not None and after >= 0.3
        if kind == "v":
            return max(x if x is not None else -9.0 for x in (before, after)) >= 0.2
        return True

    def _score(self, place: Place, word: str) -> float:
        near, right = self._heard(place, -1), self._heard(place, 1)
        far = self._heard(place, -2) if near and near != "<s>" else None
        right2 = self._heard(place, 2) if right else None
        return self.model.fit(word, far, near, right, right2) - 0.5 * self.model.after(word)

    def _heard(self, place: Place, step: int) -> str | None:
        """The word beside, if the model knows it and it is no mention; the beginning of the sentence."""
        if place.at + step == -1:
            return "<s>"
        word = place.word(step)
        return word if word and place.tag(step) != ENT and self.model.knows(word) else None


def _need(place: Place) -> frozenset[int] | None:
    """The verb frames that a place asks for; None where that cannot be told."""
    follows, word = place.tag(1), place.word(1)
    if place.tag(0) == "VBN" or follows in OBJECT:
        return TRANSITIVE
    if follows in NO_OBJECT:
        return WITH_TO if word == "to" else WITH_THAT if word == "that" else INTRANSITIVE
    return None


def _steps(one: Sequence[int], other: Sequence[int]) -> int | None:
    """Steps between two senses over the nearest sense above both; senses above are listed from near to far."""
    place = {sense: i for i, sense in enumerate(one)}
    found = [place[sense] + i for i, sense in enumerate(other) if sense in place]
    return min(found) if found else None
