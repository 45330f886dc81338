"""random-masking: each letter of a mention gives way to a random one; capitals and stop words stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.augmentations import AUGMENTATIONS
from nerproof.augmentations.mentions import replace_mentions

if TYPE_CHECKING:
    import numpy as np

    from nerproof.corpus import Corpus, Ints
    from nerproof.corpus.edits import Transformed

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Short words inside names that stay: articles, prepositions, conjunctions of several languages.
STOPWORDS = frozenset(
    "the a an of in on at for to and or by with from 's el la los las un una de del en por para con y e o u al "  # noqa: SIM905
    "het een van der den op te ter ten voor met die das des dem ein eine und von zu im am für mit le les l' du et "
    "à aux une il lo gli i di da della dei os as do dos um uma".split()
)


@AUGMENTATIONS.register("random-masking")
def random_masking(corpus: Corpus, sentences: Ints, rng: np.random.Generator) -> Transformed:
    """Replaces each letter of a mention by a random one."""
    return replace_mentions(
        corpus, sentences, "random-masking", lambda old, _: tuple(masked(word, rng) for word in old)
    )


def masked(word: str, rng: np.random.Generator) -> str:
    """The word with random letters; digits and marks stay."""
    if word.lower() in STOPWORDS:
        return word
    drawn = rng.integers(len(LETTERS), size=len(word)).tolist()
    return "".join(_letter(c, LETTERS[i]) for c, i in zip(word, drawn, strict=True))


def _letter(old: str, new: str) -> str:
    if not old.isalpha():
        return old
    return new.upper() if old.isupper() else new
