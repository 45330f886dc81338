"""context: words around the mentions give way to others of the same form; full: names, too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.contextwords import EnglishFiller
from nerproof.attacks.fillers import ENT, Gap
from nerproof.attacks.finetags import is_prose, tagger
from nerproof.attacks.language import guess_language
from nerproof.attacks.naturalness import share
from nerproof.attacks.surfaces import words_of
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Edit, Transformed, covered, splice
from nerproof.gazetteers.progress import steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.attacks.fillers import Filler
    from nerproof.attacks.finetags import Tagger
    from nerproof.corpus import Corpus, Ints

LOST = "the reference model loses on it"
LEAST_LIKELY = "least likely: the reference model loses on none"
NO_REFERENCE = "least likely: no reference model"


class Version(NamedTuple):
    """A changed version of a sentence."""

    sentence: int
    positions: tuple[int, ...]
    words: tuple[str, ...]
    likelihood: float


@ATTACKS.register("context")
def context(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces one to three content words per sentence by grammatical ones (RockNER's context-level attack)."""
    plan = ContextPlan(corpus, options)
    versions = plan.versions(rng)
    chosen = plan.choose(versions)
    start = np.array([plan.first(v) + p for v, _ in chosen for p in v.positions], dtype=np.int64)
    changed = splice(corpus, start, start + 1, [(w,) for v, _ in chosen for w in v.words])
    edits = [edit for version, why in chosen for edit in plan.edits(version, why)]
    return Transformed(changed, edits, facts=_facts(plan, chosen))


