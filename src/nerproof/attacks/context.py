"""context: words around the mentions give way to less likely ones; the number of tokens never changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.fillers import Gap
from nerproof.attacks.language import guess_language
from nerproof.attacks.losses import errors_by_sentence
from nerproof.attacks.ngram import NgramFiller
from nerproof.attacks.words import tagging
from nerproof.base.errors import UsageError
from nerproof.corpus.edits import Edit, Transformed, covered, splice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.attacks.fillers import Filler
    from nerproof.attacks.words import Tagging, Tags
    from nerproof.corpus import Corpus

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
    """Replaces one to three content words per sentence, by a masked language model (context-level attack)."""
    plan = ContextPlan(corpus, options)
    versions = plan.versions(rng)
    chosen = plan.choose(versions)
    start = np.array([plan.first(v) + p for v, _ in chosen for p in v.positions], dtype=np.int64)
    changed = splice(corpus, start, start + 1, [(w,) for v, _ in chosen for w in v.words])
    edits = [edit for version, why in chosen for edit in plan.edits(version, why)]
    return Transformed(changed, edits, facts=_facts(plan, chosen))


@dataclass(frozen=True)
class ContextPlan:
    """What the attack knows about a corpus before anything is drawn."""

    corpus: Corpus
    options: AttackOptions

    @cached_property
    def train(self) -> Corpus:
        if self.options.train is None:
            raise UsageError("the context attack learns its words from the training data. Pass --train FILE.")
        return self.options.train

    @cached_property
    def tagging(self) -> Tagging:
        source = self.options.train or self.corpus
        return tagging(self.corpus, source, self.options.pos, self.options.language or guess_language(source))

    @cached_property
    def filler(self) -> Filler:
        if self.options.filler is not None:
            return self.options.filler
        return NgramFiller.train(self.train, self.tagging.tags(self.train))

    @cached_property
    def tags(self) -> Tags:
        """Kinds of content words outside mentions."""
        m = self.corpus.mentions
        inside = covered(self.corpus.n_tokens, m.start, m.end)
        return np.where(inside, 0, self.tagging.tags(self.corpus)).astype(np.int8)

    def versions(self, rng: np.random.Generator) -> list[Version]:
        """Up to ``candidates`` different changed versions of every sentence that has content words."""
        gaps: list[tuple[int, Gap]] = []
        for sentence in range(self.corpus.n_sentences):
            start, end = int(self.corpus.sentences[sentence]), int(self.corpus.sentences[sentence + 1])
            tags = self.tags[start:end]
            places = np.flatnonzero(tags)
            words = self.corpus.tokens.strings(start, end) if len(places) else []
            for _ in range(self.options.candidates if len(places) else 0):
                n = int(rng.integers(1, min(self.options.most_words, len(places)) + 1))
                at = np.sort(rng.permutation(places)[:n])
                gaps.append((sentence, Gap(words, at.tolist(), tags[at].tolist(), rng.random(n).tolist())))
        filled = self.filler.fill([g for _, g in gaps], self.options.ranks)
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
        before = errors_by_sentence(self.corpus, reference(self.corpus))[which]
        after = errors_by_sentence(tried, reference(tried))
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
        "attacked_sentences": len(chosen),
        "attacked_words": sum(len(v.words) for v, _ in chosen),
        "chosen": dict(sorted(why.items())),
        "filler": plan.filler.statement,
        "content_words": plan.tagging.statement,
        "candidates": plan.options.candidates,
        "ranks": list(plan.options.ranks),
    }
