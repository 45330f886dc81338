"""Augmentations of training data (RockNER, Q3): the original plus changed copies. One file per method.

An augmentation is ``(Corpus, sentences, rng) -> Transformed``: the changed copy of the given sentences.
Recipes compose: ``entity-switching:0.5`` copies half the sentences, ``entity-switching+random-masking``
applies one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.registry import Registry
from nerproof.corpus import Corpus, Ints, join
from nerproof.corpus.edits import Edit, Transformed

Augmentation: TypeAlias = Callable[[Corpus, Ints, np.random.Generator], Transformed]

AUGMENTATIONS: Registry[Augmentation] = Registry("augmentation", "nerproof.augmentations")


@dataclass(frozen=True)
class Recipe:
    """Methods applied one after the other to a share of the sentences that have mentions."""

    methods: tuple[str, ...]
    ratio: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """``entity-switching+random-masking:0.5``.

        >>> Recipe.parse("mixing-up:0.5")
        Recipe(methods=('mixing-up',), ratio=0.5)
        """
        names, colon, number = text.partition(":")
        methods = tuple(name.strip() for name in names.split("+"))
        for name in methods:
            AUGMENTATIONS[name]  # an unknown name is an error now, not after the work
        try:
            ratio = float(number) if colon else 1.0
        except ValueError:
            ratio = -1.0
        if not 0 < ratio <= 1:
            raise UsageError(
                f"the ratio of {text!r} is not a number above 0 and up to 1. Write for example {names}:0.5."
            )
        return cls(methods, ratio)


def augment(corpus: Corpus, recipes: Sequence[Recipe | str], *, seed: int = 0) -> Transformed:
    """The corpus, then one changed copy per recipe; sentences without mentions are not copied."""
    rng = np.random.default_rng(seed)
    parts, edits, facts = [corpus], [], []
    for recipe in recipes:
        chosen = Recipe.parse(recipe) if isinstance(recipe, str) else recipe
        copy, log = _copy(corpus, chosen, rng)
        # An empty copy would cost the whole corpus its columns when they are joined.
        parts += [copy] if copy.n_sentences else []
        edits += log
        facts.append({"methods": list(chosen.methods), "ratio": chosen.ratio, "sentences": copy.n_sentences})
    return Transformed(join(parts), edits, facts={"copies": facts, "sentences": corpus.n_sentences})


def _copy(corpus: Corpus, recipe: Recipe, rng: np.random.Generator) -> tuple[Corpus, list[Edit]]:
    where = _sample(corpus, recipe.ratio, rng)
    done = AUGMENTATIONS[recipe.methods[0]](corpus, where, rng)
    log = list(done.edits)
    for method in recipe.methods[1:]:
        before = done.corpus
        done = AUGMENTATIONS[method](before, np.arange(before.n_sentences), rng)
        # The log speaks of the training file: a copy's mentions have no number there.
        log += [e._replace(sentence=int(where[e.sentence]), mention=None) for e in done.edits]
    return done.corpus, log


def _sample(corpus: Corpus, ratio: float, rng: np.random.Generator) -> Ints:
    """Sentences with mentions, in the corpus's order."""
    having = np.unique(corpus.sentence_of_mention)
    n = round(ratio * len(having))
    return np.sort(rng.permutation(having)[:n])