@ATTACKS.register("full")
def full(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Entity attack, then context attack: the hardest version (OntoRock)."""
    names = ATTACKS["entity"](corpus, options, rng)
    words = ATTACKS["context"](names.corpus, options, rng)
    facts = {"attack": "full", "entity": names.facts, "context": words.facts}
    return Transformed(words.corpus, [*names.edits, *words.edits], facts, (*names.notes, *words.notes))


@dataclass(frozen=True)
class ContextPlan:
    """What the attack knows about a corpus before anything is drawn."""

    corpus: Corpus
    options: AttackOptions

    @cached_property
    def language(self) -> str:
        return self.options.language or guess_language(self.options.train or self.corpus)

    @cached_property
    def tagger(self) -> Tagger:
        return tagger(self.corpus, self.options.pos, self.language)

    @cached_property
    def filler(self) -> Filler:
        if self.options.filler is not None:
            return self.options.filler
        if self.options.train is None:
            raise UsageError("the context attack puts in words that the training data lacks. Pass --train FILE.")
        if self.language != "en":
            raise UsageError(
                f"no grammatical words for {self.language!r} come with nerproof, so its contexts are not attacked. "
                "Pass --mlm MODEL and a corpus with Penn tags or --pos spacy:MODEL."
            )
        return EnglishFiller(frozenset(w.lower() for w in words_of(self.options.train)))

    @cached_property
    def tags(self) -> list[str]:
        """Fine tags, ENT inside mentions."""
        m = self.corpus.mentions
        inside = covered(self.corpus.n_tokens, m.start, m.end).tolist()
        return [ENT if i else t for t, i in zip(self.tagger.tags(self.corpus), inside, strict=True)]

    @cached_property
    def prose(self) -> list[int]:
        """The sentences that are prose: headlines, tables and datelines are left alone."""
        found = []
        for i in range(self.corpus.n_sentences):
            words = self.corpus.sentence(i)
            if words and is_prose(words, self._tags_of(i)):
                found.append(i)
        return found

    def _tags_of(self, sentence: int) -> list[str]:
        return self.tags[int(self.corpus.sentences[sentence]) : int(self.corpus.sentences[sentence + 1])]

    def versions(self, rng: np.random.Generator) -> list[Version]:
        """Up to ``candidates`` changed versions of every sentence that has words to replace."""
        filler = self.filler
        gaps: list[tuple[int, Gap]] = []
        for sentence in steps(self.prose, "looking for words to replace"):
            words, tags = self.corpus.sentence(sentence), self._tags_of(sentence)
            places = filler.fillable(words, tags)
            for _ in range(self.options.candidates if places else 0):
                n = int(rng.integers(1, min(self.options.most_words, len(places)) + 1))
                at = np.sort(rng.permutation(places)[:n])
                gaps.append((sentence, Gap(words, at.tolist(), tags, rng.random(n).tolist())))
        filled = filler.fill([g for _, g in gaps], self.options.ranks)
        return [
            Version(sentence, tuple(gap.positions), done.words, done.likelihood)
            for (sentence, gap), done in zip(gaps, filled, strict=True)
            if done.likelihood is not None
        ]

    def choose(self, versions: Sequence[Version]) -> list[tuple[Version, str]]:
        """Per sentence, the version on which the reference loses most; the least likely of equals."""
        losses = self._losses(versions)
        best: dict[int, tuple[tuple[float, float], Version]] = {}
        for version, loss in zip(versions, losses, strict=True):
            # Likelihoods of one and of three words are compared per word.
            key = (loss, -version.likelihood / len(version.words))
            if version.sentence not in best or key > best[version.sentence][0]:
                best[version.sentence] = (key, version)
        found = []
        for _, (key, version) in sorted(best.items()):
            why = NO_REFERENCE if self.options.reference is None else LOST if key[0] > 0 else LEAST_LIKELY
            found.append((version, why))
        return found

    def _losses(self, versions: Sequence[Version]) -> list[float]:
        """How many more errors the reference makes on each version than on the original sentence."""
        reference = self.options.reference
        if reference is None or not versions:
            return [0.0] * len(versions)
        which = np.array([v.sentence for v in versions], dtype=np.int64)
        copies = self.corpus.select(which)
        start = np.concatenate([copies.sentences[i] + np.array(v.positions) for i, v in enumerate(versions)])
        tried = splice(copies, start, start + 1, [(w,) for v in versions for w in v.words])
        before = _errors_by_sentence(self.corpus, reference(self.corpus))[which]
        after = _errors_by_sentence(tried, reference(tried))
        return [float(x) for x in np.where(after > before, after - before, 0)]

    def first(self, version: Version) -> int:
        return int(self.corpus.sentences[version.sentence])

    def edits(self, version: Version, why: str) -> list[Edit]:
        document = int(self.corpus.document_of_sentence[version.sentence])
        words = self.corpus.sentence(version.sentence)
        return [
            Edit("context", document, version.sentence, p, p + 1, words[p], new, link=why)
            for p, new in zip(version.positions, version.words, strict=True)
        ]


def _facts(plan: ContextPlan, chosen: Sequence[tuple[Version, str]]) -> dict[str, Any]:
    why = Counter(reason for _, reason in chosen)
    return {
        "attack": "context",
        "sentences": plan.corpus.n_sentences,
        "prose": len(plan.prose),
        "attacked_sentences": len(chosen),
        "attacked_words": sum(len(v.words) for v, _ in chosen),
        "chosen": dict(sorted(why.items())),
        "filler": plan.filler.statement,
        "content_words": plan.tagger.statement,
        "naturalness": {"new_words": share(_new(plan, chosen)), "prose_attacked": share(_attacked(plan, chosen))},
        "candidates": plan.options.candidates,
        "ranks": list(plan.options.ranks),
    }


def _attacked(plan: ContextPlan, chosen: Sequence[tuple[Version, str]]) -> list[bool]:
    """Whether each sentence of prose was attacked."""
    done = {v.sentence for v, _ in chosen}
    return [sentence in done for sentence in plan.prose]


def _new(plan: ContextPlan, chosen: Sequence[tuple[Version, str]]) -> list[bool]:
    """Whether each word that was put in is new to the training text."""
    known = {w.lower() for w in words_of(plan.options.train)} if plan.options.train is not None else set()
    return [w.lower() not in known for v, _ in chosen for w in v.words]


def _errors_by_sentence(gold: Corpus, predicted: Corpus) -> Ints:
    """Missed plus spurious mentions, exact span and type, per sentence."""
    found = zip(gold.mentions_by_sentence(), predicted.mentions_by_sentence(), strict=True)
    return np.array([len(set(g) ^ set(p)) for g, p in found], dtype=np.int64)
